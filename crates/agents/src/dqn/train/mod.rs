//! Deep-Q learning (Mnih et al., 2015) of Quixo, in the paper's three stages.
//!
//! A turn of the learner is a board and a move; what comes of it is seen at its
//! next turn, after the opponent's reply. Turns are remembered and learnt from many
//! times, in batches drawn at random, each turned by a random symmetry of the
//! board. The value that a move should have had is its reward plus the discounted
//! value of the next turn's best move: the network says which move that is, and a
//! copy of it that is renewed only now and then says what it is worth (double
//! Q-learning, van Hasselt et al., 2016, which does not mistake luck for worth).
//!
//! Everything random comes from one seed, and a checkpoint holds all there is, so
//! a training that was interrupted ends with the same weights.

mod checkpoint;
mod learner;
mod measure;
mod preset;
mod symmetries;
#[cfg(test)]
mod tests;
mod turn;

use std::collections::VecDeque;
use std::sync::Arc;

use quixotic_game::{Budget, Game as _, Outcome, Rng, Stopped};
use quixotic_quixo::{Board, Move, Quixo, Symmetry};
use serde::{Deserialize, Serialize};

use crate::Players;
use crate::dqn::{Actions, Network};
use crate::trainer::Trainer;
pub use crate::trainer::checkpoint::CheckpointError;
use learner::Lesson;
pub use measure::Point;
pub use preset::{Preset, Stage};
use turn::Turn;

/// Turns to remember before learning begins.
const WARM_UP: usize = 1000;
/// What Adam divides by at least.
const TINY: f32 = 1e-5;

/// A training, between two games.
pub struct Training {
    players: Players<Quixo>,
    actions: Actions,
    symmetries: Vec<Vec<usize>>,
    preset: Preset,
    seed: u64,
    progress: Progress,
    /// The last turns, up to a number of them.
    replay: VecDeque<Turn>,
    trainer: Trainer<Network>,
    target: Network,
    best: Network,
}

/// How far a training has come, but for its networks and what it remembers.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Progress {
    rng: Rng,
    /// Games, own turns in them, and steps of learning.
    episode: u64,
    turns: u64,
    steps: u64,
    curve: Vec<Point>,
    /// Mean squared error since the last point of the curve: sum and steps.
    error: (f64, u64),
}

impl Training {
    /// A training that begins.
    pub fn new(quixo: Quixo, preset: Preset, seed: u64) -> Training {
        let mut rng = Rng::new(seed);
        let network = Network::random(&quixo, &mut rng);
        let actions = Actions::new(&quixo);
        Training {
            symmetries: symmetries::symmetries(&quixo, &actions),
            players: Players::new(quixo),
            actions,
            progress: Progress {
                rng,
                episode: 0,
                turns: 0,
                steps: 0,
                curve: Vec::new(),
                error: (0.0, 0),
            },
            replay: VecDeque::new(),
            preset,
            seed,
            target: network.clone(),
            best: network.clone(),
            trainer: Trainer::new(network, TINY),
        }
    }

    /// Games played so far.
    pub fn episode(&self) -> u64 {
        self.progress.episode
    }

    /// Whether all stages are over.
    pub fn is_done(&self) -> bool {
        self.progress.episode >= self.preset.episodes()
    }

    /// Plays one game and learns from it, if the budget has not ended before. A game that
    /// was begun is played to its end, a fraction of a second later, so that a training
    /// that was stopped can go on as if it had not been.
    pub fn play_episode(&mut self, budget: &Budget) -> Result<(), Stopped> {
        budget.check(0)?;
        let Some((stage, number)) = self.preset.stage_of(self.progress.episode) else {
            return Ok(());
        };
        let exploration = self.preset.exploration(stage, number);
        let rng = &mut self.progress.rng;
        let spec = &stage.opponents[rng.below(stage.opponents.len())];
        let opponent = self.players.build(spec, rng.word());
        let mut opponent = opponent.expect("opponents in training need no database");

        let quixo = Arc::clone(self.players.game());
        let mut position = quixo.start();
        let mut last: Option<(Board, usize)> = None;
        let learner_first = self.progress.episode.is_multiple_of(2);
        for ply in 0.. {
            let over = quixo.ended_on(position.board);
            let own_turn = (ply % 2 == 0) == learner_first;
            if own_turn || over.is_some() || ply == self.preset.longest_game {
                let reward = match over {
                    None => 0.0,
                    Some(outcome) if (outcome == Outcome::Win) == own_turn => {
                        self.preset.reward(ply)
                    }
                    Some(_) => -self.preset.reward(ply),
                };
                let goes_on = over.is_none() && ply < self.preset.longest_game;
                if let Some((board, action)) = last {
                    self.remember(Turn {
                        board,
                        action,
                        reward,
                        next: goes_on.then_some(position.board),
                    });
                }
                if !goes_on {
                    break;
                }
            }
            let mv = if own_turn {
                let action = self.explore(&quixo, position.board, exploration);
                last = Some((position.board, action));
                self.progress.turns += 1;
                if self.progress.turns.is_multiple_of(self.preset.learn_every)
                    && self.replay.len() >= WARM_UP
                {
                    self.learn();
                }
                self.actions.mv(action)
            } else {
                let chosen = opponent.choose(&position, &Budget::UNLIMITED);
                chosen.expect("the game is not over")
            };
            position = quixo.play(&position, mv);
        }
        self.progress.episode += 1;
        Ok(())
    }

    fn remember(&mut self, turn: Turn) {
        if self.replay.len() == self.preset.memory {
            self.replay.pop_front();
        }
        self.replay.push_back(turn);
    }

    /// A random move now and then, else the best as far as is known.
    fn explore(&mut self, quixo: &Quixo, board: Board, exploration: f64) -> usize {
        if self.progress.rng.unit() < exploration {
            let moves: Vec<Move> = quixo.moves_on(board).collect();
            let mv = self.progress.rng.pick(&moves);
            return self.actions.number(mv.expect("the game is not over"));
        }
        let values = self.trainer.network.values(board);
        let best = self.actions.best(quixo, board, &values);
        best.expect("the game is not over").0
    }

    /// One step of learning from turns drawn at random.
    fn learn(&mut self) {
        let (rng, replay) = (&mut self.progress.rng, &self.replay);
        let draw = |_| {
            let symmetry = Symmetry::new(rng.below(Symmetry::COUNT));
            (replay[rng.below(replay.len())], symmetry)
        };
        let batch: Vec<(Turn, Symmetry)> = (0..self.preset.batch).map(draw).collect();
        let (quixo, target, discount) = (self.players.game(), &self.target, self.preset.discount);
        let (actions, symmetries) = (&self.actions, &self.symmetries);
        let lesson = |online: &Network, &(turn, symmetry): &(Turn, Symmetry)| {
            let ahead = turn.next.map_or(0.0, |next| {
                let best = actions.best(quixo, next, &online.values(next));
                let (action, _) = best.expect("the game went on");
                target.value(&target.hidden(next), action)
            });
            Lesson {
                board: turn.board.turned(symmetry, quixo.rules().size()),
                action: symmetries[symmetry.index()][turn.action],
                // No reward is greater than 1, so no value can be.
                value: (turn.reward + discount * ahead).clamp(-1.0, 1.0),
            }
        };
        self.progress.steps += 1;
        let steps = self.progress.steps;
        let rate = self.preset.learning_rate as f32;
        let error = self.trainer.step(&batch, lesson, rate, steps);
        self.progress.error.0 += error / batch.len() as f64;
        self.progress.error.1 += 1;
        if steps.is_multiple_of(self.preset.target_every) {
            self.target.clone_from(&self.trainer.network);
        }
    }
}
