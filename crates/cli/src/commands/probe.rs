//! `probe`: the value of a position and of every move.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use quixotic_agents::Opponent;
use quixotic_catalog::{
    Answer, AnyGame, CardAnswer, EstimateAnswer, Knowledge, MoveAnswer, OutcomeWord, TrapAnswer,
};

use crate::env::Env;
use crate::game_args::{GameArgs, PositionArgs};
use crate::output::write_json;
use crate::table::{Align, Table, write_indented};
use crate::words::{self, ShownValue, capital, in_words};

/// Letters of moves in a line of the table, at most about.
const WIDTH: usize = 56;

/// A question about a position.
#[derive(Debug, clap::Args)]
pub(crate) struct ProbeArgs {
    #[command(flatten)]
    game: GameArgs,

    #[command(flatten)]
    at: PositionArgs,

    /// Add what the card of `rules` says: its rules, each with the moves that it leaves
    #[arg(long)]
    card: bool,

    /// Show how likely an opponent errs within two replies to each move that keeps a draw or a loss,
    /// the likeliest first
    #[arg(long)]
    traps: bool,

    /// How strong that opponent is: beginner, club or strong
    #[arg(long, value_name = "STRENGTH", requires = "traps", default_value_t)]
    opponent: Opponent,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(env: &Env<'_>, args: &ProbeArgs, out: &mut dyn Write) -> Result<ExitCode> {
    let game = args.game.open(env)?;
    let position = args.at.position(&*game)?;
    let budget = args.at.budget(env);
    let mut answer = match args.traps {
        true => game.probe_traps(&position, args.opponent, &budget)?,
        false => game.probe(&position, &budget)?,
    };
    let is_over = game.status(&position)?.is_over;
    let card = (args.card && !is_over).then(|| game.explain(&position));
    let card = card.transpose()?;
    if args.json {
        if let Some(card) = card {
            answer
                .more
                .insert("card".into(), serde_json::to_value(card)?);
        }
        write_json(out, &answer)?;
    } else {
        write_text(out, &*game, &answer)?;
        if let Some(card) = card {
            write_card(out, &card)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn write_text(out: &mut dyn Write, game: &dyn AnyGame, answer: &Answer) -> Result<()> {
    let status = game.status(&answer.position)?;
    writeln!(out, "{}\n", answer.position)?;
    write_indented(out, &game.draw(&answer.position, None)?)?;
    writeln!(out)?;
    if status.is_over {
        let ended = words::ended(game, status.winner);
        writeln!(out, "The game is over: {ended}.")?;
        return Ok(());
    }
    let mover = in_words(game, &answer.to_move);
    let value = match answer.outcome {
        OutcomeWord::Open if answer.partial => "not found in time".into(),
        OutcomeWord::Open => match &answer.estimate {
            Some(estimate) => format!("not solved here, estimate: {}", shares(estimate)),
            None => "it is not known who wins".into(),
        },
        _ => ShownValue::of(answer).sentence(game),
    };
    writeln!(out, "{} to move: {value}.", capital(&mover))?;
    if let Some(advice) = advice(answer) {
        writeln!(out, "{advice}")?;
    }
    if let Some(note) = &answer.note {
        writeln!(out, "{note}")?;
    }
    writeln!(out)?;
    table(answer).write(out)?;
    write_legend(out, answer, &mover)
}

/// An estimate in words: `win 12 %, draw 80 %, loss 8 %`.
fn shares(estimate: &EstimateAnswer) -> String {
    let [win, draw, loss] = [estimate.win, estimate.draw, estimate.loss].map(roughly);
    format!("win {win} %, draw {draw} %, loss {loss} %")
}

/// A share in whole percents, which never looks like a certainty.
fn roughly(share: f64) -> String {
    match 100.0 * share {
        ..0.5 => "<1".into(),
        99.5.. => ">99".into(),
        percent => format!("{percent:.0}"),
    }
}

/// What a strategy would play, where the game has one.
fn advice(answer: &Answer) -> Option<String> {
    let advice = answer.more.get("advice")?;
    let text = |field: &str| advice.get(field)?.as_str();
    Some(format!(
        "The strategy plays {}: {}.",
        text("move")?,
        text("reason")?
    ))
}

/// Whether two moves share a line.
fn is_alike(a: &MoveAnswer, b: &MoveAnswer) -> bool {
    let shares = |mv: &MoveAnswer| mv.estimate.as_ref().map(percentages);
    let chance = |mv: &MoveAnswer| mv.trap.map(odds);
    (a.outcome, a.distance, a.holding, shares(a), chance(a))
        == (b.outcome, b.distance, b.holding, shares(b), chance(b))
}

/// An estimate in a table: the percentages of win, draw and loss.
fn percentages(estimate: &EstimateAnswer) -> String {
    let shares = [estimate.win, estimate.draw, estimate.loss];
    shares
        .map(|share| format!("{:>3}", roughly(share)))
        .join(" ")
}

/// Whether a move is as good as the position.
fn is_best(answer: &Answer, mv: &MoveAnswer) -> bool {
    mv.outcome != OutcomeWord::Open
        && (mv.outcome, mv.distance) == (answer.outcome, answer.distance)
}

/// How many replies hold the draw.
fn holding(mv: &MoveAnswer) -> String {
    let holding = mv.holding;
    holding.map_or("-".into(), |held| format!("{}/{}", held.replies, held.of))
}

/// The chance of an error in words: `1 in 8`, `6 in 10`; `~1 in 8` where which replies err is estimated.
fn odds(trap: TrapAnswer) -> String {
    let about = match trap.known {
        Knowledge::Proved => "",
        Knowledge::Estimated | Knowledge::Unknown => "~",
    };
    let odds = match trap.chance {
        ..0.001 => "<1 in 1000".into(),
        ..0.35 => format!("1 in {:.0}", trap.chance.recip()),
        chance => format!("{:.0} in 10", (10.0 * chance).min(9.0)),
    };
    format!("{about}{odds}")
}

fn table(answer: &Answer) -> Table {
    let has_plies = answer.moves.iter().any(|mv| mv.distance.is_some());
    let mut columns = vec![("", Align::Left), ("outcome", Align::Left)];
    if has_plies {
        columns.push(("plies", Align::Right));
    }
    let has_estimates = answer.moves.iter().any(|mv| mv.estimate.is_some());
    if has_estimates {
        columns.push(("win/draw/loss %", Align::Right));
    }
    let has_holding = answer.moves.iter().any(|mv| mv.holding.is_some());
    if has_holding {
        columns.push(("holding", Align::Right));
    }
    let has_traps = answer.moves.iter().any(|mv| mv.trap.is_some());
    if has_traps {
        columns.push(("goes wrong", Align::Right));
    }
    columns.push(("moves", Align::Left));
    let mut table = Table::new(&columns);
    let mut last = None;
    for group in answer.moves.chunk_by(is_alike) {
        let first = &group[0];
        if last.is_some_and(|outcome| outcome != first.outcome) {
            table.blank();
        }
        last = Some(first.outcome);
        let mark = if is_best(answer, first) { "*" } else { "" };
        let mut cells = vec![mark.to_owned(), first.outcome.to_string()];
        if has_plies {
            let plies = first.distance.map(|plies| plies.to_string());
            cells.push(plies.unwrap_or("-".into()));
        }
        if has_estimates {
            cells.push(first.estimate.as_ref().map(percentages).unwrap_or_default());
        }
        if has_holding {
            cells.push(holding(first));
        }
        if has_traps {
            cells.push(first.trap.map_or("-".into(), odds));
        }
        for line in lines(group.iter().map(|mv| &mv.mv)) {
            cells.push(line);
            let columns = cells.len();
            table.row_of(std::mem::take(&mut cells));
            cells.resize(columns - 1, String::new());
        }
    }
    table
}

/// What the rules of a card leave, one after the other.
fn write_card(out: &mut dyn Write, card: &CardAnswer) -> Result<()> {
    let mut table = Table::new(&[
        ("", Align::Left),
        ("rule", Align::Left),
        ("moves that it leaves", Align::Left),
    ]);
    for step in &card.steps {
        let is_last = Some(&step.rule) == card.rule.as_ref();
        let mut cells = vec![
            if is_last { "*" } else { "" }.into(),
            step.rule.name.clone(),
        ];
        for line in lines(step.moves.iter()) {
            cells.push(line);
            table.row_of(std::mem::take(&mut cells));
            cells.resize(2, String::new());
        }
    }
    writeln!(
        out,
        "\nRules of thumb, each among the moves that those before it leave:\n"
    )?;
    table.write(out)?;
    match &card.rule {
        Some(rule) => writeln!(out, "\n* decided: {}", rule.text)?,
        None => writeln!(out, "\nNo rule prefers one move to another.")?,
    }
    Ok(())
}

/// Moves, as many in a line as fit.
fn lines<'a>(moves: impl Iterator<Item = &'a String>) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for mv in moves {
        match lines.last_mut() {
            Some(line) if line.len() + mv.len() < WIDTH => {
                line.push(' ');
                line.push_str(mv);
            }
            _ => lines.push(mv.clone()),
        }
    }
    lines
}

fn write_odds(out: &mut dyn Write, answer: &Answer, opponent: &str) -> Result<()> {
    let who = match opponent {
        "beginner" => "a beginner".into(),
        opponent => format!("a {opponent} player"),
    };
    let mut traps = answer.moves.iter().filter_map(|mv| mv.trap).peekable();
    if traps.peek().is_none() {
        writeln!(
            out,
            "Goes wrong: nothing, there are traps only where the position is drawn or lost."
        )?;
        return Ok(());
    }
    writeln!(
        out,
        "Goes wrong: how likely {who} makes the outcome worse within two replies; a model's figure."
    )?;
    if traps.any(|trap| trap.known != Knowledge::Proved) {
        writeln!(
            out,
            "~: which replies err there is a network's estimate, too."
        )?;
    }
    Ok(())
}

fn write_legend(out: &mut dyn Write, answer: &Answer, mover: &str) -> Result<()> {
    let has_best = answer.moves.iter().any(|mv| is_best(answer, mv));
    let has_plies = answer.moves.iter().any(|mv| mv.distance.is_some());
    let best = match (has_best, has_plies) {
        (true, true) => "* best: the winner hurries, the loser delays. ",
        (true, false) => "* best. ",
        (false, _) => "",
    };
    let plies = if has_plies {
        ", plies include the move"
    } else {
        ""
    };
    writeln!(out, "\n{best}Outcomes are for {mover}{plies}.")?;
    if answer.moves.iter().any(|mv| mv.estimate.is_some()) {
        writeln!(
            out,
            "Percentages are a network's estimate for {mover}, not facts."
        )?;
    }
    if answer.moves.iter().any(|mv| mv.holding.is_some()) {
        writeln!(
            out,
            "Holding: how many of the replies keep the draw; the fewer, the harder to answer."
        )?;
    }
    if let Some(opponent) = &answer.opponent {
        write_odds(out, answer, opponent)?;
    }
    if answer.partial {
        writeln!(
            out,
            "Some of it was not found in time; --time and --positions allow more."
        )?;
    }
    Ok(())
}
