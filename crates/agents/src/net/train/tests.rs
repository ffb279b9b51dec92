use super::*;
use crate::labels::{Draw, Mix, draw};
use quixotic_quixo::Rules;
use quixotic_tablebase::{Database, Kernel};

use crate::trainer::Gradient;

fn labels(count: u64) -> Vec<Label> {
    let database = Database::embedded(Rules::official(4).unwrap()).unwrap();
    let wanted = Draw {
        mix: Mix::default(),
        count,
        plies: false,
        seed: 1,
    };
    draw(&database, &wanted, &Budget::UNLIMITED, &mut |_| {}).unwrap()
}

fn plan() -> Plan {
    Plan {
        epochs: 2,
        batch: 256,
        ..Plan::default()
    }
}

fn quixo() -> Quixo {
    Quixo::new(Rules::official(4).unwrap())
}

fn gradient_of(model: &Model, labels: &[Label]) -> Gradient {
    let mut gradient = Gradient::new(model.weights.len());
    let lessons = labels.iter().map(|label| Lesson {
        board: label.board,
        outcome: number_of(label.outcome),
    });
    gradient.add(Kernel::detect(), model, lessons);
    gradient
}

fn train(training: &mut Training) {
    while !training.is_done() {
        training.learn(&Budget::UNLIMITED).unwrap();
    }
}

#[test]
fn the_gradient_is_that_of_the_loss() {
    let model = Model::random(&quixo(), &mut Rng::new(5));
    let labels = labels(40);
    let exact = gradient_of(&model, &labels);
    let mut rng = Rng::new(6);
    let (mut compared, width) = (0, 1e-3);
    while compared < 60 {
        // The last layers more often: most rows of patterns are not met here.
        let late = rng.below(6400);
        let place = match rng.below(2) {
            0 => model.weights.len() - 1 - late,
            _ => rng.below(model.weights.len()),
        };
        if exact.weights[place].abs() < 0.05 {
            continue;
        }
        let moved = |by: f32| {
            let mut model = model.clone();
            model.weights[place] += by;
            gradient_of(&model, &labels).loss
        };
        let slope = (moved(width) - moved(-width)) / (2.0 * f64::from(width));
        let found = f64::from(exact.weights[place]);
        assert!(
            (slope - found).abs() < 0.05 + 0.1 * found.abs(),
            "{place}: {slope} {found}"
        );
        compared += 1;
    }
}

#[test]
fn a_training_learns_and_its_network_is_the_model_in_whole_numbers() {
    let mut training = Training::new(quixo(), labels(20_000), plan());
    let before = training.measure();
    train(&mut training);
    let after = training.measure();
    assert!(after.right > before.right + 0.2, "{before:?} {after:?}");
    // The same labels, asked in floating point and in whole numbers.
    let gradient = gradient_of(&training.trainer.network, &training.tests);
    let exact = gradient.loss / training.tests.len() as f64;
    assert!((after.loss - exact).abs() < 0.02, "{} {exact}", after.loss);
}

#[test]
fn threads_and_interruptions_do_not_matter() {
    let labels = labels(3000);
    let train_on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        pool.install(|| {
            let mut training = Training::new(quixo(), labels.clone(), plan());
            train(&mut training);
            training.network().write()
        })
    };
    let whole = train_on(1);
    assert_eq!(whole, train_on(3));

    let mut training = Training::new(quixo(), labels.clone(), plan());
    // Into the second epoch.
    for _ in 0..15 {
        training.learn(&Budget::UNLIMITED).unwrap();
    }
    training.measure();
    let bytes = training.checkpoint();
    let mut resumed = Training::resume(quixo(), labels.clone(), plan(), &bytes).unwrap();
    assert_eq!(resumed.curve(), training.curve());
    train(&mut resumed);
    assert_eq!(whole, resumed.network().write());

    let other = Training::resume(quixo(), labels[..2000].to_vec(), plan(), &bytes);
    let error = other.err().unwrap().to_string();
    assert!(error.contains("what to learn from"), "{error}");
    for length in [0, 4, 10, bytes.len() / 2, bytes.len() - 1] {
        let cut = Training::resume(quixo(), labels.clone(), plan(), &bytes[..length]);
        assert!(matches!(cut, Err(CheckpointError::Damaged(_))), "{length}");
    }
}
