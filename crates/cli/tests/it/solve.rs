//! `solve` and `verify`: databases made, resumed and damaged.

use std::fs::{self, File};
use std::path::Path;
use std::process::Stdio;

use crate::command::{Run, command, files, json, quixotic, run};
use crate::files::run_unread;
use crate::process::Process;
use tempfile::tempdir;

/// Runs a subcommand about quixo4 on a directory.
fn on4(subcommand: &str, directory: &Path, args: &[&str]) -> Run {
    run(command()
        .args([subcommand, "quixo4", "--db"])
        .arg(directory)
        .args(args))
}

/// Runs a subcommand about quixo3 on a directory.
fn on3(subcommand: &str, directory: &Path, args: &[&str]) -> Run {
    run(command()
        .args([subcommand, "quixo3", "--db"])
        .arg(directory)
        .args(args))
}

#[test]
fn a_solved_database_answers_like_the_one_in_the_program() {
    let directory = tempdir().unwrap();
    let solved = on4("solve", directory.path(), &["--threads", "1"]).succeeds();
    assert!(
        solved
            .stdout
            .contains("quixo4 from the empty board: X wins in 21 plies.")
    );
    assert!(solved.stdout.contains("win      26,434,489"));
    assert!(
        solved.stderr.starts_with("Solving quixo4 into "),
        "{}",
        solved.stderr
    );
    let place = directory.path().to_str().unwrap();
    for args in [
        &["stats", "quixo4", "--json"][..],
        &["line", "quixo4", "--json"],
        &["probe", "quixo4", "2X1/4/O2O/1X2 O", "--json"],
    ] {
        assert_eq!(json(args), json(&[args, &["--db", place]].concat()));
    }
    let before = files(directory.path());
    let again = on4("solve", directory.path(), &[]).succeeds();
    assert!(again.stdout.contains("everything was there already"));
    assert!(again.stdout.contains("X wins in 21 plies."));
    assert_eq!(again.stderr, "");
    assert_eq!(files(directory.path()), before);
}

/// Kills a run whenever so many files are there, lets it go on in the end, and
/// compares with a run that was not interrupted.
fn a_killed_run_ends_with_the_same_files(solve: &[&str], kills: &[usize]) {
    let solve_into = |directory: &Path| {
        let mut run = command();
        run.arg("solve")
            .args(solve)
            .args(["--quiet", "--db"])
            .arg(directory);
        run
    };
    let whole = tempdir().unwrap();
    run(&mut solve_into(whole.path())).succeeds();
    let whole = files(whole.path());

    let broken = tempdir().unwrap();
    let mut left = Vec::new();
    for &wanted in kills {
        let mut child = Process::start(solve_into(broken.path()).stdout(Stdio::null()));
        child.until(|| files(broken.path()).len() >= wanted);
        child.kill();
        left.push(files(broken.path()).len());
    }
    assert!(
        left[0] < whole.len(),
        "no run was killed early: {left:?} files"
    );
    run(&mut solve_into(broken.path())).succeeds();
    let broken = files(broken.path());
    assert!(whole.keys().eq(broken.keys()), "{:?}", broken.keys());
    assert!(
        whole == broken,
        "the files differ after kills at {left:?} files"
    );
}

#[test]
fn a_killed_run_of_4x4_without_the_distances_of_wins() {
    let kills = [1, 30, 60, 100, 143];
    a_killed_run_ends_with_the_same_files(&["quixo4", "--win-distances", "drop"], &kills);
}

#[test]
#[ignore = "half a minute"]
fn a_killed_run_of_two_levels_of_5x5() {
    a_killed_run_ends_with_the_same_files(&["quixo5", "--until", "24"], &[2, 40]);
}

#[test]
fn until_leaves_a_database_that_answers_from_there_up() {
    let directory = tempdir().unwrap();
    let part = on4("solve", directory.path(), &["--until", "14"]).succeeds();
    assert!(
        part.stdout
            .contains("quixo4 is solved for 14–16 marked tiles.")
    );
    let next = part.stdout.split_once("\nNext:\n").unwrap().1;
    let subcommands: Vec<_> = next
        .lines()
        .map(|line| line.split_whitespace().nth(1).unwrap())
        .collect();
    assert_eq!(subcommands, ["stats", "verify", "solve"]);
    let full = "OXXO/XXOX/OXOX/OO2 X";
    assert_eq!(
        on4("probe", directory.path(), &[full, "--json"])
            .succeeds()
            .stdout,
        quixotic(&["probe", "quixo4", full, "--json"]).stdout
    );
    let below = on4("probe", directory.path(), &[]).succeeds().stdout;
    assert!(
        below.contains("X to move: not solved here, estimate: win "),
        "{below}"
    );
    let output = " %.\n\
                Exact values of quixo4 are here for positions with 14–16 marked tiles; \
                `quixotic solve quixo4 --db DIR` makes the others.\n";
    assert!(below.contains(output), "{below}");
    let stats = on4("stats", directory.path(), &[]).succeeds().stdout;
    assert!(stats.contains("Only positions with 14–16 marked tiles are here"));
    let place = directory.path().to_str().unwrap();
    let stats = json(&["stats", "quixo4", "--json", "--db", place]);
    assert!(stats["reachable"].is_null());
    let verified = on4("verify", directory.path(), &["--quiet"])
        .succeeds()
        .stdout;
    assert!(verified.starts_with("quixo4 is right: "), "{verified}");
    let further = on4("solve", directory.path(), &["--until", "13"]).succeeds();
    assert!(further.stderr.starts_with("Going on with quixo4 into "));
}

#[test]
fn other_rules_have_a_place_of_their_own() {
    let data = tempdir().unwrap();
    let with_data = |args: &[&str]| {
        run(command()
            .args(args)
            .env("XDG_DATA_HOME", data.path())
            .env("HOME", data.path()))
    };
    let rules = ["--line", "3", "--double-line", "mover"];
    let solved = with_data(&[&["solve", "quixo3", "--quiet"], &rules[..]].concat()).succeeds();
    assert_eq!(solved.stderr, "");
    let next = "\n  quixotic verify quixo3 --double-line mover\n";
    assert!(solved.stdout.contains(next), "{}", solved.stdout);
    with_data(&[&["verify", "quixo3"], &rules[..]].concat()).succeeds();
    with_data(&["verify", "quixo3", "--double-line", "mover"]).succeeds();
    with_data(&["probe", "quixo4", "--line", "3"]).refuses();
}

#[test]
fn too_little_memory_is_refused() {
    let directory = tempdir().unwrap();
    let output = on4("solve", directory.path(), &["--memory", "0.001"]).refuses();
    assert!(
        output.contains("MiB of memory, but only 1 MiB are allowed"),
        "{output}"
    );
    let (_, advice) = output.split_once(": allow it with ").unwrap();
    let advice: Vec<&str> = advice.split(' ').collect();
    on4("solve", directory.path(), &advice).succeeds();
}

/// A database of quixo3, and one of its files.
fn solved3() -> (tempfile::TempDir, std::path::PathBuf) {
    let directory = tempdir().unwrap();
    on3("solve", directory.path(), &["--quiet"]).succeeds();
    let file = directory.path().join("c03-03.qxc");
    assert!(file.exists());
    (directory, file)
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    for args in [
        &["stats", "quixo4"][..],
        &["probe", "quixo3"],
        &["verify", "quixo3", "--quiet"],
    ] {
        let run = run_unread(command().args(args)).succeeds();
        assert_eq!(run.stderr, "", "{args:?}");
    }
    let run = run_unread(command().args(["probe", "quixo3", "nonsense"]));
    assert_eq!(run.code, Some(2));
}

#[test]
fn levels_that_are_missing_in_the_middle_are_listed() {
    let (directory, _) = solved3();
    for class in ["c00-05", "c03-02", "c07-00"] {
        fs::remove_file(directory.path().join(class).with_extension("qxc")).unwrap();
    }
    let stats = on3("stats", directory.path(), &[]).succeeds().stdout;
    let output = "Only positions with 0–4, 6, 8–9 marked tiles are here; `quixotic solve quixo3";
    assert!(stats.contains(output), "{stats}");
    let part = on3("solve", directory.path(), &["--until", "6"]).succeeds();
    assert!(
        part.stdout
            .contains("quixo3 is solved for 0–4, 6–9 marked tiles."),
        "{}",
        part.stdout
    );
    let whole = on3("solve", directory.path(), &[]).succeeds();
    assert!(!whole.stdout.contains("marked tiles"), "{}", whole.stdout);
}

/// Runs `solve quixo4` through a shell that first does something.
#[cfg(unix)]
fn solve4_after(preparation: &str, directory: &Path) -> Run {
    let script = format!(r#"{preparation}; exec "$0" solve quixo4 --quiet --db "$1""#);
    run(std::process::Command::new("sh")
        .args(["-c", &script, env!("CARGO_BIN_EXE_quixotic")])
        .arg(directory))
}

#[cfg(unix)]
#[test]
fn a_run_that_cannot_write_on_ends_with_the_same_files_later() {
    let whole = tempdir().unwrap();
    on4("solve", whole.path(), &["--quiet"]).succeeds();
    let whole = files(whole.path());
    let largest = whole.values().map(Vec::len).max().unwrap();

    let broken = tempdir().unwrap();
    // A block is 512 or 1024 bytes, as the shell likes.
    let limit = format!("ulimit -f {}", largest / 2048);
    let output = solve4_after(&limit, broken.path()).refuses();
    assert!(output.contains(": File too large"), "{output}");
    let advice = ": make room, or choose another place with --db DIR";
    assert!(output.ends_with(advice), "{output}");
    let left = files(broken.path());
    assert!(1 < left.len() && left.len() < whole.len(), "{}", left.len());
    assert!(
        left.keys().all(|name| whole.contains_key(name)),
        "{:?}",
        left.keys()
    );

    on4("solve", broken.path(), &["--quiet"]).succeeds();
    assert!(whole == files(broken.path()), "the files differ");
}

#[cfg(unix)]
#[test]
fn a_directory_without_the_right_to_write_is_refused() {
    use std::os::unix::fs::PermissionsExt;

    let directory = tempdir().unwrap();
    // Without the lock file, and with it: then the first class cannot be written.
    for is_locked_before in [false, true] {
        if is_locked_before {
            File::create(directory.path().join("lock")).unwrap();
        }
        let mode = |mode| fs::set_permissions(directory.path(), fs::Permissions::from_mode(mode));
        mode(0o555).unwrap();
        if File::create(directory.path().join("probe")).is_ok() {
            eprintln!("left out: this user may write everywhere");
            return;
        }
        let run = on3("solve", directory.path(), &["--quiet"]);
        mode(0o755).unwrap();
        let output = run.refuses();
        assert!(output.contains("Permission denied"), "{output}");
        assert!(
            output.ends_with(": choose another place with --db DIR"),
            "{output}"
        );
    }
}
