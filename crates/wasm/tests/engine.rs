//! The engine as the worker drives it, natively: questions, and a database filled on demand.

use quixotic_catalog::{Catalog, Setup};
use quixotic_game::{Budget, Game as _, Rng};
use quixotic_quixo::{Quixo, Rules};
use quixotic_tablebase::Store as _;
use quixotic_tablebase::internal::format::parse_class_name;
use quixotic_tablebase::store::{Bundle, Manifest, Part, ReadRequest};
use quixotic_wasm::{Engine, Reply, Status};
use serde_json::{Value, json};

const MANIFEST: &str = "manifest.json";
/// A position that the opening does not have.
const UNKNOWN: &str = "XXX2/5/2O2/OO3/O3X X";

fn rules() -> Rules {
    Rules::official(5).unwrap()
}

/// The opening of 5×5, in the part of a database on a host.
fn hosted() -> Bundle {
    Bundle::embedded(rules()).unwrap()
}

fn manifest() -> Vec<u8> {
    let levels: Vec<u8> = (0..=7).collect();
    let manifest = Manifest::of(&hosted(), rules(), &levels).unwrap();
    manifest.to_bytes()
}

fn probe(position: &str) -> Value {
    json!({ "ask": "probe", "game": "quixo5", "position": position })
}

fn expected(position: &str) -> String {
    let catalog = Catalog::standard();
    let id = catalog.read("quixo5").unwrap();
    let game = catalog.open(&id, &Setup::default()).unwrap();
    let answer = game.probe(position, &Budget::UNLIMITED).unwrap();
    serde_json::to_string(&answer).unwrap()
}

/// Brings what a reply wants; how many ranges those were.
fn supply(engine: &mut Engine, reply: &Reply) -> usize {
    let wanted: Value = serde_json::from_str(&reply.text).unwrap();
    assert_eq!(wanted["data"], json!([]), "it is compiled in");
    if wanted["manifest"] == true {
        engine.supply(MANIFEST, manifest()).unwrap();
    }
    let ranges = wanted["ranges"].as_array().unwrap();
    for range in ranges {
        let (name, bytes) = read(range);
        engine.supply(&name, bytes).unwrap();
    }
    ranges.len()
}

/// The name and the bytes of a range that is wanted.
fn read(range: &Value) -> (String, Vec<u8>) {
    let file = range["file"].as_str().unwrap();
    let [from, to] = ["from", "to"].map(|end| range[end].as_u64().unwrap());
    let read = ReadRequest {
        class: parse_class_name(file).unwrap(),
        range: from..to,
        part: Part::Page,
    };
    let bytes = hosted().read_many(&[read]).unwrap()[0].to_vec();
    (format!("{file}:{from}-{to}"), bytes)
}

/// Asks until there is an answer: it, the early one if there was one, and the number of
/// waves.
fn ask(engine: &mut Engine, mut question: Value) -> (Reply, Option<Value>, usize) {
    let (mut early, mut waves) = (None, 0);
    loop {
        let reply = engine.ask(&question.to_string(), 0);
        match reply.status {
            Status::Wanted => {
                supply(engine, &reply);
                waves += 1;
            }
            Status::Early => {
                assert!(early.is_none(), "early twice");
                early = Some(serde_json::from_str(&reply.text).unwrap());
                question["early"] = true.into();
            }
            _ => return (reply, early, waves),
        }
    }
}

/// Positions of random games, up to six plies long.
fn positions(count: usize) -> Vec<String> {
    let game = Quixo::new(rules());
    let mut rng = Rng::new(7);
    let played = (0..count).map(|number| {
        let mut position = game.start();
        for _ in 0..number % 7 {
            let moves = game.moves(&position);
            position = game.play(&position, rng.pick(&moves).unwrap());
        }
        game.format_position(&position)
    });
    played.collect()
}

/// The moves with their outcomes, in an order of their own.
fn outcomes(answer: &Value) -> Vec<String> {
    let moves = answer["moves"].as_array().unwrap().iter();
    let moves = moves.map(|found| format!("{}{}", found["move"], found["outcome"]));
    let mut moves: Vec<String> = moves.collect();
    moves.sort();
    moves
}

#[test]
fn a_database_that_is_fed_answers_as_one_that_is_here() {
    let mut engine = Engine::new(true).unwrap();
    let mut early_ones = 0;
    for (number, position) in positions(40).iter().enumerate() {
        let (reply, early, waves) = ask(&mut engine, probe(position));
        assert_eq!(reply.text, expected(position), "{position}");
        // Indices and pages of the moves, of distances, of replies; the manifest once.
        assert!(waves <= 6 + usize::from(number == 0), "{waves} waves");
        let Some(early) = early else { continue };
        early_ones += 1;
        let answer: Value = serde_json::from_str(&reply.text).unwrap();
        assert_eq!(early["outcome"], answer["outcome"]);
        assert_eq!(early["distance"], Value::Null);
        assert_eq!(outcomes(&early), outcomes(&answer));
    }
    assert!(early_ones > 5, "{early_ones}");
    let stats = json!({ "ask": "stats", "game": "quixo5" });
    let (reply, ..) = ask(&mut engine, stats.clone());
    let alone = Engine::new(false).unwrap().ask(&stats.to_string(), 0);
    assert_eq!(reply, alone);
}

#[test]
fn what_is_damaged_or_was_not_wanted_is_not_taken() {
    let mut engine = Engine::new(true).unwrap();
    let question = probe("5/5/2X2/5/5 O");
    let reply = engine.ask(&question.to_string(), 0);
    assert_eq!(supply(&mut engine, &reply), 0);
    let reply = engine.ask(&question.to_string(), 0);
    let wanted: Value = serde_json::from_str(&reply.text).unwrap();
    let ranges = wanted["ranges"].as_array().unwrap();
    assert!(!ranges.is_empty());
    for range in ranges {
        let (name, bytes) = read(range);
        for at in [0, bytes.len() / 2, bytes.len() - 1] {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            assert!(engine.supply(&name, damaged).is_err());
        }
        assert!(engine.supply(&name, bytes[1..].to_vec()).is_err());
    }
    assert!(engine.supply("c00-01.qxc:0-1", vec![0]).is_err());
    assert!(engine.supply("nonsense:0-1", vec![0]).is_err());
    // Nothing of it was kept.
    assert_eq!(engine.ask(&question.to_string(), 0), reply);
    let (reply, ..) = ask(&mut engine, question);
    assert_eq!(reply.text, expected("5/5/2X2/5/5 O"));
}

#[test]
fn without_the_host_embedded_data_answers_and_the_rest_is_the_hosts_fault() {
    let mut engine = Engine::new(true).unwrap();
    let mut away = |question: &Value| {
        let reply = engine.ask(&question.to_string(), 0);
        assert_eq!(reply.status, Status::Wanted);
        engine.go_without_manifest("The host is away.".into());
        engine.ask(&question.to_string(), 0)
    };
    let known = away(&probe("5/5/2X2/5/5 O"));
    assert_eq!(known.text, expected("5/5/2X2/5/5 O"));
    let games = away(&json!({ "ask": "games" }));
    assert_eq!(games.status, Status::ForNow);
    let agent = json!({ "ask": "move", "game": "quixo5", "agent": "random", "position": UNKNOWN });
    assert_eq!(away(&agent).status, Status::ForNow);
    let unknown = away(&probe(UNKNOWN));
    assert_eq!(unknown.status, Status::RefusedForNow);
    assert_eq!(unknown.text, "The host is away.");
    // Other games do not care.
    let other = engine.ask(r#"{"ask":"probe","game":"quixo3"}"#, 0);
    assert_eq!(other.status, Status::Lasting);
    assert!(engine.supply(MANIFEST, b"<html>".to_vec()).is_err());
}

#[test]
fn what_is_no_question_is_refused() {
    let mut engine = Engine::new(false).unwrap();
    for text in [
        "",
        "{}",
        "[]",
        "\"games\"",
        r#"{"ask":"fly","game":"quixo4"}"#,
    ] {
        let reply = engine.ask(text, 0);
        assert_eq!(reply.status, Status::Refused, "{text}");
    }
    let question = r#"{"ask":"move","game":"quixo3","agent":"random","seed":null}"#;
    assert_eq!(engine.ask(question, 9).status, Status::ForNow);
}

#[test]
fn a_question_may_be_about_other_rules() {
    let mut engine = Engine::new(false).unwrap();
    let board =
        "XXX....../O......../O......../........./........./........./........./........./.........";
    for (rules, active, is_answered) in [
        (json!("--rules won-closed"), "-", true),
        (json!("--rules won-closed"), "0", false),
        (json!("standard"), "0", true),
        (json!(null), "0", true),
        (json!(null), "-", false),
    ] {
        let question = json!({
            "ask": "move",
            "game": "ultimate",
            "rules": rules,
            "agent": "random",
            "position": format!("{board} O {active}"),
        });
        let reply = engine.ask(&question.to_string(), 1);
        assert_eq!(
            reply.status == Status::ForNow,
            is_answered,
            "{question}: {}",
            reply.text
        );
    }
}
