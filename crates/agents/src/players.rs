//! Where agents come from.

use std::sync::Arc;

use quixotic_game::{Game, quoted};
use thiserror::Error;

use crate::mcts::Mcts;
use crate::minimax::Minimax;
use crate::perfect::Perfect;
use crate::random::Random;
use crate::search::Search;
use crate::slips::Slips;
#[cfg(not(target_family = "wasm"))]
use crate::ugi::Ugi;
use crate::{Agent, AgentSpec, Oracle, OracleError, Playable, Weights};

/// A game and what is known about it: builds agents.
///
/// It is cheap to clone and can be used from any number of threads; what agents
/// share, the rules and the database, is there once.
///
/// ```
/// use quixotic_agents::{AgentSpec, Players};
/// use quixotic_game::{Budget, Game};
/// use quixotic_quixo::{Quixo, Rules};
///
/// let players = Players::new(Quixo::new(Rules::official(4)?));
/// let spec = AgentSpec::parse("minimax:2")?;
/// let mut agent = players.build(&spec, 42)?;
/// let mv = agent.choose(&players.game().start(), &Budget::UNLIMITED)?;
/// println!("{spec} opens with {}", players.game().format_move(mv));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Players<G: Game> {
    game: Arc<G>,
    oracle: Option<Arc<dyn Oracle<G>>>,
    weights: Option<Weights>,
    /// Whether the solution helps `perfect` alone.
    unaided: bool,
    programs: Programs,
}

/// Which programs may be started as agents. Whoever takes the names of agents from strangers
/// starts none, or those that the operator has chosen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Programs {
    /// None at all.
    #[default]
    None,
    /// Exactly these.
    These(Vec<AgentSpec>),
    /// Whatever is named.
    Any,
}

impl Programs {
    fn allows(&self, spec: &AgentSpec) -> bool {
        match self {
            Programs::None => false,
            Programs::These(allowed) => allowed.contains(spec),
            Programs::Any => true,
        }
    }
}

/// Why an agent cannot play a game.
#[derive(Debug, Error)]
pub enum BuildError {
    /// An agent follows the solution, or the ladder judges by it, and there is none.
    #[error("{who} needs the solution of {game}: {advice}")]
    NoSolution {
        /// Who needs it: "`perfect`", "the ladder".
        who: String,
        /// The game.
        game: String,
        /// How to come by one.
        advice: String,
    },
    /// The agent is made for other games.
    #[error("`{agent}` does not play {game}: {reason}")]
    NotForThisGame {
        /// The agent.
        agent: AgentSpec,
        /// The game.
        game: String,
        /// Why.
        reason: String,
    },
    /// The agent is a program, and it must not be started.
    #[error("`{}` is a program, and programs are not started here", quoted(&.0.to_string()))]
    NoPrograms(AgentSpec),
    /// The solution could not be asked.
    #[error(transparent)]
    Oracle(#[from] OracleError),
}

impl<G: Game> Clone for Players<G> {
    fn clone(&self) -> Players<G> {
        Players {
            game: Arc::clone(&self.game),
            oracle: self.oracle.clone(),
            weights: self.weights.clone(),
            unaided: self.unaided,
            programs: self.programs.clone(),
        }
    }
}

impl<G: Playable> Players<G> {
    /// Players of a game whose solution is not at hand.
    pub fn new(game: G) -> Players<G> {
        Players {
            game: Arc::new(game),
            oracle: None,
            weights: None,
            unaided: false,
            programs: Programs::None,
        }
    }

    /// The same with a solution, or the part of it that there is.
    #[must_use]
    pub fn with_oracle(self, oracle: Arc<dyn Oracle<G>>) -> Players<G> {
        Players {
            oracle: Some(oracle),
            ..self
        }
    }

    /// The same without a solution.
    #[must_use]
    pub fn without_oracle(&self) -> Players<G> {
        Players {
            oracle: None,
            ..self.clone()
        }
    }

    /// The same with a solution that helps `perfect` alone: what the others can do
    /// shows only so.
    #[must_use]
    pub fn unaided(self) -> Players<G> {
        Players {
            unaided: true,
            ..self
        }
    }

    /// The same with weights to use instead of those in the program.
    #[must_use]
    pub fn with_weights(self, weights: Weights) -> Players<G> {
        Players {
            weights: Some(weights),
            ..self
        }
    }

    /// The same with programs that may be started.
    #[must_use]
    pub fn with_programs(self, programs: Programs) -> Players<G> {
        Players { programs, ..self }
    }

    /// The programs that were named one by one.
    pub fn programs(&self) -> &[AgentSpec] {
        match &self.programs {
            Programs::These(programs) => programs,
            Programs::None | Programs::Any => &[],
        }
    }

    /// The weights that were given.
    pub(crate) fn weights(&self) -> Option<&Weights> {
        self.weights.as_ref()
    }

    /// The game.
    pub fn game(&self) -> &Arc<G> {
        &self.game
    }

    /// The solution, or the part of it that there is.
    pub fn oracle(&self) -> Option<&Arc<dyn Oracle<G>>> {
        self.oracle.as_ref()
    }

    /// The solution, if it knows the game from its start; `who` needs it.
    pub(crate) fn solution(&self, who: &str) -> Result<Arc<dyn Oracle<G>>, BuildError> {
        if let Some(oracle) = &self.oracle
            && oracle.knows(&self.game.start())?
        {
            return Ok(Arc::clone(oracle));
        }
        Err(BuildError::NoSolution {
            who: who.into(),
            game: self.game.name(),
            advice: self.game.how_to_solve(),
        })
    }

    /// The error of an agent that this game does not have.
    pub(crate) fn refuse(&self, agent: &AgentSpec, reason: &str) -> BuildError {
        BuildError::NotForThisGame {
            agent: agent.clone(),
            game: self.game.name(),
            reason: reason.into(),
        }
    }

    /// Whether there is all that an agent needs. Those that need nothing but the game are
    /// not built to find out: the tables of a search take tens of megabytes.
    pub fn can_build(&self, spec: &AgentSpec) -> bool {
        match spec {
            AgentSpec::Random
            | AgentSpec::Minimax { .. }
            | AgentSpec::Search(_)
            | AgentSpec::Lines(_)
            | AgentSpec::Mcts { .. } => true,
            AgentSpec::Dqn
            | AgentSpec::Net
            | AgentSpec::Rules
            | AgentSpec::Perfect
            | AgentSpec::Strategy => self.build(spec, 0).is_ok(),
            AgentSpec::Slips { agent, .. } => G::can_play(self, agent),
            AgentSpec::Ugi(_) => self.programs.allows(spec),
        }
    }

    /// An agent for one side of one game. All that is random in its play comes
    /// from the seed.
    pub fn build(&self, spec: &AgentSpec, seed: u64) -> Result<Box<dyn Agent<G>>, BuildError> {
        if self.unaided && self.oracle.is_some() && *spec != AgentSpec::Perfect {
            return self.without_oracle().build(spec, seed);
        }
        if let Some(own) = G::own_agent(self, spec, seed) {
            return own;
        }
        let game = Arc::clone(&self.game);
        Ok(match *spec {
            AgentSpec::Random => Box::new(Random::new(game, seed)),
            AgentSpec::Minimax { depth } => Box::new(Minimax::new(game, depth, seed)),
            AgentSpec::Search(limit) => Box::new(Search::new(self, G::judge(self), limit, seed)),
            AgentSpec::Lines(limit) => Box::new(Search::new(self, None, limit, seed)),
            AgentSpec::Mcts { playouts } => Box::new(Mcts::new(game, playouts, seed)),
            AgentSpec::Perfect => {
                let solution = self.solution(&format!("`{spec}`"))?;
                Box::new(Perfect::new(self, solution, seed))
            }
            AgentSpec::Dqn | AgentSpec::Net => {
                return Err(self.refuse(spec, "it was trained for Quixo only"));
            }
            AgentSpec::Ugi(_) if !self.programs.allows(spec) => {
                return Err(BuildError::NoPrograms(spec.clone()));
            }
            #[cfg(not(target_family = "wasm"))]
            AgentSpec::Ugi(ref program) => Box::new(Ugi::new(game, program.as_ref().clone(), seed)),
            // No process can be started there.
            #[cfg(target_family = "wasm")]
            AgentSpec::Ugi(_) => return Err(BuildError::NoPrograms(spec.clone())),
            AgentSpec::Rules => {
                let reason = "there are cards of rules for Quixo on 3×3, 4×4 and 5×5 under the official rules only";
                return Err(self.refuse(spec, reason));
            }
            AgentSpec::Slips { percent, ref agent } => {
                Box::new(Slips::new(game, percent, self.build(agent, seed)?, seed))
            }
            AgentSpec::Strategy => {
                return Err(self.refuse(spec, "there is no published strategy for it"));
            }
        })
    }
}
