//! Ids, answers and errors of the catalog, over all its games.

use std::sync::Arc;

use quixotic_agents::{AgentSpec, Opponent};
use quixotic_catalog::{
    Answer, AnyGame, Catalog, Error, GameId, Knowledge, MoveAnswer, OutcomeWord, Setup, Source,
};
use quixotic_game::{Budget, Player, Rng, Stop};

const UNLIMITED: Budget = Budget::UNLIMITED;

fn open(text: &str) -> Arc<dyn AnyGame> {
    let catalog = Catalog::standard();
    let id = catalog.read(text).unwrap();
    catalog.open(&id, &Setup::default()).unwrap()
}

fn read(text: &str) -> Result<String, String> {
    let id = Catalog::standard().read(text);
    id.map(|id| id.to_string())
        .map_err(|error| error.to_string())
}

#[test]
fn ids_are_read_and_written_in_one_way() {
    for text in [
        "quixo3",
        "quixo5 --line 4 --double-line mover",
        "numerical3 --split 1-5",
        "numerical4 --hands 1-8/1-8 --target 20",
        "ultimate --rules won-closed",
    ] {
        let id: GameId = text.parse().unwrap();
        assert_eq!(id.to_string(), text);
        let json = serde_json::to_string(&id).unwrap();
        assert_eq!(serde_json::from_str::<GameId>(&json).unwrap(), id);
    }
    // The same rules, however they are written.
    assert_eq!(read(" quixo4  --line 4 ").as_deref(), Ok("quixo4"));
    assert_eq!(
        read("quixo4 --double-line opponent").as_deref(),
        Ok("quixo4")
    );
    assert_eq!(
        read("numerical3 --split 1,3,5,7,9").as_deref(),
        Ok("numerical3")
    );
    assert_eq!(
        read("quixo4 --double-line mover --line 3").as_deref(),
        Ok("quixo4 --line 3 --double-line mover")
    );
    let json = serde_json::to_string(&"quixo4".parse::<GameId>().unwrap()).unwrap();
    assert_eq!(json, r#"{"game":"quixo4","rules":"standard"}"#);
    // What was written before there were rules means the usual ones.
    let old: GameId = serde_json::from_str(r#"{"game":"quixo4"}"#).unwrap();
    assert_eq!(old.to_string(), "quixo4");
}

#[test]
fn directories_are_called_as_in_the_first_version() {
    let slug = |text: &str| text.parse::<GameId>().unwrap().slug();
    assert_eq!(slug("quixo5"), "quixo5");
    assert_eq!(
        slug("quixo4 --line 3 --double-line mover"),
        "quixo4-line3-mover"
    );
}

#[test]
fn errors_of_bad_ids_have_one_line() {
    for (text, expected) in [
        (
            "chess",
            "there is no game `chess`; there are quixo3, quixo4",
        ),
        ("quixo4 line 3", "they are written like `--line 3`"),
        ("quixo4 --line", "they are written like `--line 3`"),
        ("quixo4 --line 3 --line 4", "`--line` is given twice"),
        ("quixo4 --line 9", "9"),
        ("quixo4 --line x", "--line"),
        (
            "quixo4 --split 1",
            "quixo4 has no option `--split`; it has --line, --double-line",
        ),
        ("numerical3 --split 77", "--split 77"),
        ("ultimate --rules none", "--rules"),
    ] {
        let error = read(text).unwrap_err();
        assert!(error.contains(expected), "{text}: {error}");
        assert_eq!(error.lines().count(), 1);
    }
    let long = read(&"x".repeat(10_000)).unwrap_err();
    assert!(long.len() < 300, "{} bytes", long.len());
    // Ids that come through JSON are checked when their game is opened.
    let forged: GameId = serde_json::from_str(r#"{"game":"quixo4","rules":"--line 77"}"#).unwrap();
    assert!(
        Catalog::standard()
            .open(&forged, &Setup::default())
            .is_err()
    );
}

#[test]
fn every_game_answers_in_the_same_shape() {
    for kind in Catalog::standard().kinds() {
        let game = open(kind.name);
        let info = game.info();
        assert_eq!(info.title, kind.title);
        assert!(info.agents.iter().any(|agent| agent.agent == "random"));
        // Near its end every game has an answer.
        let mut rng = Rng::new(7);
        let mut position = info.start.clone();
        let mut before = Vec::new();
        loop {
            let status = game.status(&position).unwrap();
            assert_eq!(status.position, position);
            let Some(number) = (!status.moves.is_empty()).then(|| rng.below(status.moves.len()))
            else {
                assert!(status.is_over);
                break;
            };
            before.push(position.clone());
            position = game.play(&position, &status.moves[number]).unwrap();
        }
        let over = game.probe(&position, &UNLIMITED).unwrap();
        check(&*game, &over);
        let distance = over.winner.is_some().then_some(0);
        assert_eq!((over.distance, over.moves.len()), (distance, 0), "{over:?}");
        if info.solution.source != Source::None {
            let last = before.last().unwrap();
            check(&*game, &game.probe(last, &UNLIMITED).unwrap());
            check(&*game, &game.line(last, &UNLIMITED).unwrap());
        }
        let agent = AgentSpec::Random;
        assert!(matches!(
            game.choose(&position, &agent, 1, &UNLIMITED),
            Err(Error::Bad(_))
        ));
        let choice = game.choose("start", &agent, 1, &UNLIMITED).unwrap();
        assert_eq!(game.play("start", &choice.mv).unwrap(), choice.after);
    }
}

/// What holds for the answers of all games.
fn check(game: &dyn AnyGame, answer: &Answer) {
    let names = [Player::X, Player::O].map(|player| game.player(player));
    let mover = names.iter().position(|name| *name == answer.to_move);
    let mover = mover.expect("a player is to move");
    let winner = |outcome: OutcomeWord, mover: usize| match outcome {
        OutcomeWord::Win => Some(names[mover]),
        OutcomeWord::Loss => Some(names[1 - mover]),
        OutcomeWord::Draw | OutcomeWord::Open => None,
    };
    assert_eq!(answer.winner.as_deref(), winner(answer.outcome, mover));
    for mv in &answer.moves {
        // Of a line the players take turns; the first move is the mover's in any case.
        let after = game.status(&mv.position).unwrap();
        let made_by = usize::from(after.to_move == Player::X);
        assert_eq!(mv.winner.as_deref(), winner(mv.outcome, made_by), "{mv:?}");
        if after.is_over && mv.outcome != OutcomeWord::Open {
            assert_eq!(
                after.winner.map(|player| game.player(player)),
                mv.winner.as_deref()
            );
        }
    }
    let json = serde_json::to_string(answer).unwrap();
    let again: Answer = serde_json::from_str(&json).unwrap();
    assert_eq!(again, *answer);
    let names = [
        "game", "rules", "position", "to_move", "outcome", "winner", "distance", "moves",
    ];
    let value: serde_json::Value = serde_json::from_str(&json).unwrap();
    for name in names {
        assert!(value.get(name).is_some(), "{name} is missing in {json}");
    }
}

#[test]
fn the_known_results() {
    let quixo = open("quixo4").probe("start", &UNLIMITED).unwrap();
    assert_eq!(quixo.winner.as_deref(), Some("X"));
    assert_eq!(
        (quixo.outcome, quixo.distance),
        (OutcomeWord::Win, Some(21))
    );
    assert_eq!(quixo.moves[0].distance, Some(21));
    let line = open("quixo3").line("start", &UNLIMITED).unwrap();
    assert_eq!((line.distance, line.moves.len()), (Some(7), 7));
    let first = open("numerical3").probe("start", &UNLIMITED).unwrap();
    assert_eq!(
        (first.to_move.as_str(), first.outcome),
        ("first", OutcomeWord::Win)
    );
    // The second player wins on 4×4, which is a loss of who is to move.
    let second = open("numerical4").line(".,.,.,./.,7,.,./.,.,.,./.,.,.,.", &UNLIMITED);
    let second = second.unwrap();
    assert_eq!(
        (second.to_move.as_str(), second.outcome),
        ("second", OutcomeWord::Win)
    );
    assert_eq!(second.winner.as_deref(), Some("second"));
    let ultimate = open("ultimate").line("start", &UNLIMITED).unwrap();
    assert_eq!(
        (ultimate.outcome, ultimate.distance),
        (OutcomeWord::Win, Some(43))
    );
    assert!(ultimate.moves[0].more.contains_key("reason"));
}

#[test]
fn rules_are_those_of_the_id() {
    // A line of three wins on 4×4 only under its own rules.
    let position = "OOO1/X3/X3/4 X";
    assert!(!open("quixo4").status(position).unwrap().is_over);
    assert!(open("quixo4 --line 3").status(position).unwrap().is_over);
    let answer = open("quixo4 --line 3").probe(position, &UNLIMITED).unwrap();
    assert_eq!(answer.id.rules(), Some("--line 3"));
}

/// Under the common rules nobody has solved Ultimate, so no player and no answer claims it.
#[test]
fn only_the_papers_rules_of_ultimate_have_a_strategy() {
    let [paper, common] = ["ultimate", "ultimate --rules won-closed"].map(open);
    let offers = |game: &dyn AnyGame| -> Vec<(String, Option<String>)> {
        let agents = game.info().agents.into_iter();
        agents.map(|offer| (offer.agent, offer.side)).collect()
    };
    let (mut all, others) = (offers(&*paper), offers(&*common));
    // As O it loses.
    assert_eq!(all.pop(), Some(("strategy".into(), Some("X".into()))));
    assert_eq!(all, others);
    let refused = common.agent(&AgentSpec::Strategy, 0).err().unwrap();
    assert_eq!(
        refused.to_string(),
        "`strategy` does not play ultimate: it is for the rules full-only"
    );
    let quick = UNLIMITED.with_positions(1000);
    let advice = |game: &dyn AnyGame| game.probe("start", &quick).unwrap().more["advice"].clone();
    assert_eq!(advice(&*paper)["move"], "44");
    assert!(advice(&*common).is_null());
    assert!(common.hint("start", &quick).unwrap().advice.is_none());
    let line = common.line("start", &UNLIMITED).unwrap();
    assert_eq!((line.outcome, line.distance), (OutcomeWord::Open, None));
    let reasons = line
        .moves
        .iter()
        .map(|mv| mv.more["reason"].as_str().unwrap());
    assert!(
        reasons
            .into_iter()
            .all(|reason| reason.starts_with("search: "))
    );
}

#[test]
fn errors_for_strangers_name_no_file() {
    let directory = std::env::temp_dir().join("quixotic-nothing-here");
    let setup = Setup {
        data: Some(directory.clone()),
        ..Setup::default()
    };
    let catalog = Catalog::standard();
    let id = catalog.read("quixo5 --line 4").unwrap();
    let game = catalog.open(&id, &setup).unwrap();
    assert_eq!(game.info().solution.source, Source::None);
    assert!(game.require_solution().is_err());
    let error = game.probe("start", &UNLIMITED).unwrap_err();
    let directory = directory.display().to_string();
    assert!(error.to_string().contains(&directory), "{error}");
    assert!(!error.public().contains(&directory), "{}", error.public());
    assert!(error.public().contains("quixotic solve quixo5"));
    // The end of a game is known without files.
    let over = game.probe("XXXXX/OOO2/5/5/5 O", &UNLIMITED).unwrap();
    assert_eq!(over.winner.as_deref(), Some("X"));
}

#[test]
fn a_budget_ends_long_answers() {
    let game = open("numerical4");
    let position = ".,.,.,./.,7,.,./.,.,2,./.,.,.,.";
    let hurried = UNLIMITED.with_time(std::time::Duration::from_millis(30));
    let partial = game.probe(position, &hurried).unwrap();
    assert!(partial.partial);
    assert!(
        partial
            .moves
            .iter()
            .any(|mv| mv.outcome == OutcomeWord::Open)
    );
    let stop = Stop::new();
    stop.stop();
    let stopped = UNLIMITED.with_stop(&stop);
    assert!(matches!(
        game.probe(position, &stopped),
        Err(Error::Stopped { .. })
    ));
    assert!(matches!(
        game.line(position, &stopped),
        Err(Error::Stopped { .. })
    ));
}

#[test]
fn the_error_of_an_illegal_move_says_why() {
    for (game, position, mv, why) in [
        ("quixo3", "XO1/3/3 X", "b3L", "that tile is O's"),
        ("numerical3", "start", "a1=2", "2"),
        ("ultimate", "start", "99", "99"),
    ] {
        let error = open(game).play(position, mv).unwrap_err().to_string();
        assert!(error.contains(why), "{error}");
    }
}

#[test]
fn drawing_moves_come_by_how_few_replies_hold() {
    let game = open("quixo4");
    let draw = |outcome| outcome == OutcomeWord::Draw;
    for position in ["2X1/4/O2O/1X2 X", "2X1/4/O2O/1X2 O"] {
        let answer = game.probe(position, &UNLIMITED).unwrap();
        let drawing: Vec<_> = answer.moves.iter().filter(|mv| draw(mv.outcome)).collect();
        assert!(drawing.len() > 5);
        assert!(drawing.is_sorted_by_key(|mv| mv.holding.unwrap()));
        for mv in &answer.moves {
            assert_eq!(mv.holding.is_some(), draw(mv.outcome), "{}", mv.mv);
        }
        for mv in drawing {
            let replies = game.probe(&mv.position, &UNLIMITED).unwrap().moves;
            let holding = mv.holding.unwrap();
            let hold = replies.iter().filter(|reply| draw(reply.outcome)).count();
            assert_eq!((holding.replies, holding.of), (hold, replies.len()));
        }
    }
}

/// A win at once, which the first rule of every card takes.
#[test]
fn rules_say_which_of_them_decided() {
    let position = "XX1X/4/4/OO1O X";
    let (game, rules) = (open("quixo4"), AgentSpec::Rules);
    let choice = game.choose(position, &rules, 1, &UNLIMITED).unwrap();
    let explained = game.explain(position).unwrap();
    assert_eq!(
        (&choice.rule, &choice.steps),
        (&explained.rule, &explained.steps)
    );
    let json = serde_json::to_value(&choice).unwrap();
    assert_eq!(json["rule"]["name"], "win");
    assert_eq!(json["rule"]["text"], "Win at once if you can.");
    for (step, number) in explained.steps.iter().zip(0..) {
        assert_eq!(json["steps"][number]["name"], step.rule.name);
        assert!(step.moves.contains(&choice.mv));
    }
    assert_eq!(game.status(&choice.after).unwrap().winner, Some(Player::X));
    // Other agents have no card.
    let other = game.choose(position, &AgentSpec::Random, 1, &UNLIMITED);
    let other = serde_json::to_value(other.unwrap()).unwrap();
    assert!(other.get("rule").is_none() && other.get("steps").is_none());
    for (game, position) in [
        ("numerical3", "start"),
        ("quixo5 --line 4", "start"),
        ("quixo4", "XXXX/4/4/4 O"),
    ] {
        let error = open(game).explain(position).unwrap_err();
        assert!(matches!(error, Error::Bad(_)), "{game}: {error}");
    }
}

#[test]
fn moves_come_by_their_traps_if_that_is_asked_and_perfect_plays_so() {
    let game = open("quixo4");
    for (position, outcome) in [
        ("2X1/4/O2O/1X2 X", OutcomeWord::Draw),
        ("X3/4/O3/1X2 O", OutcomeWord::Loss),
        ("4/4/4/4 X", OutcomeWord::Win),
    ] {
        let plain = game.probe(position, &UNLIMITED).unwrap();
        assert_eq!(plain.outcome, outcome, "{position}");
        let answer = game
            .probe_traps(position, Opponent::Club, &UNLIMITED)
            .unwrap();
        // The same, with something more, in an order of its own.
        assert_eq!(answer.opponent.as_deref(), Some("club"));
        let mut bare = answer.clone();
        bare.opponent = None;
        bare.moves.iter_mut().for_each(|mv| mv.trap = None);
        let by_name = |answer: &Answer| {
            let mut moves = answer.moves.clone();
            moves.sort_by(|a, b| a.mv.cmp(&b.mv));
            moves
        };
        assert_eq!(by_name(&bare), by_name(&plain));
        bare.moves = plain.moves.clone();
        assert_eq!(bare, plain);
        let rank = |mv: &MoveAnswer| match mv.outcome {
            OutcomeWord::Win => 0,
            OutcomeWord::Draw => 1,
            _ => 2,
        };
        assert!(answer.moves.is_sorted_by_key(rank));
        let hoped = outcome != OutcomeWord::Win;
        for mv in &answer.moves {
            let keeps = hoped && mv.outcome == outcome && mv.distance != Some(1);
            assert_eq!(mv.trap.is_some(), keeps, "{}", mv.mv);
        }
        let traps: Vec<_> = answer.moves.iter().filter_map(|mv| mv.trap).collect();
        assert!(traps.is_sorted_by(|a, b| a.chance >= b.chance));
        assert!(traps.iter().all(|trap| trap.known == Knowledge::Proved));
        if hoped {
            let perfect = AgentSpec::parse("perfect").unwrap();
            let choice = game.choose(position, &perfect, 1, &UNLIMITED).unwrap();
            let chance = |mv: &MoveAnswer| mv.trap.map_or(0.0, |trap| trap.chance);
            let played = answer.moves.iter().find(|mv| mv.mv == choice.mv).unwrap();
            let best = answer
                .moves
                .iter()
                .filter(|mv| mv.distance == plain.distance);
            let most = best.map(chance).fold(0.0, f64::max);
            assert!(chance(played) >= 0.9 * most - 1e-4, "{position}");
        }
    }
    let error = open("ultimate")
        .probe_traps("start", Opponent::Club, &UNLIMITED)
        .unwrap_err();
    assert!(error.to_string().contains("no database"), "{error}");
}
