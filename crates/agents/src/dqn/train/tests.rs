//! Training as a whole: the same twice, and the same when it was interrupted.

use quixotic_game::{Budget, Rng, Stop, Stopped};
use quixotic_quixo::{Board, Quixo, Rules};

use super::learner::Learner;
use super::{Preset, Training};
use crate::dqn::Network;

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
    assert_eq!(whole.online, second.online);
    assert_eq!(whole.curve(), second.curve());
    assert_eq!(whole.best().0, second.best().0);

    let mut other = Training::new(quixo(), preset(), 8);
    train(&mut other, 450);
    assert_ne!(whole.online, other.online);
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
