//! `games`: which games there are, and what of them is here.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use quixotic_catalog::{GameInfo, Kind, RuleValues, Setup, Source};
use serde::Serialize;

use crate::env::Env;
use crate::output::write_json;
use crate::table::{Align, Table};

/// How the list is printed.
#[derive(Debug, clap::Args)]
pub(crate) struct GamesArgs {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// A game of the list. The names of the fields are part of the contract of `--json`.
#[derive(Serialize)]
struct ListedGameJson {
    #[serde(flatten)]
    info: GameInfo,
    options: Vec<OptionJson>,
}

/// An option that changes the rules.
#[derive(Serialize)]
struct OptionJson {
    name: &'static str,
    value: &'static str,
    help: &'static str,
}

pub(crate) fn run(env: &Env<'_>, args: &GamesArgs, out: &mut dyn Write) -> Result<ExitCode> {
    let setup = Setup {
        data: env.data(),
        ..Setup::default()
    };
    let info = |kind: &Kind| -> Result<GameInfo> {
        let id = env.catalog.id(kind.name, &RuleValues::default())?;
        Ok(env.catalog.open(&id, &setup)?.info())
    };
    let kinds = env.catalog.kinds().iter();
    let games: Vec<(&Kind, GameInfo)> = kinds
        .map(|kind| Ok((kind, info(kind)?)))
        .collect::<Result<_>>()?;
    if args.json {
        let games: Vec<ListedGameJson> = games.into_iter().map(ListedGameJson::from).collect();
        write_json(out, &games)?;
    } else {
        write_text(out, &games)?;
    }
    Ok(ExitCode::SUCCESS)
}

impl From<(&Kind, GameInfo)> for ListedGameJson {
    fn from((kind, info): (&Kind, GameInfo)) -> ListedGameJson {
        let options = kind.options.iter().map(|option| OptionJson {
            name: option.name,
            value: option.value,
            help: option.help,
        });
        ListedGameJson {
            info,
            options: options.collect(),
        }
    }
}

fn write_text(out: &mut dyn Write, games: &[(&Kind, GameInfo)]) -> Result<()> {
    let mut table = Table::new(&[
        ("game", Align::Left),
        ("", Align::Left),
        ("solution", Align::Left),
        ("agents", Align::Left),
    ]);
    for (kind, info) in games {
        let agents: Vec<&str> = info.agents.iter().map(|agent| &*agent.agent).collect();
        table.row([
            kind.name.into(),
            info.title.clone(),
            solution(info),
            agents.join(" "),
        ]);
    }
    table.write(out)?;
    writeln!(out, "\nOptions that change the rules:\n")?;
    let mut table = Table::new(&[("option", Align::Left), ("games", Align::Left)]);
    let mut listed: Vec<&str> = Vec::new();
    for option in games.iter().flat_map(|(kind, _)| kind.options) {
        if listed.contains(&option.name) {
            continue;
        }
        listed.push(option.name);
        let has_it = games
            .iter()
            .filter(|(kind, _)| kind.options.iter().any(|own| own.name == option.name));
        let names: Vec<&str> = has_it.map(|(kind, _)| kind.name).collect();
        table.row([
            format!("--{} {}", option.name, option.value),
            names.join(" "),
        ]);
    }
    table.write(out)?;
    Ok(())
}

/// Where values come from, and which.
fn solution(info: &GameInfo) -> String {
    let place = info.solution.place.as_deref().unwrap_or("a directory");
    match (info.solution.source, &info.levels) {
        (Source::Embedded, Some(levels)) if !info.complete => {
            let levels = quixotic_tablebase::level_ranges(levels);
            format!("levels {levels} in the program")
        }
        (Source::Embedded, _) => "in the program".into(),
        (Source::Search, _) => "searched for".into(),
        (Source::None, _) => "none here".into(),
        (Source::Directory | Source::Remote, Some(levels)) if !info.complete => {
            let levels = quixotic_tablebase::level_ranges(levels);
            format!("levels {levels} in {place}")
        }
        (Source::Directory | Source::Remote, _) => format!("in {place}"),
    }
}
