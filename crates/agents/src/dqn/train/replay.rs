//! What training remembers of the games it has played.

use quixotic_game::Rng;
use serde::{Deserialize, Serialize};

/// A turn: the board and the move, and what came of it when it was the player's
/// turn again. Boards are the bits of the own and of the other's tiles.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Turn {
    pub(super) board: (u64, u64),
    pub(super) action: u16,
    pub(super) reward: f32,
    /// The board at the next own turn; `None` if the game was over.
    pub(super) next: Option<(u64, u64)>,
}

/// The last turns, up to a number of them.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Replay {
    turns: Vec<Turn>,
    capacity: usize,
    /// Where the next turn goes once the memory is full.
    oldest: usize,
}

impl Replay {
    pub(super) fn new(capacity: usize) -> Replay {
        Replay {
            turns: Vec::new(),
            capacity,
            oldest: 0,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.turns.len()
    }

    pub(super) fn push(&mut self, turn: Turn) {
        if self.turns.len() < self.capacity {
            self.turns.push(turn);
        } else {
            self.turns[self.oldest] = turn;
            self.oldest = (self.oldest + 1) % self.capacity;
        }
    }

    /// Some turns, each any of those remembered.
    pub(super) fn sample(&self, count: usize, rng: &mut Rng) -> Vec<Turn> {
        let turn = |_| self.turns[rng.below(self.turns.len())];
        (0..count).map(turn).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_turn_is_forgotten_first() {
        let mut replay = Replay::new(3);
        for action in 0..5 {
            replay.push(Turn {
                board: (0, 0),
                action,
                reward: 0.0,
                next: None,
            });
        }
        assert_eq!(replay.len(), 3);
        let sample = replay.sample(100, &mut Rng::new(1));
        let mut seen: Vec<u16> = sample.iter().map(|turn| turn.action).collect();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen, [2, 3, 4]);
    }
}
