//! The OpenAPI description against what the server really answers: every field of an
//! answer is described, has the type that is described, and none that is required is missing.

use std::collections::BTreeSet;

use super::running::Running;
use regex_lite::Regex;
use serde_json::Value;

/// What is wrong with a value, by a schema of the description.
fn faults(root: &Value, schema: &Value, value: &Value, place: &str) -> Vec<String> {
    let mut faults = Vec::new();
    let mut described = BTreeSet::new();
    check(root, schema, value, place, &mut faults, &mut described);
    for (name, _) in value.as_object().into_iter().flatten() {
        if !described.contains(name) {
            faults.push(format!("{place}.{name} is not described"));
        }
    }
    faults
}

/// Checks a value, and notes the fields that are described. Further fields of a game are
/// those of [`FURTHER`].
fn check(
    root: &Value,
    schema: &Value,
    value: &Value,
    place: &str,
    faults: &mut Vec<String>,
    described: &mut BTreeSet<String>,
) {
    if let Some(reference) = schema["$ref"].as_str() {
        let found = root.pointer(reference.strip_prefix('#').unwrap());
        let found = found.expect("what is referred to");
        return check(root, found, value, place, faults, described);
    }
    for part in schema["allOf"].as_array().into_iter().flatten() {
        check(root, part, value, place, faults, described);
    }
    if let Some(kinds) = schema["oneOf"].as_array() {
        let fields_of = |kind: &Value| {
            let (mut faults, mut described) = (Vec::new(), BTreeSet::new());
            check(root, kind, value, place, &mut faults, &mut described);
            faults.is_empty().then_some(described)
        };
        match kinds.iter().find_map(fields_of) {
            Some(fields) => described.extend(fields),
            None => faults.push(format!("{place} is {value}, none of {kinds:?}")),
        }
    }
    if let Some(known) = schema["enum"].as_array()
        && !known.contains(value)
    {
        faults.push(format!("{place} is {value}, none of {known:?}"));
    }
    if let (Some(pattern), Some(text)) = (schema["pattern"].as_str(), value.as_str())
        && !Regex::new(pattern).unwrap().is_match(text)
    {
        faults.push(format!("{place} is {text}, not {pattern}"));
    }
    let kinds = match &schema["type"] {
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        Value::String(kind) => vec![kind.as_str()],
        _ => Vec::new(),
    };
    // Every integer is a number.
    let is_whole = kind(value) == "integer" && kinds.contains(&"number");
    if !kinds.is_empty() && !kinds.contains(&kind(value)) && !is_whole {
        faults.push(format!("{place} is {value}, not {kinds:?}"));
    }
    for name in schema["required"].as_array().into_iter().flatten() {
        if value.get(name.as_str().unwrap()).is_none() {
            faults.push(format!("{place} has no {name}"));
        }
    }
    for (name, inner) in value.as_object().into_iter().flatten() {
        let place = format!("{place}.{name}");
        if let Some(schema) = schema["properties"].get(name) {
            described.insert(name.clone());
            faults.extend(self::faults(root, schema, inner, &place));
        } else if schema.get("additionalProperties").is_some() && FURTHER.contains(&&**name) {
            described.insert(name.clone());
        }
    }
    for (number, inner) in value.as_array().into_iter().flatten().enumerate() {
        let place = format!("{place}[{number}]");
        faults.extend(self::faults(root, &schema["items"], inner, &place));
    }
}

/// What some game has to say beyond what is described: docs/notation.md of the project
/// has more.
const FURTHER: [&str; 6] = ["first", "second", "target", "within", "advice", "reason"];

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

#[test]
fn the_checker_finds_faults() {
    let schema = serde_json::json!({
        "type": "object",
        "required": ["a", "b"],
        "properties": { "a": { "type": ["integer", "null"] }, "c": { "items": { "enum": [1] } }, "e": { "pattern": "^x$" } },
    });
    let value = serde_json::json!({ "a": "x", "c": [1, 2], "d": 0, "e": "y" });
    let found = faults(&schema, &schema, &value, "it");
    assert_eq!(found.len(), 5, "{found:?}");
    let composed = serde_json::json!({ "allOf": [schema, { "required": ["z"] }] });
    let found = faults(&composed, &composed, &value, "it");
    assert_eq!(found.len(), 6, "{found:?}");
    let value = serde_json::json!({ "a": null, "b": 1 });
    assert_eq!(faults(&schema, &schema, &value, "it").len(), 1);
}

/// What is wrong with an answer to a question of that path, by the description.
pub(crate) fn faults_of_answer(description: &Value, path: &str, answer: &Value) -> Vec<String> {
    let responses = &description["paths"][path]["get"]["responses"];
    let schema = &responses["200"]["content"]["application/json"]["schema"];
    assert!(schema.is_object(), "{path} is not described");
    faults(description, schema, answer, path)
}

const ULTIMATE: &str = "X......../........./........./........./........./........./........./........./.........%20O%200";

/// Of the questions below, those that have no answer.
const REFUSED: [&str; 6] = [
    "/nothing",
    "?position=x",
    "/chess",
    "/ultimate/stats",
    "/numerical3/stats",
    "/quixo3/move",
];

/// Wherever a position or a move is described, it is said how it is written.
fn positions_and_moves_have_patterns(description: &Value) {
    let mut found = 0;
    let schemas = description["components"]["schemas"].as_object().unwrap();
    for (name, schema) in schemas {
        let parts = schema["allOf"].as_array().into_iter().flatten();
        for part in parts.chain([schema]) {
            for field in ["position", "after", "start", "move"] {
                if let Some(field) = part["properties"].get(field) {
                    found += 1;
                    let pattern = Regex::new(field["pattern"].as_str().unwrap()).unwrap();
                    assert!(
                        field["example"]
                            .as_str()
                            .is_some_and(|text| pattern.is_match(text))
                    );
                    assert!(!pattern.is_match("(x)"), "{name}");
                }
            }
        }
    }
    assert_eq!(found, 7);
    let ask = &description["paths"]["/api/{game}"]["get"]["parameters"];
    let position = ask
        .as_array()
        .unwrap()
        .iter()
        .find(|it| it["name"] == "position");
    let schema = &position.unwrap()["schema"];
    let pattern = Regex::new(schema["pattern"].as_str().unwrap()).unwrap();
    for (text, fits) in [
        ("start", true),
        ("4/4/4/4 X", true),
        ("7x,.,.,./.,7o,.,./.,.,.,./.,.,.,.", true),
        (
            "........./........./........./........./........./........./........./........./......... X -",
            true,
        ),
        ("", false),
        ("4/4/4/4 X X X", false),
        ("<script>", false),
    ] {
        assert_eq!(pattern.is_match(text), fits, "{text}");
    }
}

#[tokio::test]
async fn answers_and_refusals_are_as_described() {
    let server = Running::start().await;
    server.is_ready().await;
    let description = server.get("/api/openapi.json").await.json();
    assert_eq!(description["info"]["version"], env!("CARGO_PKG_VERSION"));
    let mut answered = BTreeSet::new();
    for (path, asked) in [
        ("/api/health", "/api/health".to_owned()),
        ("/api/ready", "/api/ready".into()),
        ("/api/games", "/api/games".into()),
        ("/api/results", "/api/results".into()),
        ("/api/results/{name}", "/api/results/quixo4-notable".into()),
        ("/api/results/{name}", "/api/results/nothing".into()),
        ("/api/{game}", "/api/quixo4".into()),
        ("/api/{game}", "/api/quixo4?position=2X1/4/O2O/1X2+X".into()),
        ("/api/{game}", "/api/quixo3?position=XXX/OO1/3+O".into()),
        ("/api/{game}", "/api/quixo5".into()),
        ("/api/{game}", "/api/numerical3".into()),
        (
            "/api/{game}",
            "/api/numerical3?position=9,2,4/1,.,./.,.,.".into(),
        ),
        ("/api/{game}", "/api/ultimate".into()),
        ("/api/{game}", format!("/api/ultimate?position={ULTIMATE}")),
        (
            "/api/{game}/move",
            "/api/ultimate/move?agent=random&rules=--rules+won-closed".into(),
        ),
        (
            "/api/{game}",
            "/api/quixo4?position=2X1/4/O2O/1X2%20X&traps=strong".into(),
        ),
        ("/api/{game}", "/api/quixo4?position=x".into()),
        ("/api/{game}", "/api/chess".into()),
        ("/api/{game}/line", "/api/quixo3/line".into()),
        ("/api/{game}/line", "/api/numerical3/line".into()),
        ("/api/{game}/line", "/api/ultimate/line".into()),
        ("/api/{game}/line", "/api/quixo5/line".into()),
        ("/api/{game}/stats", "/api/quixo3/stats".into()),
        ("/api/{game}/stats", "/api/ultimate/stats".into()),
        ("/api/{game}/stats", "/api/numerical3/stats".into()),
        (
            "/api/{game}/move",
            "/api/quixo3/move?agent=perfect&seed=7".into(),
        ),
        (
            "/api/{game}/move",
            "/api/numerical3/move?agent=random".into(),
        ),
        (
            "/api/{game}/move",
            "/api/ultimate/move?agent=strategy".into(),
        ),
        ("/api/{game}/move", "/api/quixo3/move".into()),
    ] {
        // It can be asked for as the description says.
        let operation = &description["paths"][path]["get"];
        for parameter in operation["parameters"].as_array().into_iter().flatten() {
            assert!(parameter["description"].is_string(), "{path}");
        }
        let described = &description["paths"][path]["get"]["responses"];
        let answer = server.get(&asked).await;
        let status = answer.status.to_string();
        let mut response = &described[&*status];
        if let Some(reference) = response["$ref"].as_str() {
            response = description.pointer(&reference[1..]).unwrap();
        }
        let schema = &response["content"]["application/json"]["schema"];
        assert!(schema.is_object(), "{asked}: {status} is not described");
        let found = faults(&description, schema, &answer.json(), "the answer");
        assert_eq!(found, [""; 0], "{asked}");
        let is_refused = REFUSED.iter().any(|refused| asked.ends_with(refused));
        assert_eq!(answer.status != 200, is_refused, "{asked}: {status}");
        if answer.status == 200 {
            answered.insert(path);
        }
    }
    positions_and_moves_have_patterns(&description);
    // The description itself is an answer of any kind.
    answered.insert("/api/openapi.json");
    let paths = description["paths"].as_object().unwrap().keys();
    let paths: BTreeSet<&str> = paths.map(String::as_str).collect();
    assert_eq!(answered, paths, "each path has been answered");
    server.stop().await;
}
