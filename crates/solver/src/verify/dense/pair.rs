//! Verifying a pair of classes, C(m,t) and C(t,m).
//!
//! At no time are more than two classes in memory as they are: a class and the one
//! above it, then the two of the pair. What the level above says shrinks to a bit for
//! each position meanwhile ([`blank_moves`](super::blank_moves)), and the class that comes first waits
//! [packed](crate::packed).

use quixotic_quixo::{Board, Class, Rules, Taken};
use quixotic_tablebase::WinDistances;
use quixotic_tablebase::internal::index::{Group, Index};

use super::blank_moves::BlankMoves;
use super::check::{Contradictions, check};
use super::classes::Classes;
use crate::files::{content_hash, count_values};
use crate::packed::Packed;
use crate::pass::{Children, fill, filling_bytes};
use crate::solve::above;
use crate::sweep::Tables;
use crate::values::Values;
use crate::verify::{VerifyError, faults_of};

/// A pair of classes by the one with more tiles of the mover.
#[derive(Clone, Copy)]
pub(super) struct Pair(pub(super) Class);

/// What was found about a pair.
#[derive(Default)]
pub(super) struct Found {
    /// Positions that contradict their moves.
    pub(super) mismatches: u64,
    /// The first of them.
    pub(super) boards: Vec<Board>,
    /// What the tails of the files say wrongly.
    pub(super) faults: Vec<VerifyError>,
    /// The hashes of the values.
    pub(super) digests: Vec<(Class, blake3::Hash)>,
}

impl Found {
    /// Whether nothing is wrong.
    pub(super) fn is_right(&self) -> bool {
        self.mismatches == 0 && self.faults.is_empty()
    }
}

impl Pair {
    /// The classes of the pair: one if it is its own partner.
    pub(super) fn classes(self) -> Vec<Class> {
        let mut classes = vec![self.0, self.0.swapped()];
        classes.dedup();
        classes
    }

    /// Stored positions.
    pub(super) fn positions(self, index: &Index) -> u64 {
        let positions = |class| index.layout(class).positions();
        self.classes().into_iter().map(positions).sum()
    }

    /// Memory that verifying the pair takes, but for the tables.
    pub(super) fn bytes(self, index: &Index, rules: Rules) -> u64 {
        let positions = |class| index.layout(class).positions();
        let (first, second) = (self.0.swapped(), self.0);
        // A bit for each lane, in whole bytes for each block.
        let bits = |class| {
            let groups = index.layout(class).groups;
            let bytes = |group: &Group| (group.blocks * group.lanes.div_ceil(8)) as u64;
            groups.iter().map(bytes).sum::<u64>()
        };
        let packed = Packed::expected_bytes(positions(first));
        // A class above, with the one whose moves lead there or where its own lead.
        let beside_above = |class| {
            above(rules, class).map_or(positions(class), |higher| {
                let compared = positions(higher) + positions(class);
                compared.max(filling_bytes(index, rules, higher))
            })
        };
        let largest_group = |class| {
            let groups = index.layout(class).groups;
            let sizes = groups.iter().map(|group| group.positions() as u64);
            sizes.max().unwrap_or(0)
        };
        let stages = if first == second {
            let sweep = positions(first) + largest_group(first);
            [beside_above(first) + bits(first), sweep + bits(first), 0]
        } else {
            [
                beside_above(first) + bits(first),
                packed + bits(first) + beside_above(second) + bits(second),
                positions(first) + positions(second) + bits(first) + bits(second) + packed / 2,
            ]
        };
        stages.into_iter().max().unwrap_or(0)
    }

    /// Verifies the pair; names that many positions at most.
    pub(super) fn verify(
        self,
        classes: Classes<'_>,
        tables: &Tables,
        most: usize,
        report: &mut dyn FnMut(Step),
    ) -> Result<Found, VerifyError> {
        let work = Work {
            classes,
            tables,
            most,
        };
        let mut found = Found::default();
        let (first, second) = (self.0.swapped(), self.0);
        report(Step::Above(first));
        let (first_blank_moves, mut first_values) = work.compare_with_above(first)?;
        if first == second {
            report(Step::Check(first));
            let children = Children::Same;
            work.fill(children, &mut first_values)?;
            let same = work.check(children, &first_blank_moves, &mut first_values)?;
            return found.take(work, same, &first_values).map(|()| found);
        }
        let packed = Packed::new(first_values, classes.budget)?;
        report(Step::Above(second));
        let (second_blank_moves, mut second_values) = work.compare_with_above(second)?;
        let mut first_values = packed.unpack(&tables.index, classes.budget)?;
        report(Step::Check(first));
        // Wins first where there are most: losses of the other class need them.
        work.fill(Children::Of(&first_values), &mut second_values)?;
        let wrong = work.check(
            Children::Of(&second_values),
            &first_blank_moves,
            &mut first_values,
        )?;
        found.take(work, wrong, &first_values)?;
        report(Step::Check(second));
        let wrong = work.check(
            Children::Of(&first_values),
            &second_blank_moves,
            &mut second_values,
        )?;
        found.take(work, wrong, &second_values)?;
        Ok(found)
    }
}

/// What is being done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// A class is compared with the level above.
    Above(Class),
    /// A class is compared with its partner, and with what the level above says.
    Check(Class),
}

/// What verifying a pair takes.
#[derive(Clone, Copy)]
struct Work<'a> {
    classes: Classes<'a>,
    tables: &'a Tables,
    /// Positions that are named at most.
    most: usize,
}

impl Work<'_> {
    fn win_distances(self, values: &Values) -> Result<WinDistances, VerifyError> {
        Ok(self.classes.file(values.class)?.win_distances())
    }

    /// Reads a class and compares it with the level above.
    fn compare_with_above(self, class: Class) -> Result<(BlankMoves, Values), VerifyError> {
        let (classes, tables) = (self.classes, self.tables);
        let above = classes.above(class);
        let above = above.map(|above| classes.read_full(tables, above));
        let above = above.transpose()?;
        let children = above.as_ref().map_or(Children::None, Children::Of);
        let mut values = classes.read(tables, class)?;
        let win_distances = self.win_distances(&values)?;
        let pass = classes.pass(tables, Taken::Empty, children);
        let blank_moves = BlankMoves::new(pass, &mut values, win_distances)?;
        Ok((blank_moves, values))
    }

    /// Takes the moves in the pair into the distances of wins that a file leaves out.
    fn fill(self, children: Children<'_>, values: &mut Values) -> Result<(), VerifyError> {
        if self.win_distances(values)? == WinDistances::LeftOut {
            fill(self.classes.pass(self.tables, Taken::Own, children), values)?;
        }
        Ok(())
    }

    fn check(
        self,
        children: Children<'_>,
        blank_moves: &BlankMoves,
        values: &mut Values,
    ) -> Result<Contradictions, VerifyError> {
        let win_distances = self.win_distances(values)?;
        let pass = self.classes.pass(self.tables, Taken::Own, children);
        Ok(check(pass, blank_moves, values, win_distances, self.most)?)
    }
}

impl Found {
    /// Takes in what was found about a class, and what the tail of its file says.
    fn take(
        &mut self,
        work: Work<'_>,
        wrong: Contradictions,
        values: &Values,
    ) -> Result<(), VerifyError> {
        let (classes, index) = (work.classes, &work.tables.index);
        self.mismatches += wrong.count;
        let places = wrong.first.into_iter().take(work.most - self.boards.len());
        self.boards.extend(places.map(|(group, number)| {
            let group = &values.layout().groups[group];
            index.board(values.class, group.place(number))
        }));
        let digest = content_hash(values, classes.budget)?;
        let census = count_values(index, values, classes.budget)?;
        let file = classes.file(values.class)?;
        let scale = work.tables.scale;
        self.faults.extend(faults_of(file, scale, &census, digest));
        self.digests.push((values.class, digest));
        Ok(())
    }
}
