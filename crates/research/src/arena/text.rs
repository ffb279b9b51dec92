//! Matches and tournaments for people.

use std::io::{self, Write};

use quixotic_agents::AgentSpec;
use quixotic_agents::arena::{Played, RoundRobin, Score};
use quixotic_game::Player;

use crate::table::{Align, Table};
use crate::text::{brief, count};

/// Writes a match by who started, and what else there is to say of it.
pub fn write_match(
    out: &mut dyn Write,
    game: &str,
    a: &AgentSpec,
    b: &AgentSpec,
    played: &Played,
) -> io::Result<()> {
    writeln!(out, "{game}: {a} (A) against {b} (B)\n")?;
    let columns = ["games", "A wins", "B wins", "draws"].map(|name| (name, Align::Right));
    let mut table = Table::new(&[&[("", Align::Left)], &columns[..]].concat());
    let mut row = |name: &str, score: Score| {
        if score.games() > 0 {
            table.row([
                name.into(),
                count(score.games().into()),
                score.won().to_string(),
                score.lost().to_string(),
                score.drawn().to_string(),
            ]);
        }
    };
    row("A starts", played.tally_as(Player::X).score);
    row("B starts", played.tally_as(Player::O).score);
    let all = played.tally();
    row("together", all.score);
    table.write(out)?;
    let [a_time, b_time] = all.time_per_move().map(brief);
    writeln!(
        out,
        "\nRanges of 95 % confidence. A game takes {:.1} plies on average; A thinks {a_time} for a move, B {b_time}.",
        all.mean_plies()
    )?;
    if all.repeated + all.too_long > 0 {
        writeln!(
            out,
            "Of the draws, {} are by repetition (a position for the third time) and {} by length.",
            all.repeated, all.too_long
        )?;
    }
    write_if_timed(out, &[a, b])
}

/// Writes the ratings, and the points of each against each.
pub fn write_robin(
    out: &mut dyn Write,
    game: &str,
    robin: &RoundRobin,
    games: u32,
) -> io::Result<()> {
    writeln!(
        out,
        "{game}: everyone against everyone, {games} games a pair, starting in turn\n"
    )?;
    let rated = robin.ratings();
    let mut order: Vec<usize> = (0..rated.len()).collect();
    order.sort_by(|&i, &j| rated[j].elo.total_cmp(&rated[i].elo));
    let mut table = Table::new(&[
        ("agent", Align::Left),
        ("Elo", Align::Right),
        ("±", Align::Right),
    ]);
    for &i in &order {
        table.row([
            robin.agents[i].to_string(),
            format!("{:+.0}", rated[i].elo),
            format!("{:.0}", rated[i].error),
        ]);
    }
    table.write(out)?;
    writeln!(
        out,
        "\nThe mean rating is 0; ± is the range of 95 % confidence.\n\
         Points of the agent in the row, in percent: 1 for a win, ½ for a draw.\n"
    )?;
    let names: Vec<String> = order.iter().map(|&i| robin.agents[i].to_string()).collect();
    let columns = names.iter().map(|name| (&**name, Align::Right));
    let columns: Vec<_> = [("", Align::Left)].into_iter().chain(columns).collect();
    let mut cross = Table::new(&columns);
    for &i in &order {
        let cell = |&j: &usize| {
            let score = robin.score(i, j);
            if i == j {
                "·".into()
            } else {
                format!("{:.1}", 100.0 * score.points() / f64::from(score.games()))
            }
        };
        let mut row = vec![robin.agents[i].to_string()];
        row.extend(order.iter().map(cell));
        cross.row_of(row);
    }
    cross.write(out)?;
    write_if_timed(out, &robin.agents.iter().collect::<Vec<_>>())
}

/// Says so if another run may come out differently.
fn write_if_timed(out: &mut dyn Write, agents: &[&AgentSpec]) -> io::Result<()> {
    if let Some(timed) = agents.iter().find(|agent| !agent.is_repeatable()) {
        writeln!(
            out,
            "{timed} thinks by the clock, so another run may differ; a number of positions (search:100000) is repeatable."
        )?;
    }
    Ok(())
}
