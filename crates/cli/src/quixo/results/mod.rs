//! `results`: what is known of a game, as files that people and programs read. Its
//! output for `quixo5` is in docs/results.

mod findings;
mod json;
mod page;

use std::fs;
use std::io::Write;
use std::process::ExitCode;

use anyhow::{Result, anyhow, bail};
use quixotic_game::Game as _;
use quixotic_tablebase::Database;

use super::args::{CsvTable, OnBoard, ResultsArgs};
use super::figure::{self, Shown};
use super::line::Line;
use super::orbits::x_to_move;
use super::stats::{reachable, write_csv, write_file};
use super::words;
use crate::json as json_line;
use crate::meter::Meter;
use findings::Findings;

pub(crate) fn run(on: &OnBoard<ResultsArgs>, out: &mut dyn Write) -> Result<ExitCode> {
    let (game, args) = on.split();
    let target = &args.target.of(game);
    let database = target.open()?;
    if !database.is_complete() {
        let solve = target.command_at("solve", target.db.as_deref());
        bail!("results are those of a whole game; go on with `{solve}`");
    }
    let directory = &args.out;
    fs::create_dir_all(directory)
        .map_err(|error| anyhow!("cannot make {}: {error}", directory.display()))?;
    let mut meter = Meter::new(args.run.quiet);
    let found = args
        .run
        .pool()?
        .install(|| Findings::find(&database, args.sample(), &mut meter))
        .map_err(|error| target.advise(error))?;
    drop(meter);
    let names = Names::new(&target.slug());
    // Where the database and the files are is a matter of the machine.
    let command = format!(
        "{} --sample {} --seed {}",
        target.command("results"),
        found.sample.size,
        found.sample.seed
    );
    let files = [
        (&names.page, page::page(&database, &found, &names, &command)),
        (&names.json, {
            let reachable = reachable(&database);
            let content = json::ResultsJson::new(game.name(), &database, &found, reachable);
            text(|out| json_line::write(out, &content))?
        }),
        (
            &names.csv,
            text(|out| write_csv(out, &found.stats, CsvTable::Distance))?,
        ),
        (
            &names.outcomes,
            figure::outcomes(database.rules(), &found.stats),
        ),
        (
            &names.distances,
            figure::distances(database.rules(), &found.stats),
        ),
        (
            &names.chances,
            figure::chances(database.rules(), &found.chances),
        ),
        (&names.positions, positions(&database, &found)),
        (&names.longest, longest(&database, &found)),
    ];
    for (name, content) in files {
        let path = directory.join(name);
        write_file(&path, content.as_bytes())?;
        writeln!(out, "{}", path.display())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// What is written to `out` as text.
fn text(write: impl FnOnce(&mut dyn Write) -> std::io::Result<()>) -> Result<String> {
    let mut bytes = Vec::new();
    write(&mut bytes)?;
    Ok(String::from_utf8(bytes)?)
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
                text: format!("{text}: {}", words::for_mover(&position, value)),
                position,
                marked: None,
            })
        })
        .collect();
    let title = format!(
        "Quixo on {}: positions worth a look, X to move",
        database.rules()
    );
    figure::boards(database.rules(), &title, &shown, 3, TILE_OF_POSITION)
}

/// Pixels of a tile.
const TILE_OF_POSITION: f64 = 44.0;
const TILE_OF_GAME: f64 = 15.0;
/// Boards in a row of a game.
const IN_A_ROW: usize = 10;

/// A picture of a longest game.
fn longest(database: &Database, found: &Findings) -> String {
    let quixo = database.quixo();
    let mut shown = Vec::new();
    for line in found.longest_wins.iter().take(1) {
        shown.push(Shown {
            text: format!("{} to move", line.start.to_move),
            position: line.start,
            marked: None,
        });
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
    }
    let title = format!(
        "Quixo on {}: a longest game, in which nobody errs",
        database.rules()
    );
    figure::boards(database.rules(), &title, &shown, IN_A_ROW, TILE_OF_GAME)
}
