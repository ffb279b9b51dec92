//! Questions that nobody would ask: whatever comes, the answer is never 500.

use axum::body::Body;
use axum::http::Request;
use http_body_util::BodyExt as _;
use proptest::prelude::*;
use quixotic_server::{Games, router};
use tokio::runtime::Runtime;
use tower::ServiceExt as _;

/// Every byte that is not a letter or digit, escaped.
fn escape(text: &[u8]) -> String {
    text.iter()
        .map(|&byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => char::from(byte).to_string(),
            _ => format!("%{byte:02X}"),
        })
        .collect()
}

/// Texts that are positions, nearly positions, or anything.
fn position() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        "[XO1-5]{0,6}(/[XO1-5]{0,6}){0,5} [XO]".prop_map(String::into_bytes),
        "[XO.]{0,12}(/[XO.]{0,12}){0,9} [XO] [-0-9]".prop_map(String::into_bytes),
        "[0-9.,]{0,12}(/[0-9.,]{0,12}){0,4}".prop_map(String::into_bytes),
        proptest::collection::vec(any::<u8>(), 0..200),
    ]
}

fn game() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => "quixo[3-5]|numerical[34]|ultimate",
        1 => "[a-z0-9%]{0,9}",
    ]
}

fn agent() -> impl Strategy<Value = String> {
    prop_oneof!["random|perfect|strategy", "[a-z]{0,8}(:[0-9a-z]{0,25})?"]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_fuzzed_question_never_breaks_the_server(
        game in game(),
        what in "|/line|/move|/stats",
        position in position(),
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
                (Runtime::new().unwrap(), router(Games::new(None)));
        }
        SERVER.with(|(runtime, app)| {
            let (status, body) = runtime.block_on(async {
                let response = app.clone().oneshot(request).await.unwrap();
                let status = response.status();
                (status, response.into_body().collect().await.unwrap().to_bytes())
            });
            prop_assert!([200, 400, 404, 503].contains(&status.as_u16()), "{path}: {status}");
            let json: serde_json::Value = serde_json::from_slice(&body).unwrap();
            prop_assert_eq!(json.get("error").is_some(), status != 200, "{}", path);
            Ok(())
        })?;
    }
}
