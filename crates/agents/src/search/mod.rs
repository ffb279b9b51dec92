//! `search:TIME`: looks ahead one ply further each time until its limit is reached.
//!
//! A principal-variation search with a transposition table, for any game. A node
//! looks at all its children before it goes into one: the end of the game is seen
//! there, the children are sorted by their judgement, and on the last ply that
//! judgement is the value, so leaves cost no call of their own. Positions that the
//! solution knows, be it a part, are not searched. A position that is repeated on
//! the way counts as a draw, and so does one that this agent has had before.

mod table;

use std::sync::Arc;

use quixotic_game::{Budget, Game, Outcome, Rng, Stopped};

use crate::counter::Counter;
use crate::minimax::{WON, finished};
use crate::oracle::best_moves;
use crate::spec::SearchLimit;
use crate::{Agent, AgentError, Oracle, OracleError, Playable};
use table::{Bound, Table};

/// Values beyond this in size are those of finished games.
const DECIDED: i32 = WON - 1000;
/// Plies after which nothing new is to be expected.
const DEEPEST: u8 = 100;

/// Looks ahead as far as its limit allows.
pub(crate) struct Search<G: Game> {
    game: Arc<G>,
    oracle: Option<Arc<dyn Oracle<G>>>,
    limit: SearchLimit,
    rng: Rng,
    table: Table,
    /// The positions of the game so far that this agent knows of.
    seen: Vec<u64>,
}

impl<G: Playable> Search<G> {
    pub(crate) fn new(
        game: Arc<G>,
        oracle: Option<Arc<dyn Oracle<G>>>,
        limit: SearchLimit,
        seed: u64,
    ) -> Search<G> {
        Search {
            game,
            oracle,
            limit,
            rng: Rng::new(seed),
            table: Table::new(),
            seen: Vec::new(),
        }
    }

    /// The moves worth searching: all, or those that the solution calls best, and
    /// whether it did.
    fn candidates(
        &self,
        position: &G::Position,
        budget: &Budget,
    ) -> Result<(Vec<Child<G>>, bool), OracleError> {
        let best = match &self.oracle {
            None => None,
            Some(oracle) => match best_moves(&*self.game, &**oracle, position, budget) {
                // What the solution cannot tell in time has to be judged.
                Err(OracleError::Stopped(Stopped::Time | Stopped::Positions)) => None,
                found => found?,
            },
        };
        if let Some(best) = best {
            let moves = best.moves.into_iter();
            let moves = moves.map(|(mv, after)| child(&*self.game, 0, mv, after));
            // Where the game is decided nothing is left to find out.
            let count = match best.outcome {
                Outcome::Draw => usize::MAX,
                Outcome::Win | Outcome::Loss => 1,
            };
            return Ok((moves.take(count).collect(), true));
        }
        Ok((children(&*self.game, position), false))
    }
}

impl<G: Playable> Agent<G> for Search<G> {
    fn choose(&mut self, position: &G::Position, budget: &Budget) -> Result<G::Move, AgentError> {
        let budget = match self.limit {
            SearchLimit::Time(time) => budget.clone().with_time(time),
            SearchLimit::Positions(positions) => budget.clone().with_positions(positions),
        };
        let (mut moves, known) = self.candidates(position, &budget)?;
        // Among equals the first is played.
        for last in (1..moves.len()).rev() {
            moves.swap(last, self.rng.below(last + 1));
        }
        let mut path = self.seen.clone();
        path.push(self.game.key(position));
        let mut run = Run {
            game: &*self.game,
            // Where the solution says that all moves draw, it has no more to say.
            oracle: self.oracle.as_deref().filter(|_| !known),
            table: &mut self.table,
            path,
            counter: Counter::new(&budget),
            budget: &budget,
        };
        run.deepen(&mut moves)?;
        let best = moves.first().ok_or(AgentError::GameOver)?;
        let keys = [position, &best.position].map(|position| self.game.key(position));
        self.seen.extend(keys);
        Ok(best.mv)
    }
}

/// A move and where it leads, with a judgement for the player who makes it.
struct Child<G: Game> {
    /// Its number in the list of moves.
    number: usize,
    mv: G::Move,
    position: G::Position,
    ended: Option<Outcome>,
    worth: i32,
}

fn child<G: Playable>(game: &G, number: usize, mv: G::Move, position: G::Position) -> Child<G> {
    let ended = game.ended(&position);
    let worth = match ended {
        Some(outcome) => -finished(outcome, 1),
        None => -game.evaluate(&position),
    };
    Child {
        number,
        mv,
        position,
        ended,
        worth,
    }
}

fn children<G: Playable>(game: &G, position: &G::Position) -> Vec<Child<G>> {
    let children = game.children(position).into_iter().enumerate();
    let child = |(number, (mv, position))| child(game, number, mv, position);
    children.map(child).collect()
}

/// The search for one move.
struct Run<'a, G: Game> {
    game: &'a G,
    oracle: Option<&'a dyn Oracle<G>>,
    table: &'a mut Table,
    /// The keys of the positions that led here.
    path: Vec<u64>,
    counter: Counter<'a>,
    budget: &'a Budget,
}

impl<G: Playable> Run<'_, G> {
    /// Searches deeper and deeper, and leaves the best move first.
    fn deepen(&mut self, moves: &mut Vec<Child<G>>) -> Result<(), OracleError> {
        moves.sort_by_key(|child| -child.worth);
        for depth in 1..=DEEPEST {
            if moves.len() < 2 {
                return Ok(());
            }
            match self.root(moves, depth) {
                Ok(value) if value.abs() > DECIDED => return Ok(()),
                Ok(_) => {}
                // The best so far has to do.
                Err(OracleError::Stopped(Stopped::Time | Stopped::Positions)) => return Ok(()),
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Searches all moves to a depth. The best so far is always the first, also
    /// when the search stops early.
    fn root(&mut self, moves: &mut Vec<Child<G>>, depth: u8) -> Result<i32, OracleError> {
        let mut best = -WON;
        for number in 0..moves.len() {
            let value = self.child(&moves[number], depth - 1, 1, best, WON, number > 0)?;
            if value > best {
                best = value;
                let found = moves.remove(number);
                moves.insert(0, found);
            }
        }
        Ok(best)
    }

    /// The value of a child for the player who moved there. Those after the first
    /// are only expected to be no better, which is quicker to show.
    fn child(
        &mut self,
        child: &Child<G>,
        depth: u8,
        ply: i32,
        alpha: i32,
        beta: i32,
        later: bool,
    ) -> Result<i32, OracleError> {
        if let Some(outcome) = child.ended {
            return Ok(-finished(outcome, ply));
        }
        if depth == 0 {
            return Ok(child.worth);
        }
        if later {
            let value = -self.node(&child.position, depth, ply, -alpha - 1, -alpha)?;
            if value <= alpha || value >= beta {
                return Ok(value);
            }
        }
        Ok(-self.node(&child.position, depth, ply, -beta, -alpha)?)
    }

    /// The value of a position in which the game is not over, `ply` plies from the
    /// root, if it lies between the bounds; else a bound on that side.
    fn node(
        &mut self,
        position: &G::Position,
        depth: u8,
        ply: i32,
        mut alpha: i32,
        beta: i32,
    ) -> Result<i32, OracleError> {
        let key = self.game.key(position);
        if self.path.contains(&key) {
            return Ok(0);
        }
        if let Some(value) = self.known(position, ply)? {
            return Ok(value);
        }
        let entry = self.table.get(key);
        if let Some(entry) = entry
            && entry.depth >= depth
        {
            let value = from_table(entry.value, ply);
            match entry.bound {
                Bound::Exact => return Ok(value),
                Bound::AtLeast if value >= beta => return Ok(value),
                Bound::AtMost if value <= alpha => return Ok(value),
                _ => {}
            }
        }
        let mut children = children(self.game, position);
        self.counter.add(children.len() as u64)?;
        let first = entry.map(|entry| usize::from(entry.best));
        children.sort_by_key(|child| (Some(child.number) != first, -child.worth));

        let lower = alpha;
        let mut best = (-WON, children[0].number);
        self.path.push(key);
        for (number, child) in children.iter().enumerate() {
            let value = self.child(child, depth - 1, ply + 1, alpha, beta, number > 0)?;
            if value > best.0 {
                best = (value, child.number);
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        self.path.pop();
        let bound = if best.0 >= beta {
            Bound::AtLeast
        } else if best.0 <= lower {
            Bound::AtMost
        } else {
            Bound::Exact
        };
        let value = to_table(best.0, ply);
        self.table.put(key, depth, value, bound, best.1);
        Ok(best.0)
    }

    /// What the solution says of a position.
    fn known(&self, position: &G::Position, ply: i32) -> Result<Option<i32>, OracleError> {
        let Some(oracle) = self.oracle else {
            return Ok(None);
        };
        let Some(value) = oracle.value(position, self.budget)? else {
            return Ok(None);
        };
        // The answer may have come from a disk, which takes longer than many positions.
        self.counter.check()?;
        let plies = value.distance().map_or(0, i32::from);
        Ok(Some(finished(value.outcome(), ply + plies)))
    }
}

/// A value counted from the root, as one counted from the node.
fn to_table(value: i32, ply: i32) -> i32 {
    match value {
        DECIDED.. => value + ply,
        ..=WON_BY_OTHER => value - ply,
        _ => value,
    }
}

/// The inverse of [`to_table`].
fn from_table(value: i32, ply: i32) -> i32 {
    match value {
        DECIDED.. => value - ply,
        ..=WON_BY_OTHER => value + ply,
        _ => value,
    }
}

const WON_BY_OTHER: i32 = -DECIDED;
