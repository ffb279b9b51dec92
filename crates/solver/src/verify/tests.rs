//! A wrong value with right checksums, which only verification can notice.

use std::fs;
use std::ops::Range;
use std::path::Path;

use proptest::prelude::*;
use quixotic_game::{Budget, Outcome, Value};
use quixotic_quixo::{Board, Class, Quixo, Rules};
use tempfile::TempDir;

use super::*;
use crate::files::{ClassFiles, Stay};
use crate::solve::{SolveError, SolveOptions, solve};
use crate::values::Values;
use quixotic_tablebase::internal::encoding::{DRAW, LOST, WIN_IN_1, WON};
use quixotic_tablebase::internal::format::{Header, PagePlace, blocks_per_page};
use quixotic_tablebase::internal::index::{Index, Place};
use quixotic_tablebase::{Kernel, WinDistances};

/// A copy of a database in which values can be changed.
pub(super) struct Forgery {
    directory: TempDir,
    pub(super) rules: Rules,
    index: Index,
}

impl Forgery {
    pub(super) fn new(rules: Rules, until: u8) -> Forgery {
        let directory = tempfile::tempdir().unwrap();
        let forgery = Forgery {
            index: Index::new(rules),
            rules,
            directory,
        };
        forgery.solve(until, WinDistances::Kept);
        forgery
    }

    /// Solves what is missing, or leaves the distances of wins out of what is there.
    pub(super) fn solve(&self, until: u8, win_distances: WinDistances) {
        let options = SolveOptions {
            rules: self.rules,
            directory: self.path().to_owned(),
            until,
            memory: u64::MAX,
            win_distances,
            kernel: Kernel::detect(),
        };
        solve(&options, &Budget::UNLIMITED, &mut |_| {}).unwrap();
    }

    pub(super) fn path(&self) -> &Path {
        self.directory.path()
    }

    pub(super) fn database(&self) -> Database {
        Database::open(self.path(), self.rules).unwrap()
    }

    /// The boards of a class that its file has values for, with their bytes.
    pub(super) fn stored(&self, class: Class) -> Vec<(Board, u8)> {
        let open = |value| ![LOST, WIN_IN_1, WON].contains(&value);
        let database = self.database();
        let file = database.class_file(class).unwrap();
        let mut stored = Vec::new();
        for place in file.pages() {
            let group = &file.layout().groups[place.group];
            let first = place.page * blocks_per_page(group) * group.lanes;
            let values = database.read_page(file, place).unwrap();
            for (offset, &value) in values.iter().enumerate().filter(|&(_, &value)| open(value)) {
                let board = self.index.board(class, group.place(first + offset));
                stored.push((board, value));
            }
        }
        stored
    }

    /// Writes the file of a class again with another value for one board.
    pub(super) fn set(&self, board: Board, value: u8) {
        let class = Class::of(board);
        match self.database().class_file(class).unwrap().win_distances() {
            WinDistances::Kept => self.write(board, value),
            WinDistances::LeftOut => self.forge(board, value),
        }
    }

    /// With counts and hash of the values as they are now.
    fn write(&self, board: Board, value: u8) {
        let database = self.database();
        let class = Class::of(board);
        let file = database.class_file(class).unwrap();
        let Place { ring, block, lane } = self.index.place(board);
        let mut number = 0;
        let values = Values::new(&self.index, class, |group| {
            let pages = file.pages().filter(|place| place.group == number);
            let pages = pages.map(|place| database.read_page(file, place).unwrap());
            let mut values = Values::buffer(group);
            let stored: Vec<u8> = pages.flatten().collect();
            values[..stored.len()].copy_from_slice(&stored);
            if group.ring == ring {
                values[block * group.lanes + lane] = value;
            }
            number += 1;
            Ok::<_, SolveError>(values)
        });
        let files = ClassFiles {
            directory: self.path(),
            rules: self.rules,
            index: &self.index,
            kernel: Kernel::Portable,
            budget: &Budget::UNLIMITED,
        };
        files.write(&values.unwrap(), Stay::Lasting).unwrap();
    }

    /// With counts and hash of the values as they were.
    fn forge(&self, board: Board, value: u8) {
        let database = self.database();
        let file = database.class_file(Class::of(board)).unwrap();
        let Place { ring, block, lane } = self.index.place(board);
        self.rewrite(Class::of(board), |place, stored| {
            let group = &file.layout().groups[place.group];
            let first = place.page * blocks_per_page(group);
            let mut values = database.read_page(file, place).unwrap();
            let at = block
                .checked_sub(first)
                .map(|block| block * group.lanes + lane);
            let at = at.filter(|&at| group.ring == ring && at < values.len());
            if let Some(at) = at {
                values[at] = value;
                stored.clear();
                Kernel::Portable.compress(&values, stored);
            }
        });
    }

    /// Writes the file of a class again with other bytes in its pages and right checksums.
    pub(super) fn rewrite(&self, class: Class, mut change: impl FnMut(PagePlace, &mut Vec<u8>)) {
        const TAIL: Range<usize> = 40..48;
        let database = self.database();
        let file = database.class_file(class).unwrap();
        let bytes = fs::read(file.path()).unwrap();
        let (mut body, mut index) = (Vec::new(), Vec::new());
        for place in file.pages() {
            let range = file.page_read(place).range;
            let page = &bytes[range.start as usize..range.end as usize];
            let mut stored = zstd::bulk::decompress(page, 1 << 20).unwrap();
            change(place, &mut stored);
            let page = zstd::bulk::compress(&stored, 1).unwrap();
            index.extend((page.len() as u32).to_le_bytes());
            index.extend(crc32fast::hash(&page).to_le_bytes());
            body.extend(page);
        }
        let tail = u64::from_le_bytes(bytes[TAIL].try_into().unwrap()) as usize;
        let rest = &bytes[tail + index.len()..bytes.len() - blake3::OUT_LEN];
        let mut header = bytes[..Header::LEN].to_vec();
        header[TAIL].copy_from_slice(&((Header::LEN + body.len()) as u64).to_le_bytes());
        let checked = [&header[..], &index, rest].concat();
        let hash = blake3::hash(&checked);
        let forged = [&header[..], &body, &index, rest, hash.as_bytes()].concat();
        fs::write(file.path(), forged).unwrap();
    }

    pub(super) fn verify(&self) -> Result<Verified, VerifyError> {
        verify_independently(&self.database(), &Budget::UNLIMITED, &mut |_| {})
    }
}

/// The bytes that a file can hold instead of `value`.
pub(super) fn wrong(value: u8) -> Vec<u8> {
    let plausible = [1, 2, 3, 4, 5, DRAW, 250, 251, 252, 253];
    plausible
        .into_iter()
        .filter(|&other| other != value)
        .collect()
}

#[test]
fn a_wrong_value_is_named() {
    let forgery = Forgery::new(Rules::official(3).unwrap(), 0);
    // No child of a position of C(3,4) is in C(3,4), and C(4,3) is verified
    // after it, so nothing else can look wrong before it does.
    for (board, value) in forgery.stored(Class::new(3, 4)).into_iter().step_by(20) {
        for wrong in wrong(value) {
            forgery.set(board, wrong);
            let error = forgery.verify().expect_err("a value is wrong");
            let VerifyError::Value(finding) = error else {
                panic!("{error}");
            };
            let scale = Scale::of(forgery.rules);
            assert_eq!(finding.board, board);
            assert_eq!(finding.stored, Some(scale.decode(wrong)));
            assert_eq!(finding.follows, scale.decode(value));
            assert_eq!(finding.ended, None);
        }
        forgery.set(board, value);
    }
    forgery.verify().expect("everything was put right again");
}

/// More random positions than are stored, so that none is likely to be left out.
const SAMPLE: u64 = 100_000;

#[test]
fn a_sample_finds_a_wrong_value() {
    let rules = Rules::official(3).unwrap();
    for class in [Class::new(3, 4), Class::new(4, 3), Class::new(2, 2)] {
        let forgery = Forgery::new(rules, 0);
        let (board, value) = forgery.stored(class)[0];
        forgery.set(board, wrong(value)[0]);
        let error = verify_sample(
            &forgery.database(),
            SAMPLE,
            1,
            &Budget::UNLIMITED,
            &mut |_| {},
        );
        assert!(matches!(error, Err(VerifyError::Value(_))), "{error:?}");
    }
}

#[test]
fn wrong_distances_of_losses_are_found_where_those_of_wins_are_left_out() {
    let rules = Rules::official(3).unwrap();
    for class in [Class::new(3, 4), Class::new(2, 3)] {
        let forgery = Forgery::new(rules, 0);
        let is_loss = |&&(_, value): &&(Board, u8)| value < DRAW;
        let stored = forgery.stored(class);
        let &(board, value) = stored.iter().find(is_loss).unwrap();
        forgery.set(board, value + 1);
        forgery.solve(0, WinDistances::LeftOut);
        let database = forgery.database();
        let thinned = database.class_file(class).unwrap().win_distances();
        assert_eq!(thinned, WinDistances::LeftOut);
        let error = verify_sample(&database, SAMPLE, 1, &Budget::UNLIMITED, &mut |_| {});
        assert!(matches!(error, Err(VerifyError::Value(_))), "{error:?}");
        let error = forgery.verify();
        assert!(matches!(error, Err(VerifyError::Value(_))), "{error:?}");
    }
}

#[test]
fn a_finding_reads_well() {
    let quixo = Quixo::new(Rules::official(3).unwrap());
    let finding = Finding {
        rules: quixo.rules(),
        board: Board::new(0b000_000_011, 0b110_000_000).unwrap(),
        ended: None,
        stored: Some(Value::DRAW),
        follows: Value::win(1),
    };
    assert_eq!(
        finding.to_string(),
        "XX1/3/1OO X is stored as draw, but its moves make it win in 1 ply"
    );
    let over = Finding {
        board: Board::new(0b111, 0).unwrap(),
        ended: Some(Outcome::Win),
        ..finding
    };
    assert_eq!(
        over.to_string(),
        "XXX/3/3 X is stored as draw, but the game is over: win"
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Wherever the value is wrong, the board or one that leads to it is named.
    #[test]
    fn any_wrong_value_is_found(
        mover_wins in prop::bool::ANY,
        class in prop::sample::select(Class::within(9).collect::<Vec<_>>()),
        board in prop::sample::Index::arbitrary(),
        value in prop::sample::Index::arbitrary(),
    ) {
        use std::sync::LazyLock;
        use quixotic_quixo::DoubleLine;
        static FORGERIES: LazyLock<[Forgery; 2]> = LazyLock::new(|| {
            [DoubleLine::OpponentWins, DoubleLine::MoverWins].map(|double_line| {
                Forgery::new(Rules::official(3).unwrap().with_double_line(double_line), 0)
            })
        });
        let forgery = &FORGERIES[usize::from(mover_wins)];
        let stored = forgery.stored(class);
        prop_assume!(!stored.is_empty());
        let (board, right) = stored[board.index(stored.len())];
        let wrong = wrong(right);
        forgery.set(board, wrong[value.index(wrong.len())]);
        let error = forgery.verify();
        forgery.set(board, right);
        let Err(VerifyError::Value(finding)) = error else {
            return Err(TestCaseError::fail(format!("{error:?}")));
        };
        let quixo = Quixo::new(forgery.rules);
        let is_image = |other: Board| {
            quixotic_quixo::Symmetry::all().any(|symmetry| board.turned(symmetry, 3) == other)
        };
        let leads_there = quixo.children(finding.board).any(|(_, child)| is_image(child));
        prop_assert!(finding.board == board || leads_there, "{finding}");
    }
}
