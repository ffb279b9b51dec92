//! Options from the environment: they are defaults, the help shows them, and they get in
//! nobody's way.

use crate::command::{command, quixotic, run};
use tempfile::tempdir;

/// The same command line with a variable.
fn with(variable: &str, value: &str, args: &[&str]) -> crate::command::Run {
    run(command().args(args).env(variable, value))
}

#[test]
fn the_help_names_the_variables_and_not_their_values() {
    for (variable, args) in [
        ("QUIXOTIC_DB", &["probe"][..]),
        ("QUIXOTIC_DB", &["solve", "quixo5"]),
        ("QUIXOTIC_DB", &["serve"]),
        ("QUIXOTIC_MEMORY", &["solve", "quixo5"]),
        ("QUIXOTIC_LISTEN", &["serve"]),
        ("QUIXOTIC_NAME", &["serve"]),
        ("QUIXOTIC_CACHE", &["serve"]),
        ("QUIXOTIC_METRICS", &["serve"]),
        ("QUIXOTIC_LOG_FORMAT", &["serve"]),
    ] {
        let help = with(variable, "secret", &[args, &["--help"]].concat()).succeeds();
        // Lines may end anywhere.
        let words: Vec<&str> = help.stdout.split_whitespace().collect();
        let output = words.join(" ").contains(&format!("[env: {variable}]"));
        assert!(output, "{args:?}");
        assert!(!help.stdout.contains("secret"), "{args:?}");
    }
}

#[test]
fn a_database_of_the_environment_is_used_where_the_command_line_has_none() {
    let empty = tempdir().unwrap();
    let empty = empty.path().to_str().unwrap();
    let args = ["stats", "quixo5", "--json"];
    let named = quixotic(&[&args[..], &["--db", "/no/such/directory"]].concat()).refuses();
    assert!(named.contains("/no/such/directory"), "{named}");
    assert_eq!(
        with("QUIXOTIC_DB", "/no/such/directory", &args).refuses(),
        named
    );
    // The command line is stronger.
    let probe = ["probe", "quixo5", "--db", empty];
    let given = with("QUIXOTIC_DB", "/no/such/directory", &probe);
    assert_eq!(given.stdout, quixotic(&probe).succeeds().stdout);
}

#[test]
fn a_database_of_the_environment_is_not_in_the_way_of_games_that_have_none() {
    let nowhere = "/no/such/directory";
    for args in [
        &["probe", "quixo3"][..],
        &["probe", "quixo4", "--json"],
        &["stats", "quixo3"],
        &["line", "quixo3"],
        &["probe", "numerical3"],
        &["probe", "ultimate", "--json"],
        &["verify", "quixo3", "--quiet"],
        &[
            "arena", "quixo3", "random", "random", "--games", "2", "--quiet",
        ],
        &["games"],
    ] {
        let plain = quixotic(args).succeeds();
        let with = with("QUIXOTIC_DB", nowhere, args).succeeds();
        // But for how long it took.
        if !matches!(args[0], "verify" | "arena") {
            assert_eq!(with.stdout, plain.stdout, "{args:?}");
        }
        // On the command line it is a mistake, or another database.
        if args[0] == "probe" {
            quixotic(&[args, &["--db", nowhere]].concat()).refuses();
        }
    }
}

#[test]
fn another_game_is_not_solved_into_the_database_of_the_environment() {
    let (data, other) = (tempdir().unwrap(), tempdir().unwrap());
    let solved = run(command()
        .args(["solve", "quixo3", "--quiet"])
        .env("XDG_DATA_HOME", data.path())
        .env("QUIXOTIC_DB", other.path()));
    solved.succeeds();
    assert_eq!(other.path().read_dir().unwrap().count(), 0);
    assert!(data.path().join("quixotic/quixo3").is_dir());
}

#[test]
fn bad_values_are_refused_in_one_line() {
    let args = ["solve", "quixo3", "--quiet"];
    let error = with("QUIXOTIC_MEMORY", "much", &args).refuses();
    assert_eq!(
        error,
        "invalid value 'much' for --memory <GIB>: expected a number of GiB above 0"
    );
    // Who needs none does not look at it.
    with("QUIXOTIC_MEMORY", "much", &["probe", "quixo3"]).succeeds();
    for (variable, value) in [
        ("QUIXOTIC_LISTEN", "localhost"),
        ("QUIXOTIC_METRICS", "9464"),
        ("QUIXOTIC_NAME", "http://example.org/"),
        ("QUIXOTIC_CACHE", "0"),
        ("QUIXOTIC_LOG_FORMAT", "xml"),
        ("QUIXOTIC_DB", "/no/such/directory"),
    ] {
        let error = with(variable, value, &["serve", "--port", "0"]).refuses();
        assert!(error.contains(value), "{error}");
    }
    let error = with("RUST_LOG", "a=b=c", &["serve", "--port", "0"]).refuses();
    assert!(error.starts_with("RUST_LOG is 'a=b=c'"), "{error}");
}
