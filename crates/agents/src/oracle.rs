//! The solution of a game, wherever it comes from.

use quixotic_game::{Budget, Game, Outcome, Value};

use crate::OracleError;

/// Something that knows the true value of positions: a database, or a solver that
/// is quick enough.
pub trait Oracle<G: Game>: Send + Sync {
    /// The value of a position for the player to move; `None` if it is not known
    /// here, as when only a part of a game is solved.
    fn value(&self, position: &G::Position, budget: &Budget) -> Result<Option<Value>, OracleError>;

    /// Its outcome alone, which may be quicker to find.
    fn outcome(
        &self,
        position: &G::Position,
        budget: &Budget,
    ) -> Result<Option<Outcome>, OracleError> {
        Ok(self.value(position, budget)?.map(Value::outcome))
    }

    /// The outcomes of many positions, in their order, which may be quicker than one by one.
    fn outcomes(
        &self,
        positions: &[G::Position],
        budget: &Budget,
    ) -> Result<Vec<Option<Outcome>>, OracleError> {
        let outcome = |position| {
            budget.check(0)?;
            self.outcome(position, budget)
        };
        positions.iter().map(outcome).collect()
    }

    /// Whether an answer takes microseconds. A search asks about every position, which is no
    /// use if each takes a journey.
    fn is_near(&self) -> bool {
        true
    }

    /// Hears which positions will be asked about, most of them at least. One whose answers
    /// come from far away gets together what they take; others need not look.
    fn prepare(
        &self,
        _positions: &mut dyn Iterator<Item = G::Position>,
        _asked: Asked,
    ) -> Result<(), OracleError> {
        Ok(())
    }

    /// Whether it knows a position, or can find out.
    fn knows(&self, position: &G::Position) -> Result<bool, OracleError> {
        Ok(self.outcome(position, &Budget::UNLIMITED)?.is_some())
    }
}

/// What will be asked about positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// Who wins.
    Outcomes,
    /// And how soon.
    Values,
}

/// A legal move, the position after it, and its value for the player who makes
/// it, that ply included.
#[derive(Clone, Debug)]
pub struct Valued<G: Game> {
    /// The move.
    pub mv: G::Move,
    /// The position after it.
    pub after: G::Position,
    /// Its value.
    pub value: Value,
}

/// A move and the position after it.
pub(crate) type Step<G> = (<G as Game>::Move, <G as Game>::Position);

/// The moves that follow the solution: one is as good as another.
pub(crate) struct BestMoves<G: Game> {
    /// Their outcome for the player who makes them.
    pub(crate) outcome: Outcome,
    /// The moves, in the order of [`Game::moves`]; none when the game is over.
    pub(crate) moves: Vec<Step<G>>,
}

/// The best moves: those that win soonest, draw or lose latest; `None` if none of them is
/// known.
///
/// Where the solution knows a position and not all that follows, as on the last level of
/// an opening, moves that are known to keep the value of the position are the best there
/// are; others that are not known may be as good.
///
/// Finds the same moves as [`valued_moves`] puts first with far fewer questions:
/// distances are asked only of moves with the best outcome, and of no draw. A database
/// may leave the distances of wins out, which take a look at all replies to find.
pub(crate) fn best_moves<G: Game>(
    game: &G,
    oracle: &dyn Oracle<G>,
    position: &G::Position,
    budget: &Budget,
) -> Result<Option<BestMoves<G>>, OracleError> {
    let mut best = Outcome::Loss;
    let mut moves = Vec::new();
    let mut is_open = false;
    oracle.prepare(&mut children(game, position), Asked::Outcomes)?;
    for mv in game.moves(position) {
        budget.check(0)?;
        let after = game.play(position, mv);
        let Some(outcome) = outcome_of(game, oracle, &after, budget)? else {
            // What follows from a position that is not known itself is not known either.
            if !is_open && oracle.outcome(position, budget)?.is_none() {
                return Ok(None);
            }
            is_open = true;
            continue;
        };
        let outcome = outcome.flip();
        if outcome > best {
            best = outcome;
            moves.clear();
        }
        if outcome == best {
            moves.push((mv, after));
        }
    }
    if best != Outcome::Draw {
        moves = nearest(game, oracle, moves, budget)?;
    }
    let best = BestMoves {
        outcome: best,
        moves,
    };
    match is_open && !keeps_value(game, oracle, position, &best, budget)? {
        true => Ok(None),
        false => Ok(Some(best)),
    }
}

/// The positions after the legal moves.
fn children<G: Game>(game: &G, position: &G::Position) -> impl Iterator<Item = G::Position> {
    let moves = game.moves(position).into_iter();
    moves.map(|mv| game.play(position, mv))
}

/// Whether the best of the moves that are known keep the value of a position.
fn keeps_value<G: Game>(
    game: &G,
    oracle: &dyn Oracle<G>,
    position: &G::Position,
    best: &BestMoves<G>,
    budget: &Budget,
) -> Result<bool, OracleError> {
    let Some((_, after)) = best.moves.first() else {
        return Ok(false);
    };
    if oracle.outcome(position, budget)? != Some(best.outcome) {
        return Ok(false);
    }
    let kept = value_of(game, oracle, after, budget)?.map(Value::one_ply_earlier);
    Ok(kept == oracle.value(position, budget)?)
}

/// Of moves that all win or all lose, those of the best value.
fn nearest<G: Game>(
    game: &G,
    oracle: &dyn Oracle<G>,
    moves: Vec<Step<G>>,
    budget: &Budget,
) -> Result<Vec<Step<G>>, OracleError> {
    let mut best = None;
    let mut kept = Vec::new();
    let mut after = moves.iter().map(|(_, after)| after.clone());
    oracle.prepare(&mut after, Asked::Values)?;
    for (mv, after) in moves {
        budget.check(0)?;
        let value = value_of(game, oracle, &after, budget)?.map(Value::one_ply_earlier);
        if value > best {
            best = value;
            kept.clear();
        }
        if value == best {
            kept.push((mv, after));
        }
    }
    Ok(kept)
}

/// The value of a position, which may be the end of the game.
fn value_of<G: Game>(
    game: &G,
    oracle: &dyn Oracle<G>,
    position: &G::Position,
    budget: &Budget,
) -> Result<Option<Value>, OracleError> {
    match game.ended(position) {
        Some(outcome) => Ok(Some(Value::ended(outcome))),
        None => oracle.value(position, budget),
    }
}

/// The outcome of a position, which may be the end of the game.
pub(crate) fn outcome_of<G: Game>(
    game: &G,
    oracle: &dyn Oracle<G>,
    position: &G::Position,
    budget: &Budget,
) -> Result<Option<Outcome>, OracleError> {
    match game.ended(position) {
        Some(outcome) => Ok(Some(outcome)),
        None => oracle.outcome(position, budget),
    }
}

/// How hard a drawing move is to answer: how many of the opponent's replies hold the
/// draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Holding {
    /// Replies that hold the draw.
    pub replies: usize,
    /// All replies.
    pub of: usize,
}

/// What holds in each of the positions after drawing moves; `None` if it is not known of every
/// reply. All replies are asked about together.
pub fn holding<G: Game>(
    game: &G,
    oracle: &dyn Oracle<G>,
    after: &[G::Position],
    budget: &Budget,
) -> Result<Vec<Option<Holding>>, OracleError> {
    let replies: Vec<Vec<G::Position>> = after
        .iter()
        .map(|after| children(game, after).collect())
        .collect();
    let is_open = |reply: &&G::Position| game.ended(reply).is_none();
    let open: Vec<G::Position> = replies.iter().flatten().filter(is_open).cloned().collect();
    let mut outcomes = oracle.outcomes(&open, budget)?.into_iter();
    let mut outcome = |reply| match game.ended(reply) {
        Some(outcome) => Some(outcome),
        None => outcomes.next().flatten(),
    };
    let held = replies.iter().map(|replies| {
        let known: Vec<Option<Outcome>> = replies.iter().map(&mut outcome).collect();
        let draws = known.iter().filter(|&&found| found == Some(Outcome::Draw));
        let held = Holding {
            replies: draws.count(),
            of: known.len(),
        };
        known.iter().all(Option::is_some).then_some(held)
    });
    Ok(held.collect())
}

/// The legal moves with their values, the best first; `None` if one of them is not
/// known.
pub fn valued_moves<G: Game>(
    game: &G,
    oracle: &dyn Oracle<G>,
    position: &G::Position,
    budget: &Budget,
) -> Result<Option<Vec<Valued<G>>>, OracleError> {
    let mut valued = Vec::new();
    oracle.prepare(&mut children(game, position), Asked::Values)?;
    for mv in game.moves(position) {
        budget.check(0)?;
        let after = game.play(position, mv);
        let Some(value) = value_of(game, oracle, &after, budget)? else {
            return Ok(None);
        };
        let value = value.one_ply_earlier();
        valued.push(Valued { mv, after, value });
    }
    valued.sort_by_key(|found| std::cmp::Reverse(found.value));
    Ok(Some(valued))
}
