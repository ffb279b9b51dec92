//! The second player's winning strategy for the usual 4×4 game, as a certificate: a reply to every position that
//! the first player can bring about. `quixotic-check` checks it without any of this code; docs/format.md has the format.

use std::collections::HashMap;

use quixotic_game::{Asset, Budget, Player, Stopped, asset};
use thiserror::Error;

use crate::grid::{LineSymmetry, bits};
use crate::opening::{Opening, moved};
use crate::{Cell, Keys, Move, Numerical, Position, Question, Solver};

const MAGIC: &[u8] = b"QXREPLY\n";
const VERSION: u16 = 1;
/// With so many free cells or fewer, no reply is stored: a search finds one at once.
const SEARCHED: u32 = 7;
/// A line that nobody can complete any more.
const DEAD: u8 = 255;
/// A reply takes so many bits beside its fingerprint.
const REPLY: u64 = 128;

/// The file of the certificate that is shipped with the program.
pub static NUMERICAL4: Asset = asset!("numerical4.qxr", "../data/numerical4.qxr");

/// All that matters for the rest of a game: the free cells, what each line lacks to its sum, and the numbers left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Key {
    free: u16,
    lacks: [u8; 10],
    left: u16,
}

/// Replies of the second player, by position.
pub struct Strategy {
    game: Numerical,
    symmetries: Vec<LineSymmetry>,
    salt: u8,
    /// 128 · fingerprint + reply, ascending.
    sorted: Vec<u64>,
}

/// A file that is no strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("this is not a strategy for Numerical 4×4, or it is damaged")]
pub struct StrategyError;

impl Strategy {
    /// The strategy that comes with the program; `None` under other rules, and until the host has supplied it.
    pub fn shipped(game: &Numerical) -> Option<Strategy> {
        let has_one = game.rules().size() == 4 && game.rules().is_standard();
        let bytes = has_one.then(|| NUMERICAL4.bytes())??;
        Some(Strategy::read(bytes).expect("a test checks it"))
    }

    /// Finds one by search. `progress` hears of the number of replies now and then.
    ///
    /// # Errors
    ///
    /// If the budget ends before.
    ///
    /// # Panics
    ///
    /// If the second player does not win the game.
    pub fn find(budget: &Budget, progress: &mut dyn FnMut(u64)) -> Result<Strategy, Stopped> {
        let game = usual_game();
        let question = Question::of(game.rules(), Player::O);
        let mut search = Search {
            symmetries: game.grid().symmetries(),
            opening: Opening::of(&game),
            solver: Solver::new(&game, question, Keys::default()),
            game,
            replies: HashMap::new(),
            budget,
            progress,
        };
        search.first_moves(&Position::START)?;
        Ok(search.finish())
    }

    /// Reads a certificate; `quixotic-check` says whether it holds.
    pub fn read(bytes: &[u8]) -> Result<Strategy, StrategyError> {
        let (bytes, checksum) = bytes.split_last_chunk().ok_or(StrategyError)?;
        let rest = bytes.strip_prefix(MAGIC).ok_or(StrategyError)?;
        let rest = rest
            .strip_prefix(&VERSION.to_le_bytes())
            .ok_or(StrategyError)?;
        if crc32fast::hash(rest) != u32::from_le_bytes(*checksum) {
            return Err(StrategyError);
        }
        let (&salt, rest) = rest.split_first().ok_or(StrategyError)?;
        let (count, mut rest) = rest.split_first_chunk().ok_or(StrategyError)?;
        let mut sorted = Vec::new();
        let mut entry = 0;
        for _ in 0..u32::from_le_bytes(*count) {
            entry += difference(&mut rest).ok_or(StrategyError)?;
            sorted.push(entry);
        }
        let game = usual_game();
        rest.is_empty().then_some(()).ok_or(StrategyError)?;
        Ok(Strategy {
            symmetries: game.grid().symmetries(),
            game,
            salt,
            sorted,
        })
    }

    /// The strategy as a certificate.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut body = vec![self.salt];
        body.extend((self.sorted.len() as u32).to_le_bytes());
        let mut last = 0;
        for &entry in &self.sorted {
            let mut rest = entry - last;
            while rest >= 128 {
                body.push(rest as u8 | 128);
                rest >>= 7;
            }
            body.push(rest as u8);
            last = entry;
        }
        let checksum = crc32fast::hash(&body).to_le_bytes();
        [MAGIC, &VERSION.to_le_bytes(), &body, &checksum].concat()
    }

    /// How many replies there are.
    pub fn len(&self) -> usize {
        self.sorted.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.sorted.is_empty()
    }

    /// The second player's reply, which wins; `None` if the strategy does not lead here, or if a search finds one at once.
    pub fn reply(&self, position: &Position) -> Option<Move> {
        let mv = self.stored(position).next()?;
        self.leads_to(position).then_some(mv)
    }

    /// Whether the second player, playing by the strategy, comes to this position, which she wins then.
    ///
    /// That a reply is stored for the fingerprint of a position says nothing by itself: boards that the strategy avoids may have
    /// the same. So the numbers on the board are put there again, in every order in which the strategy could have done it. From
    /// the empty board on, each reply on the way is then one that the certificate is about.
    pub(crate) fn leads_to(&self, position: &Position) -> bool {
        self.leads_on(&Position::START, position)
    }

    /// The same from a position that the strategy leads to.
    fn leads_on(&self, from: &Position, to: &Position) -> bool {
        let leads_on = |mv: Move| {
            let after = self.game.after(from, mv);
            after.at(mv.cell) == to.at(mv.cell) && self.leads_on(&after, to)
        };
        from == to
            || match from.to_move() {
                Player::X => self.game.legal_moves(from).any(leads_on),
                Player::O => self.stored(from).any(leads_on),
            }
    }

    /// The move that is stored for the fingerprint of a position, if it is legal, and those that are the same up to symmetries
    /// of the board.
    fn stored(&self, position: &Position) -> impl Iterator<Item = Move> {
        let has_one = position.to_move() == Player::O && !needs_none(&self.game, position);
        let key = key(&self.game, position);
        let (least, _) = canonical(&key, &self.symmetries);
        let reply = self.find_reply(&least).filter(|_| has_one);
        let symmetries = self.symmetries.iter();
        let symmetries = symmetries.filter(move |symmetry| image(&key, symmetry) == least);
        symmetries.filter_map(move |symmetry| {
            let number = 2 * (reply? % 8) as u8 + 2;
            let image = (reply? / 8) as Cell;
            let cell = (0..16).find(|&cell| symmetry.cell(cell) == image)?;
            let mv = Move { cell, number };
            self.game.check(position, mv).is_ok().then_some(mv)
        })
    }

    /// What is stored for the fingerprint of a canonical board.
    fn find_reply(&self, key: &Key) -> Option<u64> {
        let fingerprint = fingerprint(self.salt, key);
        let place = self
            .sorted
            .partition_point(|&entry| entry / REPLY < fingerprint);
        let entry = *self.sorted.get(place)?;
        (entry / REPLY == fingerprint).then_some(entry % REPLY)
    }
}

/// Whether no reply is stored for a position with the second player to move.
fn needs_none(game: &Numerical, position: &Position) -> bool {
    16 - u32::from(position.rounds()) <= SEARCHED || completes(game, position)
}

fn usual_game() -> Numerical {
    Numerical::new(crate::Rules::standard(4).expect("4×4 has standard rules"))
}

/// A search for replies, position by position.
struct Search<'a> {
    game: Numerical,
    symmetries: Vec<LineSymmetry>,
    opening: Opening,
    solver: Solver,
    replies: HashMap<Key, Move>,
    budget: &'a Budget,
    progress: &'a mut dyn FnMut(u64),
}

impl Search<'_> {
    /// The first player tries every move.
    fn first_moves(&mut self, position: &Position) -> Result<(), Stopped> {
        let moves: Vec<Move> = self.game.legal_moves(position).collect();
        for mv in moves {
            self.reply_to(&self.game.after(position, mv))?;
        }
        Ok(())
    }

    /// Finds the reply to a position, and to all that can follow.
    fn reply_to(&mut self, position: &Position) -> Result<(), Stopped> {
        if needs_none(&self.game, position) {
            return Ok(());
        }
        let (key, symmetry) = canonical(&key(&self.game, position), &self.symmetries);
        if self.replies.contains_key(&key) {
            return Ok(());
        }
        let position = moved(symmetry, position);
        let reply = self.winning_reply(&position)?;
        self.replies.insert(key, reply);
        (self.progress)(self.replies.len() as u64);
        self.first_moves(&self.game.after(&position, reply))
    }

    /// The reply of the opening book, else of those that win the one that leaves the first player the fewest moves
    /// which do not lose at once.
    fn winning_reply(&self, position: &Position) -> Result<Move, Stopped> {
        if let Some(reply) = self.opening.reply(position) {
            return Ok(reply);
        }
        let mut replies: Vec<(usize, Move)> = Vec::new();
        for mv in self.game.legal_moves(position) {
            let after = self.game.after(position, mv);
            if !completes(&self.game, &after) {
                let next = self.game.legal_moves(&after);
                let lasts = |&next: &Move| !completes(&self.game, &self.game.after(&after, next));
                replies.push((next.filter(lasts).count(), mv));
            }
        }
        replies.sort_by_key(|&(left, mv)| (left, mv.cell, mv.number));
        for (_, mv) in replies {
            let after = self.game.after(position, mv);
            if self.solver.ask(&after, self.budget)?.yes {
                return Ok(mv);
            }
        }
        panic!("the second player does not win")
    }

    /// The strategy, with a salt under which no two positions have the same fingerprint.
    fn finish(self) -> Strategy {
        let sorted = |salt| {
            let entry = |(key, mv): (&Key, &Move)| {
                let reply = 8 * u64::from(mv.cell) + u64::from(mv.number) / 2 - 1;
                REPLY * fingerprint(salt, key) + reply
            };
            let mut sorted: Vec<u64> = self.replies.iter().map(entry).collect();
            sorted.sort_unstable();
            let differs = |pair: &[u64]| pair[0] / REPLY != pair[1] / REPLY;
            sorted.windows(2).all(differs).then_some((salt, sorted))
        };
        let (salt, sorted) = (0..=u8::MAX).find_map(sorted).expect("a salt");
        Strategy {
            game: self.game,
            symmetries: self.symmetries,
            salt,
            sorted,
        }
    }
}

/// Whether the player to move completes a line with some move.
fn completes(game: &Numerical, position: &Position) -> bool {
    let hand = game.hand(position, position.to_move());
    let filled = position.filled();
    game.grid().lines().iter().any(|line| {
        let placed = bits(line & filled).filter_map(|cell| position.at(cell));
        let sum: u8 = placed.map(|placed| placed.number).sum();
        let target = game.rules().target();
        (line & !filled).count_ones() == 1 && sum < target && hand.contains(target - sum)
    })
}

/// The least image of what matters of a position, and the symmetry that leads to it.
fn canonical<'a>(key: &Key, symmetries: &'a [LineSymmetry]) -> (Key, &'a LineSymmetry) {
    let images = symmetries
        .iter()
        .map(|symmetry| (image(key, symmetry), symmetry));
    images
        .min_by_key(|&(key, _)| key)
        .expect("there are symmetries")
}

fn image(key: &Key, symmetry: &LineSymmetry) -> Key {
    let mut lacks = [0; 10];
    for (line, &lack) in (0..).zip(&key.lacks) {
        lacks[usize::from(symmetry.line(line))] = lack;
    }
    let free = symmetry.cell_set(key.free);
    Key {
        free,
        lacks,
        ..*key
    }
}

fn key(game: &Numerical, position: &Position) -> Key {
    let free = !position.filled();
    let used = position.placed_by(Player::X).bits() | position.placed_by(Player::O).bits();
    let sums = sums(!used);
    let mut lacks = [DEAD; 10];
    for (lack, &line) in lacks.iter_mut().zip(game.grid().lines()) {
        let placed = bits(line & !free).filter_map(|cell| position.at(cell));
        let sum: u8 = placed.map(|placed| placed.number).sum();
        let cells = (line & free).count_ones() as usize;
        // Numbers that are left, as many as there are free cells, have to have the sum that is missing.
        let missing = game.rules().target().checked_sub(sum);
        if let Some(missing) =
            missing.filter(|&missing| cells > 0 && sums[cells] >> missing & 1 == 1)
        {
            *lack = missing;
        }
    }
    let left = !used;
    Key { free, lacks, left }
}

/// The sums, as sets of bits, of 0 to 4 different numbers of a set.
fn sums(numbers: u16) -> [u64; 5] {
    let mut sums = [1, 0, 0, 0, 0];
    for bit in bits(numbers) {
        for count in (1..5).rev() {
            sums[count] |= sums[count - 1] << (bit + 1);
        }
    }
    sums
}

/// The upper 36 bits of FNV-1a, salted.
fn fingerprint(salt: u8, key: &Key) -> u64 {
    let sets = [key.free, key.left].map(u16::to_le_bytes).concat();
    let bytes = [salt].into_iter().chain(sets).chain(key.lacks);
    let hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    });
    hash >> 28
}

/// A number in groups of seven bits, the lowest first.
fn difference(rest: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..49).step_by(7) {
        let (&byte, after) = rest.split_first()?;
        *rest = after;
        number |= u64::from(byte & 127) << shift;
        if byte < 128 {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use quixotic_game::Game;

    use super::*;

    impl Strategy {
        /// Stores a move as if the strategy led to this position, or to one with the same fingerprint.
        fn pretend(&mut self, position: &Position, mv: Move) {
            let (key, symmetry) = canonical(&key(&self.game, position), &self.symmetries);
            let reply = 8 * u64::from(symmetry.cell(mv.cell)) + u64::from(mv.number) / 2 - 1;
            let entry = REPLY * fingerprint(self.salt, &key) + reply;
            let place = self.sorted.partition_point(|&other| other < entry);
            self.sorted.insert(place, entry);
        }
    }

    #[test]
    fn a_board_off_the_strategy_is_not_taken_for_one_with_the_same_fingerprint() {
        let game = usual_game();
        let mut strategy = Strategy::shipped(&game).unwrap();
        let position = game
            .parse_position("1,.,.,./.,3,.,./.,.,.,./.,.,.,2")
            .unwrap();
        assert_eq!(strategy.reply(&position), None);
        let reply = game.parse_move("d4=4").unwrap();
        strategy.pretend(&position, reply);
        let after = game.play(&position, reply);
        for mv in game.moves(&after) {
            let next = game.play(&after, mv);
            if !completes(&game, &next) {
                let any = game.moves(&next)[0];
                strategy.pretend(&next, any);
            }
        }
        assert_eq!(strategy.stored(&position).next(), Some(reply));
        assert_eq!(strategy.reply(&position), None);
        assert!(!strategy.leads_to(&position) && !strategy.leads_to(&after));
    }
}
