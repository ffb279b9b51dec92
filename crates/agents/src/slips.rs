//! `slips:P:AGENT`: another agent that plays any legal move in P percent of its turns.
//!
//! Agents differ by far more than players of neighbouring strength do: 400 points lie
//! between `random` and the next. A share of slips makes the levels in between.

use std::sync::Arc;

use quixotic_game::{Budget, Game, Rng, mix};

use crate::random::Random;
use crate::{Agent, AgentError};

/// Plays as another agent, but for its slips.
pub(crate) struct Slips<G: Game> {
    percent: u8,
    agent: Box<dyn Agent<G>>,
    random: Random<G>,
    rng: Rng,
}

impl<G: Game> Slips<G> {
    pub(crate) fn new(game: Arc<G>, percent: u8, agent: Box<dyn Agent<G>>, seed: u64) -> Slips<G> {
        // The agent uses the seed itself: the other chances come from seeds of their own.
        let random = Random::new(game, mix(seed));
        let rng = Rng::new(mix(mix(seed)));
        Slips {
            percent,
            agent,
            random,
            rng,
        }
    }
}

impl<G: Game + Send + Sync> Agent<G> for Slips<G> {
    fn choose(&mut self, position: &G::Position, budget: &Budget) -> Result<G::Move, AgentError> {
        if self.rng.below(100) < usize::from(self.percent) {
            self.random.choose(position, budget)
        } else {
            self.agent.choose(position, budget)
        }
    }
}

#[cfg(test)]
mod tests {
    use quixotic_game::{Budget, Game};
    use quixotic_quixo::{Quixo, Rules};

    use crate::{AgentSpec, Players};

    /// Of the boards in which one push wins, `minimax:1` wins every time, and with slips in so many of a hundred less.
    #[test]
    fn it_slips_as_often_as_it_says() {
        let players = Players::new(Quixo::new(Rules::official(5).unwrap()));
        let position = players.game().parse_position("XXXX1/1OO2/1O3/5/5 X");
        let position = position.unwrap();
        let wins = |spec: &str| {
            let spec = AgentSpec::parse(spec).unwrap();
            let won = |seed| {
                let mut agent = players.build(&spec, seed).unwrap();
                let mv = agent.choose(&position, &Budget::UNLIMITED).unwrap();
                players
                    .game()
                    .ended(&players.game().play(&position, mv))
                    .is_some()
            };
            (0..1000).filter(|&seed| won(seed)).count()
        };
        assert_eq!(wins("minimax:1"), 1000);
        let slipped = 1000 - wins("slips:40:minimax:1");
        // A random move wins, too, now and then.
        assert!((330..=430).contains(&slipped), "{slipped}");
    }
}
