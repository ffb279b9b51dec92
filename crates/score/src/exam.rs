//! How an agent is scored: asked about positions, then playing opponents whose ratings are known.
//!
//! All that is random follows from constants, so the same agent has the same score in every run and on any number of threads.

use quixotic_agents::AgentSpec;
use quixotic_agents::arena::{LONGEST, Match, Played, PlayedGame, Starts, rating_among};
use quixotic_agents::ladder::{Asked, Rung};
use quixotic_catalog::{AnyGame, Error, Stake, TextAgent};
use quixotic_game::{Budget, Moment, Player, Rng};
use rayon::prelude::*;

use crate::score::{Answered, worst};
use crate::{DEFAULT_SEED, Elo, Opponent, PositionSet, Score};

/// Positions that an agent is asked about when nothing is said.
pub const POSITIONS: u32 = 1000;
/// Games against each opponent when nothing is said.
const GAMES: u32 = 20;
/// Positions for which an agent is built once, if another run may give another score anyway.
const TOGETHER: usize = 50;
/// Where the page is when nothing is said: that of `quixotic serve`.
const PAGE: &str = "http://localhost:8080/";

/// The opponents by game, the weakest first: agents of the ladder that take little time, with their ratings in
/// docs/results/levels.md, where `random` has 0.
pub const OPPONENTS: [(&str, &[(&str, i16)]); 3] = [
    (
        "quixo3",
        &[
            ("random", 0),
            ("minimax:1", 428),
            ("minimax:3", 491),
            ("mcts:1000", 557),
        ],
    ),
    (
        "quixo4",
        &[
            ("random", 0),
            ("minimax:1", 678),
            ("minimax:3", 888),
            ("net", 1159),
        ],
    ),
    (
        "quixo5",
        &[
            ("random", 0),
            ("minimax:1", 945),
            ("minimax:2", 1246),
            ("net", 1366),
            ("search:1000", 1595),
        ],
    ),
];

/// What an agent has to do.
#[derive(Clone, Debug)]
pub struct Exam {
    /// How many positions.
    pub positions: u32,
    /// The seed to draw the positions with, from the solution; `None` for those of the set.
    pub seed: Option<u64>,
    /// How many games against each opponent; the players start in turn.
    pub games: u32,
    /// The address of the page that shows positions, for links.
    pub page: String,
}

/// Who is scored.
pub enum Candidate<'a> {
    /// One that has a name. It is built anew for each game, and for each position or some of them, on all threads, and does
    /// not get to see the solution.
    Agent(AgentSpec),
    /// One from outside, which is asked on the thread that calls.
    Guest {
        /// What it is called.
        name: &'a str,
        /// The agent.
        agent: &'a mut TextAgent<'a>,
    },
}

impl Default for Exam {
    fn default() -> Exam {
        Exam {
            positions: POSITIONS,
            seed: None,
            games: GAMES,
            page: PAGE.into(),
        }
    }
}

impl Exam {
    /// Scores an agent. `done` is called after every position and game, with how many there are.
    pub fn score(
        &self,
        game: &dyn AnyGame,
        mut candidate: Candidate<'_>,
        budget: &Budget,
        done: &(dyn Fn(u64) + Sync),
    ) -> Result<Score, Error> {
        // What the solution says must not help an agent that is measured by it, nor its opponents.
        let game = &*game.unaided();
        let set = match self.seed {
            None => PositionSet::shipped(game, self.positions, budget)?,
            Some(seed) => PositionSet::drawn(game, self.positions, seed, budget)?,
        };
        let opponents = opponents(game);
        let meets_perfect = self.games > 0 && game.info().complete;
        let matches = opponents.len() as u64 + u64::from(meets_perfect);
        let total = set.stakes.len() as u64 + matches * u64::from(self.games);
        let ask = Ask {
            exam: self,
            game,
            budget,
            done: &|| done(total),
        };
        let answered = ask.positions(&mut candidate, &set.stakes)?;
        let mut met = Vec::new();
        for (number, &(agent, elo)) in opponents.iter().enumerate() {
            let score = ask.games(&mut candidate, agent, number)?.score();
            met.push(Opponent {
                agent: agent.into(),
                elo: elo.into(),
                score,
            });
        }
        let results: Vec<_> = met.iter().map(|met| (met.elo, met.score)).collect();
        let elo = match self.games {
            0 => None,
            _ => rating_among(&results).map(|rating| Elo {
                rating,
                opponents: met,
            }),
        };
        let perfect = match meets_perfect {
            true => Some(ask.games(&mut candidate, "perfect", opponents.len())?),
            false => None,
        };
        let asked: Vec<Asked> = answered.iter().map(|answered| answered.asked).collect();
        Ok(Score {
            game: game.id().clone(),
            set: PositionSet::name(game.id())
                .filter(|_| self.seed.is_none())
                .map(Into::into),
            seed: self.seed,
            is_repeatable: candidate.is_repeatable(),
            rung: Rung::new(candidate.name(), &asked),
            elo,
            perfect,
            mistakes: worst(game, &set.stakes, &answered)?,
            page: self.page.clone(),
        })
    }
}

/// The opponents that have a rating in a game.
fn opponents(game: &dyn AnyGame) -> &'static [(&'static str, i16)] {
    let id = game.id();
    let found = OPPONENTS.iter().find(|(name, _)| *name == id.game());
    let found = found.filter(|_| id.rules().is_none());
    found.map_or(&[], |(_, opponents)| opponents)
}

/// An exam that is under way.
struct Ask<'a> {
    exam: &'a Exam,
    game: &'a dyn AnyGame,
    budget: &'a Budget,
    done: &'a (dyn Fn() + Sync),
}

impl Ask<'_> {
    /// Asks about all positions.
    fn positions(
        &self,
        candidate: &mut Candidate<'_>,
        stakes: &[Stake],
    ) -> Result<Vec<Answered>, Error> {
        match candidate {
            Candidate::Agent(spec) => {
                let seed = self.exam.seed.unwrap_or(DEFAULT_SEED);
                // One that gives no two runs the same score may be a program, which takes a while to start.
                let together = match spec.is_repeatable() {
                    true => 1,
                    false => TOGETHER,
                };
                let chunks = stakes.par_chunks(together).enumerate();
                let asked = chunks.map(|(chunk, stakes)| {
                    let seed = Rng::part(seed, (chunk * together) as u64).word();
                    let mut agent = self.game.agent(spec, seed)?;
                    let asked = stakes.iter().map(|stake| self.position(&mut *agent, stake));
                    asked.collect::<Result<Vec<_>, Error>>()
                });
                let asked: Vec<Vec<Answered>> = asked.collect::<Result<_, Error>>()?;
                Ok(asked.into_iter().flatten().collect())
            }
            Candidate::Guest { agent, .. } => {
                let asked = stakes.iter().map(|stake| self.position(agent, stake));
                asked.collect()
            }
        }
    }

    /// Asks about a position.
    fn position(&self, agent: &mut TextAgent<'_>, stake: &Stake) -> Result<Answered, Error> {
        let begun = Moment::now();
        let mv = agent(&stake.position, self.budget)?;
        let time = begun.elapsed();
        (self.done)();
        let found = stake.moves.iter().find(|(legal, _)| *legal == mv);
        let Some(&(_, played)) = found else {
            // The rules say what is wrong with it.
            self.game.play(&stake.position, &mv)?;
            return Err(Error::Bad(format!("bad move `{mv}`")));
        };
        Ok(Answered {
            asked: Asked {
                best: stake.moves[0].1,
                played,
                time,
                level: stake.level,
            },
            mv,
        })
    }

    /// Plays against an opponent with that number, counted for the candidate.
    fn games(
        &self,
        candidate: &mut Candidate<'_>,
        opponent: &str,
        number: usize,
    ) -> Result<Played, Error> {
        let opponent = AgentSpec::parse(opponent)?;
        // No game shares its seed with a position.
        let seed = Rng::part(DEFAULT_SEED + 1, number as u64).word();
        let games = self.exam.games;
        match candidate {
            Candidate::Agent(spec) => {
                let planned = Match {
                    a: spec.clone(),
                    b: opponent,
                    games,
                    seed,
                    starts: Starts::Alternate,
                    longest: LONGEST,
                };
                self.game.play_match(&planned, self.budget, self.done)
            }
            Candidate::Guest { agent, .. } => {
                let games = (0..games).map(|number| {
                    let played = self.game_of_guest(agent, &opponent, seed, number);
                    (self.done)();
                    played
                });
                let games = games.collect::<Result<_, Error>>()?;
                Ok(Played { seed, games })
            }
        }
    }

    /// A game of a guest, against the opponent that one of ours would have.
    fn game_of_guest(
        &self,
        guest: &mut TextAgent<'_>,
        opponent: &AgentSpec,
        seed: u64,
        number: u32,
    ) -> Result<PlayedGame, Error> {
        self.budget.check(0).map_err(|stopped| Error::Stopped {
            message: "the games were not finished".into(),
            stopped,
        })?;
        let mut rng = Rng::part(seed, number.into());
        let [_, seed] = [rng.word(), rng.word()];
        let mut opponent = self.game.agent(opponent, seed)?;
        let (a, agents): (_, [&mut TextAgent<'_>; 2]) = match Starts::Alternate.with_a(number) {
            true => (Player::X, [guest, &mut *opponent]),
            false => (Player::O, [&mut *opponent, guest]),
        };
        let record = self.game.play_guests(agents, LONGEST, self.budget)?;
        Ok(PlayedGame {
            a,
            record,
            thought: Default::default(),
        })
    }
}

impl Candidate<'_> {
    fn name(&self) -> String {
        match self {
            Candidate::Agent(spec) => spec.to_string(),
            Candidate::Guest { name, .. } => (*name).into(),
        }
    }

    /// Whether another run gives the same score; `None` if nobody knows.
    fn is_repeatable(&self) -> Option<bool> {
        match self {
            Candidate::Agent(spec) => Some(spec.is_repeatable()),
            Candidate::Guest { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quixotic_agents::ladder::LADDER;

    /// Whose ratings are taken as sure: agents of the ladder, with the figures that were measured.
    #[test]
    fn the_opponents_have_the_ratings_of_levels_md() {
        let document = include_str!("../../../docs/results/levels.md");
        for (game, opponents) in OPPONENTS {
            let (_, rest) = document.split_once(&format!("## {game}\n")).unwrap();
            let table = rest.split("\n## ").next().unwrap();
            for (agent, elo) in opponents {
                let row = format!("| `{agent}` | {elo} |");
                assert!(table.contains(&row), "{game}: {row}");
                assert!(
                    LADDER.split(',').any(|of_ladder| of_ladder == *agent),
                    "{agent}"
                );
            }
        }
    }
}
