//! Backward induction class by class: Algorithms 2 to 5, with distances.
//!
//! Taking an own tile leads from `C(x, o)` to `C(o, x)`, taking an empty one to
//! `C(o, x+1)`, which has one more marked cell. So the pair `C(x, o)`, `C(o, x)`
//! can be solved once the two classes that its moves leave to are. As in the
//! paper, only losses are searched for, wins spread to the parents of a loss, and
//! a drawn child outside the pair rules a loss out (`WinOrDraw`).
//!
//! Distances, which the paper does not spell out for this algorithm: a win is
//! known before its distance is, since a nearer loss may turn up among its
//! children. Round `i` calls a board lost when all its children in the pair are
//! wins in less than `i` plies. Losses found in round `i` or later have distance
//! `i` or more and so spread wins in `i + 1` or more; a win in less than `i` is
//! therefore final, and so is the loss that is made of them and of children
//! outside the pair. A board that is lost is found in the round after the longest
//! win among its children in the pair, so the search ends one round after the
//! longest win in the pair.

use std::collections::BTreeMap;

use quixotic_game::{Outcome, Value};

use super::entry::{Entry, State};
use super::{Bijection, ValueCounts};
use crate::{Board, Class, Quixo, Rules, Taken};

/// The values of all boards in the classes solved so far.
#[derive(Clone, Debug)]
pub struct Induction {
    quixo: Quixo,
    bijection: Bijection,
    solved: BTreeMap<Class, Vec<Entry>>,
}

impl Induction {
    /// Nothing solved yet.
    ///
    /// # Panics
    /// If the board is larger than [`Bijection::MAX_SIZE`].
    pub fn new(rules: Rules) -> Induction {
        Induction {
            quixo: Quixo::new(rules),
            bijection: Bijection::new(rules),
            solved: BTreeMap::new(),
        }
    }

    /// Solves the whole game: two bytes for each of its 3^(N²) boards.
    pub fn solve(rules: Rules) -> Induction {
        let mut induction = Induction::new(rules);
        for marked in (0..=rules.cells()).rev() {
            induction.solve_level(marked);
        }
        induction
    }

    /// Solves the classes with that many marked cells; those with one more must
    /// be solved.
    pub fn solve_level(&mut self, marked: u8) {
        for class in Class::of_level(marked).filter(|class| class.mine <= class.theirs) {
            self.solve_pair(class);
        }
    }

    /// Solves a class and the one it shares its moves with.
    ///
    /// # Panics
    /// If the classes with one more marked cell that they lead to are not solved.
    pub fn solve_pair(&mut self, class: Class) {
        let mut pair = Pair::new(self, class);
        pair.mark_finished_games();
        pair.take_over_next_classes();
        pair.search_losses();
        let classes = pair.classes;
        self.solved.extend(classes);
    }

    /// Forgets a class, to save memory.
    pub fn forget(&mut self, class: Class) {
        self.solved.remove(&class);
    }

    /// The value of a board; `None` if its class is not solved.
    pub fn value(&self, board: Board) -> Option<Value> {
        let entries = self.solved.get(&Class::of(board))?;
        Some(entries[self.bijection.index(board)].value())
    }

    /// How many boards of a class have which value; `None` if it is not solved.
    pub fn class_counts(&self, class: Class) -> Option<ValueCounts> {
        let entries = self.solved.get(&class)?;
        Some(entries.iter().map(|entry| entry.value()).collect())
    }

    /// How many boards of all solved classes have which value.
    pub fn counts(&self) -> ValueCounts {
        let entries = self.solved.values().flatten();
        entries.map(|entry| entry.value()).collect()
    }
}

/// A pair of classes that is being solved.
struct Pair<'a> {
    quixo: &'a Quixo,
    bijection: &'a Bijection,
    solved: &'a BTreeMap<Class, Vec<Entry>>,
    /// `C(x, o)` and `C(o, x)`; one class if `x = o`.
    classes: BTreeMap<Class, Vec<Entry>>,
    /// The longest win found in the pair.
    longest_win: u16,
}

impl<'a> Pair<'a> {
    fn new(induction: &'a Induction, class: Class) -> Pair<'a> {
        let bijection = &induction.bijection;
        Pair {
            quixo: &induction.quixo,
            bijection,
            solved: &induction.solved,
            classes: [class, class.swapped()]
                .map(|class| (class, vec![Entry::UNKNOWN; bijection.size(class)]))
                .into(),
            longest_win: 0,
        }
    }

    fn names(&self) -> Vec<Class> {
        self.classes.keys().copied().collect()
    }

    /// Algorithm 3: finished games, and the wins in 1 that end them.
    fn mark_finished_games(&mut self) {
        for class in self.names() {
            for (index, board) in self.bijection.boards(class).enumerate() {
                match self.quixo.ended_on(board) {
                    Some(Outcome::Win) => self.set(class, index, State::Win(0)),
                    Some(Outcome::Loss) => {
                        self.set(class, index, State::Loss(0));
                        self.spread_loss(board, 0, Taken::Own);
                    }
                    Some(Outcome::Draw) | None => {}
                }
            }
        }
    }

    /// Algorithm 4: what the losses and draws of the next classes mean here.
    fn take_over_next_classes(&mut self) {
        for class in self.names() {
            let next = class.after_empty();
            if next.level() > self.quixo.rules().cells() {
                continue;
            }
            for (index, &entry) in self.next_class(class).iter().enumerate() {
                match entry.value().outcome() {
                    Outcome::Win => {}
                    Outcome::Loss => {
                        let plies = entry.value().distance().unwrap_or(0);
                        let child = self.bijection.board(next, index);
                        self.spread_loss(child, plies, Taken::Empty);
                    }
                    Outcome::Draw => self.spread_draw(self.bijection.board(next, index)),
                }
            }
        }
    }

    /// Algorithm 5, lines 11 to 17, a round for each distance.
    fn search_losses(&mut self) {
        let mut round = 1;
        while round <= self.longest_win + 1 {
            for class in self.names() {
                for index in 0..self.bijection.size(class) {
                    if self.classes[&class][index] != Entry::UNKNOWN {
                        continue;
                    }
                    let board = self.bijection.board(class, index);
                    if let Some(plies) = self.loss(class, board, round) {
                        self.set(class, index, State::Loss(plies));
                        self.spread_loss(board, plies, Taken::Own);
                    }
                }
            }
            round += 1;
        }
    }

    /// The distance of the loss if all children in the pair are wins in less than
    /// `round` plies. Those outside are wins: the board is not `WinOrDraw`.
    fn loss(&self, class: Class, board: Board, round: u16) -> Option<u16> {
        let siblings = &self.classes[&class.swapped()];
        for (_, child) in self.quixo.children_taking(board, Taken::Own) {
            match siblings[self.bijection.index(child)].state() {
                State::Win(plies) if plies < round => {}
                _ => return None,
            }
        }
        let longest_outside = self
            .quixo
            .children_taking(board, Taken::Empty)
            .map(|(_, child)| self.next_class(class)[self.bijection.index(child)].value())
            .filter_map(Value::distance)
            .max();
        Some(round.max(longest_outside.map_or(0, |plies| plies + 1)))
    }

    fn next_class(&self, class: Class) -> &'a [Entry] {
        let next = class.after_empty();
        let entries = self.solved.get(&next);
        entries.unwrap_or_else(|| panic!("{class:?} needs {next:?} solved first"))
    }

    /// Every parent of a lost board is a win.
    fn spread_loss(&mut self, child: Board, plies: u16, taken: Taken) {
        let class = parent_class(child, taken);
        for (_, parent) in self.quixo.predecessors_taking(child, taken) {
            let index = self.bijection.index(parent);
            let nearer = match self.classes[&class][index].state() {
                State::Win(known) => plies + 1 < known,
                _ => true,
            };
            if nearer {
                self.set(class, index, State::Win(plies + 1));
            }
        }
    }

    /// A parent of a drawn board outside the pair is not a loss.
    fn spread_draw(&mut self, child: Board) {
        let class = parent_class(child, Taken::Empty);
        for (_, parent) in self.quixo.predecessors_taking(child, Taken::Empty) {
            let index = self.bijection.index(parent);
            if self.classes[&class][index] == Entry::UNKNOWN {
                self.set(class, index, State::WinOrDraw);
            }
        }
    }

    fn set(&mut self, class: Class, index: usize, state: State) {
        if let State::Win(plies) = state {
            self.longest_win = self.longest_win.max(plies);
        }
        let entries = self.classes.get_mut(&class);
        entries.expect("a class of the pair")[index] = Entry::new(state);
    }
}

/// The class of the boards from which a move that took such a tile led here.
fn parent_class(child: Board, taken: Taken) -> Class {
    let Class { mine, theirs } = Class::of(child);
    match taken {
        Taken::Own => Class {
            mine: theirs,
            theirs: mine,
        },
        Taken::Empty => Class {
            mine: theirs - 1,
            theirs: mine,
        },
    }
}
