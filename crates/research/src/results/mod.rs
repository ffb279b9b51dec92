//! What is known of a game, as files that people and programs read: a page, figures,
//! JSON and comma-separated values. Those of 5×5 are in docs/results.

mod findings;
mod json;
mod page;

use crate::chance::Sample;
use quixotic_game::{Budget, Game as _};
use quixotic_tablebase::{Database, reachable_positions};

use crate::figure::{self, ClassOutcomes, Shown};
use crate::line::Line;
use crate::orbits::x_to_move;
use crate::{SurveyError, words};
use findings::Findings;
pub use findings::Step;

/// What is known of a game.
pub struct Results<'a> {
    database: &'a Database,
    found: Findings,
}

/// A file of results.
#[derive(Clone, Debug)]
pub struct ResultFile {
    /// Its name.
    pub name: String,
    /// What is in it.
    pub content: String,
}

impl<'a> Results<'a> {
    /// Finds the results of a complete database; `sample` says how many positions are
    /// drawn to see how often a random move keeps the outcome.
    pub fn find(
        database: &'a Database,
        sample: Sample,
        budget: &Budget,
        follow: &mut (dyn FnMut(Step) + Send),
    ) -> Result<Results<'a>, SurveyError> {
        let found = Findings::find(database, sample, budget, follow)?;
        Ok(Results { database, found })
    }

    /// The files, whose names begin with `slug`; `game` is the name of the game and
    /// `command` what wrote them.
    pub fn files(&self, game: &str, slug: &str, command: &str) -> Vec<ResultFile> {
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
            (outcomes, figure::outcomes(rules, classes)),
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
    crate::text::csv(&["plies", "win", "loss"], rows)
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
    Some(figure::boards(
        database.rules(),
        &title,
        &shown,
        IN_A_ROW,
        TILE_OF_GAME,
    ))
}
