//! Where the values of a game come from, whatever it is: a database, a solver that
//! works as it is asked, a proof, or nothing.

use std::sync::Arc;

use quixotic_agents::{AgentSpec, Holding, Oracle, OracleError, holding, valued_moves};
use quixotic_game::{Budget, Game, Outcome, Value};
use quixotic_tablebase::Activity;

use rayon::prelude::*;

use crate::{Entry, Error, GameId, More, Pace, QueryKind, SolutionInfo, Source, Stats, Wanted};

/// Knows the values of a game, or some of them.
pub trait Solution<G: Entry>: Send + Sync {
    /// Where they come from.
    fn info(&self) -> SolutionInfo;

    /// The levels that are here, for games that are solved by levels.
    fn levels(&self) -> Option<Vec<u8>> {
        None
    }

    /// Whether every position has a value, or gets one while somebody waits.
    fn is_complete(&self) -> bool;

    /// The error of a solution that is not here at all.
    fn require(&self) -> Result<(), Error> {
        Ok(())
    }

    /// What its database has done so far, if it has one.
    fn activity(&self) -> Option<Activity> {
        None
    }

    /// How long answers take.
    fn pace(&self, question: QueryKind) -> Pace;

    /// The value of a position in which the game is not over, and of every move, the
    /// best first.
    fn probe(&self, game: &G, position: &G::Position, budget: &Budget) -> Result<Found<G>, Error>;

    /// Who wins, without distances, where that is found much sooner than all that
    /// [`probe`](Solution::probe) finds; `None` where it is not.
    fn outcomes(&self, _position: &G::Position) -> Result<Option<Found<G>>, Error> {
        Ok(None)
    }

    /// What is known of many positions, in their order, on the threads of the current
    /// rayon pool; games may be over. `done` is called with how many were answered.
    fn probe_many(
        &self,
        game: &G,
        positions: &[G::Position],
        _wanted: Wanted,
        budget: &Budget,
        done: &(dyn Fn(u64) + Sync),
    ) -> Result<Vec<Known>, Error> {
        let known = positions.par_iter().map(|position| {
            let known = match game.ended(position) {
                Some(outcome) => Known::Value(Value::ended(outcome)),
                None => self.probe(game, position, budget)?.known,
            };
            done(1);
            Ok(known)
        });
        known.collect()
    }

    /// The same with the outcomes of all moves; games that are over have none.
    fn probe_many_with_moves(
        &self,
        game: &G,
        positions: &[G::Position],
        budget: &Budget,
        done: &(dyn Fn(u64) + Sync),
    ) -> Result<Vec<KnownMoves<G::Move>>, Error> {
        let known = positions.par_iter().map(|position| {
            let found = match game.ended(position) {
                Some(outcome) => Found::new(Known::Value(Value::ended(outcome)), Vec::new()),
                None => self.probe(game, position, budget)?,
            };
            done(1);
            let moves = found.moves.into_iter();
            Ok(KnownMoves {
                known: found.known,
                moves: moves
                    .map(|found| (found.mv, found.known.outcome()))
                    .collect(),
            })
        });
        known.collect()
    }

    /// One optimal game from a position in which the game is not over.
    fn line(&self, game: &G, position: &G::Position, budget: &Budget) -> Result<Found<G>, Error>;

    /// Counts over all positions.
    fn stats(&self, id: &GameId) -> Result<Stats, Error> {
        Err(Error::Unknown(format!(
            "the positions of {id} are not counted"
        )))
    }

    /// The move of an agent that is part of the solution and says why; `None` leaves it
    /// to the agents.
    fn advise(
        &self,
        _game: &G,
        _position: &G::Position,
        _agent: &AgentSpec,
        _budget: &Budget,
    ) -> Result<Option<Advised<G>>, Error> {
        Ok(None)
    }

    /// What it would play where values are not known, in a sentence.
    fn advice(&self, _game: &G, _position: &G::Position, _budget: &Budget) -> Option<String> {
        None
    }
}

/// A move and, if somebody can say so, why.
pub type Advised<G> = (<G as Game>::Move, Option<String>);

/// What is known of a position or a move, for the player to move there or who makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// Everything.
    Value(Value),
    /// The outcome, and not how soon.
    Outcome(Outcome),
    /// Nothing, or not in time.
    Open,
}

impl Known {
    /// The outcome, if it is known.
    pub fn outcome(self) -> Option<Outcome> {
        match self {
            Known::Value(value) => Some(value.outcome()),
            Known::Outcome(outcome) => Some(outcome),
            Known::Open => None,
        }
    }

    /// Plies to the end, if they are known.
    pub fn distance(self) -> Option<u16> {
        match self {
            Known::Value(value) => value.distance(),
            Known::Outcome(_) | Known::Open => None,
        }
    }
}

impl From<Option<Outcome>> for Known {
    fn from(outcome: Option<Outcome>) -> Known {
        outcome.map_or(Known::Open, Known::Outcome)
    }
}

impl From<Option<Value>> for Known {
    fn from(value: Option<Value>) -> Known {
        value.map_or(Known::Open, Known::Value)
    }
}

/// What is known of a position, and who wins after each of its moves, for the player who makes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownMoves<M> {
    /// What is known of the position.
    pub known: Known,
    /// The legal moves in no particular order; `None` where the outcome is not known.
    pub moves: Vec<(M, Option<Outcome>)>,
}

/// What was found of a position.
pub struct Found<G: Game> {
    /// Its value.
    pub known: Known,
    /// Its moves: the best first, or those of a game.
    pub moves: Vec<FoundMove<G>>,
    /// Whether the budget ended before everything was found.
    pub partial: bool,
    /// Which values are not here and how to get them, in a sentence, if some are missing.
    pub note: Option<String>,
    /// What only this game has to say.
    pub more: More,
}

/// A move, the position after it, and its value for the player who makes it.
pub struct FoundMove<G: Game> {
    /// The move.
    pub mv: G::Move,
    /// The position after it.
    pub after: G::Position,
    /// Its value, that ply included.
    pub known: Known,
    /// How hard it is to answer, if it draws and that is known.
    pub holding: Option<Holding>,
    /// Why it is made, if somebody can say so.
    pub reason: Option<String>,
}

impl<G: Game> Found<G> {
    /// A value and moves, and nothing else to say.
    pub fn new(known: Known, moves: Vec<FoundMove<G>>) -> Found<G> {
        Found {
            known,
            moves,
            partial: false,
            note: None,
            more: More::new(),
        }
    }
}

impl<G: Game> FoundMove<G> {
    /// A move without a reason.
    pub fn new(mv: G::Move, after: G::Position, known: Known) -> FoundMove<G> {
        FoundMove {
            mv,
            after,
            known,
            holding: None,
            reason: None,
        }
    }
}

/// Finds how hard the drawing moves are to answer, and puts them in that order, which is
/// the one in which `perfect` plays. Moves come the best first, so the drawing ones are
/// together.
///
/// It asks for the outcome, never the distance, of every reply to every drawing move, up to
/// two thousand positions on 5×5, all of them together: about half of the time that a probe takes
/// there, and worth it.
pub(crate) fn rank_draws<G: Game>(
    game: &G,
    oracle: &dyn Oracle<G>,
    moves: &mut [FoundMove<G>],
    budget: &Budget,
) -> Result<(), OracleError> {
    let draws = |found: &FoundMove<G>| found.known.outcome() == Some(Outcome::Draw);
    let Some(first) = moves.iter().position(draws) else {
        return Ok(());
    };
    let count = moves[first..]
        .iter()
        .take_while(|found| draws(found))
        .count();
    let drawing = &mut moves[first..first + count];
    let after: Vec<G::Position> = drawing.iter().map(|found| found.after.clone()).collect();
    let held = holding(game, oracle, &after, budget)?;
    for (found, held) in drawing.iter_mut().zip(held) {
        found.holding = held;
    }
    drawing.sort_by_key(|found| (found.holding.is_none(), found.holding));
    Ok(())
}

fn missing<G: Entry>(game: &G) -> Error {
    Error::Missing {
        what: format!("there is no solution of {} here", game.name()),
        place: None,
        advice: game.how_to_solve(),
        local_advice: None,
    }
}

/// An oracle that knows every position, as when a small game is searched through.
pub struct OracleSolution<G: Entry> {
    oracle: Arc<dyn Oracle<G>>,
}

impl<G: Entry> OracleSolution<G> {
    /// The solution that an oracle is.
    pub fn new(oracle: Arc<dyn Oracle<G>>) -> OracleSolution<G> {
        OracleSolution { oracle }
    }

    fn moves(
        &self,
        game: &G,
        position: &G::Position,
        budget: &Budget,
    ) -> Result<Vec<FoundMove<G>>, Error> {
        let valued = valued_moves(game, &*self.oracle, position, budget);
        let valued = valued.map_err(quixotic_agents::AgentError::from)?;
        let valued = valued.ok_or_else(|| missing(game))?.into_iter();
        let found = |found: quixotic_agents::Valued<G>| {
            FoundMove::new(found.mv, found.after, Known::Value(found.value))
        };
        let mut moves: Vec<FoundMove<G>> = valued.map(found).collect();
        rank_draws(game, &*self.oracle, &mut moves, budget)
            .map_err(quixotic_agents::AgentError::from)?;
        Ok(moves)
    }
}

impl<G: Entry> Solution<G> for OracleSolution<G> {
    fn info(&self) -> SolutionInfo {
        SolutionInfo {
            source: Source::Search,
            place: None,
        }
    }

    fn is_complete(&self) -> bool {
        true
    }

    fn pace(&self, _question: QueryKind) -> Pace {
        Pace::Search
    }

    fn probe(&self, game: &G, position: &G::Position, budget: &Budget) -> Result<Found<G>, Error> {
        let moves = self.moves(game, position, budget)?;
        let known = moves.first().map_or(Known::Open, |best| best.known);
        Ok(Found::new(known, moves))
    }

    fn line(&self, game: &G, position: &G::Position, budget: &Budget) -> Result<Found<G>, Error> {
        let mut at = position.clone();
        let mut known = Known::Open;
        let mut line: Vec<FoundMove<G>> = Vec::new();
        while game.ended(&at).is_none() {
            let Some(best) = self.probe(game, &at, budget)?.moves.into_iter().next() else {
                break;
            };
            if line.is_empty() {
                known = best.known;
            }
            at = best.after.clone();
            line.push(best);
        }
        Ok(Found::new(known, line))
    }
}
