//! Questions that nobody would ask: whatever comes, the answer is never 500.

use axum::body::Body;
use axum::http::Request;
use http_body_util::BodyExt as _;
use proptest::prelude::*;
use quixotic_game::Game;
use quixotic_numerical::{Numerical, Rules as NumericalRules};
use quixotic_quixo::{Quixo, Rules};
use quixotic_server::App;
use quixotic_ultimate::Ultimate;
use tokio::runtime::Runtime;
use tower::ServiceExt as _;

use super::running::games;

/// Every byte that is not a letter or digit, escaped.
fn escape(text: &[u8]) -> String {
    text.iter()
        .map(|&byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => char::from(byte).to_string(),
            _ => format!("%{byte:02X}"),
        })
        .collect()
}

/// The position after some moves of a game, each picked by a number.
fn played<G: Game>(game: &G, picks: &[u8]) -> Vec<u8> {
    let mut position = game.start();
    for &pick in picks {
        let moves = game.moves(&position);
        if moves.is_empty() {
            break;
        }
        position = game.play(&position, moves[usize::from(pick) % moves.len()]);
    }
    game.format_position(&position).into_bytes()
}

fn position_of(game: &str, picks: &[u8]) -> Vec<u8> {
    let size = game
        .bytes()
        .last()
        .map_or(4, |digit| digit.wrapping_sub(b'0'));
    if game.starts_with("ultimate") {
        played(&Ultimate::default(), picks)
    } else if let (true, Ok(rules)) = (game.starts_with('n'), NumericalRules::standard(size)) {
        played(&Numerical::new(rules), picks)
    } else {
        let rules = Rules::official(size).or(Rules::official(4));
        played(&Quixo::new(rules.unwrap()), picks)
    }
}

/// Texts that are positions of a game, positions with a byte that is wrong, nearly
/// positions, or anything.
fn position(game: &str) -> impl Strategy<Value = Vec<u8>> + use<> {
    let game = game.to_owned();
    // The first moves of numerical4 take as long as the server waits.
    let picks = || proptest::collection::vec(any::<u8>(), 6..90);
    let real = picks().prop_map({
        let game = game.clone();
        move |picks| position_of(&game, &picks)
    });
    let damaged = (picks(), any::<usize>(), any::<u8>()).prop_map(move |(picks, at, byte)| {
        let mut text = position_of(&game, &picks);
        let at = at % text.len();
        text[at] = byte;
        text
    });
    prop_oneof![
        4 => real,
        2 => damaged,
        1 => "[XO1-5]{0,6}(/[XO1-5]{0,6}){0,5} [XO]".prop_map(String::into_bytes),
        1 => "[XO.]{0,12}(/[XO.]{0,12}){0,9} [XO] [-0-9]".prop_map(String::into_bytes),
        1 => "[0-9.,]{0,12}(/[0-9.,]{0,12}){0,4}".prop_map(String::into_bytes),
        1 => proptest::collection::vec(any::<u8>(), 0..200),
    ]
}

/// A game and a position that may be one of it.
fn question() -> impl Strategy<Value = (String, Vec<u8>)> {
    game().prop_flat_map(|game| (Just(game.clone()), position(&game)))
}

fn game() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => "quixo[3-5]|numerical[34]|ultimate",
        1 => "[a-z0-9%]{0,9}",
    ]
}

fn agent() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => "random|perfect|strategy|minimax:2|dqn",
        1 => "[a-z]{0,8}(:[0-9a-z]{0,25})?",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_fuzzed_question_never_breaks_the_server(
        (game, position) in question(),
        what in "|/line|/move|/stats",
        agent in agent(),
        seed in prop_oneof![any::<u64>().prop_map(|seed| seed.to_string()), "[-a-z0-9]{0,4}"],
    ) {
        let query = escape(&position);
        let path = format!("/api/{game}{what}?position={query}&agent={agent}&seed={seed}");
        let Ok(request) = Request::get(&path).body(Body::empty()) else {
            return Ok(());
        };
        thread_local! {
            static SERVER: (Runtime, axum::Router) =
                (Runtime::new().unwrap(), App::new(games()).router());
        }
        SERVER.with(|(runtime, app)| {
            let (status, body) = runtime.block_on(async {
                let response = app.clone().oneshot(request).await.unwrap();
                let status = response.status();
                (status, response.into_body().collect().await.unwrap().to_bytes())
            });
            prop_assert!([200, 400, 404, 503].contains(&status.as_u16()), "{path}: {status}");
            prop_assert!(body.len() < 1 << 20, "{path}: {} bytes", body.len());
            let json: serde_json::Value = serde_json::from_slice(&body).unwrap();
            prop_assert_eq!(json.get("error").is_some(), status != 200, "{}", path);
            Ok(())
        })?;
    }
}
