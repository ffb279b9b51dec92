use super::*;
use crate::sample::random_position;
use crate::weights::{NetworkError, Weights};
use quixotic_game::Rng;
use quixotic_quixo::{Board, Quixo, Rules, Symmetry};
use quixotic_tablebase::Kernel;

fn shipped(size: u8) -> ValueNetwork {
    let rules = Rules::official(size).unwrap();
    ValueNetwork::clone(&ValueNetwork::shipped(rules).unwrap())
}

fn random_board(quixo: &Quixo, rng: &mut Rng) -> Board {
    let plies = rng.below(60);
    random_position(quixo, plies, rng).board
}

/// Counts the boards on which two networks differ, of so many.
fn differences(size: u8, a: &ValueNetwork, b: &ValueNetwork, boards: u32) -> u32 {
    let quixo = Quixo::new(Rules::official(size).unwrap());
    let mut rng = Rng::new(17);
    (0..boards)
        .map(|_| random_board(&quixo, &mut rng))
        .filter(|&board| a.score(board) != b.score(board))
        .count() as u32
}

#[test]
fn all_kernels_give_the_same_numbers() {
    for size in [4, 5] {
        let portable = shipped(size).with_kernel(Kernel::Portable);
        for kernel in Kernel::available() {
            let network = shipped(size).with_kernel(kernel);
            assert_eq!(
                differences(size, &portable, &network, 20_000),
                0,
                "{kernel:?}"
            );
        }
    }
}

#[test]
#[ignore = "a million positions take a minute"]
fn all_kernels_give_the_same_numbers_on_a_million_positions() {
    let portable = shipped(5).with_kernel(Kernel::Portable);
    for kernel in Kernel::available() {
        let network = shipped(5).with_kernel(kernel);
        assert_eq!(
            differences(5, &portable, &network, 1_000_000),
            0,
            "{kernel:?}"
        );
    }
}

#[test]
fn a_network_is_read_as_it_was_written() {
    for size in [4, 5] {
        let network = shipped(size);
        let bytes = network.write();
        assert!(bytes.len() < 1_000_000, "{}", bytes.len());
        let read = ValueNetwork::read(&bytes).unwrap();
        assert_eq!(read.write(), bytes);
        assert_eq!(differences(size, &network, &read, 100), 0);
    }
}

#[test]
fn every_change_of_a_byte_is_noticed() {
    let bytes = shipped(4).write();
    for at in (0..bytes.len()).step_by(9973).chain(0..12) {
        let mut changed = bytes.clone();
        changed[at] ^= 4;
        assert!(ValueNetwork::read(&changed).is_err(), "byte {at}");
    }
    for length in [0, 3, 4, 8, 12, 100, bytes.len() - 1] {
        assert!(
            ValueNetwork::read(&bytes[..length]).is_err(),
            "length {length}"
        );
    }
    let foreign = Weights::read(b"something else").unwrap_err();
    assert_eq!(
        foreign.to_string(),
        "these are not weights of quixotic: the file does not begin with `QXV1` or `QXN1`"
    );
    for name in ["QXV2", "QXN3"] {
        let later = [name.as_bytes(), &bytes[4..]].concat();
        let expected = format!(
            "the file is of version {} of its format, and this program reads version 1: use a newer \
             version of this program, or make the file again",
            &name[3..]
        );
        assert_eq!(Weights::read(&later).unwrap_err().to_string(), expected);
    }
    assert!(matches!(
        Weights::read(&bytes[..50]),
        Err(NetworkError::Damaged(_))
    ));
}

#[test]
fn an_estimate_is_the_same_for_all_images_and_adds_up() {
    let network = shipped(5);
    let quixo = Quixo::new(Rules::official(5).unwrap());
    let mut rng = Rng::new(3);
    for _ in 0..200 {
        let board = random_board(&quixo, &mut rng);
        let estimate = network.estimate(board);
        assert!((estimate.win + estimate.draw + estimate.loss - 1.0).abs() < 1e-9);
        for symmetry in Symmetry::all() {
            assert_eq!(network.estimate(board.turned(symmetry, 5)), estimate);
        }
    }
}
