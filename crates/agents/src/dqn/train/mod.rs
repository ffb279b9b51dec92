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

mod learner;
mod preset;
mod replay;

use std::sync::Arc;

use quixotic_game::{Game as _, Outcome, Rng};
use quixotic_quixo::{Board, Move, Position, Quixo, Symmetry};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::arena::{Match, Starts};
use crate::dqn::{Actions, Network};
use crate::{AgentSpec, Players};
use learner::{Learner, LearnerState};
pub use preset::{PAPER_EPISODES, Preset, Stage};
use replay::{Replay, Turn};

/// Turns to remember before learning begins.
const WARM_UP: usize = 1000;

/// A training, between two games.
pub struct Training {
    players: Players<Quixo>,
    actions: Actions,
    symmetries: Vec<Vec<usize>>,
    preset: Preset,
    seed: u64,
    rng: Rng,
    episode: u64,
    turns: u64,
    steps: u64,
    replay: Replay,
    learner: Learner,
    online: Network,
    target: Network,
    curve: Vec<Point>,
    best: Network,
    /// Mean squared error since the last point of the curve: sum and steps.
    error: (f64, u64),
}

/// How well the network did after so many games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// Games played so far.
    pub episode: u64,
    /// The share of random moves.
    pub exploration: f64,
    /// The mean squared error of the steps since the last point.
    pub error: f64,
    /// The share of games won against random.
    pub against_random: f64,
    /// The share of games won against minimax:2.
    pub against_minimax: f64,
}

/// Why a training cannot go on from a checkpoint.
#[derive(Debug, Error)]
pub enum TrainError {
    /// The bytes are no good.
    #[error("the checkpoint is damaged: {0}")]
    Damaged(String),
    /// It belongs to another training.
    #[error("the checkpoint is that of another training: {0} differs")]
    Other(&'static str),
}

/// All there is to a training.
#[derive(Serialize, Deserialize)]
struct Checkpoint {
    preset: Preset,
    seed: u64,
    rng: Rng,
    episode: u64,
    turns: u64,
    steps: u64,
    replay: Replay,
    learner: LearnerState,
    target: Vec<u8>,
    best: Vec<u8>,
    curve: Vec<Point>,
    error: (f64, u64),
}

impl Training {
    /// A training that begins.
    pub fn new(quixo: Quixo, preset: Preset, seed: u64) -> Training {
        let mut rng = Rng::new(seed);
        let online = Network::random(&quixo, &mut rng);
        let actions = Actions::new(&quixo);
        Training {
            symmetries: symmetries(&quixo, &actions),
            players: Players::new(quixo),
            actions,
            replay: Replay::new(preset.memory),
            learner: Learner::new(&online, preset.learning_rate),
            preset,
            seed,
            rng,
            episode: 0,
            turns: 0,
            steps: 0,
            target: online.clone(),
            best: online.clone(),
            online,
            curve: Vec::new(),
            error: (0.0, 0),
        }
    }

    /// The same training where a checkpoint left it.
    pub fn resume(
        quixo: Quixo,
        preset: Preset,
        seed: u64,
        bytes: &[u8],
    ) -> Result<Training, TrainError> {
        let checkpoint: Checkpoint =
            rmp_serde::from_slice(bytes).map_err(|error| TrainError::Damaged(error.to_string()))?;
        if checkpoint.preset != preset {
            return Err(TrainError::Other("its preset"));
        }
        if checkpoint.seed != seed {
            return Err(TrainError::Other("its seed"));
        }
        let network = |bytes: &[u8]| {
            Network::read(bytes).map_err(|error| TrainError::Damaged(error.to_string()))
        };
        let (target, best) = (network(&checkpoint.target)?, network(&checkpoint.best)?);
        if target.size() != quixo.rules().size() {
            return Err(TrainError::Other("the board"));
        }
        let fresh = Training::new(quixo, preset, seed);
        let rate = fresh.preset.learning_rate;
        let learner = Learner::resume(&target, rate, checkpoint.learner)?;
        let mut online = target.clone();
        learner.copy_to(&mut online);
        Ok(Training {
            rng: checkpoint.rng,
            episode: checkpoint.episode,
            turns: checkpoint.turns,
            steps: checkpoint.steps,
            replay: checkpoint.replay,
            learner,
            online,
            target,
            best,
            curve: checkpoint.curve,
            error: checkpoint.error,
            ..fresh
        })
    }

    /// All there is to this training, to go on with later.
    pub fn checkpoint(&self) -> Vec<u8> {
        let checkpoint = Checkpoint {
            preset: self.preset.clone(),
            seed: self.seed,
            rng: self.rng.clone(),
            episode: self.episode,
            turns: self.turns,
            steps: self.steps,
            replay: self.replay.clone(),
            learner: self.learner.state(),
            target: self.target.write(),
            best: self.best.write(),
            curve: self.curve.clone(),
            error: self.error,
        };
        rmp_serde::to_vec(&checkpoint).expect("everything in it can be written")
    }

    /// Games played so far.
    pub fn episode(&self) -> u64 {
        self.episode
    }

    /// Whether all stages are over.
    pub fn is_done(&self) -> bool {
        self.episode >= self.preset.episodes()
    }

    /// The network that did best at a [`Training::measure`]: against random and
    /// minimax:2 together. Before the first it is one that knows nothing.
    pub fn best(&self) -> (&Network, Option<&Point>) {
        let first_best = self
            .curve
            .iter()
            .rev()
            .max_by(|a, b| a.total().total_cmp(&b.total()));
        (&self.best, first_best)
    }

    /// How well it did at each [`Training::measure`].
    pub fn curve(&self) -> &[Point] {
        &self.curve
    }

    /// Plays one game and learns from it.
    pub fn play_episode(&mut self) {
        let Some((stage, number)) = self.preset.stage_of(self.episode) else {
            return;
        };
        let exploration = self.preset.exploration(stage, number);
        let spec = self.rng.pick(&stage.opponents.iter().collect::<Vec<_>>());
        let spec = spec.expect("a stage has opponents").clone();
        let seed = self.rng.word();
        let opponent = self.players.build(&spec, seed);
        let mut opponent = opponent.expect("opponents in training need no database");

        let quixo = Arc::clone(self.players.game());
        let mut position = quixo.start();
        let mut last: Option<(Board, usize)> = None;
        let learner_first = self.episode.is_multiple_of(2);
        for ply in 0.. {
            let over = quixo.ended(position.board);
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
                    self.replay.push(Turn {
                        board: (board.mine(), board.theirs()),
                        action: action as u16,
                        reward,
                        next: goes_on.then(|| (position.board.mine(), position.board.theirs())),
                    });
                }
                if !goes_on {
                    break;
                }
            }
            let mv = if own_turn {
                let action = self.explore(&quixo, position.board, exploration);
                last = Some((position.board, action));
                self.turns += 1;
                if self.turns.is_multiple_of(self.preset.learn_every)
                    && self.replay.len() >= WARM_UP
                {
                    self.learn();
                }
                self.actions.mv(action)
            } else {
                opponent.choose(&position).expect("the game is not over")
            };
            position = play(&quixo, &position, mv);
        }
        self.episode += 1;
    }

    /// A random move now and then, else the best as far as is known.
    fn explore(&mut self, quixo: &Quixo, board: Board, exploration: f64) -> usize {
        if self.rng.unit() < exploration {
            let moves: Vec<Move> = quixo.moves(board).collect();
            let mv = self.rng.pick(&moves).expect("the game is not over");
            return self.actions.number(mv);
        }
        let values = self.online.values(board);
        let best = self.actions.best(quixo, board, &values);
        best.expect("the game is not over").0
    }

    /// One step of learning from turns drawn at random.
    fn learn(&mut self) {
        let quixo = Arc::clone(self.players.game());
        let size = quixo.rules().size();
        let turns = self.replay.sample(self.preset.batch, &mut self.rng);
        let (mut cells, mut actions, mut targets) = (Vec::new(), Vec::new(), Vec::new());
        for turn in turns {
            let ahead = turn.next.map_or(0.0, |next| {
                let next = board(next);
                let best = self.actions.best(&quixo, next, &self.online.values(next));
                let (action, _) = best.expect("the game went on");
                self.target.values(next)[action]
            });
            let symmetry = Symmetry::new(self.rng.below(Symmetry::COUNT));
            let turned = symmetry.board(size, board(turn.board));
            cells.extend((0..quixo.rules().cells()).map(|cell| {
                let mine = (turned.mine() >> cell & 1) as f32;
                mine - (turned.theirs() >> cell & 1) as f32
            }));
            actions.push(self.symmetries[symmetry.index()][usize::from(turn.action)] as i64);
            // No reward is greater than 1, so no value can be.
            let target = turn.reward + self.preset.discount * ahead;
            targets.push(target.clamp(-1.0, 1.0));
        }
        let error = self.learner.step(cells, actions, targets);
        self.learner.copy_to(&mut self.online);
        self.error.0 += f64::from(error);
        self.error.1 += 1;
        self.steps += 1;
        if self.steps.is_multiple_of(self.preset.target_every) {
            self.target.clone_from(&self.online);
        }
    }

    /// Plays test games without exploration and adds a point to the curve.
    pub fn measure(&mut self, games: u32) {
        let network = Arc::new(self.online.clone());
        let players = self.players.clone().with_network(network);
        let wins = |opponent: &str| {
            let spec = AgentSpec::parse(opponent).expect("it is an agent");
            let played = Match {
                a: AgentSpec::Dqn,
                b: spec,
                games,
                seed: self.seed,
                starts: Starts::Alternate,
                longest: self.preset.longest_game,
            }
            .play(&players, &|| {});
            let played = played.expect("no agent here needs a database");
            f64::from(played.score().wins) / f64::from(games)
        };
        let stage = self.preset.stage_of(self.episode.saturating_sub(1));
        let exploration = stage.map_or(0.0, |(stage, number)| {
            self.preset.exploration(stage, number)
        });
        let point = Point {
            episode: self.episode,
            exploration,
            error: self.error.0 / self.error.1.max(1) as f64,
            against_random: wins("random"),
            against_minimax: wins("minimax:2"),
        };
        if self.curve.iter().all(|other| point.total() > other.total()) {
            self.best.clone_from(&self.online);
        }
        self.curve.push(point);
        self.error = (0.0, 0);
    }
}

impl Point {
    /// What the best network is chosen by.
    fn total(&self) -> f64 {
        self.against_random + self.against_minimax
    }
}

/// The board of a remembered turn.
fn board((mine, theirs): (u64, u64)) -> Board {
    Board::new(mine, theirs).expect("it was a board")
}

fn play(quixo: &Quixo, position: &Position, mv: Move) -> Position {
    quixotic_game::Game::play(quixo, position, mv)
}

/// For every symmetry, the number of each move after it.
fn symmetries(quixo: &Quixo, actions: &Actions) -> Vec<Vec<usize>> {
    let size = quixo.rules().size();
    let paths: Vec<(Move, Vec<u8>)> = quixo.paths().collect();
    let turned = |symmetry: Symmetry, path: &[u8]| {
        let path: Vec<u8> = path.iter().map(|&cell| symmetry.cell(size, cell)).collect();
        let found = paths.iter().find(|(_, other)| *other == path);
        actions.number(found.expect("a symmetry maps moves to moves").0)
    };
    let maps = Symmetry::all().map(|symmetry| {
        let moves = paths.iter().map(|(_, path)| turned(symmetry, path));
        moves.collect()
    });
    maps.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use quixotic_quixo::Rules;

    fn quixo() -> Quixo {
        Quixo::new(Rules::official(3).unwrap())
    }

    /// A short training in which learning begins soon.
    fn preset() -> Preset {
        Preset {
            target_every: 20,
            ..Preset::paper(150)
        }
    }

    fn train(training: &mut Training, until: u64) {
        while training.episode() < until {
            training.play_episode();
            if training.episode().is_multiple_of(90) {
                training.measure(10);
            }
        }
    }

    #[test]
    fn a_training_that_was_interrupted_ends_with_the_same_weights() {
        let mut whole = Training::new(quixo(), preset(), 7);
        train(&mut whole, 450);
        assert!(whole.is_done() && whole.steps > 100, "{}", whole.steps);

        let mut first = Training::new(quixo(), preset(), 7);
        train(&mut first, 400);
        let bytes = first.checkpoint();
        let mut second = Training::resume(quixo(), preset(), 7, &bytes).unwrap();
        train(&mut second, 450);
        assert_eq!(whole.online, second.online);
        assert_eq!(whole.curve(), second.curve());
        assert_eq!(whole.best().0, second.best().0);

        let mut other = Training::new(quixo(), preset(), 8);
        train(&mut other, 450);
        assert_ne!(whole.online, other.online);
    }

    #[test]
    fn a_checkpoint_of_another_training_is_refused() {
        let bytes = Training::new(quixo(), preset(), 7).checkpoint();
        let error = |preset: Preset, seed: u64, bytes: &[u8]| {
            let resumed = Training::resume(quixo(), preset, seed, bytes);
            resumed.err().unwrap().to_string()
        };
        assert!(error(preset(), 8, &bytes).ends_with("its seed differs"));
        assert!(error(Preset::paper(9), 7, &bytes).ends_with("its preset differs"));
        assert!(error(preset(), 7, &bytes[..99]).starts_with("the checkpoint is damaged"));
        let board = Quixo::new(Rules::official(4).unwrap());
        let resumed = Training::resume(board, preset(), 7, &bytes);
        assert!(
            resumed
                .err()
                .unwrap()
                .to_string()
                .ends_with("the board differs")
        );
    }

    #[test]
    fn burn_and_the_plain_network_agree_and_a_step_lessens_the_error() {
        let quixo = quixo();
        let mut network = Network::random(&quixo, &mut Rng::new(1));
        let mut learner = Learner::new(&network, 1e-3);
        let board = Board::new(0b101, 0b010).unwrap();
        let cells: Vec<f32> = [1.0, -1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0].into();
        let square = |network: &Network| (network.values(board)[3] - 0.5).powi(2);
        let before = square(&network);
        let told = learner.step(cells, vec![3], vec![0.5]);
        assert!((told - before).abs() < 1e-5, "{told} {before}");
        learner.copy_to(&mut network);
        assert!(square(&network) < before);
    }

    #[test]
    fn symmetries_map_moves_to_what_they_do_on_the_turned_board() {
        let quixo = Quixo::new(Rules::official(4).unwrap());
        let actions = Actions::new(&quixo);
        let maps = symmetries(&quixo, &actions);
        let board = Board::new(0b1000_0001_0010, 0b0100_0000_0000_0001).unwrap();
        for symmetry in Symmetry::all() {
            let turned = symmetry.board(4, board);
            for (action, &image) in maps[symmetry.index()].iter().enumerate() {
                let (mv, image) = (actions.mv(action), actions.mv(image));
                if quixo.moves(board).any(|legal| legal == mv) {
                    let after = symmetry.board(4, quixo.play(board, mv));
                    assert_eq!(quixo.play(turned, image), after);
                }
            }
        }
    }
}
