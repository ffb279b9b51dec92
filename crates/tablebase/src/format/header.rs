//! The header of a class file: what the file holds and where its parts are.

use quixotic_quixo::{Class, DoubleLine, Rules};

use super::{PAGE, Problem, WinDistances};
use crate::encoding::Scale;

/// The first bytes of every class file.
const MAGIC: [u8; 8] = *b"QXCLASS\n";
/// The version that this program reads and writes.
const VERSION: u16 = 2;

/// Where each field of the header starts.
mod at {
    pub(super) const VERSION: usize = 8;
    pub(super) const SIZE: usize = 10;
    pub(super) const LINE: usize = 11;
    pub(super) const DOUBLE_LINE: usize = 12;
    pub(super) const SCALE: usize = 13;
    pub(super) const MINE: usize = 14;
    pub(super) const THEIRS: usize = 15;
    pub(super) const FINISHED: usize = 16;
    pub(super) const WIN_DISTANCES: usize = 17;
    pub(super) const PAGE: usize = 20;
    pub(super) const POSITIONS: usize = 24;
    pub(super) const PAGES: usize = 32;
    pub(super) const TAIL: usize = 40;
}

/// The fields of the header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// The rules of the game.
    pub rules: Rules,
    /// The class in the file.
    pub class: Class,
    /// Whether its wins have a distance.
    pub win_distances: WinDistances,
    /// Stored positions.
    pub positions: u64,
    /// Compressed pages.
    pub pages: u64,
    /// Where the tail starts: the end of the last page.
    pub tail: u64,
}

impl Header {
    /// Bytes of the header.
    pub const LEN: usize = 64;

    /// As a file begins.
    pub fn to_bytes(self) -> [u8; Header::LEN] {
        let mut bytes = [0; Header::LEN];
        bytes[..MAGIC.len()].copy_from_slice(&MAGIC);
        bytes[at::VERSION..][..2].copy_from_slice(&VERSION.to_le_bytes());
        bytes[at::SIZE] = self.rules.size();
        bytes[at::LINE] = self.rules.line();
        bytes[at::DOUBLE_LINE] = double_line_byte(self.rules.double_line());
        bytes[at::SCALE] = scale_byte(Scale::of(self.rules));
        bytes[at::MINE] = self.class.mine;
        bytes[at::THEIRS] = self.class.theirs;
        bytes[at::FINISHED] = 1;
        bytes[at::WIN_DISTANCES] = win_distances_byte(self.win_distances);
        bytes[at::PAGE..][..4].copy_from_slice(&(PAGE as u32).to_le_bytes());
        bytes[at::POSITIONS..][..8].copy_from_slice(&self.positions.to_le_bytes());
        bytes[at::PAGES..][..8].copy_from_slice(&self.pages.to_le_bytes());
        bytes[at::TAIL..][..8].copy_from_slice(&self.tail.to_le_bytes());
        bytes
    }

    /// Reads and checks it.
    pub fn from_bytes(bytes: &[u8; Header::LEN]) -> Result<Header, Problem> {
        if bytes[..MAGIC.len()] != MAGIC {
            return Err(Problem::Foreign);
        }
        let version = u16::from_le_bytes([bytes[at::VERSION], bytes[at::VERSION + 1]]);
        if version != VERSION {
            return Err(Problem::Version(version, VERSION));
        }
        if bytes[at::FINISHED] != 1 {
            return Err(Problem::Unfinished);
        }
        let corrupt = |what: &str| Problem::Corrupt(format!("{what} in the header"));
        let number = |at: usize| {
            let mut number = [0; 8];
            number.copy_from_slice(&bytes[at..at + 8]);
            u64::from_le_bytes(number)
        };
        let double_line = match bytes[at::DOUBLE_LINE] {
            0 => DoubleLine::OpponentWins,
            1 => DoubleLine::MoverWins,
            _ => return Err(corrupt("an unknown double-line rule")),
        };
        let win_distances = match bytes[at::WIN_DISTANCES] {
            0 => WinDistances::Kept,
            1 => WinDistances::LeftOut,
            _ => return Err(corrupt("an unknown way to tell wins")),
        };
        let rules = Rules::official(bytes[at::SIZE])
            .and_then(|rules| rules.with_line(bytes[at::LINE]))
            .map_err(|error| corrupt(&error.to_string()))?
            .with_double_line(double_line);
        let header = Header {
            rules,
            class: Class::new(bytes[at::MINE], bytes[at::THEIRS]),
            win_distances,
            positions: number(at::POSITIONS),
            pages: number(at::PAGES),
            tail: number(at::TAIL),
        };
        // Everything else follows from these fields or is zero.
        if header.to_bytes() != *bytes {
            return Err(corrupt("a field that contradicts the others"));
        }
        Ok(header)
    }
}

fn double_line_byte(double_line: DoubleLine) -> u8 {
    match double_line {
        DoubleLine::OpponentWins => 0,
        DoubleLine::MoverWins => 1,
    }
}

fn win_distances_byte(win_distances: WinDistances) -> u8 {
    match win_distances {
        WinDistances::Kept => 0,
        WinDistances::LeftOut => 1,
    }
}

fn scale_byte(scale: Scale) -> u8 {
    match scale {
        Scale::Moves => 0,
        Scale::Plies => 1,
    }
}
