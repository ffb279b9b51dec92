//! Whatever text reads as a position or a move of any game is written as something that
//! reads as the same, and no text panics.
#![no_main]

use std::sync::{Arc, LazyLock};

use libfuzzer_sys::fuzz_target;
use quixotic_catalog::{AnyGame, Catalog, Setup};
use quixotic_quixo::parse_position_of_any_size;

/// All games, and rules that have a notation of their own.
static GAMES: LazyLock<Vec<Arc<dyn AnyGame>>> = LazyLock::new(|| {
    let catalog = Catalog::standard();
    let names = catalog.kinds().iter().map(|kind| kind.name);
    let others = ["numerical4 --hands 1-8/1-8", "ultimate --rules won-closed"];
    names
        .chain(others)
        .map(|text| {
            let id = catalog.read(text).expect("a game of the catalog");
            let opened = catalog.open(&id, &Setup::default());
            opened.expect("a game that needs no files")
        })
        .collect()
});

fuzz_target!(|text: &str| {
    // A position, and perhaps a move after a semicolon.
    let (position, mv) = text.split_once(';').unwrap_or((text, text));
    for game in GAMES.iter() {
        let Ok(status) = game.status(position) else {
            let _ = game.draw("start", Some(mv));
            continue;
        };
        assert_eq!(game.status(&status.position).ok().as_ref(), Some(&status));
        assert_eq!(status.is_over, status.moves.is_empty());
        let _ = game.draw(position, None).expect("a position can be drawn");
        if let Ok(after) = game.play(position, mv) {
            assert!(status.moves.iter().any(|legal| legal == mv));
            assert!(game.status(&after).is_ok(), "{after}");
        }
    }
    // Larger boards must not panic either.
    let _ = parse_position_of_any_size(text);
});
