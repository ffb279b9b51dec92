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
                    Found::Open(open.map(|board| board.least_image(rules.size())).collect())
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

    /// The positions that can come up next.
    fn following(&self, place: usize) -> impl Iterator<Item = u32> {
        let places = self.moves[place].iter().filter_map(|next| match next {
            Next::Open(places) => Some(places),
            Next::Won | Next::Lost => None,
        });
        places.flatten().copied()
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
        if done < self.boards.len() {
            return Promise::NoLoss;
        }
        let plies = |(moves, turns): (&Vec<Next>, &u32)| {
            // Where no reply goes on, each makes the follower's line.
            let is_by_reply = |next: &Next| matches!(next, Next::Open(places) if places.is_empty());
            2 * turns + 1 + u32::from(moves.iter().any(is_by_reply))
        };
        let plies = self.moves.iter().zip(&depth).map(plies);
        Promise::Win {
            plies: plies.max().unwrap_or(0),
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

#[cfg(test)]
mod tests {
    use quixotic_agents::rules::{Card, Layout};
    use quixotic_quixo::Rules;

    use super::*;

    /// The plies of the longest game from a board in which X, to move, follows the card; `None` if X can lose or come to
    /// a board again. Board by board, without symmetries.
    fn longest(
        (quixo, layout, card): (&Quixo, &Layout, &Card),
        board: Board,
        path: &mut Vec<Board>,
        known: &mut HashMap<Board, u32>,
    ) -> Option<u32> {
        if let Some(&plies) = known.get(&board) {
            return Some(plies);
        }
        if path.contains(&board) {
            return None;
        }
        path.push(board);
        let mut most = 0;
        for &mv in card.explain(layout, board).moves() {
            let after = quixo.play_on(board, mv);
            most = most.max(1);
            if let Some(outcome) = quixo.ended_on(after) {
                if outcome != Outcome::Loss {
                    return None;
                }
                continue;
            }
            for reply in quixo.moves_on(after) {
                let next = quixo.play_on(after, reply);
                most = most.max(match quixo.ended_on(next) {
                    Some(Outcome::Win) => 2,
                    Some(_) => return None,
                    None => 2 + longest((quixo, layout, card), next, path, known)?,
                });
            }
        }
        path.pop();
        known.insert(board, most);
        Some(most)
    }

    /// What both ways say of a card on 3×3.
    fn promised(card: &str) -> (Promise, Option<u32>) {
        let quixo = Quixo::new(Rules::official(3).unwrap());
        let (layout, card): (_, Card) = (Layout::new(&quixo), card.parse().unwrap());
        let left = |board| {
            let explained = card.explain(&layout, board);
            let moves = explained.moves().iter();
            moves.map(|&mv| quixo.play_on(board, mv)).collect()
        };
        let followed = Followed::visit(&quixo, &left, &Budget::UNLIMITED).unwrap();
        let [wins, holds] = followed.chances();
        assert_eq!(
            wins > 1.0 - 1e-6,
            matches!(followed.promise(), Promise::Win { .. })
        );
        assert!(wins <= holds + 1e-6);
        let slow = longest(
            (&quixo, &layout, &card),
            Board::EMPTY,
            &mut Vec::new(),
            &mut HashMap::new(),
        );
        (followed.promise(), slow)
    }

    #[test]
    fn who_follows_the_card_of_3x3_wins() {
        let card = Card::of(Rules::official(3).unwrap()).unwrap();
        let (promise, slow) = promised(&card.to_string());
        let plies = slow.expect("no game is lost or goes in a circle");
        assert_eq!(promise, Promise::Win { plies });
        // Nobody wins sooner against the best defence.
        assert!(plies >= 7);
    }

    #[test]
    fn a_card_that_loses_or_goes_in_circles_promises_less() {
        for card in [
            "win,safe",
            "blank",
            "win,safe,blank,threat,one-short,outside",
        ] {
            let (promise, slow) = promised(card);
            assert_eq!(slow, None);
            assert!(!matches!(promise, Promise::Win { .. }), "{card}");
        }
    }
}
