//! `search:TIME`: looks ahead one ply further each time until its limit is reached.
//!
//! A principal-variation search with a transposition table, for any game. A node
//! looks at all its children before it goes into one: the end of the game is seen
//! there, and a win at once of the other player, if the game can tell; the children are
//! sorted by their judgement, and on the last ply that judgement is the value, so
//! leaves cost no call of their own and only quiet ones are judged. Moves that the
//! judgement puts far down are searched less deep at first. Positions that the
//! solution knows, be it a part, are not searched. A position that is repeated on
//! the way counts as a draw, and so does one that this agent has had before.

mod table;
mod visits;

use std::sync::Arc;

use quixotic_game::{Budget, Game, Outcome, Rng, Stopped};

use crate::counter::Counter;
use crate::minimax::{DECIDED, WON, finished};
use crate::net::SURE;
use crate::oracle::best_moves;
use crate::spec::SearchLimit;
use crate::{Agent, AgentError, Judge, Oracle, OracleError, Playable, Players, Thought, Worth};
use table::{Bound, Table};
pub(crate) use visits::Visits;

/// How far the value at one depth is expected to be from that at the last.
const NEAR: i32 = SURE / 16;
/// Plies after which nothing new is to be expected.
const DEEPEST: u8 = 100;

/// Looks ahead as far as its limit allows.
pub(crate) struct Search<G: Game> {
    game: Arc<G>,
    oracle: Option<Arc<dyn Oracle<G>>>,
    judge: Option<Arc<dyn Judge<G>>>,
    limit: SearchLimit,
    rng: Rng,
    table: Table,
    /// The positions of the game so far that this agent knows of.
    seen: Vec<u64>,
}

impl<G: Playable> Search<G> {
    /// A search that judges by `judge`, or by lines and the like where there is none.
    pub(crate) fn new(
        players: &Players<G>,
        judge: Option<Arc<dyn Judge<G>>>,
        limit: SearchLimit,
        seed: u64,
    ) -> Search<G> {
        Search {
            game: Arc::clone(players.game()),
            oracle: players.oracle().filter(|oracle| oracle.is_near()).cloned(),
            judge,
            limit,
            rng: Rng::new(seed),
            table: Table::new(),
            seen: Vec::new(),
        }
    }

    /// The moves worth searching: all, or those that the solution calls best, and the
    /// outcome that it promises.
    fn candidates(
        &self,
        position: &G::Position,
        budget: &Budget,
    ) -> Result<(Vec<Child<G>>, Option<Outcome>), OracleError> {
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
            let moves = moves.map(|(mv, after)| self.eye().child(0, mv, after));
            // Where the game is decided nothing is left to find out.
            let count = match best.outcome {
                Outcome::Draw => usize::MAX,
                Outcome::Win | Outcome::Loss => 1,
            };
            return Ok((moves.take(count).collect(), Some(best.outcome)));
        }
        Ok((self.eye().children(position), None))
    }

    fn eye(&self) -> Eye<'_, G> {
        Eye {
            game: &self.game,
            judge: self.judge.as_deref(),
        }
    }
}

impl<G: Playable> Agent<G> for Search<G> {
    fn choose(&mut self, position: &G::Position, budget: &Budget) -> Result<G::Move, AgentError> {
        self.look(position, budget, None, &mut |_| {})
    }

    fn think(
        &mut self,
        position: &G::Position,
        budget: &Budget,
        report: &mut dyn FnMut(Thought<G::Move>),
    ) -> Result<G::Move, AgentError> {
        self.look(position, budget, None, report)
    }
}

impl<G: Playable> Search<G> {
    /// The best move that is found; `visits` gets each position that is judged on the way.
    pub(crate) fn look(
        &mut self,
        position: &G::Position,
        budget: &Budget,
        visits: Option<&mut Visits<G>>,
        report: &mut dyn FnMut(Thought<G::Move>),
    ) -> Result<G::Move, AgentError> {
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
            eye: Eye {
                game: &*self.game,
                judge: self.judge.as_deref(),
            },
            // Where the solution says that all moves draw, it has no more to say.
            oracle: self.oracle.as_deref().filter(|_| known.is_none()),
            table: &mut self.table,
            path,
            counter: Counter::new(&budget),
            budget: &budget,
            visits,
            report,
        };
        run.deepen(&mut moves)?;
        let best = moves.first().ok_or(AgentError::GameOver)?;
        // Where one move is left there was nothing to search.
        if let (Some(outcome), 1) = (known, moves.len()) {
            report(Thought {
                depth: None,
                positions: None,
                worth: Some(Worth::Outcome(outcome)),
                line: vec![best.mv],
            });
        }
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
    /// The outcome for the other player and in how many plies, where a look tells.
    decided: Option<(Outcome, i32)>,
    worth: i32,
}

/// How positions are looked at.
struct Eye<'a, G: Game> {
    game: &'a G,
    judge: Option<&'a dyn Judge<G>>,
}

impl<G: Playable> Eye<'_, G> {
    fn child(&self, number: usize, mv: G::Move, position: G::Position) -> Child<G> {
        let decided = match self.game.ended(&position) {
            Some(outcome) => Some((outcome, 0)),
            None if self.game.wins_at_once(&position) => Some((Outcome::Win, 1)),
            None => None,
        };
        let worth = match (decided, self.judge) {
            (Some((outcome, plies)), _) => -finished(outcome, 1 + plies),
            (None, Some(judge)) => -judge.judge(&position),
            (None, None) => -self.game.evaluate(&position),
        };
        Child {
            number,
            mv,
            position,
            decided,
            worth,
        }
    }

    fn children(&self, position: &G::Position) -> Vec<Child<G>> {
        let children = self.game.children(position).into_iter().enumerate();
        let child = |(number, (mv, position))| self.child(number, mv, position);
        children.map(child).collect()
    }
}

/// The search for one move.
struct Run<'a, G: Game> {
    eye: Eye<'a, G>,
    oracle: Option<&'a dyn Oracle<G>>,
    table: &'a mut Table,
    /// The keys of the positions that led here.
    path: Vec<u64>,
    counter: Counter<'a>,
    budget: &'a Budget,
    visits: Option<&'a mut Visits<G>>,
    report: &'a mut dyn FnMut(Thought<G::Move>),
}

/// By how many plies less a move is searched at first, given its place in the order.
fn reduction(place: usize, depth: u8) -> u8 {
    match (depth, place) {
        (..3, _) | (_, ..3) => 0,
        (3..5, _) | (_, 3..10) => 1,
        _ => 2,
    }
}

impl<G: Playable> Run<'_, G> {
    /// Searches deeper and deeper, and leaves the best move first.
    fn deepen(&mut self, moves: &mut Vec<Child<G>>) -> Result<(), OracleError> {
        moves.sort_by_key(|child| -child.worth);
        let mut expected = None;
        let deepest = self
            .budget
            .depth()
            .map_or(DEEPEST, |most| most.clamp(1, DEEPEST));
        for depth in 1..=deepest {
            if moves.len() < 2 {
                return Ok(());
            }
            let value = self.near(moves, depth, expected);
            if let Ok(value) = &value {
                let line = self.line(&moves[0], depth);
                (self.report)(Thought {
                    depth: Some(depth),
                    positions: Some(self.counter.positions()),
                    worth: Some(Worth::of(*value)),
                    line,
                });
            }
            match value {
                Ok(value) if value.abs() > DECIDED => return Ok(()),
                Ok(value) => expected = Some(value),
                // The best so far has to do.
                Err(OracleError::Stopped(Stopped::Time | Stopped::Positions)) => return Ok(()),
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// A move and the best moves after it, as far as the table knows them.
    fn line(&self, first: &Child<G>, depth: u8) -> Vec<G::Move> {
        let game = self.eye.game;
        let mut position = first.position.clone();
        let mut line = vec![first.mv];
        while line.len() < usize::from(depth) && game.ended(&position).is_none() {
            let entry = self.table.get(game.key(&position));
            let best = entry.map(|entry| usize::from(entry.best));
            let mut children = game.children(&position).into_iter();
            let Some((mv, after)) = best.and_then(|best| children.nth(best)) else {
                break;
            };
            line.push(mv);
            position = after;
        }
        line
    }

    /// Searches all moves to a depth, at first only whether the value is near the one that is
    /// expected, which is quicker.
    fn near(
        &mut self,
        moves: &mut Vec<Child<G>>,
        depth: u8,
        expected: Option<i32>,
    ) -> Result<i32, OracleError> {
        if let Some(expected) = expected {
            let (alpha, beta) = (expected - NEAR, expected + NEAR);
            let value = self.root(moves, depth, alpha, beta)?;
            if value > alpha && value < beta {
                return Ok(value);
            }
        }
        self.root(moves, depth, -WON, WON)
    }

    /// Searches all moves to a depth. The best so far is always the first, also
    /// when the search stops early. The value is exact if it lies between the bounds.
    fn root(
        &mut self,
        moves: &mut Vec<Child<G>>,
        depth: u8,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, OracleError> {
        let mut best = alpha;
        for number in 0..moves.len() {
            let value = self.child(&moves[number], depth, 1, best, beta, number)?;
            if value > best {
                best = value;
                let found = moves.remove(number);
                moves.insert(0, found);
            }
            if best >= beta {
                break;
            }
        }
        Ok(best)
    }

    /// The value of a child for the player who moved there, at the depth of the position
    /// before; `place` is its place in the order. Those after the first are only expected
    /// to be no better, which is quicker to show, and quicker still with fewer plies.
    fn child(
        &mut self,
        child: &Child<G>,
        depth: u8,
        ply: i32,
        alpha: i32,
        beta: i32,
        place: usize,
    ) -> Result<i32, OracleError> {
        if let Some((outcome, plies)) = child.decided {
            return Ok(-finished(outcome, ply + plies));
        }
        let depth = depth - 1;
        if depth == 0 {
            return Ok(child.worth);
        }
        if place > 0 {
            let mut value = i32::MAX;
            let less = reduction(place, depth);
            if less > 0 {
                value = -self.node(&child.position, depth - less, ply, -alpha - 1, -alpha)?;
            }
            if value > alpha {
                value = -self.node(&child.position, depth, ply, -alpha - 1, -alpha)?;
            }
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
        let key = self.eye.game.key(position);
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
        let mut children = self.eye.children(position);
        self.counter.add(children.len() as u64)?;
        if let Some(visits) = &mut self.visits {
            let judged = children.iter().filter(|child| child.decided.is_none());
            judged.for_each(|child| visits.add(&child.position));
        }
        let first = entry.map(|entry| usize::from(entry.best));
        children.sort_by_key(|child| (Some(child.number) != first, -child.worth));

        let lower = alpha;
        let mut best = (-WON, children[0].number);
        self.path.push(key);
        for (number, child) in children.iter().enumerate() {
            let value = self.child(child, depth, ply + 1, alpha, beta, number)?;
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
