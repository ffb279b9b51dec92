//! Results for other programs: JSON and CSV, with the same fields.

use quixotic_agents::AgentSpec;
use quixotic_agents::arena::{Played, RoundRobin, Tally};
use quixotic_catalog::GameId;
use quixotic_game::Player;
use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::json;

/// A match, counted for A.
#[derive(Serialize)]
pub(super) struct MatchJson<'a> {
    #[serde(flatten)]
    game: &'a GameId,
    a: String,
    b: String,
    seed: u64,
    /// Whether the same seed gives the same games: not if an agent thinks by the clock.
    repeatable: bool,
    #[serde(flatten)]
    all: Fields,
    a_starts: Fields,
    b_starts: Fields,
}

/// What some games come to, by the names of the fields. Rates have their ranges of
/// 95 % confidence.
struct Fields(Vec<(&'static str, Value)>);

/// A tournament. The seeds of its matches follow from its own.
#[derive(Serialize)]
pub(super) struct RobinJson<'a> {
    #[serde(flatten)]
    game: &'a GameId,
    seed: u64,
    ratings: Vec<RatingJson>,
    matches: Vec<MatchJson<'a>>,
}

#[derive(Serialize)]
struct RatingJson {
    agent: String,
    elo: f64,
    error: f64,
}

impl Serialize for Fields {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

impl From<Tally> for Fields {
    fn from(tally: Tally) -> Fields {
        let score = tally.score;
        let [won, lost, drawn] = [score.won(), score.lost(), score.drawn()];
        let [a_time, b_time] = tally.time_per_move();
        Fields(vec![
            ("games", score.games().into()),
            ("wins", score.wins.into()),
            ("losses", score.losses.into()),
            ("draws", score.draws.into()),
            ("win_rate", won.share.into()),
            ("win_rate_low", won.low.into()),
            ("win_rate_high", won.high.into()),
            ("loss_rate", lost.share.into()),
            ("loss_rate_low", lost.low.into()),
            ("loss_rate_high", lost.high.into()),
            ("draw_rate", drawn.share.into()),
            ("draw_rate_low", drawn.low.into()),
            ("draw_rate_high", drawn.high.into()),
            ("draws_by_repetition", tally.repeated.into()),
            ("draws_by_length", tally.too_long.into()),
            ("mean_plies", tally.mean_plies().into()),
            ("a_seconds_per_move", a_time.as_secs_f64().into()),
            ("b_seconds_per_move", b_time.as_secs_f64().into()),
        ])
    }
}

pub(super) fn match_json<'a>(
    game: &'a GameId,
    a: &AgentSpec,
    b: &AgentSpec,
    played: &Played,
) -> MatchJson<'a> {
    MatchJson {
        game,
        a: a.to_string(),
        b: b.to_string(),
        seed: played.seed,
        repeatable: a.is_repeatable() && b.is_repeatable(),
        all: played.tally().into(),
        a_starts: played.tally_as(Player::X).into(),
        b_starts: played.tally_as(Player::O).into(),
    }
}

pub(super) fn robin_json<'a>(game: &'a GameId, seed: u64, robin: &RoundRobin) -> RobinJson<'a> {
    let agents = &robin.agents;
    let rated = agents.iter().zip(robin.ratings());
    let ratings = rated.map(|(agent, rating)| RatingJson {
        agent: agent.to_string(),
        elo: rating.elo,
        error: rating.error,
    });
    let matches = robin.matches.iter();
    let matches = matches.map(|(i, j, played)| match_json(game, &agents[*i], &agents[*j], played));
    RobinJson {
        game,
        seed,
        ratings: ratings.collect(),
        matches: matches.collect(),
    }
}

/// Comma-separated values, a row for each match and starting player.
pub(super) fn csv(game: &GameId, matches: &[(&AgentSpec, &AgentSpec, &Played)]) -> String {
    let Fields(fields) = Tally::default().into();
    let names = fields.iter().map(|&(name, _)| name);
    let heading: Vec<&str> = ["game", "a", "b", "starts"]
        .into_iter()
        .chain(names)
        .collect();
    let mut rows = Vec::new();
    for (a, b, played) in matches {
        for (starts, player) in [("a", Player::X), ("b", Player::O)] {
            let tally = played.tally_as(player);
            if tally.score.games() == 0 {
                continue;
            }
            let Fields(fields) = tally.into();
            let mut row = vec![
                game.to_string(),
                a.to_string(),
                b.to_string(),
                starts.to_owned(),
            ];
            row.extend(fields.iter().map(|(_, value)| value.to_string()));
            rows.push(row);
        }
    }
    json::csv(&heading, rows)
}
