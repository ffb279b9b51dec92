//! `arena`: a piece is a game.

use std::fmt;
use std::sync::Arc;

use clap::ValueEnum;
use quixotic_agents::AgentSpec;
use quixotic_agents::arena::{
    GameRecord, LONGEST, Match, Played, PlayedGame, RoundRobin, Starts, Tournament,
};
use quixotic_agents::json::{match_json, robin_json};
use quixotic_catalog::{AnyGame, Error, GameId};
use quixotic_game::{Budget, Player};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::job::{Merged, Work, result};

/// Who plays whom, and how often, as options.
#[derive(Clone, Debug, PartialEq, Eq, clap::Args, Serialize, Deserialize)]
pub struct ArenaOptions {
    /// An agent: random, minimax:DEPTH, search:TIME (500ms, 2s, or a number of positions),
    /// lines:TIME (the same without the network), mcts:PLAYOUTS, dqn, net, perfect, strategy
    #[arg(
        value_name = "A",
        required_unless_present = "all",
        conflicts_with = "all"
    )]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    a: Option<AgentSpec>,

    /// Its opponent
    #[arg(
        value_name = "B",
        required_unless_present = "all",
        conflicts_with = "all"
    )]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    b: Option<AgentSpec>,

    /// Everyone against everyone: agents with commas between them
    #[arg(long, value_name = "A,B,…", value_delimiter = ',')]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    all: Vec<AgentSpec>,

    /// The solution helps `perfect` alone: `search` looks nothing up
    #[arg(long)]
    pub unaided: bool,

    /// Games of a match; of every pair with --all
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,

    /// Seed of everything random
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Who makes the first move
    #[arg(long, value_name = "WHO", value_enum, default_value_t = WhoStarts::Alternate, conflicts_with = "all")]
    starts: WhoStarts,

    /// Plies after which a game is broken off as a draw
    #[arg(long, value_name = "PLIES", default_value_t = LONGEST, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    cap: u32,
}

/// Who makes the first move of the games of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum WhoStarts {
    /// A and B in turn
    Alternate,
    /// Always A
    A,
    /// Always B
    B,
}

impl From<WhoStarts> for Starts {
    fn from(who: WhoStarts) -> Starts {
        match who {
            WhoStarts::Alternate => Starts::Alternate,
            WhoStarts::A => Starts::A,
            WhoStarts::B => Starts::B,
        }
    }
}

/// What is played.
#[derive(Clone, Debug)]
pub enum Contest {
    /// A match of two.
    Match(Match),
    /// Everyone against everyone.
    Tournament(Tournament),
}

impl ArenaOptions {
    /// What they ask for.
    ///
    /// # Errors
    /// If there are too few agents.
    pub fn contest(&self) -> Result<Contest, Error> {
        if let (Some(a), Some(b)) = (&self.a, &self.b) {
            return Ok(Contest::Match(Match {
                a: a.clone(),
                b: b.clone(),
                games: self.games,
                seed: self.seed,
                starts: self.starts.into(),
                longest: self.cap,
            }));
        }
        if self.all.len() < 2 {
            return Err(Error::Bad("--all takes two agents or more".into()));
        }
        Ok(Contest::Tournament(Tournament {
            agents: self.all.clone(),
            games: self.games,
            seed: self.seed,
            longest: self.cap,
        }))
    }
}

/// A match or a tournament of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Arena {
    #[serde(flatten)]
    id: GameId,
    #[serde(flatten)]
    options: ArenaOptions,
    /// The hash of the weights that were given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    weights: Option<String>,
}

/// The matches of a contest, one after the other.
struct Matches(Vec<(usize, usize, Match)>);

impl Matches {
    fn of(options: &ArenaOptions) -> Matches {
        Matches(match options.contest() {
            Ok(Contest::Match(planned)) => vec![(0, 1, planned)],
            Ok(Contest::Tournament(planned)) => planned.matches(),
            // From a file that says nothing sensible; it has no pieces.
            Err(_) => Vec::new(),
        })
    }
}

impl Arena {
    /// What the options ask for, with weights that have that hash.
    pub fn new(
        id: &GameId,
        options: &ArenaOptions,
        weights: Option<String>,
    ) -> Result<Arena, Error> {
        options.contest()?;
        Ok(Arena {
            id: id.clone(),
            options: options.clone(),
            weights,
        })
    }

    /// Which game it is.
    pub fn id(&self) -> &GameId {
        &self.id
    }

    /// Whether the solution helps `perfect` alone.
    pub fn is_unaided(&self) -> bool {
        self.options.unaided
    }

    /// What plays it: the game, set up for its agents.
    pub fn work(&self, game: Arc<dyn AnyGame>) -> impl Work + use<> {
        Playing {
            game,
            games: self.options.games.into(),
            matches: Matches::of(&self.options),
        }
    }

    pub(crate) fn pieces(&self) -> u64 {
        Matches::of(&self.options).0.len() as u64 * u64::from(self.options.games)
    }

    pub(crate) fn merge(&self, games: Vec<GameRecord>) -> Merged {
        let Matches(planned) = Matches::of(&self.options);
        let mut games = games.into_iter();
        let matches = planned.into_iter().map(|(i, j, planned)| {
            let of_match = games.by_ref().take(planned.games as usize);
            let played = Played {
                seed: planned.seed,
                games: of_match.map(|record| untimed(&planned, record)).collect(),
            };
            (i, j, played)
        });
        let matches: Vec<(usize, usize, Played)> = matches.collect();
        match (&self.options.a, &self.options.b, &matches[..]) {
            (Some(a), Some(b), [(_, _, played)]) => {
                Merged::json(&match_json(&self.id, a, b, played).untimed())
            }
            _ => {
                let agents = self.options.all.clone();
                let robin = RoundRobin { agents, matches };
                Merged::json(&robin_json(&self.id, self.options.seed, &robin).untimed())
            }
        }
    }
}

/// A game of a match as far as it was saved.
fn untimed(planned: &Match, record: GameRecord) -> PlayedGame {
    let number = record.number.unwrap_or(1).saturating_sub(1);
    PlayedGame {
        a: match planned.starts.with_a(number) {
            true => Player::X,
            false => Player::O,
        },
        record,
        thought: Default::default(),
    }
}

impl fmt::Display for Arena {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ArenaOptions {
            a,
            b,
            all,
            unaided,
            games,
            seed,
            starts,
            cap,
        } = &self.options;
        write!(f, "arena {}", self.id)?;
        match (a, b) {
            (Some(a), Some(b)) => write!(f, " {a} {b}")?,
            _ => {
                let all: Vec<String> = all.iter().map(AgentSpec::to_string).collect();
                write!(f, " --all {}", all.join(","))?;
            }
        }
        write!(f, " --games {games} --seed {seed}")?;
        if *starts != WhoStarts::Alternate {
            write!(
                f,
                " --starts {}",
                if *starts == WhoStarts::A { "a" } else { "b" }
            )?;
        }
        if *cap != LONGEST {
            write!(f, " --cap {cap}")?;
        }
        if *unaided {
            f.write_str(" --unaided")?;
        }
        super::write_weights(f, self.weights.as_deref())
    }
}

struct Playing {
    game: Arc<dyn AnyGame>,
    games: u64,
    matches: Matches,
}

impl Work for Playing {
    fn piece(&self, number: u64, budget: &Budget) -> Result<Value, Error> {
        let (_, _, planned) = &self.matches.0[(number / self.games) as usize];
        let game = (number % self.games) as u32;
        let mut played = self
            .game
            .play_part(planned, game..game + 1, budget, &|| {})?;
        let game = played.games.pop().expect("one was asked for");
        Ok(result(&game.record))
    }
}
