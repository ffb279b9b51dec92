//! The engine, asked by a client that was written from the protocol: games of every kind, `stop`, `isready` while
//! it thinks, bad lines, and the end of input at any moment.

use std::io::{BufRead, BufReader, Write};
use std::process::{ChildStdin, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use quixotic_catalog::{AnyGame, Catalog, Setup};
use quixotic_game::{Player, Rng};

use crate::command::{command, quixotic};
use crate::process::Process;

/// The documentation, whose dialogue is held with the engine.
const DOCUMENTATION: &str = include_str!("../../../../docs/engine.md");
const EXAMPLE: &str = include_str!("../../../../examples/ugi_engine.py");

/// How long an answer may take: far longer than any does on a busy machine.
const LIMIT: Duration = Duration::from_secs(120);

/// An engine, and the pipes to it.
struct Client {
    process: Process,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Client {
    fn start(args: &[&str]) -> Client {
        let mut process = Process::start(
            command()
                .arg("engine")
                .args(args)
                .stdin(Stdio::piped())
                .stdout(Stdio::piped()),
        );
        let output = BufReader::new(process.child.stdout.take().unwrap());
        let (found, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in output.lines() {
                if found.send(line.unwrap()).is_err() {
                    break;
                }
            }
        });
        let input = process.child.stdin.take();
        Client {
            process,
            input,
            lines,
        }
    }

    fn send(&mut self, text: &str) {
        self.send_bytes(format!("{text}\n").as_bytes());
    }

    fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().unwrap();
        input.write_all(bytes).unwrap();
        input.flush().unwrap();
    }

    #[track_caller]
    fn line(&mut self) -> String {
        let line = self.lines.recv_timeout(LIMIT);
        line.expect("the engine answers")
    }

    /// Reads up to the first line that begins so; returns those before it, and its rest.
    #[track_caller]
    fn until(&mut self, start: &str) -> (Vec<String>, String) {
        let mut before = Vec::new();
        loop {
            let line = self.line();
            if let Some(rest) = line.strip_prefix(start) {
                return (before, rest.trim().to_owned());
            }
            before.push(line);
        }
    }

    /// Asks a question of which the answer is one line.
    #[track_caller]
    fn ask(&mut self, question: &str, start: &str) -> String {
        self.send(question);
        self.until(start).1
    }

    /// Says hello; returns the names of the options.
    #[track_caller]
    fn hello(&mut self) -> Vec<String> {
        self.send("ugi");
        let (lines, _) = self.until("ugiok");
        assert!(lines[0].starts_with("id name quixotic "), "{lines:?}");
        let options = lines
            .iter()
            .filter_map(|line| line.strip_prefix("option name "));
        let names = options.map(|option| option.split(' ').next().unwrap().to_owned());
        let names = names.collect();
        assert_eq!(self.ask("isready", "readyok"), "");
        names
    }

    /// Closes the input; the exit code and the lines that still came.
    fn close(mut self) -> (Option<i32>, Vec<String>) {
        self.input = None;
        let code = self.process.child.wait().unwrap().code();
        (code, self.lines.iter().collect())
    }
}

/// All games, with some of their rules, as words of a command line.
const GAMES: [&str; 9] = [
    "quixo3",
    "quixo4",
    "quixo4 --line 3 --double-line mover",
    "quixo5",
    "numerical3",
    "numerical3 --split 1-5",
    "numerical4",
    "ultimate",
    "ultimate --rules won-closed",
];

fn opened(game: &str) -> std::sync::Arc<dyn AnyGame> {
    let catalog = Catalog::standard();
    catalog
        .open(&catalog.read(game).unwrap(), &Setup::default())
        .unwrap()
}

/// Plays games against random moves: what the engine says of each position is what the rules say, and all its moves are legal.
fn play_games(game: &str, agent: &str, go: &str, games: u64) {
    let rules = opened(game);
    let words: Vec<&str> = game.split(' ').collect();
    let mut client = Client::start(&[&words[..], &["--agent", agent]].concat());
    client.hello();
    for number in 0..games {
        let mut rng = Rng::part(1, number);
        client.send("uginewgame");
        client.send("isready");
        client.until("readyok");
        let (mut position, mut moves, mut seen) = (rules.start(), Vec::new(), Vec::new());
        loop {
            let of_start = match number % 2 {
                0 => "startpos".to_owned(),
                _ => format!("fen {}", rules.start()),
            };
            let played = match moves.is_empty() {
                true => String::new(),
                false => format!(" moves {}", moves.join(" ")),
            };
            client.send(&format!("position {of_start}{played}"));
            let status = rules.status(&position).unwrap();
            seen.push(position.clone());
            let is_third = seen.iter().filter(|&other| *other == position).count() >= 3;
            let is_over = status.is_over || is_third;
            let result = match (status.winner, is_over) {
                (Some(Player::X), _) => "p1win",
                (Some(Player::O), _) => "p2win",
                (None, true) => "draw",
                (None, false) => "none",
            };
            let is_first = status.to_move == Player::X;
            assert_eq!(
                client.ask("query gameover", "response "),
                is_over.to_string()
            );
            assert_eq!(
                client.ask("query p1turn", "response "),
                is_first.to_string()
            );
            assert_eq!(client.ask("query result", "response "), result);
            if is_over || moves.len() == 200 {
                break;
            }
            let mv = match (moves.len() as u64 + number).is_multiple_of(2) {
                true => status.moves[rng.below(status.moves.len())].clone(),
                false => client.ask(go, "bestmove "),
            };
            assert!(status.moves.contains(&mv), "{game}: {mv} in {position}");
            position = rules.play(&position, &mv).unwrap();
            moves.push(mv);
        }
    }
    client.send("quit");
    assert_eq!(client.close(), (Some(0), vec![]));
}

#[test]
fn games_of_every_kind_are_played_by_the_rules() {
    for game in GAMES {
        play_games(game, "mcts:5", "go nodes 1000", 4);
    }
    play_games("quixo4", "search:2000", "go depth 2", 2);
    play_games("numerical3", "perfect", "go movetime 2000", 2);
    play_games(
        "ultimate",
        "strategy",
        "go p1time 60000 p2time 60000 p1inc 0 p2inc 0",
        1,
    );
    play_games("quixo3", "slips:20:minimax:2", "go", 2);
}

#[test]
#[ignore = "slow: twenty games of every kind by a search"]
fn many_games_of_every_kind_are_played_by_the_rules() {
    for game in GAMES {
        play_games(game, "search:1s", "go movetime 5", 20);
    }
}

#[test]
fn the_dialogue_of_the_documentation_is_what_is_said() {
    let (_, rest) = DOCUMENTATION.split_once("```dialogue engine ").unwrap();
    let (dialogue, _) = rest.split_once("```").unwrap();
    let (args, lines) = dialogue.split_once('\n').unwrap();
    let mut client = Client::start(&args.split(' ').collect::<Vec<_>>());
    let mut expected = 0;
    let mut is_endless = false;
    for line in lines.lines() {
        if let Some(sent) = line.strip_prefix("> ") {
            is_endless |= sent == "go infinite";
            client.send(sent);
        } else {
            let pattern = line.strip_prefix("< ").unwrap();
            let mut said = client.line();
            // How much a search that nobody has limited says depends on the machine.
            while is_endless && said.starts_with("info ") && !pattern.starts_with("info ") {
                said = client.line();
            }
            let mut rest = &*said;
            for (number, part) in pattern.split('…').enumerate() {
                let found = if number == 0 {
                    rest.strip_prefix(part)
                } else {
                    rest.find(part).map(|at| &rest[at + part.len()..])
                };
                rest = found.unwrap_or_else(|| panic!("`{said}` is not `{pattern}`"));
            }
            assert!(
                rest.is_empty() || pattern.ends_with('…'),
                "`{said}` is not `{pattern}`"
            );
            expected += 1;
        }
    }
    assert!(expected > 15, "{expected}");
    assert_eq!(client.close(), (Some(0), vec![]));
}

#[test]
fn the_example_of_the_documentation_is_that_of_the_file() {
    let (_, rest) = DOCUMENTATION.split_once("```python\n").unwrap();
    let (code, _) = rest.split_once("```").unwrap();
    assert!(code.lines().count() > 10 && EXAMPLE.ends_with(code));
}

#[test]
fn a_search_answers_and_is_stopped() {
    let mut client = Client::start(&["quixo5", "--agent", "search:3600s"]);
    assert_eq!(client.hello(), ["Agent", "DB", "Seed"]);
    client.send("go infinite");
    client.until("info depth 2 ");
    assert_eq!(client.ask("isready", "readyok"), "");
    assert_eq!(client.ask("query gameover", "response "), "false");
    for busy in [
        "go",
        "position startpos",
        "uginewgame",
        "setoption name Seed value 5",
    ] {
        let error = client.ask(busy, "info string error: ");
        assert_eq!(error, "a search is going on: `stop` ends it", "{busy}");
    }
    client.send("isready");
    let (before, _) = client.until("readyok");
    assert!(
        !before.iter().any(|line| line.starts_with("bestmove")),
        "{before:?}"
    );
    let mv = client.ask("stop", "bestmove ");
    assert!(opened("quixo5").play("start", &mv).is_ok(), "{mv}");

    // An agent that has its move at once keeps it to itself.
    client.send("setoption name Agent value random");
    client.send("go infinite");
    for _ in 0..20 {
        client.send("isready");
        assert_eq!(client.until("readyok").0, Vec::<String>::new());
    }
    client.ask("stop", "bestmove ");
    // Without a search there is nothing to stop.
    client.send("stop");
    client.send("isready");
    assert_eq!(client.until("readyok").0, Vec::<String>::new());
    assert_eq!(client.close(), (Some(0), vec![]));
}

#[test]
fn the_smallest_limit_counts() {
    let mut client = Client::start(&["quixo5", "--agent", "search:3600s"]);
    client.hello();
    // Any of these alone ends a search that has an hour.
    for go in [
        "go movetime 30",
        "go nodes 3000",
        "go depth 2",
        "go p1time 3000 p2time 3600000",
    ] {
        client.ask(go, "bestmove ");
    }
    client.send("go depth 2");
    let (infos, _) = client.until("bestmove ");
    assert!(
        infos.iter().all(|info| info.starts_with("info depth ")),
        "{infos:?}"
    );
    assert_eq!(infos.len(), 2);
    // The agent's own limit is small enough to end what `go` would allow for an hour.
    client.send("setoption name Agent value search:500");
    client.ask("go movetime 3600000", "bestmove ");
    client.send("setoption name Agent value minimax:6");
    client.send("go nodes 10");
    let (said, mv) = client.until("bestmove ");
    assert_eq!(
        said,
        ["info string minimax:6 has no move within the limit: this one is by minimax:2"]
    );
    assert!(opened("quixo5").play("start", &mv).is_ok(), "{mv}");
    client.send("setoption name Agent value minimax:6");
    client.send("go depth 1");
    assert!(client.until("bestmove ").0[0].starts_with("info depth 1 "));
    assert_eq!(client.close(), (Some(0), vec![]));
}

#[test]
fn a_bad_line_is_answered_with_one_line_and_changes_nothing() {
    let mut client = Client::start(&["quixo4", "--agent", "minimax:1"]);
    client.hello();
    client.send("position startpos moves a1T");
    let long = format!("position fen {}", "X".repeat(1000));
    let longer = "x".repeat(100_000);
    let bad: [&[u8]; 25] = [
        b"hello",
        b"isready?",
        b"position",
        b"position fen",
        b"position fen moves a1T",
        b"position fen X3/2O1/4 O",
        b"position fen X3/2O1/4/3X",
        b"position startpos a1T",
        b"position startpos moves a1T a4R",
        b"position startpos moves castle",
        b"go fast",
        b"go movetime",
        b"go movetime soon",
        b"go nodes -1",
        b"go nodes 99999999999999999999999",
        b"setoption",
        b"setoption name Agent",
        b"setoption name Agent value nobody",
        b"setoption name Agent value strategy",
        b"setoption name Seed value x",
        b"setoption name Colour value blue",
        b"query",
        b"query colour",
        b"go \xff\xfe movetime 1",
        b"setoption name DB value /no/such/directory",
    ];
    for line in bad.into_iter().chain([long.as_bytes(), longer.as_bytes()]) {
        client.send_bytes(line);
        client.send("\nisready");
        let (said, _) = client.until("readyok");
        let shown = String::from_utf8_lossy(&line[..line.len().min(80)]);
        // Whoever says `go` waits for a move.
        if line.starts_with(b"go ") && line.is_ascii() {
            assert_eq!(said[1..], ["bestmove (none)"], "{shown}");
        } else {
            assert_eq!(said.len(), 1, "{shown}: {said:?}");
        }
        assert!(
            said[0].starts_with("info string error: "),
            "{shown}: {said:?}"
        );
        assert!(said[0].len() < 600, "{shown}: {said:?}");
    }
    assert_eq!(client.ask("query p1turn", "response "), "false");
    client.send("position fen XXXX/4/4/OOO1 O");
    client.send("go");
    assert_eq!(client.line(), "info string error: the game is over");
    assert_eq!(client.line(), "bestmove (none)");
    // The same by repetition, in what is asked and in what is played.
    let round = "a4R a1R d4L d1L";
    client.send(&format!("position startpos moves {round} {round} a4R a1R"));
    let over = client.ask("query gameover", "response ");
    client.send("go");
    let (_, mv) = client.until("bestmove ");
    assert_eq!((&*over, &*mv), ("true", "(none)"));
    // The default that is announced may be set.
    client.send("setoption name DB value <empty>\nisready");
    assert_eq!(client.until("readyok").0, Vec::<String>::new());
    assert_eq!(client.close(), (Some(0), vec![]));
}

/// Somebody who speaks to an engine may not start other programs through it.
#[test]
fn a_program_is_an_agent_only_on_the_command_line() {
    let directory = tempfile::tempdir().unwrap();
    let touched = directory.path().join("touched");
    let mut client = Client::start(&["quixo3"]);
    client.hello();
    for agent in ["", "slips:1:"] {
        let set = format!(
            "setoption name Agent value {agent}ugi:touch {}",
            touched.display()
        );
        let error = client.ask(&set, "info string error: ");
        assert!(
            error.ends_with("is a program, and programs are not started here"),
            "{error}"
        );
    }
    client.ask("go movetime 1", "bestmove ");
    assert!(!touched.exists());
    assert_eq!(client.close(), (Some(0), vec![]));
    let inner = format!(
        "ugi:60s:'{}' engine quixo3 --agent minimax:1",
        crate::PROGRAM
    );
    let mut client = Client::start(&["quixo3", "--agent", &inner]);
    client.hello();
    let mv = client.ask("go", "bestmove ");
    assert!(opened("quixo3").play("start", &mv).is_ok(), "{mv}");
    assert_eq!(client.close(), (Some(0), vec![]));
}

#[test]
fn the_end_of_input_ends_it_at_any_moment() {
    let scripts: [&[&str]; 9] = [
        &[],
        &["ugi"],
        &["ugi", "isready", "uginewgame"],
        &["position startpos moves a1T"],
        &["go infinite"],
        &["go movetime 3600000"],
        &["go depth 100", "stop"],
        &["go infinite", "isready", "stop", "go infinite"],
        &[
            "setoption name Agent value random",
            "go infinite",
            "isready",
        ],
    ];
    for script in scripts {
        // The last line may be cut off, too.
        for end in ["", "posit", "go"] {
            let mut client = Client::start(&["quixo5", "--agent", "search:3600s"]);
            for line in script {
                client.send(line);
            }
            client.send_bytes(end.as_bytes());
            assert_eq!(client.close().0, Some(0), "{script:?} {end}");
        }
    }
}

#[test]
fn what_cannot_play_is_refused_at_once() {
    for (args, said) in [
        (
            &["engine", "quixo4", "--agent", "strategy"][..],
            "there is no published strategy",
        ),
        (&["engine", "quixo9"], "there is no game"),
        (
            &["engine", "numerical3", "--db", "somewhere"],
            "has no database",
        ),
        (&["engine", "quixo4", "--agent", "nobody"], "bad agent"),
    ] {
        let error = quixotic(args).refuses();
        assert!(error.contains(said), "{error}");
    }
}
