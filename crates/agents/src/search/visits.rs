//! What a search looks at, for those who want to learn from it.

use quixotic_game::{Game, Rng};

/// A random sample of the positions that a search judged, all equally likely to be in it.
pub(crate) struct Visits<G: Game> {
    rng: Rng,
    most: usize,
    judged: usize,
    kept: Vec<G::Position>,
}

impl<G: Game> Visits<G> {
    /// A sample of at most so many positions.
    pub(crate) fn new(most: usize, seed: u64) -> Visits<G> {
        Visits {
            rng: Rng::new(seed),
            most,
            judged: 0,
            kept: Vec::new(),
        }
    }

    pub(super) fn add(&mut self, position: &G::Position) {
        self.judged += 1;
        if self.kept.len() < self.most {
            self.kept.push(position.clone());
            return;
        }
        // The n-th position is kept with a chance of most/n, in the place of any.
        let place = self.rng.below(self.judged);
        if place < self.most {
            self.kept[place] = position.clone();
        }
    }

    /// The sample.
    pub(crate) fn kept(self) -> Vec<G::Position> {
        self.kept
    }
}

#[cfg(test)]
mod tests {
    use quixotic_quixo::{Board, Position, Quixo};

    use super::*;

    #[test]
    fn all_that_is_judged_is_equally_likely_to_be_kept() {
        let mut times = [0; 20];
        for seed in 0..2000 {
            let mut visits: Visits<Quixo> = Visits::new(5, seed);
            for cell in 0..20 {
                let board = Board::new(1 << cell, 0).expect("one tile is a board");
                visits.add(&Position {
                    board,
                    ..Position::START
                });
            }
            let kept = visits.kept();
            assert_eq!(kept.len(), 5);
            for position in kept {
                times[position.board.mine().trailing_zeros() as usize] += 1;
            }
        }
        // 500 are expected, give or take 19.
        assert!(
            times.iter().all(|times| (400..600).contains(times)),
            "{times:?}"
        );
    }
}
