//! `report`: the paper's tables on agents, played again, and the ladders, as one page.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, Error, Result};
use quixotic_agents::AgentSpec;
use quixotic_agents::arena::{Match, Played, RoundRobin, Tournament};
use quixotic_agents::labels::{Draw, Mix};
use quixotic_agents::ladder::Rung;
use quixotic_agents::net::{Reliability, ValueNetwork};
use quixotic_catalog::{AnyGame, RuleValues, Setup};
use quixotic_jobs::LADDER;

use super::args::ReportArgs;
use super::labels::drawn;
use crate::args::RunArgs;
use crate::commands::ladder::climb;
use crate::env::Env;
use crate::files;
use crate::game_args::directory;
use crate::watched::watched;
use quixotic_research::report::{Plan, Plays};

pub(crate) fn run(env: &Env<'_>, args: &ReportArgs, out: &mut dyn Write) -> Result<ExitCode> {
    let db5 = args.db5.as_deref().map(directory).transpose()?;
    fs::create_dir_all(&args.out).map_err(|error| files::unwritten(&args.out, &error))?;
    let mut player = PaperGames {
        env,
        games: [
            open(env, "quixo4", &Setup::default())?,
            open(
                env,
                "quixo5",
                &Setup {
                    db: db5.clone().map(Into::into),
                    data: env.data(),
                    // What agents can do shows only so.
                    unaided: true,
                    ..Setup::default()
                },
            )?,
        ],
        db5: db5.as_deref(),
        run: &args.run,
    };
    if args.db5.is_some() {
        player.games[1].require_solution()?;
    }
    let plan = Plan {
        games: args.games,
        games5: args.games5,
        robin: args.robin,
        positions: args.positions,
        boards: args.boards,
        seed: args.seed,
        solved5: player.games[1].info().complete,
    };
    for file in plan.files(&mut player)? {
        let path = args.out.join(file.name);
        files::write(&path, file.content.as_bytes(), env.stop)?;
        if path.extension().is_some_and(|ending| ending == "md") {
            writeln!(out, "{} is written.", path.display())?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn open(env: &Env<'_>, game: &str, setup: &Setup) -> Result<Arc<dyn AnyGame>> {
    let id = env.catalog.id(game, &RuleValues::default())?;
    Ok(env.catalog.open(&id, setup)?)
}

/// Plays what the tables of the paper ask for, on 4×4 and on 5×5.
struct PaperGames<'a> {
    env: &'a Env<'a>,
    games: [Arc<dyn AnyGame>; 2],
    /// The directory of the database of 5×5 that was asked for.
    db5: Option<&'a Path>,
    run: &'a RunArgs,
}

impl PaperGames<'_> {
    fn game(&self, size: u8) -> &dyn AnyGame {
        &*self.games[usize::from(size == 5)]
    }
}

impl Plays for PaperGames<'_> {
    type Error = Error;

    fn play(&mut self, size: u8, planned: &Match, doing: &str) -> Result<Played> {
        let (total, budget) = (u64::from(planned.games), self.env.budget());
        let played = watched(self.run, doing, "games", total, |done| {
            self.game(size).play_match(planned, &budget, &|| done(None))
        });
        Ok(played??)
    }

    fn climb(&mut self, size: u8, positions: u32, seed: u64) -> Result<Vec<Rung>> {
        let agents: Result<Vec<AgentSpec>, _> = LADDER.split(',').map(AgentSpec::parse).collect();
        climb(
            self.env,
            self.game(size),
            &agents?,
            positions,
            seed,
            self.run,
        )
    }
    fn robin(&mut self, size: u8, planned: &Tournament) -> Result<RoundRobin> {
        let (total, budget) = (planned.all_games(), self.env.budget());
        let doing = "everyone against everyone";
        let played = watched(self.run, doing, "games", total, |done| {
            let game = self.game(size);
            game.play_tournament(planned, &budget, &|| done(None))
        });
        Ok(played??)
    }

    fn estimates(&mut self, size: u8, boards: u64, seed: u64) -> Result<Reliability> {
        let wanted = Draw {
            mix: Mix::random(),
            count: boards,
            plies: false,
            seed,
        };
        let name = format!("quixo{size}");
        let db = self.db5.filter(|_| size == 5);
        let (rules, labels) = drawn(self.env, &name, db, &wanted, self.run)?;
        let network = ValueNetwork::shipped(rules).context("the program has no network")?;
        Ok(Reliability::of(&network, &labels))
    }
}
