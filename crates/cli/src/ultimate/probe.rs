//! `probe ultimate`: who can force a win within some plies, and what the strategies
//! say.

use std::cmp::Reverse;
use std::io::Write;
use std::process::ExitCode;

use anyhow::{Result, anyhow};
use quixotic_game::{Game as _, Outcome, Player, Value};
use quixotic_ultimate::search::{OutOfNodes, outcome_within};
use quixotic_ultimate::strategy::{Advice, delaying_advice, winning_advice};
use quixotic_ultimate::{Move, Position, Ruleset, Ultimate};
use serde::Serialize;

use super::args::ProbeArgs;
use super::board;
use crate::json;
use crate::table::{Align, Table, write_indented};

pub(crate) fn run(args: &ProbeArgs, out: &mut dyn Write) -> Result<ExitCode> {
    let (game, position) = args.position()?;
    let answer = Answer::find(&game, &position, args.plies, args.millions * 1_000_000)
        .map_err(|OutOfNodes| anyhow!("too much for one look: ask for fewer plies with --plies N, or allow more with --millions N"))?;
    if args.json {
        json::write(out, &answer.json(&game, &position, args.plies))?;
    } else {
        answer.write(out, &game, &position, args.plies)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// What was found out about a position; `None` is undecided so far.
struct Answer {
    value: Option<Value>,
    /// Best first.
    moves: Vec<(Move, Option<Value>)>,
    advice: Option<Advice>,
}

impl Answer {
    fn find(
        game: &Ultimate,
        position: &Position,
        plies: u8,
        limit: u64,
    ) -> Result<Answer, OutOfNodes> {
        let mut moves = Vec::new();
        for mv in game.moves(position) {
            let after = game.play(position, mv);
            let value = outcome_within(game, &after, plies - 1, limit)?;
            moves.push((mv, value.map(Value::one_ply_earlier)));
        }
        moves.sort_by_key(|&(_, value)| Reverse(rank(value)));
        let value = match (game.ended(position), moves.first()) {
            (Some(outcome), _) => Some(Value::ended(outcome)),
            (None, Some(&(_, value))) => value,
            (None, None) => None,
        };
        let advice = match (game.ruleset(), position.to_move()) {
            (Ruleset::FullOnly, Player::X) => winning_advice(position),
            (Ruleset::FullOnly, Player::O) => delaying_advice(game, position),
            (Ruleset::WonClosed, _) => None,
        };
        Ok(Answer {
            value,
            moves,
            advice,
        })
    }

    fn write(
        &self,
        out: &mut dyn Write,
        game: &Ultimate,
        position: &Position,
        plies: u8,
    ) -> Result<()> {
        writeln!(out, "{}", game.format_position(position))?;
        writeln!(out)?;
        write_indented(out, &board::draw(position))?;
        writeln!(out)?;
        if game.ended(position).is_some() {
            let told = match position.winner() {
                Some(winner) => format!("{winner} has won"),
                None => "draw".to_owned(),
            };
            writeln!(out, "The game is over: {told}.")?;
            return Ok(());
        }
        let mover = position.to_move();
        let place = match position.active() {
            Some(field) => format!("in field {field}"),
            None => "anywhere".to_owned(),
        };
        let told = match self.value {
            Some(value) => words(mover, value),
            None => format!("nobody can force a win within {plies} plies"),
        };
        writeln!(out, "{mover} to move {place}: {told}.")?;
        if let Some(advice) = &self.advice {
            writeln!(out, "The strategy plays {}: {}.", advice.mv, advice)?;
        }
        writeln!(out)?;
        let mut table = Table::new(&[
            ("outcome", Align::Left),
            ("plies", Align::Right),
            ("moves", Align::Left),
        ]);
        for group in self.moves.chunk_by(|one, other| one.1 == other.1) {
            let value = group[0].1;
            let moves: Vec<String> = group.iter().map(|(mv, _)| mv.to_string()).collect();
            let distance = value.and_then(Value::distance);
            let mut told = (
                outcome(value),
                distance.map_or(String::new(), |plies| plies.to_string()),
            );
            // A free choice can have 81 moves: some to a line.
            for line in moves.chunks(18) {
                let (outcome, plies) = std::mem::take(&mut told);
                table.row([outcome, plies, line.join(" ")]);
            }
        }
        table.write(out)?;
        writeln!(out)?;
        writeln!(out, "Outcomes are {mover}'s, plies include the move.")?;
        Ok(())
    }

    fn json(&self, game: &Ultimate, position: &Position, plies: u8) -> PositionJson {
        let moves = self.moves.iter().map(|&(mv, value)| MoveJson {
            mv: mv.to_string(),
            position: game.format_position(&game.play(position, mv)),
            value: ValueJson::from(value),
        });
        PositionJson {
            game: "ultimate",
            rules: game.ruleset().to_string(),
            position: game.format_position(position),
            within: plies,
            value: ValueJson::from(self.value),
            advice: self.advice.as_ref().map(|advice| AdviceJson {
                mv: advice.mv.to_string(),
                reason: advice.to_string(),
            }),
            moves: moves.collect(),
        }
    }
}

/// Undecided is as good as a draw.
fn rank(value: Option<Value>) -> Value {
    value.unwrap_or(Value::DRAW)
}

fn outcome(value: Option<Value>) -> String {
    value.map_or("open".to_owned(), |value| value.outcome().to_string())
}

/// `X wins in 3 plies`.
fn words(mover: Player, value: Value) -> String {
    let winner = match value.outcome() {
        Outcome::Win => mover,
        Outcome::Loss => !mover,
        Outcome::Draw => return "a draw".to_owned(),
    };
    match value.distance() {
        Some(1) => format!("{winner} wins in 1 ply"),
        Some(plies) => format!("{winner} wins in {plies} plies"),
        None => format!("{winner} wins"),
    }
}

/// What `--json` prints. The names of the fields are part of the contract.
#[derive(Debug, Serialize)]
struct PositionJson {
    game: &'static str,
    rules: String,
    position: String,
    within: u8,
    #[serde(flatten)]
    value: ValueJson,
    advice: Option<AdviceJson>,
    moves: Vec<MoveJson>,
}

#[derive(Debug, Serialize)]
struct AdviceJson {
    #[serde(rename = "move")]
    mv: String,
    reason: String,
}

#[derive(Debug, Serialize)]
struct MoveJson {
    #[serde(rename = "move")]
    mv: String,
    position: String,
    #[serde(flatten)]
    value: ValueJson,
}

/// The outcome in a word, `null` if nobody can force a win in the plies that were
/// looked at; the distance, `null` for a draw.
#[derive(Debug, Serialize)]
struct ValueJson {
    outcome: Option<String>,
    distance: Option<u16>,
}

impl From<Option<Value>> for ValueJson {
    fn from(value: Option<Value>) -> ValueJson {
        ValueJson {
            outcome: value.map(|value| value.outcome().to_string()),
            distance: value.and_then(Value::distance),
        }
    }
}
