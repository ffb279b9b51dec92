//! Rules of thumb: what they leave, and that no rule prefers one image of a position to another.

use std::collections::BTreeSet;

use quixotic_agents::rules::{Card, Explained, Layout, RULES};
use quixotic_agents::{AgentSpec, Playable, Players};
use quixotic_game::{Budget, Game, Outcome, Rng, Symmetry};
use quixotic_quixo::{Board, Position, Quixo, Rules};

fn quixo(size: u8) -> Quixo {
    Quixo::new(Rules::official(size).unwrap())
}

/// Boards of random play that is not over.
fn boards(quixo: &Quixo, count: u64) -> Vec<Board> {
    let board = |number| {
        let mut rng = Rng::part(7, number);
        let mut position = Position::START;
        for _ in 0..rng.below(30) {
            match quixo.random_child(&position, &mut rng) {
                Some(child) if quixo.ended(&child).is_none() => position = child,
                _ => break,
            }
        }
        position.board
    };
    (0..count).map(board).collect()
}

/// What the rules with these names leave, as text.
fn left(position: &str, names: &str) -> Vec<String> {
    let quixo = quixo(5);
    let board = quixo.parse_position(position).unwrap().board;
    let card: Card = names.parse().unwrap();
    let explained = card.explain(&Layout::new(&quixo), board);
    let moves = explained.moves().iter();
    moves.map(|&mv| quixo.format_move(mv)).collect()
}

#[test]
fn a_rule_leaves_what_its_sentence_says() {
    let mut wins = left("XXXX1/1OO2/1O3/5/5 X", "win");
    wins.sort();
    assert_eq!(wins, ["e1T", "e2T", "e3T", "e4T", "e5L"]);
    for mv in left("XXXX1/5/5/5/5 X", "own") {
        assert!(["a5", "b5", "c5", "d5"].contains(&&mv[..2]), "{mv}");
    }
    for mv in left("XXXX1/5/5/5/5 X", "blank") {
        assert!(!["a5", "b5", "c5", "d5"].contains(&&mv[..2]), "{mv}");
    }
    assert_eq!(left("5/5/O4/5/5 X", "outside-theirs"), ["e3L"]);
}

/// The three rules that look ahead, by the rules of the game alone.
#[test]
fn rules_that_look_ahead_see_what_there_is() {
    for size in [3, 4, 5] {
        let quixo = quixo(size);
        let layout = Layout::new(&quixo);
        let wins = |board: Board| {
            let mut after = quixo.children(board).map(|(_, after)| after);
            after.any(|after| quixo.ended_on(after) == Some(Outcome::Loss))
        };
        let rule = |name| RULES.iter().find(|rule| rule.name == name).unwrap();
        for board in boards(&quixo, 60) {
            for seen in layout.moves(board) {
                let ended = quixo.ended_on(seen.after);
                let score = |name| rule(name).score(&seen) == 1;
                assert_eq!(score("win"), ended == Some(Outcome::Loss));
                let is_safe = ended != Some(Outcome::Win) && !wins(seen.after);
                assert_eq!(score("safe"), is_safe);
                assert_eq!(score("threat"), wins(seen.after.swapped()));
            }
        }
    }
}

#[test]
fn every_rule_leaves_some_of_what_was_left_and_the_last_to_reject_decides() {
    for size in [3, 4, 5] {
        let quixo = quixo(size);
        let card = Card::of(quixo.rules()).unwrap();
        assert!(card.rules().len() <= Card::LONGEST);
        for board in boards(&quixo, 100) {
            let explained = card.explain(&Layout::new(&quixo), board);
            let mut before: Vec<_> = quixo.moves_on(board).collect();
            let mut decided = None;
            for step in &explained.steps {
                assert!(!step.moves.is_empty());
                assert!(step.moves.iter().all(|mv| before.contains(mv)));
                if step.moves.len() < before.len() {
                    decided = Some(step.rule);
                }
                for &mv in before.iter().filter(|mv| !step.moves.contains(mv)) {
                    assert_eq!(explained.rejects(mv), Some(step.rule));
                }
                before.clone_from(&step.moves);
            }
            assert_eq!(explained.decided(), decided);
            assert!(
                explained
                    .moves()
                    .iter()
                    .all(|&mv| explained.rejects(mv).is_none())
            );
        }
    }
}

/// The boards that the moves of each step lead to, each turned by a symmetry.
fn turned(
    quixo: &Quixo,
    board: Board,
    explained: &Explained,
    by: Symmetry,
) -> Vec<BTreeSet<Board>> {
    let size = quixo.rules().size();
    let steps = explained.steps.iter();
    let after = |mv| quixo.play_on(board, mv).turned(by, size);
    steps
        .map(|step| step.moves.iter().map(|&mv| after(mv)).collect())
        .collect()
}

#[test]
fn no_rule_tells_images_of_a_position_apart() {
    for size in [3, 4, 5] {
        let quixo = quixo(size);
        let layout = Layout::new(&quixo);
        for board in boards(&quixo, 12) {
            for rule in RULES {
                let card = Card::new(vec![rule]).unwrap();
                let explained = card.explain(&layout, board);
                for symmetry in Symmetry::all() {
                    let image = board.turned(symmetry, size);
                    let of_image = card.explain(&layout, image);
                    assert_eq!(
                        turned(&quixo, board, &explained, symmetry),
                        turned(&quixo, image, &of_image, Symmetry::all().next().unwrap()),
                        "{rule:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn the_agent_plays_what_its_card_leaves() {
    let players = Players::new(quixo(5));
    let spec = AgentSpec::parse("rules").unwrap();
    for (seed, board) in boards(players.game(), 50).into_iter().enumerate() {
        let position = Position {
            board,
            ..Position::START
        };
        let mut agent = players.build(&spec, seed as u64).unwrap();
        let mv = agent.choose(&position, &Budget::UNLIMITED).unwrap();
        let explained = players.game().explain(&position).unwrap();
        assert!(explained.moves().contains(&mv));
    }
}

#[test]
fn rules_without_a_card_are_refused() {
    for rules in [
        Rules::official(6).unwrap(),
        Rules::official(5).unwrap().with_line(4).unwrap(),
    ] {
        let players = Players::new(Quixo::new(rules));
        assert!(!players.can_build(&AgentSpec::Rules));
        let error = players
            .build(&AgentSpec::Rules, 1)
            .err()
            .unwrap()
            .to_string();
        assert!(error.contains("does not play quixo"), "{error}");
        assert!(players.game().explain(&Position::START).is_none());
    }
}

#[test]
fn a_card_is_written_as_it_is_read() {
    let card: Card = "win,safe,blank".parse().unwrap();
    assert_eq!(card.to_string(), "win,safe,blank");
    for (text, reason) in [
        ("", "`` is no rule; there are win, safe,"),
        ("win,luck", "`luck` is no rule"),
        ("win,win", "at most 8 rules, each of them once"),
        (
            "win,safe,blank,own,threat,ways,far,near,inside",
            "at most 8 rules, each of them once",
        ),
    ] {
        let error = text.parse::<Card>().unwrap_err().to_string();
        assert!(
            error.starts_with(&format!("bad card `{text}`: ")),
            "{error}"
        );
        assert!(error.contains(reason), "{error}");
    }
}
