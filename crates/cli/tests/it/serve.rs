//! The server as its users start it: it answers what the command prints, and stops
//! on request.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::thread;

use crate::command::quixotic;
use crate::served::Served;

#[test]
fn the_api_answers_what_the_command_prints() {
    let served = Served::start();
    for (path, args) in [
        ("/api/quixo4", vec!["probe", "quixo4"]),
        (
            "/api/quixo3?position=OO1/X2/1X1+X",
            vec!["probe", "quixo3", "OO1/X2/1X1 X"],
        ),
        (
            "/api/quixo4?position=2X1/4/O2O/1X2%20X",
            vec!["probe", "quixo4", "2X1/4/O2O/1X2 X"],
        ),
        (
            "/api/quixo3?position=XXX/OO1/3+O",
            vec!["probe", "quixo3", "XXX/OO1/3 O"],
        ),
        (
            "/api/quixo5?position=XXXXX/OO3/5/5/5+O",
            vec!["probe", "quixo5", "XXXXX/OO3/5/5/5 O"],
        ),
        ("/api/quixo3/line", vec!["line", "quixo3"]),
        (
            "/api/quixo4/line?position=2X1/4/O2O/1X2+X",
            vec!["line", "quixo4", "2X1/4/O2O/1X2 X"],
        ),
        ("/api/quixo4/stats", vec!["stats", "quixo4"]),
        ("/api/numerical3", vec!["probe", "numerical3"]),
        (
            "/api/numerical3/line?position=9,.,./.,2,./.,.,.",
            vec!["line", "numerical3", "9,.,./.,2,./.,.,."],
        ),
        ("/api/ultimate", vec!["probe", "ultimate"]),
        ("/api/ultimate/line", vec!["line", "ultimate"]),
    ] {
        let printed = quixotic(&[&args[..], &["--json"]].concat()).succeeds();
        assert_eq!(served.get(path), printed.stdout.trim_end(), "{path}");
    }
    assert_eq!(served.stop(), Some(0));
}

/// Whoever asks starts no program, unless the operator has named exactly that one.
#[test]
fn programs_are_started_only_if_the_operator_allows_them() {
    let directory = tempfile::tempdir().unwrap();
    let touched = directory.path().join("touched");
    let evil = format!("ugi:touch {}", touched.display());
    let name = |agent: &str| {
        agent
            .replace('%', "%25")
            .replace(' ', "%20")
            .replace('\'', "%27")
    };
    let ask = |served: &Served, game: &str, agent: &str| {
        served.answer(&format!("/api/{game}/move?agent={}", name(agent)))
    };
    let refused = |served: &Served| {
        for agent in [
            evil.clone(),
            format!("slips:99:{evil}"),
            format!("ugi:1s:{evil}"),
            "ugi:rm -rf".into(),
        ] {
            for game in ["quixo3", "quixo5", "numerical3", "ultimate"] {
                let (status, body) = ask(served, game, &agent);
                assert_eq!(status, 400, "{body}");
                assert!(body.contains("programs are not started here"), "{body}");
            }
        }
        assert!(!touched.exists());
    };
    let served = Served::start();
    refused(&served);
    assert!(!served.get("/api/games").contains("ugi:"));
    assert_eq!(served.stop(), Some(0));

    let own = format!("60s:'{}' engine quixo3 --agent minimax:1", crate::PROGRAM);
    let allowed = format!("quixo3={own}");
    let served = Served::with(|command| {
        command.args(["--allow-ugi", &allowed]);
    });
    refused(&served);
    let agent = format!("ugi:{own}");
    let (status, body) = ask(&served, "quixo3", &agent);
    assert_eq!(status, 200, "{body}");
    assert!(
        served
            .get("/api/games")
            .contains("engine quixo3 --agent minimax:1")
    );
    // It is for that game, and not as a part of another agent.
    assert_eq!(ask(&served, "quixo4", &agent).0, 400);
    assert_eq!(ask(&served, "quixo3", &format!("slips:1:{agent}")).0, 400);
    assert_eq!(served.stop(), Some(0));
    for (allowed, said) in [
        ("./engine", "--allow-ugi is GAME=COMMAND"),
        ("quixo9=./engine", "there is no game `quixo9`"),
        ("quixo3=", "the command of a program"),
        ("quixo4 --line 3=./engine", "is not served"),
    ] {
        let error = quixotic(&["serve", "--port", "0", "--allow-ugi", allowed]).refuses();
        assert!(error.contains(said), "{error}");
    }
}

#[test]
fn what_cannot_be_served_is_refused_in_one_line() {
    let served = Served::start();
    let port = served.address.rsplit(':').next().unwrap();
    let error = quixotic(&["serve", "--port", port]).refuses();
    assert!(
        error.starts_with(&format!("cannot listen on 127.0.0.1:{port}: ")),
        "{error}"
    );
    let error = quixotic(&["serve", "--db", "/no/such/directory"]).refuses();
    assert_eq!(error, "there is no directory /no/such/directory");
    let error = quixotic(&["serve", "--port", "70000"]).refuses();
    assert!(error.contains("70000"), "{error}");
    assert_eq!(served.stop(), Some(0));
}

#[test]
fn a_server_can_be_asked_whether_it_is_ready() {
    let served = Served::start();
    served.is_ready();
    let port = served.address.rsplit(':').next().unwrap().to_owned();
    // Listening everywhere includes this machine.
    for host in ["127.0.0.1", "0.0.0.0"] {
        let asked = quixotic(&["serve", "--check", "--host", host, "--port", &port]);
        assert_eq!(asked.succeeds().stdout, "ready\n");
    }
    assert_eq!(served.stop(), Some(0));
    let asked = quixotic(&["serve", "--check", "--port", &port]);
    assert_eq!(asked.code, Some(1), "{}", asked.stderr);
    let expected = format!("not ready: 127.0.0.1:{port}: ");
    assert!(asked.stdout.starts_with(&expected), "{}", asked.stdout);
}

#[test]
fn a_server_that_is_not_ready_is_not() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port().to_string();
    let server = thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let mut asked = [0; 18];
        stream.read_exact(&mut asked).unwrap();
        assert_eq!(&asked, b"GET /api/ready HTT");
        stream
            .write_all(b"HTTP/1.1 503 Service Unavailable\r\n\r\n")
            .unwrap();
    });
    let asked = quixotic(&["serve", "--check", "--port", &port]);
    server.join().unwrap();
    assert_eq!(asked.code, Some(1));
    assert_eq!(asked.stdout, "not ready: it answers HTTP/1.1 503\n");
}
