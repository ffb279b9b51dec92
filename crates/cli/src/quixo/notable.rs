//! `notable`: positions worth showing, as Markdown or JSON. Its output for `quixo4` is
//! docs/results/quixo4-notable.md.

use std::io::Write;
use std::process::ExitCode;

use anyhow::{Result, bail};
use quixotic_quixo::Ternary;

use super::args::{NotableArgs, OnBoard};
use super::target::Target;
use crate::env::Env;
use crate::json;
use quixotic_research::NotablePositions;

pub(crate) fn run(
    env: &Env<'_>,
    on: &OnBoard<NotableArgs>,
    out: &mut dyn Write,
) -> Result<ExitCode> {
    let (game, args) = on.split();
    let target = &Target::new(env, game, &args.target)?;
    if target.rules.size() > Ternary::MAX_SIZE {
        bail!("notable looks at every position, and {game} has too many");
    }
    let database = target.open()?;
    let found = NotablePositions::find(&database, &env.budget());
    let found = found.map_err(|error| target.advise(error))?;
    if args.json {
        json::write(out, &found.json(game, database.quixo()))?;
    } else {
        let command = target.command_at("notable", target.db.as_deref());
        let page = found.page(&database, &command);
        let page = page.map_err(|error| target.advise(error))?;
        out.write_all(page.as_bytes())?;
    }
    Ok(ExitCode::SUCCESS)
}
