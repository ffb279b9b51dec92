//! The server as its users start it: it answers what the command prints, and stops
//! on request.

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
