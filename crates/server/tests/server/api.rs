//! Every endpoint of a running server, good questions and bad ones.

use super::running::Running;
use serde_json::{Value, json};

/// A position in an address.
fn at(position: &str) -> String {
    position.replace(' ', "%20")
}

#[tokio::test]
async fn probes_answer_with_values_best_first() {
    let server = Running::start().await;
    let start = server.get("/api/quixo4").await;
    assert_eq!(start.status, 200);
    assert_eq!(start.header("cache-control"), Some("public, max-age=86400"));
    assert_eq!(start.header("access-control-allow-origin"), Some("*"));
    let start = start.json();
    assert_eq!(start["position"], "4/4/4/4 X");
    assert_eq!(
        (&start["outcome"], &start["distance"]),
        (&json!("win"), &json!(21))
    );
    for (field, expected) in [
        ("game", "quixo4"),
        ("rules", "standard"),
        ("to_move", "X"),
        ("winner", "X"),
    ] {
        assert_eq!(start[field], expected, "{field}");
    }
    assert_eq!(start["moves"].as_array().unwrap().len(), 32);
    for same in ["4/4/4/4+X", "start"] {
        let same = server.get(&format!("/api/quixo4?position={same}")).await;
        assert_eq!(same.json(), start);
    }

    // The position of the README.
    let path = format!("/api/quixo3?position={}", at("OO1/X2/1X1 X"));
    let answer = server.get(&path).await.json();
    assert_eq!(answer["distance"], 3);
    let best = json!({"move": "a1T", "position": "XO1/O2/XX1 O", "known": "proved", "outcome": "win", "winner": "X", "distance": 3});
    assert_eq!(answer["moves"][0], best);
    // A draw has no distance.
    let path = format!("/api/quixo4?position={}", at("2X1/4/O2O/1X2 X"));
    let answer = server.get(&path).await.json();
    assert_eq!(
        (&answer["outcome"], &answer["distance"]),
        (&json!("draw"), &Value::Null)
    );
    // A finished game has no moves.
    let path = format!("/api/quixo3?position={}", at("XXX/OO1/3 O"));
    let answer = server.get(&path).await.json();
    assert_eq!(
        (&answer["outcome"], &answer["distance"]),
        (&json!("loss"), &json!(0))
    );
    assert_eq!(answer["moves"], json!([]));
    server.stop().await;
}

#[tokio::test]
async fn a_line_goes_from_the_position_to_the_end() {
    let server = Running::start().await;
    let line = server.get("/api/quixo3/line").await.json();
    let moves = line["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 7);
    assert_eq!(moves[6]["distance"], 1);
    let last = moves[6]["position"].as_str().unwrap();
    let end = server
        .get(&format!("/api/quixo3?position={}", at(last)))
        .await
        .json();
    assert_eq!(end["distance"], 0);
    server.stop().await;
}

#[tokio::test]
async fn an_agent_moves() {
    let server = Running::start().await;
    let answer = server.get("/api/quixo4/move?agent=perfect&seed=1").await;
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    let answer = answer.json();
    assert_eq!(answer["agent"], "perfect");
    let after = answer["after"].as_str().unwrap();
    let after = server
        .get(&format!("/api/quixo4?position={}", at(after)))
        .await
        .json();
    assert_eq!(
        (&after["outcome"], &after["distance"]),
        (&json!("loss"), &json!(20))
    );
    server.stop().await;
}

#[tokio::test]
async fn numerical_and_ultimate_answer_too() {
    let server = Running::start().await;
    let start = server.get("/api/numerical3").await;
    assert_eq!(start.header("cache-control"), Some("public, max-age=86400"));
    let start = start.json();
    let first = (&json!("win"), &json!("first"));
    assert_eq!((&start["outcome"], &start["winner"]), first);
    let best = &start["moves"][0];
    assert_eq!((&best["outcome"], &best["winner"]), first);
    assert_eq!(start["target"], 15);
    let line = server.get("/api/numerical3/line").await.json();
    assert_eq!((&line["outcome"], &line["winner"]), first);
    let last = &line["moves"].as_array().unwrap().last().unwrap();
    assert_eq!((&last["outcome"], &last["winner"]), first);
    // The start of 4×4 takes longer to solve than somebody waits, but it is known.
    let start = server.get("/api/numerical4").await.json();
    assert_eq!(
        (&start["outcome"], &start["winner"], &start["partial"]),
        (&json!("loss"), &json!("second"), &Value::Null)
    );
    assert_eq!(start["moves"].as_array().unwrap().len(), 128);
    let opening = server.get("/api/numerical4/move?agent=perfect").await;
    assert_eq!(
        opening.json()["position"],
        ".,.,.,./.,.,.,./.,.,.,./.,.,.,."
    );
    let line = server.get("/api/ultimate/line").await.json();
    assert_eq!(
        (&line["outcome"], &line["distance"]),
        (&json!("win"), &json!(43))
    );
    let moves = line["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 43);
    assert_eq!(
        (&moves[42]["outcome"], &moves[42]["distance"]),
        (&json!("win"), &json!(1))
    );
    let advice = server.get("/api/ultimate").await.json();
    assert_eq!(advice["advice"]["move"], "44");
    let chosen = server.get("/api/ultimate/move?agent=strategy").await.json();
    assert_eq!(chosen["move"], "44");
    assert!(chosen["reason"].as_str().unwrap().starts_with("opening: "));
    server.stop().await;
}

/// X has won field 0 and sends O there: under the usual rules it is closed.
const CLOSED: &str =
    "XXX....../O......../O......../........./........./........./........./........./.........";

#[tokio::test]
async fn other_rules_are_asked_for_by_name() {
    let server = Running::start().await;
    let games = server.get("/api/games").await.json();
    let games = games["games"].as_array().unwrap();
    let ultimate = games.iter().filter(|game| game["game"] == "ultimate");
    let rules: Vec<&Value> = ultimate.map(|game| &game["rules"]).collect();
    assert_eq!(rules, ["standard", "--rules won-closed"]);
    let ask = |rules: &str, active: &str| {
        let board = CLOSED.replace('/', "%2F");
        format!("/api/ultimate/move?agent=random&seed=1{rules}&position={board}+O+{active}")
    };
    let usual = "&rules=--rules+won-closed";
    let chosen = server.get(&ask(usual, "-")).await.json();
    assert_eq!(chosen["rules"], "--rules won-closed");
    assert!(!chosen["move"].as_str().unwrap().starts_with('0'));
    for (path, reason) in [
        (ask(usual, "0"), "field 0 cannot be active: it is closed"),
        (ask("", "-"), "`-` cannot be"),
        (ask("&rules=standard", "-"), "`-` cannot be"),
        (ask("&rules=closed", "-"), "bad rules `closed`"),
    ] {
        let error = server.get(&path).await.refused(400);
        assert!(error.contains(reason), "{path}: {error}");
    }
    let chosen = server.get(&ask("&rules=standard", "0")).await.json();
    assert!(chosen["move"].as_str().unwrap().starts_with('0'));
    let strategy = server
        .get(&ask(usual, "-").replace("random", "strategy"))
        .await;
    assert!(
        strategy
            .refused(400)
            .contains("it is for the rules full-only")
    );
    let other = server.get("/api/quixo4?rules=--line+3").await.refused(404);
    assert_eq!(other, "quixo4 --line 3 is not served");
    server.stop().await;
}

#[tokio::test]
async fn games_say_what_is_solved() {
    let server = Running::start().await;
    let games = server.get("/api/games").await;
    assert_eq!(games.header("cache-control"), Some("no-store"));
    let games = games.json();
    let find = |name: &str| {
        let all = games["games"].as_array().unwrap();
        all.iter()
            .find(|game| game["game"] == name)
            .unwrap()
            .clone()
    };
    assert_eq!(find("quixo4")["complete"], true);
    assert_eq!(find("quixo4")["levels"].as_array().unwrap().len(), 17);
    assert_eq!(find("quixo5")["complete"], false);
    assert_eq!(find("quixo5")["levels"], json!([0, 1, 2, 3, 4, 5, 6, 7]));
    assert_eq!(find("quixo3")["start"], "3/3/3 X");
    server.stop().await;
}

#[tokio::test]
async fn counts_health_results_and_the_description_are_there() {
    let server = Running::start().await;
    let stats = server.get("/api/quixo4/stats").await.json();
    assert_eq!(
        (&stats["win"], &stats["reachable"]),
        (&json!(26_434_489), &json!(41_252_115))
    );
    let health = server.get("/api/health").await.json();
    assert_eq!(health["status"], "ok");
    let results = server.get("/api/results").await.json();
    let results = results["results"].as_array().unwrap();
    assert!(results.iter().any(|result| result["name"] == "quixo5"));
    for result in results {
        let name = result["name"].as_str().unwrap();
        let page = server.get(&format!("/api/results/{name}")).await.json();
        assert_eq!(page["title"], result["title"]);
        assert!(!page["html"].as_str().unwrap().contains("<script"));
    }
    server.stop().await;
}

#[tokio::test]
async fn errors_say_what_the_caller_did_wrong() {
    let server = Running::start().await;
    let long = "X".repeat(1500);
    let long = format!("/api/quixo4?position={long}");
    for (path, status, reason) in [
        ("/api/quixo4?traps=master", 400, "unknown variant `master`"),
        ("/api/ultimate?traps=club", 400, "no database"),
        ("/api/quixo4?position=", 400, "bad position ``"),
        ("/api/quixo4?pos=4/4/4/4%20X", 400, "unknown field `pos`"),
        ("/api/quixo4?position=4/4/4/4", 400, "the player to move"),
        ("/api/quixo4?position=4/4/4/4%20x", 400, "X or O"),
        ("/api/quixo4?position=4/4/4/4%20%20X", 400, "X or O"),
        (
            "/api/quixo4?position=3/3/3%20X",
            400,
            "3 rows found, the board has 4",
        ),
        (
            "/api/quixo4?position=4/4/4/5%20X",
            400,
            "row 4: more than 4 cells",
        ),
        (
            "/api/quixo4?position=4/4/Z3/4%20X",
            400,
            "row 3: character 1 is `Z`",
        ),
        ("/api/quixo4?position=%00", 400, r"bad position `\0`"),
        ("/api/quixo4?position=%ff%fe", 400, "bad position"),
        (
            "/api/quixo4?position=%F0%9F%98%80",
            400,
            "bad position `😀`",
        ),
        (
            "/api/quixo4?position=4/4/4/4+X&position=4/4/4/4+O",
            400,
            "duplicate field",
        ),
        (&*long, 400, "…"),
        ("/api/quixo4/line?position=x", 400, "bad position `x`"),
        ("/api/quixo4/move", 400, "an agent is missing"),
        ("/api/quixo4/move?agent=", 400, "agent"),
        ("/api/quixo4/move?agent=god", 400, "agent"),
        ("/api/quixo4/move?agent=minimax:20", 400, "agent"),
        ("/api/quixo4/move?agent=perfect&seed=-1", 400, "seed"),
        ("/api/quixo4/move?agent=perfect&seed=x", 400, "seed"),
        (
            "/api/quixo3/move?agent=perfect&position=XXX/OO1/3%20O",
            400,
            "the game is over",
        ),
        (
            "/api/quixo6",
            404,
            "there is no game `quixo6`; there are quixo3, quixo4, quixo5",
        ),
        ("/api/QUIXO4", 404, "no game `QUIXO4`"),
        ("/api/%80", 400, "not UTF-8"),
        ("/api/results/%ff", 400, "not UTF-8"),
        (
            "/api/numerical3?position=9,.,./.,.,./.,.,9",
            400,
            "bad position",
        ),
        ("/api/numerical3/stats", 404, "not counted"),
        ("/api/ultimate/stats", 404, "not counted"),
        (
            "/api/numerical3/move?agent=strategy",
            400,
            "`strategy` does not play",
        ),
        ("/api/ultimate?position=x", 400, "bad position"),
        (
            "/api/ultimate/move?agent=mcts:2001",
            400,
            "not offered here; there are random, ",
        ),
        ("/api/..%2fetc/line", 404, "no game `../etc`"),
        ("/api/quixo4/nothing", 404, "nothing at /api/quixo4/nothing"),
        ("/api", 404, "nothing at"),
        ("/api/", 404, "nothing at"),
        ("/api/quixo4/", 404, "nothing at"),
        ("/api/results/README.md", 404, "no such document"),
        ("/api/results/..%2f..%2fREADME", 404, "no such document"),
        (
            "/api/quixo5/move?agent=perfect",
            400,
            "not offered here; there are random, ",
        ),
    ] {
        let error = server.get(path).await.refused(status);
        assert!(error.contains(reason), "{path}: {error}");
        assert!(error.len() < 400, "{path}: {error}");
    }
    server.stop().await;
}
