//! Whatever text reads as a position or a move is written as something that reads
//! as the same, and no text panics.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use quixotic_game::Game;
use quixotic_quixo::{Quixo, Rules, parse_position_of_any_size};

static GAMES: LazyLock<[Quixo; 3]> = LazyLock::new(|| {
    [3, 4, 5].map(|size| Quixo::new(Rules::official(size).expect("a supported size")))
});

fuzz_target!(|text: &str| {
    for quixo in GAMES.iter() {
        if let Ok(position) = quixo.parse_position(text) {
            let written = quixo.format_position(&position);
            assert_eq!(quixo.parse_position(&written), Ok(position));
            assert_eq!(
                parse_position_of_any_size(text),
                Ok((quixo.rules().size(), position))
            );
        }
        if let Ok(mv) = quixo.parse_move(text) {
            assert_eq!(quixo.format_move(mv), text);
        }
    }
    // Larger boards, too, must not panic.
    let _ = parse_position_of_any_size(text);
});
