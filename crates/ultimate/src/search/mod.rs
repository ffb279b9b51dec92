//! Can a player force a win by a given ply? Depth-first proof-number search.
//!
//! The attacker's positions are OR nodes, the defender's AND nodes. Plies only grow,
//! so there are no cycles, but many ways lead to the same position: with plain sums
//! the numbers of a trapped attacker, who may fill a field in any order, grow like
//! factorials and the search loses its way. So where the theory has a sum over
//! children we take the largest number and add one for every other open child (Ueda,
//! Hashimoto, Hashimoto, Iida, *Weak Proof-Number Search*, 2008).
//!
//! The counting bound ends lines that are hopeless for the attacker.

mod hash;
mod numbers;
mod outcome;
mod table;
mod trap;

use quixotic_game::{Budget, Player, Stopped};

use crate::{Move, Position, Ultimate, bound};
use numbers::Numbers;
use table::Table;

pub use outcome::outcome_within;
pub use trap::trap_move;

/// What is asked: does `attacker` force a win by ply `by` of the game?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Goal {
    /// Who wants to win.
    pub attacker: Player,
    /// The last ply that counts, from the start of the game.
    pub by: u8,
}

/// How the defender is taken.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Defender {
    /// Trap fields that fix her move where they can; see [`trap_move`].
    pub traps: Vec<u8>,
    /// Whether lines of hers are left out of account, so that the attacker may go on
    /// after he has lost. That can only help him: what is refuted so is refuted, and
    /// more positions are alike.
    pub is_harmless: bool,
}

/// A proof-number search with its memory, for one question.
pub struct Search {
    game: Ultimate,
    goal: Goal,
    defender: Defender,
    table: Table,
    nodes: u64,
    budget: Budget,
    /// Why the budget has ended, if it has.
    stopped: Option<Stopped>,
}

/// Positions that are expanded between two looks at the clock and the flags.
const LOOK: u64 = 1 << 9;

/// A position one move on.
struct Child {
    mv: Move,
    position: Position,
    hash: u64,
    numbers: Numbers,
}

/// What is known of a position without expanding it.
struct View {
    hash: u64,
    known: Option<Numbers>,
    /// The most marks that the attacker can spend on one field and still win in time.
    budget: u8,
}

// The guesses for positions of which nothing is known. They decide where the search
// looks first, not what it finds.

/// An attacking move that does not send the defender back to where she came from
/// rarely wins: it is harder to prove by this much.
const STRAYS: u32 = 200;
/// A field in which the attacker already has a mark is a bad one to send him to: a
/// move there is harder to refute by this much.
const FEEDS: u32 = 20;
/// Moves that the attacker has to spare make a refutation harder by this much each.
const SPARES: u32 = 10;

impl Search {
    /// A search that may expand the positions of the budget.
    pub fn new(game: Ultimate, goal: Goal, defender: Defender, budget: &Budget) -> Search {
        Search {
            game,
            goal,
            defender,
            table: Table::new(budget.positions().unwrap_or(u64::MAX)),
            nodes: 0,
            budget: budget.clone(),
            stopped: None,
        }
    }

    /// Positions that were expanded.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Goes on with another budget, whose positions are those of the search in all.
    pub fn allow(&mut self, budget: &Budget) {
        self.budget = budget.clone();
    }

    /// Whether the attacker forces a win in time.
    pub fn solve(&mut self, position: &Position) -> Result<bool, Stopped> {
        let View { hash, known, .. } = self.look(position);
        let mut numbers = known.unwrap_or(Numbers::UNKNOWN);
        self.stopped = self.budget.check(self.nodes).err();
        while !numbers.is_solved() {
            if let Some(why) = self.stopped {
                return Err(why);
            }
            numbers = self.expand(position, hash, None, Numbers::UNREACHED);
        }
        Ok(numbers.proof == 0)
    }

    /// A defender's move after which the attacker does not win in time, if there is one.
    pub fn refutation(&mut self, position: &Position) -> Result<Option<Move>, Stopped> {
        let after = |mv| position.after(self.game.ruleset(), mv);
        let moves: Vec<(Move, Position)> = match trap_move(&self.defender.traps, position) {
            Some(mv) => vec![(mv, after(mv))],
            None => self
                .game
                .moves(position)
                .map(|mv| (mv, after(mv)))
                .collect(),
        };
        // What is known already costs nothing.
        let is_refuted = |after: &Position| {
            let known = self.look(after).known;
            known.is_some_and(|numbers| numbers.disproof == 0)
        };
        if let Some((mv, _)) = moves.iter().find(|(_, after)| is_refuted(after)) {
            return Ok(Some(*mv));
        }
        for (mv, after) in moves {
            if !self.solve(&after)? {
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }

    fn look(&self, position: &Position) -> View {
        let Goal { attacker, by } = self.goal;
        let solved = |numbers| View {
            hash: 0,
            known: Some(numbers),
            budget: 0,
        };
        let can_lose = !self.defender.is_harmless;
        match position.winner() {
            Some(winner) if winner == attacker => return solved(Numbers::PROVED),
            Some(_) if can_lose => return solved(Numbers::DISPROVED),
            _ => {}
        }
        let reach = bound::reach(position, attacker, by);
        if reach.fields == 0 || position.choice(self.game.ruleset()) == 0 {
            return solved(Numbers::DISPROVED);
        }
        let hash = if can_lose && bound::reach(position, !attacker, by).fields != 0 {
            hash::exact(position)
        } else {
            hash::within(self.game.ruleset(), position, attacker, &reach)
        };
        View {
            hash,
            known: self.table.get(hash),
            budget: reach.budget.into_iter().max().unwrap_or(0),
        }
    }

    fn children(&self, position: &Position, last: Option<Move>) -> Vec<Child> {
        let attacks = position.to_move() == self.goal.attacker;
        let trapped = if attacks {
            None
        } else {
            trap_move(&self.defender.traps, position)
        };
        let child = |mv| self.child(position, attacks, last, mv);
        match trapped {
            Some(mv) => vec![child(mv)],
            None => position.moves(self.game.ruleset()).map(child).collect(),
        }
    }

    fn child(&self, position: &Position, attacks: bool, last: Option<Move>, mv: Move) -> Child {
        let after = position.after(self.game.ruleset(), mv);
        let View {
            hash,
            known,
            budget,
        } = self.look(&after);
        let numbers = known.unwrap_or_else(|| {
            let mut guess = Numbers::UNKNOWN;
            guess.disproof += SPARES * u32::from(budget);
            let returns = last.is_some_and(|last| last.field == mv.spot);
            if attacks && !returns {
                guess.proof += STRAYS;
            }
            let has_mark = after.marks(self.goal.attacker, mv.spot) != 0;
            if !attacks && has_mark && after.owner(mv.spot).is_none() {
                guess.disproof += FEEDS;
            }
            guess
        });
        Child {
            mv,
            position: after,
            hash,
            numbers,
        }
    }

    /// Notes whether the budget has ended. The positions are exact, so that the search
    /// is the same everywhere; time and flags are looked at every now and then.
    fn look_at_budget(&mut self) {
        if self.nodes.is_multiple_of(LOOK) {
            self.stopped = self.budget.check(self.nodes).err();
        } else if self
            .budget
            .positions()
            .is_some_and(|most| self.nodes >= most)
        {
            self.stopped = Some(Stopped::Positions);
        }
    }

    /// Expands a position until one of its numbers reaches its threshold.
    fn expand(
        &mut self,
        position: &Position,
        hash: u64,
        last: Option<Move>,
        most: Numbers,
    ) -> Numbers {
        let before = self.nodes;
        self.nodes += 1;
        self.look_at_budget();
        let attacks = position.to_move() == self.goal.attacker;
        let mut children = self.children(position, last);
        loop {
            let summary = Summary::of(attacks, &children);
            let numbers = summary.own.seen_by(attacks);
            let is_done = numbers.is_solved()
                || numbers.proof >= most.proof
                || numbers.disproof >= most.disproof;
            if is_done || self.stopped.is_some() {
                self.table.put(hash, numbers, self.nodes - before);
                return numbers;
            }
            let child = &children[summary.best];
            let next = summary.thresholds(most.seen_by(attacks)).seen_by(attacks);
            let (position, hash, mv) = (child.position, child.hash, child.mv);
            children[summary.best].numbers = self.expand(&position, hash, Some(mv), next);
        }
    }
}

/// What the numbers of the children say about their parent, seen by the player who
/// chooses among them: to him, `proof` is that of his own success.
struct Summary {
    own: Numbers,
    best: usize,
    second: u32,
    /// Open children besides the best.
    others: u32,
}

impl Summary {
    fn of(attacks: bool, children: &[Child]) -> Summary {
        let (mut best, mut least, mut second) = (0, Numbers::NEVER, Numbers::NEVER);
        let (mut largest, mut open) = (0, 0_u32);
        for (index, child) in children.iter().enumerate() {
            let Numbers { proof, disproof } = child.numbers.seen_by(attacks);
            if proof < least {
                (best, least, second) = (index, proof, least);
            } else {
                second = second.min(proof);
            }
            largest = largest.max(disproof);
            open += u32::from(disproof != 0);
        }
        let others = open.saturating_sub(1);
        let own = if least == 0 {
            Numbers::PROVED
        } else if open == 0 {
            Numbers::DISPROVED
        } else {
            Numbers {
                proof: least,
                disproof: (largest + others).min(Numbers::NEVER - 1),
            }
        };
        Summary {
            own,
            best,
            second,
            others,
        }
    }

    /// How far the best child may go. It may become a little worse than the second
    /// before we turn to that (Pawlewicz, Lew, *Improving Depth-First PN-Search: 1+ε
    /// Trick*, 2007).
    fn thresholds(&self, most: Numbers) -> Numbers {
        Numbers {
            proof: most
                .proof
                .min(self.second.saturating_add(1 + self.second / 4)),
            disproof: most.disproof - self.others,
        }
    }
}
