//! The OpenAPI description against what the server really answers: every field of an
//! answer is described, has the type that is told, and none that is required is missing.

use std::collections::BTreeSet;

use super::running::Running;
use serde_json::Value;

/// What is wrong with a value, by a schema of the description.
fn faults(root: &Value, schema: &Value, value: &Value, place: &str) -> Vec<String> {
    if let Some(reference) = schema["$ref"].as_str() {
        let found = root.pointer(reference.strip_prefix('#').unwrap());
        return faults(root, found.expect("what is referred to"), value, place);
    }
    let mut faults = Vec::new();
    if !schema["const"].is_null() && schema["const"] != *value {
        faults.push(format!("{place} is {value}"));
    }
    let kinds = match &schema["type"] {
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        Value::String(kind) => vec![kind.as_str()],
        _ => Vec::new(),
    };
    if !kinds.is_empty() && !kinds.contains(&kind(value)) {
        faults.push(format!("{place} is {value}, not {kinds:?}"));
    }
    for name in schema["required"].as_array().into_iter().flatten() {
        if value.get(name.as_str().unwrap()).is_none() {
            faults.push(format!("{place} has no {name}"));
        }
    }
    for (name, inner) in value.as_object().into_iter().flatten() {
        let place = format!("{place}.{name}");
        match schema["properties"].get(name) {
            Some(schema) => faults.extend(self::faults(root, schema, inner, &place)),
            None => faults.push(format!("{place} is not described")),
        }
    }
    for (number, inner) in value.as_array().into_iter().flatten().enumerate() {
        let place = format!("{place}[{number}]");
        faults.extend(self::faults(root, &schema["items"], inner, &place));
    }
    faults
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
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
        "properties": { "a": { "type": ["integer", "null"] }, "c": { "items": { "const": 1 } } },
    });
    let value = serde_json::json!({ "a": "x", "c": [1, 2], "d": 0 });
    let found = faults(&schema, &schema, &value, "it");
    assert_eq!(found.len(), 4, "{found:?}");
    let value = serde_json::json!({ "a": null, "b": 1 });
    assert_eq!(faults(&schema, &schema, &value, "it").len(), 1);
}

const ULTIMATE: &str = "X......../........./........./........./........./........./........./........./.........%20O%200";

/// Of the questions below, those that have no answer.
const REFUSED: [&str; 8] = [
    "/nothing",
    "/quixo5",
    "?position=x",
    "/chess",
    "/quixo5/line",
    "/ultimate/stats",
    "/numerical3/stats",
    "/quixo3/move",
];

#[tokio::test]
async fn answers_and_refusals_are_as_described() {
    let server = Running::start().await;
    let description = server.get("/api/openapi.json").await.json();
    assert_eq!(description["info"]["version"], env!("CARGO_PKG_VERSION"));
    let mut answered = BTreeSet::new();
    for (path, asked) in [
        ("/api/health", "/api/health".to_owned()),
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
    // The description itself is an answer of any kind.
    answered.insert("/api/openapi.json");
    let paths = description["paths"].as_object().unwrap().keys();
    let paths: BTreeSet<&str> = paths.map(String::as_str).collect();
    assert_eq!(answered, paths, "each path has been answered");
    server.stop().await;
}
