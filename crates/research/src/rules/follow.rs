//! What can happen to the first player who follows a card, whoever the opponent is: the best response to the
//! card, exactly.
//!
//! All positions are visited that a follower of the card can come to from the empty board: with
//! every move that the card leaves, and every reply. Where no path among them ends in a loss or goes
//! round in a circle, every path ends in a win, and that is a theorem: whoever follows the card as
//! first player wins, whatever the opponent plays and however ties are broken. Boards that a symmetry turns into each
//! other count as one, since no rule can tell them apart.

use std::collections::HashMap;

use quixotic_game::{Budget, Outcome, Stopped};
use quixotic_quixo::{Board, Quixo};
use rayon::prelude::*;

use crate::notable::least_image;

/// The positions with the follower to move that can come up, the start first.
pub(crate) struct Followed {
    pub(crate) boards: Vec<Board>,
    /// For each position what each of the moves that the card leaves leads to.
    moves: Vec<Vec<Next>>,
}

/// What a move leads to.
enum Next {
    Won,
    /// The opponent has a line, or a reply that makes one.
    Lost,
    /// The positions after the replies, by their places.
    Open(Vec<u32>),
}

/// The same while positions are found.
enum Found {
    Won,
    Lost,
    Open(Vec<Board>),
}

/// What a follower can be sure of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Promise {
    /// A win in at most so many plies.
    Win {
        plies: u32,
    },
    /// No loss, but the game may go on for ever.
    NoLoss,
    Nothing,
}

impl Followed {
    /// Visits what can come up; `left` says which boards the moves that a card leaves lead to.
    pub(crate) fn visit(
        quixo: &Quixo,
        left: &(dyn Fn(Board) -> Vec<Board> + Sync),
        budget: &Budget,
    ) -> Result<Followed, Stopped> {
        let rules = quixo.rules();
        let mut followed = Followed {
            boards: vec![Board::EMPTY],
            moves: Vec::new(),
        };
        let mut places = HashMap::from([(Board::EMPTY, 0)]);
        while followed.moves.len() < followed.boards.len() {
            let new = &followed.boards[followed.moves.len()..];
            let next = |after: Board| match quixo.ended_on(after) {
                Some(Outcome::Loss) => Found::Won,
                Some(_) => Found::Lost,
                None if quixo.wins_at_once(after) => Found::Lost,
                None => {
                    let replies = quixo.children(after).map(|(_, board)| board);
                    let open = replies.filter(|&board| quixo.ended_on(board).is_none());
                    Found::Open(open.map(|board| least_image(rules, board)).collect())
                }
            };
            let found = new.par_iter().map(|&board| {
                budget.check(0)?;
                Ok(left(board).into_iter().map(next).collect())
            });
            let found: Vec<Vec<Found>> = found.collect::<Result<_, Stopped>>()?;
            for moves in found {
                let moves = moves.into_iter().map(|found| match found {
                    Found::Won => Next::Won,
                    Found::Lost => Next::Lost,
                    Found::Open(boards) => Next::Open(followed.places(boards, &mut places)),
                });
                let moves = moves.collect();
                followed.moves.push(moves);
            }
        }
        Ok(followed)
    }

    /// The places of boards; new ones come to the end.
    fn places(&mut self, boards: Vec<Board>, places: &mut HashMap<Board, u32>) -> Vec<u32> {
        let mut found: Vec<u32> = Vec::with_capacity(boards.len());
        for board in boards {
            let place = *places.entry(board).or_insert_with(|| {
                self.boards.push(board);
                self.boards.len() as u32 - 1
            });
            found.push(place);
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// How many positions have a move that the card leaves and that loses at once.
    pub(crate) fn losing(&self) -> usize {
        let loses = |moves: &&Vec<Next>| moves.iter().any(|next| matches!(next, Next::Lost));
        self.moves.iter().filter(loses).count()
    }

    fn following(&self, place: usize) -> impl Iterator<Item = u32> {
        let open = |next| match next {
            &Next::Open(ref places) => &places[..],
            _ => &[],
        };
        self.moves[place].iter().flat_map(open).copied()
    }

    /// What a follower can be sure of, whatever the opponent plays and however ties are broken.
    pub(crate) fn promise(&self) -> Promise {
        if self.losing() > 0 {
            return Promise::Nothing;
        }
        // A position is done when all that lead to it are: none is left over if there is no circle.
        let mut waiting = vec![0_u32; self.boards.len()];
        for place in 0..self.boards.len() {
            for next in self.following(place) {
                waiting[next as usize] += 1;
            }
        }
        let mut depth = vec![0_u32; self.boards.len()];
        let mut ready = vec![0_u32];
        let mut done = 0;
        while let Some(place) = ready.pop() {
            done += 1;
            for next in self.following(place as usize) {
                let next = next as usize;
                depth[next] = depth[next].max(depth[place as usize] + 1);
                waiting[next] -= 1;
                if waiting[next] == 0 {
                    ready.push(next as u32);
                }
            }
        }
        match depth.iter().max() {
            Some(turns) if done == self.boards.len() => Promise::Win {
                plies: 2 * turns + 1,
            },
            _ => Promise::NoLoss,
        }
    }

    /// The chances that a follower who breaks ties at random wins and does not lose, each against
    /// the opponent who leaves the smallest.
    pub(crate) fn chances(&self) -> [f64; 2] {
        // What goes on for ever is not won, and not lost.
        [self.chance(0.0), self.chance(1.0)]
    }

    fn chance(&self, for_ever: f64) -> f64 {
        let mut chances = vec![for_ever; self.boards.len()];
        loop {
            let of_move = |next: &Next| match next {
                Next::Won => 1.0,
                Next::Lost => 0.0,
                Next::Open(places) => {
                    let replies = places.iter().map(|&place| chances[place as usize]);
                    // Replies that end the game are wins for the follower.
                    replies.fold(1.0, f64::min)
                }
            };
            let mean =
                |moves: &Vec<Next>| moves.iter().map(of_move).sum::<f64>() / moves.len() as f64;
            let next: Vec<f64> = self.moves.par_iter().map(mean).collect();
            let change = chances.iter().zip(&next).map(|(a, b)| (a - b).abs());
            let change = change.fold(0.0, f64::max);
            chances = next;
            if change < 1e-9 {
                return chances[0];
            }
        }
    }
}
