//! Random games and positions near their end, under many rules.

use quixotic_game::Game;
use quixotic_numerical::{Hand, Numerical, Position, Rules};

/// A small generator of random numbers (xorshift), so that runs can be repeated.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed * 2 + 1)
    }

    /// A number below `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % bound
    }
}

/// The position after random moves, with so many free cells, if nobody has won yet.
pub(crate) fn late_position(game: &Numerical, random: &mut Random, free: u8) -> Option<Position> {
    let mut position = game.start();
    while game.rules().cells() - position.rounds() > free {
        let moves = game.moves(&position);
        if moves.is_empty() {
            return None;
        }
        position = game.play(&position, moves[random.below(moves.len())]);
    }
    game.ended(&position).is_none().then_some(position)
}

/// A hand of so many random numbers.
fn random_hand(random: &mut Random, last: u8, count: u32) -> Hand {
    let mut hand = Hand::default();
    while hand.len() < count {
        let number = 1 + random.below(usize::from(last)) as u8;
        hand = hand.iter().chain([number]).collect();
    }
    hand
}

/// A game under random rules: a split or hands of their own, the natural target or
/// another.
pub(crate) fn random_game(random: &mut Random) -> Numerical {
    let size = if random.below(4) == 0 { 3 } else { 4 };
    let cells = u32::from(size * size);
    let first = random_hand(random, size * size, cells.div_ceil(2));
    let second = random_hand(random, size * size, cells / 2);
    loop {
        let rules = match random.below(4) {
            0 => Rules::standard(size),
            1 => Rules::split(size, first),
            2 => Rules::hands_to(size, first, second, 8 + random.below(40) as u8),
            _ => Rules::split(size, first)
                .and_then(|rules| rules.with_target(12 + random.below(30) as u8)),
        };
        if let Ok(rules) = rules {
            return Numerical::new(rules);
        }
    }
}
