//! Matches, tournaments and ladders for other programs, as JSON and as rows of a table with the
//! same fields. The names of the fields are part of the contract.

use quixotic_game::Player;
use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::AgentSpec;
use crate::arena::{Played, RoundRobin, Tally};
use crate::ladder::Rung;

/// A match, counted for A.
#[derive(Serialize)]
pub struct MatchJson<'a, G> {
    #[serde(flatten)]
    game: &'a G,
    a: String,
    b: String,
    seed: u64,
    /// Whether the same seed gives the same games: not if an agent thinks by the clock.
    repeatable: bool,
    #[serde(flatten)]
    all: Fields,
    a_starts: Fields,
    b_starts: Fields,
    /// Games that a program lost by failing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    forfeits: Vec<ForfeitJson>,
}

#[derive(Serialize)]
struct ForfeitJson {
    /// The number of the game, from 1.
    game: Option<u32>,
    agent: String,
    reason: String,
}

/// What some games come to, by the names of the fields. Rates have their ranges of
/// 95 % confidence.
struct Fields(Vec<(&'static str, Value)>);

/// A tournament. The seeds of its matches follow from its own.
#[derive(Serialize)]
pub struct RobinJson<'a, G> {
    #[serde(flatten)]
    game: &'a G,
    seed: u64,
    ratings: Vec<RatingJson>,
    matches: Vec<MatchJson<'a, G>>,
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

impl Fields {
    /// What two runs have in common.
    fn untimed(mut self) -> Fields {
        self.0
            .retain(|(name, _)| !name.ends_with("_seconds_per_move"));
        self
    }
}

impl<G> MatchJson<'_, G> {
    /// The same without times, which no two runs share.
    #[must_use]
    pub fn untimed(self) -> Self {
        MatchJson {
            all: self.all.untimed(),
            a_starts: self.a_starts.untimed(),
            b_starts: self.b_starts.untimed(),
            ..self
        }
    }
}

impl<G> RobinJson<'_, G> {
    /// The same without times, which no two runs share.
    #[must_use]
    pub fn untimed(self) -> Self {
        let matches = self.matches.into_iter();
        RobinJson {
            matches: matches.map(MatchJson::untimed).collect(),
            ..self
        }
    }
}

impl<G> LadderJson<'_, G> {
    /// The same without times, which no two runs share.
    #[must_use]
    pub fn untimed(mut self) -> Self {
        self.agents = self.agents.into_iter().map(RungJson::untimed).collect();
        self
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

/// A match as JSON; the fields of the game are those of the whole.
pub fn match_json<'a, G: Serialize>(
    game: &'a G,
    a: &AgentSpec,
    b: &AgentSpec,
    played: &Played,
) -> MatchJson<'a, G> {
    MatchJson {
        game,
        a: a.to_string(),
        b: b.to_string(),
        seed: played.seed,
        repeatable: a.is_repeatable() && b.is_repeatable(),
        all: played.tally().into(),
        a_starts: played.tally_as(Player::X).into(),
        b_starts: played.tally_as(Player::O).into(),
        forfeits: forfeits([a, b], played),
    }
}

/// The games that an agent lost by failing, in their order.
fn forfeits(agents: [&AgentSpec; 2], played: &Played) -> Vec<ForfeitJson> {
    let of_both = agents.into_iter().zip(played.forfeits());
    let of_both = of_both.flat_map(|(agent, games)| {
        games.into_iter().map(|(record, reason)| ForfeitJson {
            game: record.number,
            agent: agent.to_string(),
            reason: reason.to_owned(),
        })
    });
    let mut forfeits: Vec<_> = of_both.collect();
    forfeits.sort_by_key(|forfeit| forfeit.game);
    forfeits
}

/// A tournament as JSON.
pub fn robin_json<'a, G: Serialize>(
    game: &'a G,
    seed: u64,
    robin: &RoundRobin,
) -> RobinJson<'a, G> {
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

/// A table with a row for each match and starting player: the names of its columns, and the rows.
pub fn table(
    game: &str,
    matches: &[(&AgentSpec, &AgentSpec, &Played)],
) -> (Vec<&'static str>, Vec<Vec<String>>) {
    let Fields(fields) = Tally::default().into();
    let names = fields.iter().map(|&(name, _)| name);
    let heading = ["game", "a", "b", "starts"].into_iter().chain(names);
    let mut rows = Vec::new();
    for (a, b, played) in matches {
        for (starts, player) in [("a", Player::X), ("b", Player::O)] {
            let tally = played.tally_as(player);
            if tally.score.games() == 0 {
                continue;
            }
            let Fields(fields) = tally.into();
            let mut row = vec![
                game.to_owned(),
                a.to_string(),
                b.to_string(),
                starts.to_owned(),
            ];
            row.extend(fields.iter().map(|(_, value)| value.to_string()));
            rows.push(row);
        }
    }
    (heading.collect(), rows)
}

/// How often agents keep the value of a position.
#[derive(Serialize)]
pub struct LadderJson<'a, G> {
    #[serde(flatten)]
    game: &'a G,
    seed: u64,
    agents: Vec<RungJson>,
}

/// A ladder as JSON.
pub fn ladder_json<'a, G: Serialize>(game: &'a G, seed: u64, rungs: &[Rung]) -> LadderJson<'a, G> {
    LadderJson {
        game,
        seed,
        agents: rungs.iter().map(RungJson::new).collect(),
    }
}

/// How often one agent does.
pub fn rung_json(rung: &Rung) -> RungJson {
    RungJson::new(rung)
}

/// How often an agent errs.
#[derive(Serialize)]
pub struct RungJson {
    agent: String,
    positions: u32,
    errors: u32,
    wins_lost: u32,
    error_rate: f64,
    error_rate_low: f64,
    error_rate_high: f64,
    mean_shortfall: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds_per_move: Option<f64>,
    /// Where the game has levels.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    levels: Vec<LevelJson>,
}

#[derive(Serialize)]
struct LevelJson {
    level: u8,
    positions: u32,
    errors: u32,
}

impl RungJson {
    /// The same without the time, which no two runs share.
    #[must_use]
    pub fn untimed(self) -> RungJson {
        RungJson {
            seconds_per_move: None,
            ..self
        }
    }

    fn new(rung: &Rung) -> RungJson {
        let rate = rung.error_rate();
        RungJson {
            agent: rung.agent.clone(),
            positions: rung.positions,
            errors: rung.errors,
            wins_lost: rung.wins_lost,
            error_rate: rate.share,
            error_rate_low: rate.low,
            error_rate_high: rate.high,
            mean_shortfall: rung.mean_shortfall(),
            seconds_per_move: Some(rung.time_per_move().as_secs_f64()),
            levels: rung
                .levels
                .iter()
                .map(|(&level, found)| LevelJson {
                    level,
                    positions: found.positions,
                    errors: found.errors,
                })
                .collect(),
        }
    }
}
