//! Programs as agents: the one of the examples plays, those that fail lose with a reason, and nothing of
//! them is left. Nobody else can have one started.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use tempfile::{TempDir, tempdir};

use super::typed;
use crate::command::{command, json, quixotic, run};
use crate::process::Process;

const EXAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/ugi_engine.py");

/// An engine in the language of the shell, which does something when it is asked for a move. It writes the number
/// of its process, and so of its group, to a file.
struct Engine {
    directory: TempDir,
    script: PathBuf,
}

impl Engine {
    /// An engine that does as it should but for what it does when it is asked for a move.
    fn new(on_go: &str) -> Engine {
        Engine::of(&format!(
            "while read -r command rest; do case $command in\n\
             ugi) echo ugiok;; isready) echo readyok;; go) {on_go};; quit) exit;; esac; done"
        ))
    }

    fn of(text: &str) -> Engine {
        let directory = tempdir().unwrap();
        let script = directory.path().join("engine.sh");
        let started = directory.path().join("started");
        fs::write(&script, format!("echo $$ >> {}\n{text}", started.display())).unwrap();
        Engine { directory, script }
    }

    /// The agent, with so much time for a move.
    fn agent(&self, time: &str) -> String {
        format!("ugi:{time}:sh {}", self.script.display())
    }

    /// The groups of all processes that were started.
    fn groups(&self) -> Vec<String> {
        let started = fs::read_to_string(self.directory.path().join("started"));
        started.unwrap().lines().map(str::to_owned).collect()
    }

    /// Waits until nothing of them runs: what was killed may take a moment to go.
    #[track_caller]
    fn is_gone(&self) {
        let groups = self.groups();
        let mut left = Vec::new();
        for _ in 0..1000 {
            let all = run(Command::new("ps").args(["-eo", "pgid=,stat=,args="])).succeeds();
            let of_groups = all.stdout.lines().filter(|line| {
                let mut words = line.split_whitespace();
                let (group, state) = (words.next().unwrap(), words.next().unwrap());
                groups.iter().any(|own| own == group) && !state.starts_with('Z')
            });
            left = of_groups.map(str::to_owned).collect();
            if left.is_empty() {
                return;
            }
            thread::sleep(Duration::from_millis(10));
        }
        panic!("{left:?} are left");
    }
}

/// The program of the examples wins nearly all games against random moves, and its report says what it is.
#[test]
fn the_example_plays_in_the_arena() {
    let agent = format!("ugi:60s:python3 {EXAMPLE}");
    let args = [
        "arena", "quixo4", &agent, "random", "--games", "6", "--quiet",
    ];
    let played = json(&[&args[..], &["--json"]].concat());
    assert_eq!(
        played["wins"].as_u64().unwrap() + played["draws"].as_u64().unwrap(),
        6,
        "{played}"
    );
    assert_eq!(played["repeatable"], false);
    assert_eq!(played["forfeits"], Value::Null, "{played}");
    let text = quixotic(&args).succeeds().stdout;
    assert!(
        text.contains("is a program of its own, so another run may differ"),
        "{text}"
    );
}

/// The command of the documentation, as a shell reads it.
#[test]
fn the_command_of_the_documentation_works() {
    let documentation = include_str!("../../../../../docs/engine.md");
    let (_, rest) = documentation.split_once("```sh\n").unwrap();
    let line = rest.lines().next().unwrap();
    let typed = line.strip_prefix("quixotic ").unwrap();
    let done = run(Command::new("sh")
        .args([
            "-c",
            &format!("exec \"$0\" {typed} --quiet"),
            crate::PROGRAM,
        ])
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")));
    let text = done.succeeds().stdout;
    assert!(text.contains("together"), "{text}");
    assert!(!text.contains("by failing"), "{text}");
}

/// Each way to fail has a reason of its own, and the next game is played all the same.
#[test]
fn who_fails_loses_with_the_reason_and_nothing_is_left() {
    for (on_go, reason) in [
        ("sleep 1000", "within 1.05s"),
        ("while :; do :; done", "within 1.05s"),
        (
            "echo no such model >&2; exit 3",
            "the program ended (exit status: 3): no such model",
        ),
        ("kill -9 $$", "the program ended (signal: 9 (SIGKILL))"),
        (
            "sleep 1000 & exit 4",
            "the program ended (exit status: 4) and left children behind",
        ),
        (
            "exec >&-; sleep 1000",
            "the program closed its standard output",
        ),
        ("yes", "the program floods its standard output"),
        (
            "head -c 100000 /dev/zero | tr '\\0' x",
            "the program floods its standard output",
        ),
        ("echo bestmove castle", "`bestmove castle` is not a move"),
        ("echo bestmove", "`bestmove ` is not a move"),
        ("printf 'bestmove \\377\\376\\n'", "is not a move"),
        ("echo bestmove 44", "the move 44 is not legal"),
    ] {
        let engine = Engine::new(on_go);
        // Whoever fails otherwise has the time to do so on a busy machine.
        let time = if reason.contains("within") {
            "50ms"
        } else {
            "60s"
        };
        let agent = engine.agent(time);
        let directory = tempdir().unwrap();
        let saved = directory.path().join("games.jsonl");
        let saved = saved.to_str().unwrap();
        let args = [
            "arena", "ultimate", &agent, "random", "--games", "2", "--starts", "a", "--quiet",
            "--save", saved,
        ];
        let played = json(&[&args[..], &["--json"]].concat());
        engine.is_gone();
        assert_eq!(engine.groups().len(), 2, "{on_go}");
        assert_eq!(
            (&played["games"], &played["losses"]),
            (&2.into(), &2.into()),
            "{played}"
        );
        let forfeits = played["forfeits"].as_array().unwrap();
        assert_eq!(forfeits.len(), 2, "{played}");
        for (forfeit, number) in forfeits.iter().zip(1..) {
            assert_eq!(
                (&forfeit["game"], &forfeit["agent"]),
                (&number.into(), &agent[..].into())
            );
            assert!(
                forfeit["reason"].as_str().unwrap().contains(reason),
                "{on_go}: {forfeit}"
            );
        }
        let shown = quixotic(&["line", "--replay", saved]).succeeds().stdout;
        assert!(shown.contains("the other player failed ("), "{shown}");
    }
}

#[test]
fn the_report_has_the_reasons_of_a_match_and_of_a_tournament() {
    let engine = Engine::new("exit 3");
    let agent = engine.agent("60s");
    let reason = format!(
        "{agent} lost 4 games by failing: the program ended (exit status: 3) (games 1, 2, 3, 4)."
    );
    let matched = quixotic(&[
        "arena", "quixo3", &agent, "random", "--games", "4", "--quiet",
    ])
    .succeeds();
    assert!(matched.stdout.contains(&reason), "{}", matched.stdout);
    let all = format!("{agent},random,minimax:1");
    let robin = quixotic(&["arena", "quixo3", "--all", &all, "--games", "4", "--quiet"]).succeeds();
    assert_eq!(robin.stdout.matches(&reason).count(), 2, "{}", robin.stdout);
    engine.is_gone();
}

#[test]
fn the_ladder_and_play_end_with_one_line() {
    let engine = Engine::new("echo bestmove castle");
    let agent = engine.agent("60s");
    let ladder = [
        "ladder",
        "quixo3",
        "--agents",
        &agent,
        "--positions",
        "5",
        "--quiet",
    ];
    let error = quixotic(&ladder).refuses();
    let said = format!("`{agent}`: `bestmove castle` is not a move, in ");
    assert!(error.starts_with(&said), "{error}");
    let played = typed(&["play", "quixo3", "--o", &agent], "a1T\n");
    assert_eq!(played.code, Some(2));
    assert!(played.stderr.contains("is not a move"), "{}", played.stderr);
    assert!(
        played
            .stderr
            .contains("`quixotic play quixo3 --position \""),
        "{}",
        played.stderr
    );
    engine.is_gone();
}

#[test]
fn a_program_is_started_once_for_the_positions_of_a_ladder() {
    let engine = Engine::of(&format!("exec python3 {EXAMPLE}"));
    let agent = engine.agent("60s");
    let ladder = [
        "ladder",
        "quixo3",
        "--agents",
        &agent,
        "--positions",
        "20",
        "--quiet",
        "--threads",
        "1",
        "--json",
    ];
    let found = json(&ladder);
    assert_eq!(found["agents"][0]["positions"], 20);
    assert_eq!(engine.groups().len(), 1);
    engine.is_gone();
}

/// A program has a group of its own, so Ctrl-C in a terminal does not reach it.
#[test]
fn an_interrupted_match_leaves_no_program_behind() {
    let engine = Engine::new("sleep 1000");
    let agent = engine.agent("3600s");
    let mut arena = Process::start(
        command()
            .args(["arena", "quixo3", &agent, &agent, "--games", "2", "--quiet"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped()),
    );
    let started = engine.directory.path().join("started");
    assert!(arena.until(|| started.exists()));
    kill_process(Pid::from_child(&arena.child), Signal::INT).unwrap();
    let run = arena.output();
    assert_eq!(run.code, Some(130), "{run:?}");
    engine.is_gone();
}

#[test]
fn a_command_that_cannot_be_started_ends_the_match() {
    let args = [
        "arena",
        "quixo3",
        "ugi:/no/such/engine --fast",
        "random",
        "--quiet",
    ];
    let error = quixotic(&args).refuses();
    assert!(
        error.starts_with("the program `/no/such/engine --fast` cannot be started: "),
        "{error}"
    );
}

#[test]
fn our_own_engine_is_a_program_that_plays() {
    let program = crate::PROGRAM;
    for agent in ["random", "search:200"] {
        let command = format!("ugi:60s:'{program}' engine quixo4 --agent {agent}");
        let played = json(&[
            "arena",
            "quixo4",
            &command,
            "minimax:1",
            "--games",
            "4",
            "--quiet",
            "--json",
        ]);
        assert_eq!(played["games"], 4);
        assert_eq!(played["forfeits"], Value::Null, "{played}");
    }
}

/// What a stranger may bring: a saved game, a part of a job.
#[test]
fn names_in_files_start_nothing() {
    let directory = tempdir().unwrap();
    let touched = directory.path().join("touched");
    let agent = format!("ugi:touch {}", touched.display());
    let saved = directory.path().join("game.jsonl");
    let game = serde_json::json!({
        "game": "quixo3", "x": agent, "o": agent, "moves": ["a3R"], "winner": null, "ending": "open"
    });
    fs::write(&saved, game.to_string()).unwrap();
    let saved = saved.to_str().unwrap();
    quixotic(&["line", "--replay", saved]).succeeds();
    let played = typed(
        &["play", "quixo3", "--load", saved, "--o", "random"],
        "quit\n",
    );
    assert_eq!(played.code, Some(0), "{}", played.stderr);
    let played = typed(
        &["play", "quixo3", "--o", "random"],
        &format!("load {saved}\nquit\n"),
    );
    assert_eq!(played.code, Some(0), "{}", played.stderr);
    // The command of a part is read again by `merge`, which only counts what the part has.
    let part = directory.path().join("part.qxp");
    let arena = [
        "arena", "quixo3", "random", "random", "--games", "1", "--shard", "1/1", "--out",
    ];
    quixotic(&[&arena[..], &[part.to_str().unwrap()]].concat()).succeeds();
    let text = fs::read_to_string(&part).unwrap();
    let forged = text.replacen("\"random\"", &format!("\"{agent}\""), 1);
    assert_ne!(text, forged, "{text}");
    fs::write(&part, forged).unwrap();
    let _ = quixotic(&["merge", part.to_str().unwrap(), "--out", "-"]);
    let labels = ["labels", "quixo3", "--mix", &format!("{agent}=1"), "--out"];
    let out = directory.path().join("labels.qxl");
    quixotic(&[&labels[..], &[out.to_str().unwrap()]].concat()).refuses();
    assert!(!exists(&touched));
}

fn exists(path: &Path) -> bool {
    path.try_exists().unwrap()
}
