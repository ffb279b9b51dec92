//! Comparing the values of a class with what follows from its children.

use quixotic_game::Stopped;
use quixotic_tablebase::WinDistances;
use quixotic_tablebase::internal::encoding::{LOST, WON};

use super::blank_moves::{BlankMoves, BlockBlankMoves, LANES, equal, for_lanes};
use crate::pass::Pass;
use crate::pass::fill_block;
use crate::values::{Values, blocks_per_task};

/// The positions of a class that contradict their moves.
#[derive(Debug, Default)]
pub(super) struct Contradictions {
    /// How many there are.
    pub(super) count: u64,
    /// The first of them in stored order: number of the group, and of the position in it.
    pub(super) first: Vec<(usize, usize)>,
}

/// The same of a task, with the numbers of positions counted from its first.
#[derive(Default)]
struct Tally {
    count: u64,
    first: Vec<u32>,
}

/// Compares the values of a class with the moves of a pass, which take an own tile, and
/// with what the level above says; takes these moves into the distances of wins that
/// are left out. Remembers the first contradictions, that many at most.
pub(super) fn check(
    pass: Pass<'_>,
    blank_moves: &BlankMoves,
    values: &mut Values,
    win_distances: WinDistances,
    most: usize,
) -> Result<Contradictions, Stopped> {
    let tallies = pass.run(values, Tally::default, |tally, room, block, values| {
        let blank_moves = blank_moves.of(block.number / blocks_per_task(block.group), block);
        let is_over = |&value: &u8| value == LOST || value == WON;
        let follows = match values.iter().all(is_over) {
            // The level above decides all of it.
            true => block.nothing(room),
            false => block.follows(room),
        };
        if win_distances == WinDistances::LeftOut {
            fill_block(follows, values);
        }
        if is_suspicious(blank_moves, follows, values) {
            let first = (block.in_task * block.group.lanes) as u32;
            for (lane, (&follows, &value)) in follows.iter().zip(&*values).enumerate() {
                if !is_right(blank_moves, lane, follows, value) {
                    tally.count += 1;
                    if tally.first.len() < most {
                        tally.first.push(first + lane as u32);
                    }
                }
            }
        }
    })?;
    let mut found = Contradictions::default();
    let groups = values.layout().groups.iter().enumerate().zip(tallies);
    for ((number, group), tallies) in groups {
        let positions = blocks_per_task(group) * group.lanes;
        for (task, tally) in tallies.into_iter().enumerate() {
            found.count += tally.count;
            let room = most - found.first.len();
            let places = tally.first.into_iter().take(room);
            let places = places.map(|place| (number, task * positions + place as usize));
            found.first.extend(places);
        }
    }
    Ok(found)
}

/// Whether a block may have a contradiction: quick, and never wrong if there is one.
fn is_suspicious(blank_moves: BlockBlankMoves<'_>, follows: &[u8], values: &[u8]) -> bool {
    let mut bits = blank_moves.equal.iter();
    let mut unexplained = 0;
    for_lanes(follows, values, |follows, values| {
        let explained = bits.next().expect("a byte of bits for eight lanes");
        unexplained |= !(equal(follows, values) | explained);
    });
    let pairs = follows.iter().zip(values);
    let better = pairs.fold(false, |any, (follows, value)| {
        any | (follows > value) & (*value != LOST)
    });
    unexplained != 0 || better || !blank_moves.better.is_empty()
}

/// Whether a stored value is the better one of what both kinds of moves give, or the
/// end of the game.
fn is_right(blank_moves: BlockBlankMoves<'_>, lane: usize, follows: u8, value: u8) -> bool {
    let bit = |bits: &[u8]| {
        bits.get(lane / LANES)
            .is_some_and(|bits| bits >> (lane % LANES) & 1 == 1)
    };
    let equal = bit(blank_moves.equal);
    let at_most = match value {
        // Nothing but the end of a game is that bad.
        LOST => equal,
        _ => follows <= value && (equal || follows == value),
    };
    at_most && !bit(blank_moves.better)
}
