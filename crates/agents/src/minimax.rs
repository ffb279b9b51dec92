//! `minimax:D`: the depth-limited alpha-beta search of the paper *Quixo optimal
//! agent strategy* (Borella, 2024), section 2.
//!
//! Values are those of the player to move (the paper's max and min nodes folded
//! into one by changing sides). A finished game counts [`WON`] less the plies until
//! then, so that a win is worth more the sooner it comes. At the root all moves of
//! the same best value are found, and one of them is played at random: the paper
//! does not say how ties are broken, and without chance a match between two such
//! agents would be one game, repeated.

use std::sync::Arc;

use quixotic_game::{Budget, Outcome, Rng, Stopped};

use crate::counter::Counter;
use crate::{Agent, AgentError, Playable, Thought, Worth};

/// The value of a game that is won now; every judgement of a position that is not
/// decided is smaller.
pub const WON: i32 = 1 << 30;

/// Values beyond this in size are those of finished games.
pub(crate) const DECIDED: i32 = WON - 1000;

/// The value of a finished game for the player to move, `ply` plies from the root.
pub(crate) fn finished(outcome: Outcome, ply: i32) -> i32 {
    match outcome {
        Outcome::Win => WON - ply,
        Outcome::Loss => ply - WON,
        Outcome::Draw => 0,
    }
}

/// Looks a fixed number of plies ahead.
pub(crate) struct Minimax<G> {
    game: Arc<G>,
    depth: u8,
    rng: Rng,
}

impl<G: Playable> Minimax<G> {
    pub(crate) fn new(game: Arc<G>, depth: u8, seed: u64) -> Minimax<G> {
        let rng = Rng::new(seed);
        Minimax { game, depth, rng }
    }
}

impl<G: Playable> Agent<G> for Minimax<G> {
    fn choose(&mut self, position: &G::Position, budget: &Budget) -> Result<G::Move, AgentError> {
        self.think(position, budget, &mut |_| {})
    }

    fn think(
        &mut self,
        position: &G::Position,
        budget: &Budget,
        report: &mut dyn FnMut(Thought<G::Move>),
    ) -> Result<G::Move, AgentError> {
        let depth = budget
            .depth()
            .map_or(self.depth, |most| most.clamp(1, self.depth));
        let (value, best) = best_moves(&*self.game, position, depth, budget)?;
        let mv = self.rng.pick(&best).ok_or(AgentError::GameOver)?;
        report(Thought {
            depth: Some(depth),
            positions: None,
            worth: Some(Worth::of(value)),
            line: vec![mv],
        });
        Ok(mv)
    }
}

/// The value of a position at a depth and all moves that reach it.
pub(crate) fn best_moves<G: Playable>(
    game: &G,
    position: &G::Position,
    depth: u8,
    budget: &Budget,
) -> Result<(i32, Vec<G::Move>), Stopped> {
    let mut counter = Counter::new(budget);
    let mut best = -WON - 1;
    let mut moves = Vec::new();
    for (mv, child) in game.children(position) {
        // Only a move that is worse than the best may be cut off: one that equals
        // it has to be known to do so.
        let mut look = Look {
            game,
            counter: &mut counter,
        };
        let value = -look.alpha_beta(&child, depth - 1, 1, -WON - 1, 1 - best)?;
        if value > best {
            best = value;
            moves.clear();
        }
        if value == best {
            moves.push(mv);
        }
    }
    Ok((best, moves))
}

/// The value of a position at a depth, `ply` plies from where it is asked.
pub(crate) fn value<G: Playable>(
    game: &G,
    position: &G::Position,
    depth: u8,
    ply: i32,
    budget: &Budget,
) -> Result<i32, Stopped> {
    let counter = &mut Counter::new(budget);
    let mut look = Look { game, counter };
    look.alpha_beta(position, depth, ply, -WON - 1, WON + 1)
}

/// A look ahead, as far as a budget goes.
struct Look<'a, 'b, G> {
    game: &'a G,
    counter: &'a mut Counter<'b>,
}

impl<G: Playable> Look<'_, '_, G> {
    /// The value of a position if it lies between `alpha` and `beta`, else a bound on
    /// that side.
    fn alpha_beta(
        &mut self,
        position: &G::Position,
        depth: u8,
        ply: i32,
        mut alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        self.counter.add(1)?;
        if let Some(outcome) = self.game.ended(position) {
            return Ok(finished(outcome, ply));
        }
        if depth == 0 {
            return Ok(self.game.heuristic(position));
        }
        let mut best = -WON - 1;
        for (_, child) in self.game.children(position) {
            let value = -self.alpha_beta(&child, depth - 1, ply + 1, -beta, -alpha)?;
            best = best.max(value);
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        Ok(best)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::random_position;
    use quixotic_game::Game;
    use quixotic_quixo::{Quixo, Rules};

    /// Minimax as the books have it, without cutting anything off.
    fn plain<G: Playable>(game: &G, position: &G::Position, depth: u8, ply: i32) -> i32 {
        if let Some(outcome) = game.ended(position) {
            return finished(outcome, ply);
        }
        if depth == 0 {
            return game.heuristic(position);
        }
        let moves = game.moves(position).into_iter();
        let values = moves.map(|mv| -plain(game, &game.play(position, mv), depth - 1, ply + 1));
        values.max().expect("a game that is not over has moves")
    }

    #[test]
    fn alpha_beta_is_minimax() {
        for (size, depth, positions) in [(3, 3, 60), (4, 3, 25), (5, 2, 60)] {
            let game = Quixo::new(Rules::official(size).unwrap());
            let mut rng = Rng::new(u64::from(size));
            for _ in 0..positions {
                let plies = rng.below(30);
                let position = random_position(&game, plies, &mut rng);
                let found = best_moves(&game, &position, depth, &Budget::UNLIMITED);
                let (value, moves) = found.unwrap();
                assert_eq!(value, plain(&game, &position, depth, 0));
                let all = game.moves(&position).into_iter();
                let best = all
                    .filter(|&mv| -plain(&game, &game.play(&position, mv), depth - 1, 1) == value);
                assert_eq!(moves, best.collect::<Vec<_>>());
            }
        }
    }
}
