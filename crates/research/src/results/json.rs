//! The results as JSON: the counts that `stats --json` prints, and more. The names of
//! the fields are part of the contract.

use crate::chance::{Chance, Chances};
use crate::opening::{Opening, OpeningMove};
use quixotic_game::Game as _;
use quixotic_quixo::{Board, Quixo, Taken};
use quixotic_tablebase::{ByDistance, Database};
use serde::Serialize;

use super::findings::{Findings, Valued, after};
use crate::line::Line;
use crate::orbits::OrbitsJson;

#[derive(Debug, Serialize)]
pub(super) struct ResultsJson {
    game: String,
    /// The length of a winning line.
    line: u8,
    /// Who wins if lines of both symbols are completed.
    double_line: String,
    /// The empty board.
    start: ValueJson,
    positions: u64,
    win: u64,
    loss: u64,
    draw: u64,
    reachable: Option<u64>,
    by_distance: Vec<DistanceJson>,
    /// Those in more plies than that.
    #[serde(skip_serializing_if = "Option::is_none")]
    longer: Option<DistanceJson>,
    by_class: Vec<ClassJson>,
    signature: String,
    /// One of each orbit, with an optimal game.
    longest_losses: Vec<GameJson>,
    longest_wins: Vec<GameJson>,
    smallest_decided: OrbitsJson,
    smallest_decided_by_empty_tiles: OrbitsJson,
    smallest_balanced_losses: OrbitsJson,
    /// The moves of the first plies, up to symmetry.
    first_moves: Vec<OpeningJson>,
    second_moves: Vec<OpeningJson>,
    random_move: RandomMoveJson,
}

#[derive(Debug, Serialize)]
struct ValueJson {
    outcome: String,
    distance: Option<u16>,
}

#[derive(Debug, Serialize)]
struct DistanceJson {
    plies: u16,
    win: u64,
    loss: u64,
}

#[derive(Debug, Serialize)]
struct ClassJson {
    mover: u8,
    other: u8,
    win: u64,
    loss: u64,
    draw: u64,
}

/// An optimal game.
#[derive(Debug, Serialize)]
struct GameJson {
    game: String,
    position: String,
    outcome: String,
    distance: Option<u16>,
    moves: Vec<MoveJson>,
}

/// A move and its value for the player who makes it.
#[derive(Debug, Serialize)]
struct MoveJson {
    #[serde(rename = "move")]
    mv: String,
    position: String,
    outcome: String,
    distance: Option<u16>,
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
        game: &str,
        database: &Database,
        found: &Findings,
        reachable: Option<u64>,
    ) -> ResultsJson {
        let quixo = database.quixo();
        let lines = |lines: &[Line]| {
            lines
                .iter()
                .map(|line| GameJson::new(game, quixo, line))
                .collect()
        };
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
        let stats = &found.stats;
        let row = |row: &ByDistance| DistanceJson {
            plies: row.plies,
            win: row.win,
            loss: row.loss,
        };
        let longer = row(&stats.longer);
        let by_class = stats.by_class.iter().map(|row| ClassJson {
            mover: row.class.mine,
            other: row.class.theirs,
            win: row.win,
            loss: row.loss,
            draw: row.draw,
        });
        ResultsJson {
            game: game.into(),
            line: quixo.rules().line(),
            double_line: quixo.rules().double_line().to_string(),
            start: ValueJson {
                outcome: found.start.outcome().to_string(),
                distance: found.start.distance(),
            },
            positions: stats.positions(),
            win: stats.win,
            loss: stats.loss,
            draw: stats.draw,
            reachable,
            by_distance: stats.by_distance.iter().map(row).collect(),
            longer: (longer.win + longer.loss > 0).then_some(longer),
            by_class: by_class.collect(),
            signature: stats.signature.clone(),
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

impl GameJson {
    fn new(game: &str, quixo: &Quixo, line: &Line) -> GameJson {
        let moves = line.moves.iter().map(|(found, after)| MoveJson {
            mv: quixo.format_move(found.mv),
            position: quixo.format_position(after),
            outcome: found.value.outcome().to_string(),
            distance: found.value.distance(),
        });
        GameJson {
            game: game.into(),
            position: quixo.format_position(&line.start),
            outcome: line.value.outcome().to_string(),
            distance: line.value.distance(),
            moves: moves.collect(),
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
