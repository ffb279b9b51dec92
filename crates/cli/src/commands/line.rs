//! `line`: one optimal game, board by board, like Figure 8 of *Quixo Is Solved*; or a
//! game that was saved.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use quixotic_catalog::{Answer, AnyGame, MoveAnswer};

use super::replay;
use crate::env::Env;
use crate::game_args::{AgentSetup, PlaceArgs, PositionArgs, names};
use crate::output::write_json;
use crate::table::{Align, Table, write_boards, write_indented};
use crate::words::{self, ShownValue, capital, in_words};

/// A game to show: the best one, or one that was saved.
#[derive(Debug, clap::Args)]
pub(crate) struct LineArgs {
    #[arg(value_name = "GAME", help = names(), required_unless_present = "replay")]
    game: Option<String>,

    #[command(flatten)]
    place: PlaceArgs,

    #[command(flatten)]
    at: PositionArgs,

    /// Show a game that was saved by `arena --save` or in `play`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "json"])]
    replay: Option<PathBuf>,

    /// Which game of the file, from 1
    #[arg(long, value_name = "N", default_value_t = 1, requires = "replay")]
    number: usize,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(env: &Env<'_>, args: &LineArgs, out: &mut dyn Write) -> Result<ExitCode> {
    if let Some(file) = &args.replay {
        return replay::run(env, file, args.number, out);
    }
    let name = args.game.as_deref().context("name a game")?;
    let game = args.place.open(env, name, &AgentSetup::default())?;
    let position = args.at.position(&*game)?;
    let answer = game.line(&position, &args.at.budget(env))?;
    if args.json {
        write_json(out, &answer)?;
        return Ok(ExitCode::SUCCESS);
    }
    let has_reasons = answer.moves.iter().any(|mv| reason(mv).is_some());
    if has_reasons {
        write_reasons(out, &*game, &answer)?;
    } else {
        write_boards(out, &boards(&*game, &answer)?)?;
    }
    writeln!(out, "\n{}", ending(&*game, &answer)?)?;
    if let Some(note) = &answer.note {
        writeln!(out, "{note}")?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Why a move was made, where the game says.
fn reason(mv: &MoveAnswer) -> Option<&str> {
    mv.more.get("reason")?.as_str()
}

/// Who makes the move after so many of the line.
fn mover(game: &dyn AnyGame, answer: &Answer, ply: usize) -> Result<String> {
    let before = match ply {
        0 => &answer.position,
        _ => &answer.moves[ply - 1].position,
    };
    Ok(game.player(game.status(before)?.to_move).into())
}

/// A drawing of every position: the ply that led to it, the board, its value.
fn boards(game: &dyn AnyGame, answer: &Answer) -> Result<Vec<Vec<String>>> {
    let draw = |heading: String, position: &str, last: Option<&str>, known: ShownValue<'_>| {
        let mut lines = vec![heading];
        lines.extend(game.draw(position, last)?);
        lines.push(known.short(game.status(position)?.is_over));
        Ok(lines)
    };
    let heading = format!("{} to move", answer.to_move);
    let start = draw(heading, &answer.position, None, ShownValue::of(answer));
    let moves = answer.moves.iter().enumerate().map(|(ply, mv)| {
        let heading = format!("{}. {} {}", ply + 1, mover(game, answer, ply)?, mv.mv);
        draw(heading, &mv.position, Some(&mv.mv), ShownValue::after(mv))
    });
    std::iter::once(start).chain(moves).collect()
}

/// The moves with their reasons, and the last board.
fn write_reasons(out: &mut dyn Write, game: &dyn AnyGame, answer: &Answer) -> Result<()> {
    let mut table = Table::new(&[
        ("ply", Align::Right),
        ("", Align::Left),
        ("move", Align::Left),
        ("reason", Align::Left),
    ]);
    for (ply, mv) in answer.moves.iter().enumerate() {
        table.row([
            (ply + 1).to_string(),
            mover(game, answer, ply)?,
            mv.mv.clone(),
            reason(mv).unwrap_or_default().into(),
        ]);
    }
    table.write(out)?;
    writeln!(out)?;
    let last = answer.moves.last().map(|mv| (&*mv.position, &*mv.mv));
    let (position, mv) = last.map_or((&*answer.position, None), |(at, mv)| (at, Some(mv)));
    write_indented(out, &game.draw(position, mv)?)?;
    Ok(())
}

/// How the game ends, in a sentence.
fn ending(game: &dyn AnyGame, answer: &Answer) -> Result<String> {
    let plies = answer.moves.len();
    let Some(last) = answer.moves.last() else {
        let status = game.status(&answer.position)?;
        return Ok(match status.is_over {
            true => format!("The game is over: {}.", words::ended(game, status.winner)),
            false if answer.note.is_some() => "The best move is not known.".into(),
            false => "No move was found in time.".into(),
        });
    };
    if let Some(winner) = &answer.winner {
        return Ok(match answer.distance {
            Some(_) => format!("Under best play {}.", ShownValue::of(answer).sentence(game)),
            None => format!("Under best play {} wins.", in_words(game, winner)),
        });
    }
    let end = game.status(&last.position)?;
    if end.is_over {
        let ended = capital(&words::ended(game, end.winner));
        return Ok(format!("{ended} after {}.", crate::units::plies(plies)));
    }
    let earlier = answer.moves[..plies - 1].iter().map(|mv| &mv.position);
    let mut positions = std::iter::once(&answer.position).chain(earlier);
    Ok(
        match positions.position(|position| *position == last.position) {
            None => format!("Not over after {}.", crate::units::plies(plies)),
            Some(ply) => {
                let first = match ply {
                    0 => "the first position".into(),
                    _ => format!("the position after ply {ply}"),
                };
                format!(
                    "A draw: ply {plies} brings {first} back, and from there the game goes round."
                )
            }
        },
    )
}
