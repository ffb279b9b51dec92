//! A step of learning is what the formulas say; a training is the same twice, and the same when
//! it was interrupted.

use quixotic_game::{Budget, Rng, Stop, Stopped};
use quixotic_quixo::{Board, Quixo, Rules};
use quixotic_tablebase::Kernel;
use rayon::ThreadPoolBuilder;
use serde_json::{Value, json};

use super::checkpoint::MAGIC;
use super::learner::Lesson;
use super::turn::Turn;
use super::{CheckpointError, Preset, TINY, Training};
use crate::dqn::Network;
use crate::trainer::{Gradient, Trainer, checkpoint};

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
        training.play_episode(&Budget::UNLIMITED).unwrap();
        if training.episode().is_multiple_of(90) {
            training.measure(10, &Budget::UNLIMITED).unwrap();
        }
    }
}

#[test]
fn a_training_that_was_interrupted_ends_with_the_same_weights() {
    let mut whole = Training::new(quixo(), preset(), 7);
    train(&mut whole, 450);
    assert!(
        whole.is_done() && whole.progress.steps > 100,
        "{}",
        whole.progress.steps
    );

    let mut first = Training::new(quixo(), preset(), 7);
    train(&mut first, 400);
    let bytes = first.checkpoint();
    let mut second = Training::resume(quixo(), preset(), 7, &bytes).unwrap();
    train(&mut second, 450);
    assert_eq!(whole.trainer.network, second.trainer.network);
    assert_eq!(whole.curve(), second.curve());
    assert_eq!(whole.best().0, second.best().0);

    let mut other = Training::new(quixo(), preset(), 8);
    train(&mut other, 450);
    assert_ne!(whole.trainer.network, other.trainer.network);
}

#[test]
fn a_training_that_is_stopped_is_as_it_was() {
    let mut training = Training::new(quixo(), preset(), 7);
    train(&mut training, 5);
    let before = training.checkpoint();
    let stop = Stop::new();
    stop.stop();
    let budget = Budget::UNLIMITED.with_stop(&stop);
    assert_eq!(training.play_episode(&budget), Err(Stopped::Asked));
    assert_eq!(training.measure(10, &budget), Err(Stopped::Asked));
    assert_eq!(training.checkpoint(), before);
}

#[test]
fn the_oldest_turn_is_forgotten_first() {
    let preset = Preset {
        memory: 3,
        ..preset()
    };
    let mut training = Training::new(quixo(), preset, 7);
    for action in 0..5 {
        training.remember(Turn {
            board: Board::EMPTY,
            action,
            reward: 0.0,
            next: None,
        });
    }
    let kept: Vec<usize> = training.replay.iter().map(|turn| turn.action).collect();
    assert_eq!(kept, [2, 3, 4]);
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
fn the_number_of_threads_does_not_matter() {
    let train_on = |threads: usize| {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        pool.unwrap().install(|| {
            let mut training = Training::new(quixo(), preset(), 7);
            train(&mut training, 300);
            assert!(training.progress.steps > 50);
            training.checkpoint()
        })
    };
    assert!(train_on(1) == train_on(3));
}

/// A checkpoint from the middle of a training.
fn some_checkpoint() -> Vec<u8> {
    let mut training = Training::new(quixo(), preset(), 7);
    train(&mut training, 320);
    training.measure(10, &Budget::UNLIMITED).unwrap();
    training.checkpoint()
}

fn damage(bytes: &[u8]) -> Option<&'static str> {
    match Training::resume(quixo(), preset(), 7, bytes) {
        Err(CheckpointError::Damaged(what)) => Some(what),
        _ => None,
    }
}

#[test]
fn a_checkpoint_that_was_changed_or_cut_off_is_refused() {
    let bytes = some_checkpoint();
    assert!(Training::resume(quixo(), preset(), 7, &bytes).is_ok());
    let mut rng = Rng::new(1);
    let (all, bits) = (bytes.len(), 8 * bytes.len());
    for bit in (0..64).chain((0..500).map(|_| rng.below(bits))) {
        let mut changed = bytes.clone();
        changed[bit / 8] ^= 1 << (bit % 8);
        assert!(damage(&changed).is_some(), "bit {bit}");
    }
    for length in (0..64).chain((0..all).step_by(997)).chain(all - 64..all) {
        assert!(damage(&bytes[..length]).is_some(), "length {length}");
    }
    assert_eq!(damage(&bytes[..all - 1]), Some("the checksum is wrong"));
    let foreign = damage(b"[1, 2, 3, 4]").unwrap();
    assert!(foreign.starts_with("it does not begin"), "{foreign}");
}

#[test]
fn a_checkpoint_of_what_cannot_be_is_refused() {
    let bytes = some_checkpoint();
    let mut weights = vec![0.0; 5 * Training::new(quixo(), preset(), 7).best.weights.len()];
    let (head, numbers) = checkpoint::read::<Value>(MAGIC, &bytes).unwrap();
    checkpoint::fill(vec![&mut weights], numbers).unwrap();
    let with = |pointer: &str, value: Value| {
        let mut head = head.clone();
        *head.pointer_mut(pointer).unwrap() = value;
        checkpoint::write(MAGIC, &head, &[&weights])
    };
    assert!(Training::resume(quixo(), preset(), 7, &with("/seed", json!(7))).is_ok());
    // A cell that is claimed twice, one that does not exist, lines of either player.
    let boards: [[u64; 2]; 5] = [[1, 1], [1 << 9, 0], [0, 1 << 63], [0b111, 0], [0, 0b111]];
    let turns = boards.iter().flat_map(|board| {
        [
            ("/replay/0", json!([board, 0, 0.0, null])),
            ("/replay/0", json!([[0, 0], 0, 0.0, board])),
        ]
    });
    let no_numbers = [-1.0, 0.5, 1e300].map(|number| ("/progress/steps", json!(number)));
    let numbers = [
        ("/replay/0", json!([[0, 0], 20, 0.0, null])),
        ("/replay/0", json!([[0, 1], 0, 0.0, null])),
        ("/replay/0", json!([[0, 0], 0, 1.5, null])),
        ("/replay", json!(vec![head["replay"][0].clone(); 50_001])),
        ("/progress/episode", json!(451)),
        ("/progress/turns", json!(u64::MAX)),
        ("/progress/steps", json!(u64::MAX)),
        ("/progress/error/1", json!(u64::MAX)),
        ("/progress/curve/0/episode", json!(u64::MAX)),
        ("/progress/curve/0/against_random", json!(1.1)),
    ];
    for (pointer, value) in turns.chain(no_numbers).chain(numbers) {
        assert!(
            damage(&with(pointer, value.clone())).is_some(),
            "{pointer} {value}"
        );
    }
    for odd in [f32::NAN, f32::INFINITY] {
        let weights = [&[odd], &weights[1..]].concat();
        assert!(damage(&checkpoint::write(MAGIC, &head, &[&weights])).is_some());
    }
    for length in [0, weights.len() - 1] {
        let cut = checkpoint::write(MAGIC, &head, &[&weights[..length].to_vec()]);
        assert_eq!(damage(&cut).unwrap(), "it has the wrong length");
    }
}

/// A network for 3×3 whose values are far from 0, its weights, and boards of random tiles with
/// moves and values that they should have had.
fn drawn(count: usize) -> (Network, Vec<f64>, Vec<Lesson>) {
    let rng = &mut Rng::new(5);
    let mut network = Network::random(&quixo(), rng);
    for weight in &mut network.weights {
        *weight += 0.2 * (rng.unit() - 0.5) as f32;
    }
    let lesson = |_| {
        let [mine, theirs] = [512, 512].map(|boards| rng.below(boards) as u64);
        Lesson {
            board: Board::new(mine & !theirs, theirs).unwrap(),
            action: rng.below(20),
            value: (2.0 * rng.unit() - 1.0) as f32,
        }
    };
    let lessons = (0..count).map(lesson).collect();
    let weights = network.weights.iter().map(|&weight| weight.into());
    (network.clone(), weights.collect(), lessons)
}

const CELLS: usize = 9;
const UNITS: usize = 256;

/// The place of the weight of a cell to a hidden unit; its bias is that of a cell more.
fn of_unit(cell: usize, unit: usize) -> usize {
    cell * UNITS + unit
}

/// The place of the weight of a hidden unit to a move; its bias is that of a unit more.
fn of_move(unit: usize, action: usize) -> usize {
    (CELLS + 1) * UNITS + unit * 20 + action
}

fn input(board: Board, cell: usize) -> f64 {
    let bit = |tiles: u64| (tiles >> cell & 1) as f64;
    bit(board.mine()) - bit(board.theirs())
}

/// The activity of the hidden layer and the error, by the definition.
fn forward(weights: &[f64], lesson: &Lesson) -> (Vec<f64>, f64) {
    let hidden = |unit: usize| {
        let term = |cell| input(lesson.board, cell) * weights[of_unit(cell, unit)];
        let sum = (0..CELLS).map(term).sum::<f64>() + weights[of_unit(CELLS, unit)];
        sum.max(0.0)
    };
    let hidden: Vec<f64> = (0..UNITS).map(hidden).collect();
    let term = |unit: usize| hidden[unit] * weights[of_move(unit, lesson.action)];
    let value = (0..UNITS).map(term).sum::<f64>() + weights[of_move(UNITS, lesson.action)];
    (hidden, value - f64::from(lesson.value))
}

#[test]
fn the_gradient_is_that_of_the_squared_error() {
    let (network, weights, lessons) = drawn(40);
    let mut gradient = Gradient::new(weights.len());
    gradient.add(Kernel::detect(), &network, lessons.iter().copied());
    let loss = |place: usize, by: f64| {
        let mut weights = weights.clone();
        weights[place] += by;
        let square = |lesson| forward(&weights, lesson).1.powi(2);
        lessons.iter().map(square).sum::<f64>()
    };
    assert!((gradient.loss - loss(0, 0.0)).abs() < 1e-4);
    for place in (0..weights.len()).step_by(37) {
        let slope = (loss(place, 1e-6) - loss(place, -1e-6)) / 2e-6;
        let found = f64::from(gradient.weights[place]);
        assert!((slope - found).abs() < 1e-4, "{place}: {slope} {found}");
    }
    let is_met = |&&slope: &&f32| slope != 0.0;
    assert!(gradient.weights.iter().filter(is_met).count() > weights.len() / 2);
}

#[test]
fn a_step_is_that_of_the_formulas() {
    let (network, mut weights, lessons) = drawn(5 * 64);
    let (mut means, mut squares) = (vec![0.0; weights.len()], vec![0.0; weights.len()]);
    let mut trainer = Trainer::new(network, TINY);
    for (step, batch) in (1..).zip(lessons.chunks(64)) {
        let mut gradient = vec![0.0; weights.len()];
        for lesson in batch {
            let (hidden, error) = forward(&weights, lesson);
            let slope = 2.0 * error / 64.0;
            gradient[of_move(UNITS, lesson.action)] += slope;
            for unit in (0..UNITS).filter(|&unit| hidden[unit] > 0.0) {
                let place = of_move(unit, lesson.action);
                gradient[place] += slope * hidden[unit];
                gradient[of_unit(CELLS, unit)] += slope * weights[place];
                for cell in 0..CELLS {
                    let slope = slope * weights[place];
                    gradient[of_unit(cell, unit)] += slope * input(lesson.board, cell);
                }
            }
        }
        for (place, gradient) in gradient.into_iter().enumerate() {
            means[place] = 0.9 * means[place] + 0.1 * gradient;
            squares[place] = 0.999 * squares[place] + 0.001 * gradient * gradient;
            let mean = means[place] / (1.0 - 0.9_f64.powi(step));
            let square = squares[place] / (1.0 - 0.999_f64.powi(step));
            weights[place] -= 5e-4 * mean / (square.sqrt() + 1e-5);
        }
        trainer.step(batch, |_, &lesson| lesson, 5e-4, step as u64);
        for (place, (&found, weight)) in trainer.network.weights.iter().zip(&weights).enumerate() {
            let difference = f64::from(found) - weight;
            assert!(difference.abs() < 1e-5, "{step}, {place}: {difference}");
        }
    }
}
