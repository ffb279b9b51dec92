//! Looking positions up in a database.

mod bundle;
mod cache;
mod scan;
mod stats;

pub use bundle::pack;
pub use stats::{ByDistance, ClassStats, Stats};

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use quixotic_game::{Outcome, Value};
use quixotic_quixo::{Board, Class, Move, Quixo, Rules};
use rayon::prelude::*;
use thiserror::Error;

use crate::encoding::{self, Scale};
use crate::format::{ClassFile, FileError, Problem, blocks_per_page, class_path};
use crate::index::{GridMap, Index};
use crate::kernel::Kernel;
use bundle::Bundle;
use cache::PageCache;

/// The strong solution of Quixo under some rules, or the part of it from some
/// level up: the value of every position.
///
/// A database can be asked from any number of threads at once. It keeps the
/// pages it read last in a cache of bounded size.
#[derive(Debug)]
pub struct Database {
    quixo: Quixo,
    index: Index,
    kernel: Kernel,
    files: Files,
    classes: GridMap<OnceLock<ClassFile>, Class>,
    cache: PageCache,
}

/// Where the class files are.
#[derive(Debug)]
enum Files {
    Directory(PathBuf),
    Embedded(Bundle),
}

/// A legal move and what it leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveValue {
    /// The move.
    pub mv: Move,
    /// The board after it, seen by the next player.
    pub board: Board,
    /// The value of the move for the player who makes it, that ply included.
    pub value: Value,
}

/// Why a position has no answer.
#[derive(Debug, Error)]
pub enum ProbeError {
    /// The level of the position has not been solved.
    #[error("not in this database: {}", levels(.solved))]
    NotSolved {
        /// The level of the position: its marked tiles.
        level: u8,
        /// The levels that are here, ascending.
        solved: Vec<u8>,
    },
    /// A file is no good.
    #[error(transparent)]
    File(#[from] FileError),
}

/// "levels 22–25 are here".
fn levels(solved: &[u8]) -> String {
    match solved {
        [] => "no level is here".into(),
        [level] => format!("level {level} is here"),
        _ => format!("levels {} are here", level_ranges(solved)),
    }
}

/// Ascending levels in words: `0–6, 8–9`.
pub fn level_ranges(levels: &[u8]) -> String {
    let ranges = levels
        .chunk_by(|a, b| a + 1 == *b)
        .map(|range| match range {
            [first, .., last] => format!("{first}–{last}"),
            single => single.iter().map(u8::to_string).collect(),
        });
    ranges.collect::<Vec<_>>().join(", ")
}

impl Database {
    /// The database in a directory, which may be incomplete. The files are read
    /// when they are needed.
    ///
    /// # Panics
    /// If the board is larger than 5×5.
    pub fn open(directory: &Path, rules: Rules) -> Database {
        Database::new(rules, Files::Directory(directory.to_owned()))
    }

    /// The complete database that is part of the program: the official rules on
    /// 3×3 and 4×4.
    pub fn embedded(rules: Rules) -> Option<Database> {
        let bundle = Bundle::embedded(rules)?;
        Some(Database::new(rules, Files::Embedded(bundle)))
    }

    /// Whether the database of these rules is part of the program.
    pub fn is_embedded(rules: Rules) -> bool {
        Bundle::embedded(rules).is_some()
    }

    fn new(rules: Rules, files: Files) -> Database {
        Database {
            quixo: Quixo::new(rules),
            index: Index::new(rules),
            kernel: Kernel::detect(),
            files,
            classes: GridMap::new(rules.cells(), |_| OnceLock::new()),
            cache: PageCache::new(),
        }
    }

    /// The rules it is about.
    pub fn rules(&self) -> Rules {
        self.quixo.rules()
    }

    /// The game it is about.
    pub fn quixo(&self) -> &Quixo {
        &self.quixo
    }

    /// Where it stores what.
    pub(crate) fn index(&self) -> &Index {
        &self.index
    }

    /// The levels (numbers of marked tiles) that are completely here, ascending.
    pub fn levels(&self) -> Vec<u8> {
        let here = |class: Class| match &self.files {
            Files::Directory(directory) => class_path(directory, class).exists(),
            Files::Embedded(_) => true,
        };
        (0..=self.rules().cells())
            .filter(|&level| Class::of_level(level).all(here))
            .collect()
    }

    /// Whether all levels are here.
    pub fn is_complete(&self) -> bool {
        self.levels().len() == usize::from(self.rules().cells()) + 1
    }

    /// The value of a board for the player to move.
    pub fn probe(&self, board: Board) -> Result<Value, ProbeError> {
        // The end of the game needs no database.
        match self.quixo.ended_on(board) {
            Some(outcome) => Ok(Value::ended(outcome)),
            None => self.value(board, self.stored(board)?),
        }
    }

    /// Who wins, for the player to move. Where the files leave the distances of wins
    /// out that is told much sooner than the whole value.
    pub fn outcome(&self, board: Board) -> Result<Outcome, ProbeError> {
        // A look one ply ahead is a tenth of the work of reading a page.
        let mut children = self.quixo.children(board);
        if children.any(|(_, child)| self.quixo.ended_on(child) == Some(Outcome::Loss)) {
            return Ok(Outcome::Win);
        }
        let stored = self.stored_or_ended(board)?;
        Ok(Scale::of(self.rules()).decode(stored).outcome())
    }

    /// What the byte stored for a board means.
    pub(crate) fn value(&self, board: Board, stored: u8) -> Result<Value, ProbeError> {
        let scale = Scale::of(self.rules());
        if stored != encoding::WIN {
            return Ok(scale.decode(stored));
        }
        // The file leaves the distance out: it is one ply more than the shortest
        // loss among the children, and losses are told in full.
        let mut least = u8::MAX;
        for (_, child) in self.quixo.children(board) {
            least = least.min(self.stored_or_ended(child)?);
        }
        if least >= encoding::DRAW {
            let file = self.class(Class::of(board))?;
            let problem = Problem::Corrupt("a win without a move that wins".into());
            return Err(FileError::new(file.path(), problem).into());
        }
        Ok(scale.decode(scale.step_back(least)))
    }

    /// The byte stored for a board, or that of a game that is over, which needs no
    /// file.
    fn stored_or_ended(&self, board: Board) -> Result<u8, ProbeError> {
        match self.quixo.ended_on(board) {
            Some(Outcome::Loss) => Ok(encoding::LOST),
            Some(_) => Ok(encoding::WON),
            None => self.stored(board),
        }
    }

    /// The legal moves with their values, the best first: the winner hurries,
    /// the loser delays. None when the game is over.
    pub fn moves(&self, board: Board) -> Result<Vec<MoveValue>, ProbeError> {
        let mut children = Vec::new();
        for (mv, board) in self.quixo.children(board) {
            children.push((mv, board, self.stored_or_ended(board)?));
        }
        let evaluate = |&(mv, board, stored): &(Move, Board, u8)| {
            let value = self.value(board, stored)?.one_ply_earlier();
            Ok::<_, ProbeError>(MoveValue { mv, board, value })
        };
        // Distances that are left out are a thousand questions more.
        let moves: Result<Vec<MoveValue>, _> =
            if children.iter().any(|child| child.2 == encoding::WIN) {
                children.par_iter().map(evaluate).collect()
            } else {
                children.iter().map(evaluate).collect()
            };
        let mut moves = moves?;
        moves.sort_by_key(|mv| std::cmp::Reverse(mv.value));
        Ok(moves)
    }

    /// One optimal game from a board to its end: the first of the best moves each
    /// time. A drawn game ends when a position comes back.
    pub fn line(&self, board: Board) -> Result<Vec<MoveValue>, ProbeError> {
        let mut seen = vec![board];
        let mut line: Vec<MoveValue> = Vec::new();
        let mut board = board;
        while let Some(&best) = self.moves(board)?.first() {
            board = best.board;
            line.push(best);
            // Every other position has the other player to move.
            if seen.iter().rev().skip(1).step_by(2).any(|&b| b == board) {
                break;
            }
            seen.push(board);
        }
        Ok(line)
    }

    /// The byte stored for a board; for a win perhaps [`encoding::WIN`].
    pub(crate) fn stored(&self, board: Board) -> Result<u8, ProbeError> {
        let class = Class::of(board);
        let file = self.class(class)?;
        let place = self.index.place(board);
        let number = file.layout().number(place.ring);
        let number = number.expect("every ring of a class has a group");
        let group = &file.layout().groups[number];
        let blocks = blocks_per_page(group);
        let page = place.block / blocks;
        let values = self
            .cache
            .get((class, number, page), || self.page(file, number, page))?;
        Ok(values[place.block % blocks * group.lanes + place.lane])
    }

    /// The values of a page of a group, numbered as in the file's layout.
    pub(crate) fn page(
        &self,
        file: &ClassFile,
        number: usize,
        page: usize,
    ) -> Result<Vec<u8>, FileError> {
        let group = &file.layout().groups[number];
        let blocks = blocks_per_page(group);
        let blocks = blocks.min(group.blocks - page * blocks);
        let mut values = vec![0; blocks * group.lanes];
        file.read_page(&self.index, self.kernel, number, page, &mut values)?;
        Ok(values)
    }

    /// The file of a class.
    pub(crate) fn class(&self, class: Class) -> Result<&ClassFile, ProbeError> {
        let slot = &self.classes[class];
        if let Some(file) = slot.get() {
            return Ok(file);
        }
        let (rules, index) = (self.rules(), &self.index);
        let opened = match &self.files {
            Files::Directory(directory) => {
                ClassFile::open(&class_path(directory, class), rules, index, class)
            }
            Files::Embedded(bundle) => bundle.class(rules, index, class),
        };
        let file = opened.map_err(|error| {
            if error.is_missing() {
                ProbeError::NotSolved {
                    level: class.level(),
                    solved: self.levels(),
                }
            } else {
                error.into()
            }
        })?;
        Ok(slot.get_or_init(|| file))
    }
}
