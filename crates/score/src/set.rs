//! Sets of positions in which there is something to lose, with the exact values of all their moves.
//!
//! They are drawn as the ladder draws its positions, with a seed that no published ladder uses. The set of 5×5 is a file
//! in this crate, docs/format.md describes it; those of 3×3 and 4×4 are drawn from the solution in the program.

use quixotic_catalog::{AnyGame, Error, GameId, Stake};
use quixotic_game::{Budget, Game, Outcome, Player, Value};
use quixotic_quixo::{Board, Class, Move, Position, Quixo, Rules};
use thiserror::Error;

/// The seed of the sets, which also the agents that are tried on them get theirs from.
pub const DEFAULT_SEED: u64 = 2026;
/// How many positions a set has.
pub const SIZE: u32 = 4000;

/// The names of the sets. The number is the version: it changes when another position or value does.
const NAMES: [(&str, &str); 3] = [
    ("quixo3", "quixo3-1"),
    ("quixo4", "quixo4-1"),
    ("quixo5", "quixo5-1"),
];

const QUIXO5: &[u8] = include_bytes!("../data/quixo5-1.qxs");

const MAGIC: &[u8] = b"QXS1";
/// Magic, size of the board, number of positions.
const HEADER: usize = 4 + 1 + 4;
const CHECKSUM: usize = 4;
/// Bytes of a position without its moves: tiles of X and of O, who is to move, number of moves.
const POSITION: usize = 4 + 4 + 1 + 1;
/// Bytes of the value of a move.
const VALUE: usize = 2;

/// Some positions of a game with the values of all their moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionSet {
    /// The positions.
    pub stakes: Vec<Stake>,
}

/// Bytes that are no set of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SetError {
    /// The file is something else.
    #[error("this is no set of positions of quixotic: the file does not begin with `QXS1`")]
    Foreign,
    /// Something is missing or changed.
    #[error("the set of positions is damaged: {0}")]
    Damaged(&'static str),
}

impl PositionSet {
    /// The name of the set of a game; `None` if it has none.
    pub fn name(id: &GameId) -> Option<&'static str> {
        let named = NAMES.iter().find(|(game, _)| *game == id.game());
        named
            .filter(|_| id.rules().is_none())
            .map(|(_, name)| *name)
    }

    /// The first positions of the set of a game.
    pub fn shipped(game: &dyn AnyGame, count: u32, budget: &Budget) -> Result<PositionSet, Error> {
        let id = game.id();
        if PositionSet::name(id).is_none() {
            return Err(Error::Bad(format!(
                "there is no set of positions of {id}: draw some with a seed, from its solution"
            )));
        }
        if count > SIZE {
            return Err(Error::Bad(format!(
                "a set has {SIZE} positions, not {count}: draw more with a seed, from the solution"
            )));
        }
        if id.game() != "quixo5" {
            return PositionSet::drawn(game, count, DEFAULT_SEED, budget);
        }
        let mut set = PositionSet::read(QUIXO5).expect("the file of the program is whole");
        set.stakes.truncate(count as usize);
        Ok(set)
    }

    /// Positions that are drawn from the solution of a game. A part of it would give the positions of some levels alone.
    pub fn drawn(
        game: &dyn AnyGame,
        count: u32,
        seed: u64,
        budget: &Budget,
    ) -> Result<PositionSet, Error> {
        if !game.info().complete {
            let id = game.id();
            return Err(Error::Missing {
                what: format!("positions of {id} are drawn from its complete solution"),
                place: None,
                advice: format!("make it with `{}`", id.command("solve")),
                local_advice: None,
            });
        }
        let stakes = game.stakes(0..count, seed, budget)?;
        Ok(PositionSet { stakes })
    }

    /// The set as a file, for a board of Quixo under the official rules. Moves are written in the order of the
    /// rules, so that their values are all there is to write.
    pub fn write(&self, rules: Rules) -> Result<Vec<u8>, Error> {
        let quixo = Quixo::new(rules);
        let mut bytes = MAGIC.to_vec();
        bytes.push(rules.size());
        bytes.extend((self.stakes.len() as u32).to_le_bytes());
        for stake in &self.stakes {
            let position = quixo.parse_position(&stake.position)?;
            for player in [Player::X, Player::O] {
                bytes.extend((position.tiles(player) as u32).to_le_bytes());
            }
            bytes.push(u8::from(position.to_move == Player::O));
            bytes.push(stake.moves.len() as u8);
            for mv in quixo.moves(&position) {
                let text = quixo.format_move(mv);
                let found = stake.moves.iter().find(|(mv, _)| *mv == text);
                let (_, value) = found.expect("every legal move has a value");
                bytes.extend(to_word(*value).to_le_bytes());
            }
        }
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        Ok(bytes)
    }

    /// Reads what [`PositionSet::write`] has written.
    pub fn read(bytes: &[u8]) -> Result<PositionSet, SetError> {
        if !bytes.starts_with(MAGIC) {
            return Err(SetError::Foreign);
        }
        let early = SetError::Damaged("the file ends early");
        let end = bytes.len().checked_sub(CHECKSUM);
        let (body, checksum) = bytes.split_at(end.filter(|&end| end >= HEADER).ok_or(early)?);
        if checksum != crc32fast::hash(body).to_le_bytes() {
            return Err(SetError::Damaged("the checksum is wrong"));
        }
        let rules = Rules::official(body[4]).ok();
        let rules = rules.filter(|rules| rules.size() <= 5);
        let quixo = Quixo::new(rules.ok_or(SetError::Damaged("there is no such board"))?);
        let mut rest = &body[HEADER..];
        let mut stakes = Vec::new();
        for _ in 0..word(&body[5..HEADER]) {
            let head = rest.split_off(..POSITION).ok_or(early)?;
            let position = position(&quixo, head);
            let position = position.ok_or(SetError::Damaged("a position is none"))?;
            let moves = quixo.moves(&position);
            if moves.len() != usize::from(head[POSITION - 1]) {
                return Err(SetError::Damaged("a position has other moves"));
            }
            let values = rest.split_off(..moves.len() * VALUE).ok_or(early)?;
            let values: Option<Vec<Value>> = values.chunks_exact(VALUE).map(from_word).collect();
            let values = values.ok_or(SetError::Damaged("a value is none"))?;
            stakes.push(stake(&quixo, &position, &moves, &values));
        }
        match rest {
            [] => Ok(PositionSet { stakes }),
            _ => Err(SetError::Damaged("the file has the wrong length")),
        }
    }
}

fn stake(quixo: &Quixo, position: &Position, moves: &[Move], values: &[Value]) -> Stake {
    let moves = moves.iter().map(|&mv| quixo.format_move(mv));
    let mut moves: Vec<(String, Value)> = moves.zip(values.iter().copied()).collect();
    moves.sort_by_key(|&(_, value)| std::cmp::Reverse(value));
    Stake {
        position: quixo.format_position(position),
        level: Some(Class::of(position.board).level()),
        moves,
    }
}

/// A position in which the game is not over.
fn position(quixo: &Quixo, head: &[u8]) -> Option<Position> {
    let (x, o) = (word(&head[..4]), word(&head[4..8]));
    let (to_move, mine, theirs) = match head[8] {
        0 => (Player::X, x, o),
        1 => (Player::O, o, x),
        _ => return None,
    };
    let board = Board::new(mine.into(), theirs.into())?;
    let is_on_board = board.marked() >> quixo.rules().cells() == 0;
    let position = Position { board, to_move };
    (is_on_board && quixo.ended(&position).is_none()).then_some(position)
}

fn word(bytes: &[u8]) -> u32 {
    u32::from_le_bytes(bytes.try_into().expect("four bytes"))
}

/// Plies and, in the two lowest bits, the outcome.
fn to_word(value: Value) -> u16 {
    let outcome = match value.outcome() {
        Outcome::Loss => 0,
        Outcome::Draw => 1,
        Outcome::Win => 2,
    };
    value.distance().unwrap_or_default() << 2 | outcome
}

fn from_word(bytes: &[u8]) -> Option<Value> {
    let word = u16::from_le_bytes([bytes[0], bytes[1]]);
    match (word & 3, word >> 2) {
        (1, 0) => Some(Value::DRAW),
        (_, 0) => None,
        (0, plies) => Some(Value::loss(plies)),
        (2, plies) => Some(Value::win(plies)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use quixotic_catalog::{Catalog, Setup};
    use std::sync::LazyLock;

    /// Some positions of 4×4, and the same as a file.
    static DRAWN: LazyLock<(Vec<u8>, PositionSet)> = LazyLock::new(|| {
        let catalog = Catalog::standard();
        let id = catalog.read("quixo4").unwrap();
        let game = catalog.open(&id, &Setup::default()).unwrap();
        let set = PositionSet::shipped(&*game, 40, &Budget::UNLIMITED).unwrap();
        let bytes = set.write(Rules::official(4).unwrap()).unwrap();
        (bytes, set)
    });

    #[test]
    fn a_set_is_read_as_it_was_written() {
        let (bytes, set) = &*DRAWN;
        let read = PositionSet::read(bytes).unwrap();
        assert_eq!(read.stakes.len(), 40);
        for (read, drawn) in read.stakes.iter().zip(&set.stakes) {
            assert_eq!((&read.position, read.level), (&drawn.position, drawn.level));
            // Moves of the same value may come in another order.
            let sorted = |stake: &Stake| {
                let moves = stake.moves.iter();
                let mut moves: Vec<String> =
                    moves.map(|(mv, value)| format!("{mv} {value}")).collect();
                moves.sort();
                moves
            };
            assert_eq!(sorted(read), sorted(drawn));
            assert!(
                read.moves
                    .is_sorted_by_key(|&(_, value)| std::cmp::Reverse(value))
            );
        }
    }

    #[test]
    fn other_bytes_are_refused() {
        assert_eq!(PositionSet::read(b"QXL1"), Err(SetError::Foreign));
        let (bytes, _) = &*DRAWN;
        for length in [MAGIC.len(), HEADER, bytes.len() - 1] {
            let cut = PositionSet::read(&bytes[..length]);
            assert!(
                matches!(cut, Err(SetError::Damaged(_))),
                "{length}: {cut:?}"
            );
        }
    }

    proptest! {
        /// Whatever is in the file, if only its checksum is right: no panic, and only whole sets.
        #[test]
        fn changed_bytes_are_no_panic(at in 4_usize..300, byte: u8) {
            let (mut bytes, set) = DRAWN.clone();
            bytes[at] = byte;
            let end = bytes.len() - CHECKSUM;
            let checksum = crc32fast::hash(&bytes[..end]).to_le_bytes();
            bytes[end..].copy_from_slice(&checksum);
            if let Ok(read) = PositionSet::read(&bytes) {
                prop_assert_eq!(read.stakes.len(), set.stakes.len());
            }
        }
    }

    /// What anybody can check without the database: the positions are different boards of play, and in each there
    /// is something to lose.
    #[test]
    fn the_set_of_5x5_is_what_it_says() {
        let set = PositionSet::read(QUIXO5).unwrap();
        assert_eq!(set.stakes.len(), SIZE as usize);
        assert!(QUIXO5.len() < 1 << 20);
        let quixo = Quixo::new(Rules::official(5).unwrap());
        for stake in &set.stakes {
            let (best, worst) = (stake.moves[0].1, stake.moves.last().unwrap().1);
            assert_ne!(best.outcome(), worst.outcome(), "{}", stake.position);
            let position = quixo.parse_position(&stake.position).unwrap();
            for (mv, value) in &stake.moves {
                let after = quixo.play(&position, quixo.parse_move(mv).unwrap());
                // A ply is the end of the game exactly if the value says so.
                let ended = quixo.ended(&after).map(Outcome::flip);
                let at_once = (value.distance() == Some(1)).then(|| value.outcome());
                assert_eq!(ended, at_once, "{} {mv}", stake.position);
            }
        }
    }
}
