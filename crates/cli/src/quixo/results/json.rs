//! The results as JSON: what `stats --json` prints, and more.

use quixotic_game::{Game as _, PositionJson};
use quixotic_quixo::{Board, Quixo, Taken};
use quixotic_survey::chance::{Chance, Chances};
use quixotic_survey::opening::{Opening, OpeningMove};
use quixotic_tablebase::{Database, StatsJson};
use serde::Serialize;

use super::findings::{Findings, Valued, after};
use crate::quixo::line::Line;
use crate::quixo::orbits::OrbitsJson;

#[derive(Debug, Serialize)]
pub(super) struct ResultsJson {
    #[serde(flatten)]
    stats: StatsJson,
    signature: String,
    /// One of each orbit, with an optimal game.
    longest_losses: Vec<PositionJson>,
    longest_wins: Vec<PositionJson>,
    smallest_decided: OrbitsJson,
    smallest_decided_by_empty_tiles: OrbitsJson,
    smallest_balanced_losses: OrbitsJson,
    /// The moves of the first plies, up to symmetry.
    first_moves: Vec<OpeningJson>,
    second_moves: Vec<OpeningJson>,
    random_move: RandomMoveJson,
}

/// A position and its moves, those that lead to the same orbit as one.
#[derive(Debug, Serialize)]
struct OpeningJson {
    position: String,
    outcome: String,
    moves: Vec<OpeningMoveJson>,
}

#[derive(Debug, Serialize)]
struct OpeningMoveJson {
    #[serde(rename = "move")]
    mv: String,
    /// How many moves lead to that orbit.
    moves: u32,
    takes: &'static str,
    outcome: String,
}

/// How often a random legal move keeps the outcome.
#[derive(Debug, Serialize)]
struct RandomMoveJson {
    sample: u64,
    seed: u64,
    by_level: Vec<ChancesJson>,
}

#[derive(Debug, Serialize)]
struct ChancesJson {
    level: u8,
    exact: bool,
    won: ChanceJson,
    drawn: ChanceJson,
    all: ChanceJson,
}

#[derive(Debug, Serialize)]
struct ChanceJson {
    positions: u64,
    mean: Option<f64>,
    standard_error: Option<f64>,
}

impl ResultsJson {
    pub(super) fn new(
        game: &'static str,
        database: &Database,
        found: &Findings,
        reachable: Option<u64>,
    ) -> ResultsJson {
        let quixo = database.quixo();
        let lines = |lines: &[Line]| lines.iter().map(|line| line.json(game, quixo)).collect();
        let orbits = |found: &[Valued]| {
            let boards: Vec<Board> = found.iter().map(|found| found.board).collect();
            OrbitsJson::new(quixo, &boards)
        };
        let opening = |plies: usize| {
            let openings = found.openings.get(plies).into_iter().flatten();
            openings
                .map(|opening| OpeningJson::new(quixo, opening, plies))
                .collect()
        };
        ResultsJson {
            stats: StatsJson::new(game, &found.stats, reachable),
            signature: found.stats.signature.clone(),
            longest_losses: lines(&found.longest_losses),
            longest_wins: lines(&found.longest_wins),
            smallest_decided: orbits(&found.decided),
            smallest_decided_by_empty_tiles: orbits(&found.decided_by_empty_tiles),
            smallest_balanced_losses: orbits(&found.balanced_losses),
            first_moves: opening(0),
            second_moves: opening(1),
            random_move: RandomMoveJson {
                sample: found.sample.size,
                seed: found.sample.seed,
                by_level: found.chances.iter().map(ChancesJson::new).collect(),
            },
        }
    }
}

impl OpeningJson {
    fn new(quixo: &Quixo, opening: &Opening, plies: usize) -> OpeningJson {
        let moves = opening
            .moves
            .iter()
            .map(|found: &OpeningMove| OpeningMoveJson {
                mv: quixo.format_move(found.mv),
                moves: found.moves,
                takes: match found.taken {
                    Taken::Empty => "empty",
                    Taken::Own => "own",
                },
                outcome: found.outcome.to_string(),
            });
        OpeningJson {
            position: quixo.format_position(&after(opening.board, plies)),
            outcome: opening.outcome.to_string(),
            moves: moves.collect(),
        }
    }
}

impl ChancesJson {
    fn new(chances: &Chances) -> ChancesJson {
        let chance = |chance: Chance| ChanceJson {
            positions: chance.positions,
            mean: chance.mean,
            standard_error: chance.error,
        };
        ChancesJson {
            level: chances.level,
            exact: chances.exact,
            won: chance(chances.won),
            drawn: chance(chances.drawn),
            all: chance(chances.all),
        }
    }
}
