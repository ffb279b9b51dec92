//! What an agent's answers and games come to.

use std::cmp::Reverse;
use std::collections::HashSet;

use quixotic_agents::arena::{self, Played, Rating};
use quixotic_agents::json::{RungJson, rung_json};
use quixotic_agents::ladder::{Asked, Rung};
use quixotic_catalog::{AnyGame, Error, GameId, Stake};
use quixotic_game::{Outcome, Player, Value};
use serde::Serialize;

/// Mistakes that are shown.
const WORST: usize = 10;

/// The score of an agent.
#[derive(Clone, Debug)]
pub struct Score {
    /// The game.
    pub game: GameId,
    /// The set that the positions are of; `None` if they were drawn for this score.
    pub set: Option<String>,
    /// The seed that they were drawn with then.
    pub seed: Option<u64>,
    /// Whether another run gives the same score: not if the agent thinks by the clock. `None` if nobody knows.
    pub is_repeatable: Option<bool>,
    /// How often it errs.
    pub rung: Rung,
    /// How strong it is in games, if it played opponents that have a rating.
    pub elo: Option<Elo>,
    /// Its games against `perfect`, where the solution is here.
    pub perfect: Option<Played>,
    /// Its worst mistakes, the worst first.
    pub mistakes: Vec<Mistake>,
    /// The address of the page that shows positions.
    pub page: String,
}

/// A rating, and the games that it comes from.
#[derive(Clone, Debug)]
pub struct Elo {
    /// The rating on the scale of docs/results/levels.md. The opponents' own ratings are taken as sure.
    pub rating: Rating,
    /// Whom it played.
    pub opponents: Vec<Opponent>,
}

/// An opponent that has a rating.
#[derive(Clone, Debug)]
pub struct Opponent {
    /// Its name.
    pub agent: String,
    /// Its rating.
    pub elo: f64,
    /// The games, counted for the agent that is scored.
    pub score: arena::Score,
}

/// A move that makes the outcome worse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The position.
    pub position: String,
    /// Who is to move, within a sentence.
    pub mover: String,
    /// The move.
    pub mv: String,
    /// What it is worth.
    pub played: Value,
    /// What the best moves are worth.
    pub best: Value,
    /// The best moves.
    pub best_moves: Vec<String>,
}

/// An answer with the move.
pub(crate) struct Answered {
    pub(crate) asked: Asked,
    pub(crate) mv: String,
}

/// The worst mistakes: those that lose the most, and among them those whose cost is nearest.
pub(crate) fn worst(
    game: &dyn AnyGame,
    stakes: &[Stake],
    answered: &[Answered],
) -> Result<Vec<Mistake>, Error> {
    let rank = |outcome: Outcome| match outcome {
        Outcome::Loss => 0,
        Outcome::Draw => 1,
        Outcome::Win => 2,
    };
    let given_away = |asked: &Asked| rank(asked.best.outcome()) - rank(asked.played.outcome());
    let errors = stakes.iter().zip(answered);
    let mut errors: Vec<_> = errors
        .filter(|(_, answered)| given_away(&answered.asked) > 0)
        .collect();
    errors.sort_by_key(|(_, answered)| {
        let Asked { best, played, .. } = &answered.asked;
        let plies = [best, played]
            .into_iter()
            .filter_map(|value| value.distance());
        (Reverse(given_away(&answered.asked)), plies.min())
    });
    // A set may have a position twice.
    let mut seen = HashSet::new();
    errors.retain(|(stake, _)| seen.insert(&stake.position));
    let mistake = |(stake, answered): &(&Stake, &Answered)| {
        let best = stake
            .moves
            .iter()
            .take_while(|(_, value)| *value == stake.moves[0].1);
        Ok(Mistake {
            position: stake.position.clone(),
            mover: game.player_in_words(game.status(&stake.position)?.to_move),
            mv: answered.mv.clone(),
            played: answered.asked.played,
            best: answered.asked.best,
            best_moves: best.map(|(mv, _)| mv.clone()).collect(),
        })
    };
    errors.iter().take(WORST).map(mistake).collect()
}

impl Mistake {
    /// What happened, in words: `a4R loses in 2 plies; c1T wins in 3 plies`. Of many best moves some are named.
    pub fn sentence(&self) -> String {
        let named = self.best_moves.iter().take(3);
        let named: Vec<&str> = named.map(String::as_str).collect();
        let more = match self.best_moves.len().saturating_sub(named.len()) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let played = worth(self.played, false);
        let best = worth(self.best, self.best_moves.len() > 1);
        format!("{} {played}; {}{more} {best}", self.mv, named.join(", "))
    }
}

/// `wins in 3 plies`, `draws`; of several moves `win in 3 plies`, `draw`.
fn worth(value: Value, are_several: bool) -> String {
    let mut verb = match value.outcome() {
        Outcome::Win => "wins",
        Outcome::Draw => "draws",
        Outcome::Loss => "loses",
    };
    if are_several {
        verb = verb.trim_end_matches('s');
    }
    match value.distance() {
        None => verb.into(),
        Some(1) => format!("{verb} at once"),
        Some(plies) => format!("{verb} in {plies} plies"),
    }
}

impl Score {
    /// Which positions, in words: `1000 positions of the set quixo5-1`.
    pub fn positions(&self) -> String {
        let count = self.rung.positions;
        match (&self.set, self.seed) {
            (Some(set), _) => format!("{count} positions of the set {set}"),
            (None, seed) => format!(
                "{count} positions drawn with seed {}",
                seed.unwrap_or_default()
            ),
        }
    }

    /// The address that shows a mistake: the position before it, with the move to come.
    pub fn link(&self, mistake: &Mistake) -> String {
        let rules = self.game.rules().map_or(String::new(), |rules| {
            format!("&rules={}", rules.replace(' ', "_"))
        });
        format!(
            "{}#game={}{rules}&start={}&moves={}&ply=0",
            self.page,
            self.game.game(),
            mistake.position.replace(' ', "_"),
            mistake.mv
        )
    }

    /// The score as JSON. The names of the fields are part of the contract. Times are left out where two runs are to be
    /// compared.
    pub fn json(&self, has_times: bool) -> impl Serialize + use<'_> {
        let rung = rung_json(&self.rung);
        let mistake = |mistake: &Mistake| MistakeJson {
            position: mistake.position.clone(),
            mv: mistake.mv.clone(),
            played: mistake.played.into(),
            best: mistake.best.into(),
            best_moves: mistake.best_moves.clone(),
            link: self.link(mistake),
        };
        ScoreJson {
            game: &self.game,
            version: env!("CARGO_PKG_VERSION"),
            set: self.set.as_deref(),
            seed: self.seed,
            repeatable: self.is_repeatable,
            rung: if has_times { rung } else { rung.untimed() },
            elo: self.elo.as_ref().map(EloJson::new),
            perfect: self.perfect.as_ref().map(|played| PerfectJson {
                starts: SideJson::new(played, Player::X),
                second: SideJson::new(played, Player::O),
            }),
            mistakes: self.mistakes.iter().map(mistake).collect(),
        }
    }
}

#[derive(Serialize)]
struct ScoreJson<'a> {
    #[serde(flatten)]
    game: &'a GameId,
    /// That of the program.
    version: &'a str,
    set: Option<&'a str>,
    seed: Option<u64>,
    repeatable: Option<bool>,
    #[serde(flatten)]
    rung: RungJson,
    elo: Option<EloJson<'a>>,
    perfect: Option<PerfectJson>,
    mistakes: Vec<MistakeJson>,
}

#[derive(Serialize)]
struct EloJson<'a> {
    elo: f64,
    error: f64,
    opponents: Vec<OpponentJson<'a>>,
}

#[derive(Serialize)]
struct OpponentJson<'a> {
    agent: &'a str,
    elo: f64,
    #[serde(flatten)]
    games: GamesJson,
}

/// Games against `perfect`, by whether the agent starts.
#[derive(Serialize)]
struct PerfectJson {
    starts: SideJson,
    second: SideJson,
}

#[derive(Serialize)]
struct SideJson {
    #[serde(flatten)]
    games: GamesJson,
    mean_plies: f64,
}

/// Games, counted for the agent.
#[derive(Serialize)]
struct GamesJson {
    games: u32,
    wins: u32,
    losses: u32,
    draws: u32,
}

#[derive(Serialize)]
struct MistakeJson {
    position: String,
    #[serde(rename = "move")]
    mv: String,
    played: ValueJson,
    best: ValueJson,
    best_moves: Vec<String>,
    link: String,
}

#[derive(Serialize)]
struct ValueJson {
    outcome: Outcome,
    distance: Option<u16>,
}

impl EloJson<'_> {
    fn new(elo: &Elo) -> EloJson<'_> {
        EloJson {
            elo: elo.rating.elo,
            error: elo.rating.error,
            opponents: elo.opponents.iter().map(OpponentJson::new).collect(),
        }
    }
}

impl OpponentJson<'_> {
    fn new(met: &Opponent) -> OpponentJson<'_> {
        OpponentJson {
            agent: &met.agent,
            elo: met.elo,
            games: met.score.into(),
        }
    }
}

impl SideJson {
    fn new(played: &Played, player: Player) -> SideJson {
        let tally = played.tally_as(player);
        SideJson {
            games: tally.score.into(),
            mean_plies: tally.mean_plies(),
        }
    }
}

impl From<arena::Score> for GamesJson {
    fn from(score: arena::Score) -> GamesJson {
        GamesJson {
            games: score.games(),
            wins: score.wins,
            losses: score.losses,
            draws: score.draws,
        }
    }
}

impl From<Value> for ValueJson {
    fn from(value: Value) -> ValueJson {
        ValueJson {
            outcome: value.outcome(),
            distance: value.distance(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistake_is_told_in_a_sentence() {
        let mut mistake = Mistake {
            position: "4/4/4/4 X".into(),
            mover: "X".into(),
            mv: "a4R".into(),
            played: Value::loss(2),
            best: Value::win(1),
            best_moves: vec!["c1T".into()],
        };
        assert_eq!(mistake.sentence(), "a4R loses in 2 plies; c1T wins at once");
        mistake.best = Value::DRAW;
        mistake.best_moves = ["a1T", "a1R", "b1T", "b1L", "c1T"].map(String::from).into();
        assert_eq!(
            mistake.sentence(),
            "a4R loses in 2 plies; a1T, a1R, b1T and 2 more draw"
        );
    }
}
