//! Quixo on 3×3, 4×4 and 5×5, answered from a database.

mod many;
mod solution;

use std::sync::Arc;

use quixotic_agents::Players;
use quixotic_game::Player;
use quixotic_quixo::{Board, Move, Position, Quixo, Rules};

use crate::database::read_rules;
use crate::numbers::out_of_range;
use crate::{
    AnyGame, Entry, Error, GameId, Kind, Listed, Offer, Open, RuleOption, RuleValues, Setup,
};
use solution::QuixoSolution;

const fn kind(
    name: &'static str,
    title: &'static str,
    rules: fn(&RuleValues) -> Result<Option<String>, Error>,
    open: Open,
) -> Kind {
    Kind {
        name,
        title,
        options: &OPTIONS,
        rules,
        served: &[],
        open,
    }
}

/// Quixo on 3×3.
pub(crate) const QUIXO3: Kind = kind("quixo3", "Quixo 3×3", canonical::<3>, open::<3>);
/// Quixo on 4×4.
pub(crate) const QUIXO4: Kind = kind("quixo4", "Quixo 4×4", canonical::<4>, open::<4>);
/// Quixo on 5×5, the board that is sold.
pub(crate) const QUIXO5: Kind = kind("quixo5", "Quixo 5×5", canonical::<5>, open::<5>);

const OPTIONS: [RuleOption; 2] = [
    RuleOption {
        name: "line",
        value: "K",
        help: "Quixo: length of a winning line [default: the size of the board]",
    },
    RuleOption {
        name: "double-line",
        value: "WHO",
        help: "Quixo: who wins when one move makes lines of both symbols, `opponent` or `mover` [default: opponent]",
    },
];

fn rules<const SIZE: u8>(values: &RuleValues) -> Result<Rules, Error> {
    read_rules(SIZE, values)
}

fn canonical<const SIZE: u8>(values: &RuleValues) -> Result<Option<String>, Error> {
    Ok(rules::<SIZE>(values)?.options())
}

fn open<const SIZE: u8>(
    id: &GameId,
    values: &RuleValues,
    setup: &Setup,
) -> Result<Arc<dyn AnyGame>, Error> {
    let rules = rules::<SIZE>(values)?;
    let solution = Arc::new(QuixoSolution::new(id, rules, setup));
    let mut players = Players::new(Quixo::new(rules))
        .with_oracle(Arc::clone(&solution) as _)
        .with_programs(setup.programs_of(id));
    if let Some(weights) = &setup.weights {
        players = players.with_weights(weights.clone());
    }
    if setup.unaided {
        players = players.unaided();
    }
    Ok(Arc::new(Listed::new(
        id,
        title::<SIZE>(),
        players,
        solution,
    )))
}

fn title<const SIZE: u8>() -> &'static str {
    match SIZE {
        3 => QUIXO3.title,
        4 => QUIXO4.title,
        _ => QUIXO5.title,
    }
}

/// The opponents on 3×3 and 4×4, and under rules that were not measured. `dqn` and `net` play 4×4 only.
const OFFERS: [Offer; 9] = [
    Offer::new("random", "Beginner: random moves"),
    Offer::new("minimax:1", "Easy: minimax, 1 ply"),
    Offer::new("minimax:3", "Medium: minimax, 3 plies"),
    Offer::new("rules", "Rules of thumb: a card of eight lines at most"),
    Offer::new("dqn", "Trained: deep-Q network"),
    Offer::new("mcts:1000", "Hard: Monte-Carlo, 1,000 games"),
    Offer::new("net", "Strong: network, no search"),
    Offer::new("search:1s", "Very strong: search, 1 s"),
    Offer::new("perfect", "Perfect: the solution"),
];

/// The levels of 5×5, as evenly spaced as it gets. Ratings are those of docs/results/levels.md, which a
/// test compares; a search by the clock was not measured. `perfect` takes the place of the searches.
const LEVELS: [Offer; 14] = [
    Offer::new("random", "Beginner: random moves").rated(0, "Plays without a plan."),
    Offer::new("slips:80:minimax:1", "Novice: minimax, 1 ply, 80 % random")
        .rated(230, "Finishes a line now and then."),
    Offer::new("slips:60:minimax:1", "Learner: minimax, 1 ply, 60 % random")
        .rated(383, "Builds a line, then forgets it."),
    Offer::new("slips:40:minimax:1", "Easy: minimax, 1 ply, 40 % random")
        .rated(594, "Takes most wins, overlooks your threats."),
    Offer::new("slips:20:minimax:1", "Casual: minimax, 1 ply, 20 % random")
        .rated(769, "Slips once in five moves, overlooks your threats."),
    Offer::new("minimax:1", "Fair: minimax, 1 ply").rated(
        945,
        "Never misses its own win, does not look at your answer.",
    ),
    Offer::new(
        "slips:10:minimax:2",
        "Medium: minimax, 2 plies, 10 % random",
    )
    .rated(1063, "Sees most of your threats."),
    Offer::new("minimax:2", "Good: minimax, 2 plies")
        .rated(1246, "Sees your threat, misses two-step traps."),
    Offer {
        about: Some("Follows eight rules of thumb at most, and says which one decided."),
        ..Offer::new("rules", "Rules of thumb: the card")
    },
    Offer::new("net", "Hard: network, no search")
        .rated(1366, "Has a feeling for good boards, calculates nothing."),
    Offer::new("search:1000", "Strong: search, 1,000 positions")
        .rated(1595, "Looks a few moves ahead, sees most traps."),
    Offer::new("search:10000", "Very strong: search, 10,000 positions")
        .rated(1673, "Looks far ahead: one slip may be enough to lose."),
    Offer {
        about: Some("Thinks for a second: the strongest without the solution."),
        ..Offer::new("search:1s", "Master: search, 1 s")
    },
    Offer::new("perfect", "Perfect: the solution"),
];

/// As numbers: the board as it lies, 1 for tiles of the player to move, −1 for the other's. Moves are
/// numbered tile by tile from the top left, and for each tile by its end: left, right, top, bottom.
impl Entry for Quixo {
    fn shape(&self) -> Vec<usize> {
        vec![self.rules().size().into(); 2]
    }

    fn write_numbers(&self, position: &Position, numbers: &mut [i8]) {
        let (mine, theirs) = (position.board.mine(), position.board.theirs());
        for (cell, number) in numbers.iter_mut().enumerate() {
            *number = (mine >> cell & 1) as i8 - (theirs >> cell & 1) as i8;
        }
    }

    fn read_numbers(&self, numbers: &[i8], to_move: Option<Player>) -> Result<Position, Error> {
        let (mut mine, mut theirs) = (0, 0);
        for (cell, &number) in numbers.iter().enumerate() {
            match number {
                1 => mine |= 1 << cell,
                -1 => theirs |= 1 << cell,
                0 => {}
                _ => {
                    return Err(out_of_range(
                        number,
                        "1 is a tile of the player to move, -1 the other's, 0 blank",
                    ));
                }
            }
        }
        Ok(Position {
            board: Board::new(mine, theirs).expect("a cell has one number"),
            to_move: to_move.unwrap_or(Player::X),
        })
    }

    fn numbered_moves(&self) -> Vec<Move> {
        self.paths().map(|(mv, _)| mv).collect()
    }

    fn offers(&self) -> &'static [Offer] {
        let rules = self.rules();
        if rules.is_official() && rules.size() == 5 {
            &LEVELS
        } else {
            &OFFERS
        }
    }

    fn draw(&self, position: &Position, last: Option<Move>) -> Vec<String> {
        Quixo::draw(self, position, last)
    }

    fn how_to_move(&self) -> String {
        "A move is the square of the tile and the end where it goes back in, L, R, T or B:\n\
         a1T takes the tile on a1 and pushes it in at the top of column a."
            .into()
    }

    /// Where a move exists at all, only whose tile it is can be wrong.
    fn why_illegal(&self, position: &Position, _mv: Move) -> String {
        format!(
            "that tile is {}'s, and only blank and own ones can be taken",
            !position.to_move
        )
    }
}
