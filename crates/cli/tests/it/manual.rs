//! Completions and manual pages: the shell takes the former, and the latter have all commands.

use std::fs;
use std::process::Command;

use crate::command::{command, quixotic, run};
use crate::files::run_unread;
use tempfile::tempdir;

/// The commands, as the help lists them.
fn commands() -> Vec<String> {
    let help = quixotic(&["--help"]).succeeds().stdout;
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let lines = lines.take_while(|line| !line.is_empty());
    // What is indented further goes on with what a command does.
    let names = lines.filter(|line| !line.starts_with("   "));
    let names = names.map(|line| line.split_whitespace().next().unwrap().to_owned());
    names.filter(|name| name != "help").collect()
}

/// What bash offers after a command line.
fn offered(script: &str, words: &[&str]) -> Vec<String> {
    let asked = format!(
        "set -u\nsource {script}\nCOMP_WORDS=({})\nCOMP_CWORD={}\n_quixotic quixotic {} {}\nprintf '%s\\n' \"${{COMPREPLY[@]}}\"",
        words.join(" "),
        words.len() - 1,
        words[words.len() - 1],
        words[words.len() - 2],
    );
    let bash = run(Command::new("bash").args(["--norc", "-c", &asked])).succeeds();
    assert_eq!(bash.stderr, "");
    let offered = bash.stdout.split_whitespace();
    offered.map(str::to_owned).collect()
}

#[cfg(unix)]
#[test]
fn bash_completes_commands_options_and_values() {
    let directory = tempdir().unwrap();
    let script = directory.path().join("quixotic");
    let completions = quixotic(&["completions", "bash"]).succeeds();
    fs::write(&script, completions.stdout).unwrap();
    let script = script.to_str().unwrap();
    let found = offered(script, &["quixotic", "''"]);
    for command in commands() {
        assert!(found.contains(&command), "{command} in {found:?}");
    }
    assert_eq!(offered(script, &["quixotic", "compl"]), ["completions"]);
    assert_eq!(
        offered(script, &["quixotic", "serve", "--metr"]),
        ["--metrics"]
    );
    let formats = offered(script, &["quixotic", "serve", "--log-format", "''"]);
    assert_eq!(formats, ["text", "json"]);
    // Rules are options that the catalog brings.
    let rules = offered(script, &["quixotic", "probe", "--double"]);
    assert_eq!(rules, ["--double-line"]);
}

#[test]
fn every_shell_gets_something_of_its_own() {
    for (shell, sign) in [
        ("bash", "complete -F"),
        ("zsh", "#compdef quixotic"),
        ("fish", "complete -c quixotic"),
        ("elvish", "edit:completion"),
        ("powershell", "Register-ArgumentCompleter"),
    ] {
        let script = quixotic(&["completions", shell]).succeeds().stdout;
        assert!(
            script.contains(sign) && script.contains("verify"),
            "{shell}"
        );
    }
    let error = quixotic(&["completions", "csh"]).refuses();
    assert!(error.contains("csh") && error.contains("bash"), "{error}");
    let unread = run_unread(command().args(["completions", "bash"]));
    assert_eq!((unread.code, &*unread.stderr), (Some(0), ""));
}

#[test]
fn every_command_has_a_manual_page() {
    let directory = tempdir().unwrap();
    let pages = directory.path().join("man/man1");
    quixotic(&["man", pages.to_str().unwrap()]).succeeds();
    let page = |name: &str| {
        let path = pages.join(format!("{name}.1"));
        fs::read_to_string(path).unwrap_or_else(|error| panic!("{name}: {error}"))
    };
    let main = page("quixotic");
    for command in commands() {
        let name = format!("quixotic-{command}");
        let of_command = page(&name);
        for part in [".TH ", ".SH NAME\n", ".SH SYNOPSIS\n", ".SH DESCRIPTION\n"] {
            assert!(of_command.contains(part), "{name} has no {part}");
        }
        // A hyphen is a minus there.
        assert!(
            main.contains(&name.replace('-', "\\-")),
            "{name} is not listed"
        );
    }
    let serve = page("quixotic-serve");
    assert!(serve.contains("\\-\\-metrics") && serve.contains("QUIXOTIC_METRICS"));
    assert!(page("quixotic-solve").contains("\\-\\-until"));
    // The pages are made of nothing that depends on the machine.
    let again = directory.path().join("again");
    let again = again.to_str().unwrap();
    run(command().args(["man", again]).env("QUIXOTIC_DB", "/secret")).succeeds();
    assert_eq!(
        fs::read_to_string(format!("{again}/quixotic-serve.1")).unwrap(),
        serve
    );
    let error = quixotic(&["man", "/dev/null/pages"]).refuses();
    assert!(
        error.starts_with("cannot write to /dev/null/pages"),
        "{error}"
    );
}
