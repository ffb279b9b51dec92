//! `results`: what is known of a game, as files that people and programs read: a page, figures,
//! JSON and comma-separated values. Those of 5×5 are in docs/results.

mod findings;
mod json;
mod page;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, bail};
use quixotic_cli::meter::{Meter, RunProgress};
use quixotic_cli::table::csv;
use quixotic_cli::{Env, GameArgs, RunArgs, Target};
use quixotic_game::Game as _;
use quixotic_picture::{ClassOutcomes, Shown, boards, outcomes as picture_of_outcomes};
use quixotic_tablebase::{Database, reachable_positions};

use crate::chance::Sample;
use crate::figure;
use crate::line::{Line, for_mover};
use crate::orbits::x_to_move;
use crate::{ResultFile, make_directory};
use findings::{Findings, Step};

/// What results are made of, and where they go.
#[derive(Debug, clap::Args)]
pub(crate) struct ResultsArgs {
    #[command(flatten)]
    game: GameArgs,

    /// Directory that the files are written to
    #[arg(long, value_name = "DIR", default_value = ".")]
    out: PathBuf,

    /// Positions that are drawn from each level, to see how often a random move keeps the outcome;
    /// levels with at most eight times as many are looked through
    #[arg(long, value_name = "N", default_value_t = 5_000, value_parser = clap::value_parser!(u64).range(1..=1 << 32))]
    sample: u64,

    /// Another seed draws other positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    #[command(flatten)]
    run: RunArgs,
}

pub(crate) fn run(env: &Env<'_>, args: &ResultsArgs, out: &mut dyn Write) -> Result<ExitCode> {
    let target = &Target::new(env, &args.game)?;
    let database = &target.open()?;
    if !database.is_complete() {
        let solve = target.id.command_at("solve", target.db.as_deref());
        bail!("results are those of a whole game; go on with `{solve}`");
    }
    make_directory(&args.out)?;
    let (mut meter, mut progress) = (Meter::new(env), RunProgress::of("positions"));
    let mut follow = |step| match step {
        Step::Begun(what) => meter.say(what),
        Step::Asked { level, done, total } => {
            progress.start(0, total);
            progress.add(done);
            meter.show(&progress, &format_args!("level {level}"));
        }
    };
    let (pool, budget) = (args.run.pool()?, env.budget());
    let sample = Sample {
        size: args.sample,
        seed: args.seed,
    };
    let found = pool.install(|| Findings::find(database, sample, &budget, &mut follow));
    let found = found.map_err(|error| target.advise(error))?;
    drop(meter);
    // Where the database and the files are is a matter of the machine.
    let command = format!(
        "quixotic-research results {} --sample {} --seed {}",
        target.id, sample.size, sample.seed
    );
    let results = Results { database, found };
    for file in results.files(target.id.game(), &target.id.slug(), &command) {
        file.write(env, &args.out, out)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// What is known of a game.
struct Results<'a> {
    database: &'a Database,
    found: Findings,
}

impl Results<'_> {
    /// The files, whose names begin with `slug`; `game` is the name of the game and
    /// `command` what wrote them.
    fn files(&self, game: &str, slug: &str, command: &str) -> Vec<ResultFile> {
        let (database, found) = (self.database, &self.found);
        let rules = database.rules();
        let names = Names::new(slug);
        let page = page::page(database, found, &names, command);
        let reachable = reachable_positions(rules);
        let json = json::ResultsJson::new(game, database, found, reachable);
        let json = serde_json::to_string(&json).expect("it is plain data");
        let classes = found.stats.by_class.iter().map(|row| ClassOutcomes {
            class: row.class,
            win: row.win,
            loss: row.loss,
            draw: row.draw,
        });
        let Names {
            page: page_name,
            json: json_name,
            csv,
            outcomes,
            distances,
            chances,
            positions: positions_name,
            longest: longest_name,
        } = names;
        let files = [
            (page_name, page),
            (json_name, json + "\n"),
            (csv, by_distance(found)),
            (outcomes, picture_of_outcomes(rules, classes)),
            (distances, figure::distances(rules, &found.stats)),
            (chances, figure::chances(rules, &found.chances)),
            (positions_name, positions(database, found)),
        ];
        let file = |(name, content)| ResultFile { name, content };
        let longest = longest(database, found).map(|picture| (longest_name, picture));
        files.into_iter().chain(longest).map(file).collect()
    }
}

/// The counts by distance as comma-separated values.
fn by_distance(found: &Findings) -> String {
    let rows = found.stats.by_distance.iter();
    let rows = rows.map(|row| [row.plies.into(), row.win, row.loss].map(|n: u64| n.to_string()));
    csv(&["plies", "win", "loss"], rows)
}

/// The names of the files.
struct Names {
    page: String,
    json: String,
    csv: String,
    outcomes: String,
    distances: String,
    chances: String,
    positions: String,
    longest: String,
}

impl Names {
    fn new(game: &str) -> Names {
        let name = |rest| format!("{game}{rest}");
        Names {
            page: name(".md"),
            json: name(".json"),
            csv: name("-distances.csv"),
            outcomes: name("-outcomes.svg"),
            distances: name("-distances.svg"),
            chances: name("-random-move.svg"),
            positions: name("-positions.svg"),
            longest: name("-longest.svg"),
        }
    }
}

/// A picture of one position of each kind.
fn positions(database: &Database, found: &Findings) -> String {
    let longest = |lines: &[Line]| lines.first().map(|line| (line.start, line.value));
    let first = |boards: &[findings::Valued]| {
        boards
            .first()
            .map(|found| (x_to_move(found.board), found.value))
    };
    let kinds = [
        ("longest loss", longest(&found.longest_losses)),
        ("longest win", longest(&found.longest_wins)),
        ("smallest decided", first(&found.decided)),
        ("by empty tiles only", first(&found.decided_by_empty_tiles)),
        ("smallest balanced loss", first(&found.balanced_losses)),
    ];
    let shown: Vec<Shown> = kinds
        .into_iter()
        .filter_map(|(text, position)| {
            let (position, value) = position?;
            Some(Shown {
                text: format!("{text}: {}", for_mover(&position, value)),
                position,
                marked: None,
            })
        })
        .collect();
    let title = format!(
        "Quixo on {}: positions worth a look, X to move",
        database.rules()
    );
    boards(database.rules(), &title, &shown, 3, TILE_OF_POSITION)
}

/// Pixels of a tile.
const TILE_OF_POSITION: f64 = 44.0;
const TILE_OF_GAME: f64 = 15.0;
/// Boards in a row of a game.
const IN_A_ROW: usize = 10;

/// A picture of a longest game, if it is known.
fn longest(database: &Database, found: &Findings) -> Option<String> {
    let quixo = database.quixo();
    let line = found.longest_wins.first()?;
    let mut shown = vec![Shown {
        text: format!("{} to move", line.start.to_move),
        position: line.start,
        marked: None,
    }];
    for (ply, (found, position)) in line.moves.iter().enumerate() {
        shown.push(Shown {
            text: format!(
                "{}. {} {}",
                ply + 1,
                !position.to_move,
                quixo.format_move(found.mv)
            ),
            position: *position,
            marked: quixo.pushed_in(found.mv),
        });
    }
    let title = format!(
        "Quixo on {}: a longest game, in which nobody errs",
        database.rules()
    );
    Some(boards(
        database.rules(),
        &title,
        &shown,
        IN_A_ROW,
        TILE_OF_GAME,
    ))
}
