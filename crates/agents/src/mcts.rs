//! `mcts:N`: Monte-Carlo tree search (UCT) with proofs.
//!
//! A playout goes down the tree by the usual bound on what a move may be worth,
//! opens the node it ends at and plays on at random from there. Opening a node
//! looks at all its moves, so the end of the game is seen one ply ahead, and what
//! is certain is carried up as a proof (Winands, Björnsson, Saito, 2008): a move
//! that is proven to win is played, one that is proven to lose is not visited
//! again. The root and its children are opened before the first playout, so a win
//! in 1 is always found and a loss in 2 avoided where that can be done, however
//! small the budget.

use std::sync::Arc;

use quixotic_game::{Budget, Game, Outcome, Rng, Stopped, Value};

use crate::{Agent, AgentError, Playable, Thought, Worth};

/// How much a move that was visited little is preferred: √2 as in UCT.
const EXPLORATION: f64 = std::f64::consts::SQRT_2;
/// Plies after which a random game is called a draw.
const LONGEST_PLAYOUT: usize = 200;
/// Nodes after which no more are opened, to bound the memory.
const MOST_NODES: usize = 2_000_000;

/// Plays many games at random and the move that does best.
pub(crate) struct Mcts<G> {
    game: Arc<G>,
    playouts: u32,
    rng: Rng,
}

impl<G: Playable> Mcts<G> {
    pub(crate) fn new(game: Arc<G>, playouts: u32, seed: u64) -> Mcts<G> {
        Mcts {
            game,
            playouts,
            rng: Rng::new(seed),
        }
    }
}

impl<G: Playable> Agent<G> for Mcts<G> {
    fn choose(&mut self, position: &G::Position, budget: &Budget) -> Result<G::Move, AgentError> {
        self.think(position, budget, &mut |_| {})
    }

    fn think(
        &mut self,
        position: &G::Position,
        budget: &Budget,
        report: &mut dyn FnMut(Thought<G::Move>),
    ) -> Result<G::Move, AgentError> {
        let mut tree = Tree::new(&*self.game, position);
        for _ in 0..self.playouts {
            if tree.nodes[Tree::<G>::ROOT].proven.is_some() {
                break;
            }
            match budget.check(tree.positions) {
                Ok(()) => tree.playout(&mut self.rng),
                Err(Stopped::Asked) => return Err(Stopped::Asked.into()),
                // The best so far has to do.
                Err(Stopped::Time | Stopped::Positions) => break,
            }
        }
        let mv = tree.best().ok_or(AgentError::GameOver)?;
        report(Thought {
            depth: None,
            positions: Some(tree.positions),
            worth: tree.nodes[Tree::<G>::ROOT].proven.map(Worth::Known),
            line: vec![mv],
        });
        Ok(mv)
    }
}

/// What is known of a position in the tree. All values are those of the player to
/// move there.
struct Node<G: Game> {
    position: G::Position,
    /// The move that led here; none at the root.
    mv: Option<G::Move>,
    /// Where its children are; `None` until it is opened.
    children: Option<std::ops::Range<usize>>,
    proven: Option<Value>,
    visits: u32,
    /// Wins less losses of the playouts that came through here.
    score: f64,
}

struct Tree<'g, G: Game> {
    game: &'g G,
    nodes: Vec<Node<G>>,
    /// Positions looked at, those of random games included.
    positions: u64,
}

impl<'g, G: Playable> Tree<'g, G> {
    const ROOT: usize = 0;

    /// A tree with the root and its children open.
    fn new(game: &'g G, position: &G::Position) -> Tree<'g, G> {
        let proven = game.ended(position).map(Value::ended);
        let mut tree = Tree {
            game,
            nodes: vec![node(position.clone(), None, proven)],
            positions: 0,
        };
        tree.open(Self::ROOT);
        for child in tree.children(Self::ROOT) {
            if tree.nodes[child].proven.is_none() {
                tree.open(child);
            }
        }
        tree.prove(Self::ROOT);
        tree
    }

    fn children(&self, node: usize) -> std::ops::Range<usize> {
        self.nodes[node].children.clone().unwrap_or_default()
    }

    /// Adds the children of a node, and what they prove.
    fn open(&mut self, node: usize) {
        let first = self.nodes.len();
        for (mv, position) in self.game.children(&self.nodes[node].position) {
            let proven = self.game.ended(&position).map(Value::ended);
            self.nodes.push(self::node(position, Some(mv), proven));
        }
        self.positions += (self.nodes.len() - first) as u64;
        self.nodes[node].children = Some(first..self.nodes.len());
        self.prove(node);
    }

    /// Derives a proof from the children: one that is lost for the opponent is
    /// enough, else all have to be proven.
    fn prove(&mut self, node: usize) {
        let children = self.children(node);
        if self.nodes[node].proven.is_some() || children.is_empty() {
            return;
        }
        let values = children.map(|child| self.nodes[child].proven.map(Value::one_ply_earlier));
        let best = values.clone().flatten().max();
        let wins = best.is_some_and(|best| best.outcome() == Outcome::Win);
        if wins || values.clone().all(|value| value.is_some()) {
            self.nodes[node].proven = best;
        }
    }

    /// One game: down the tree, on at random, and the result up again.
    fn playout(&mut self, rng: &mut Rng) {
        let mut path = vec![Self::ROOT];
        let mut node = Self::ROOT;
        while self.nodes[node].proven.is_none() && !self.children(node).is_empty() {
            // A node is played from before its children are visited.
            if node != Self::ROOT && self.nodes[node].visits == 0 {
                break;
            }
            node = self.select(node);
            path.push(node);
        }
        let may_open = self.nodes.len() < MOST_NODES;
        if self.nodes[node].children.is_none() && self.nodes[node].proven.is_none() && may_open {
            self.open(node);
        }
        let mut score = match self.nodes[node].proven {
            Some(value) => score_of(value.outcome()),
            None => self.play_on(node, rng),
        };
        for &node in path.iter().rev() {
            self.prove(node);
            self.nodes[node].visits += 1;
            self.nodes[node].score += score;
            score = -score;
        }
    }

    /// The child to visit next: the one with the greatest upper bound, of those
    /// that are not proven to be bad.
    fn select(&self, node: usize) -> usize {
        let log = f64::from(self.nodes[node].visits + 1).ln();
        let bound = |child: usize| {
            let child = &self.nodes[child];
            if child
                .proven
                .is_some_and(|value| value.outcome() == Outcome::Win)
            {
                return f64::NEG_INFINITY;
            }
            if child.visits == 0 {
                return f64::INFINITY;
            }
            let visits = f64::from(child.visits);
            -child.score / visits + EXPLORATION * (log / visits).sqrt()
        };
        let mut best = (f64::NEG_INFINITY, self.children(node).start);
        for child in self.children(node) {
            let bound = bound(child);
            if bound > best.0 {
                best = (bound, child);
            }
        }
        best.1
    }

    /// The result of a random game from a node, for the player to move there.
    fn play_on(&mut self, node: usize, rng: &mut Rng) -> f64 {
        let mut position = self.nodes[node].position.clone();
        let mut sign = 1.0;
        for _ in 0..LONGEST_PLAYOUT {
            if let Some(outcome) = self.game.ended(&position) {
                return sign * score_of(outcome);
            }
            self.positions += 1;
            match self.game.random_child(&position, rng) {
                Some(child) => position = child,
                None => break,
            }
            sign = -sign;
        }
        0.0
    }

    /// The move to play: a proven win, else the one visited most of those that are
    /// not proven to lose, else the one that loses last.
    fn best(&self) -> Option<G::Move> {
        let rank = |&child: &usize| {
            let child = &self.nodes[child];
            let value = child.proven.map(Value::one_ply_earlier);
            let open = Value::DRAW;
            (value.unwrap_or(open), child.visits)
        };
        let best = self.children(Self::ROOT).max_by_key(rank)?;
        self.nodes[best].mv
    }
}

fn node<G: Game>(position: G::Position, mv: Option<G::Move>, proven: Option<Value>) -> Node<G> {
    Node {
        position,
        mv,
        children: None,
        proven,
        visits: 0,
        score: 0.0,
    }
}

fn score_of(outcome: Outcome) -> f64 {
    match outcome {
        Outcome::Win => 1.0,
        Outcome::Loss => -1.0,
        Outcome::Draw => 0.0,
    }
}
