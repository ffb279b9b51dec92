//! The index: where the value of a position is stored.
//!
//! A class is stored group by group (rings with the same counts), in each group
//! block by block (canonical ring), in each block lane by lane (core pattern).

mod canonical;
mod counts;
mod decided;
mod geometry;
mod grid_map;
mod images;
mod lane_set;
mod lanes;
mod layout;
mod pattern;
mod rings;
#[cfg(test)]
mod tests;

pub use counts::Counts;
pub use decided::DecidedLanes;
pub use geometry::Geometry;
pub use grid_map::GridMap;
pub use lane_set::{LaneSet, MAX_LANES};
pub use lanes::swap;
pub use layout::{Group, Index, Layout, Place};
pub use pattern::{
    EMPTY, MAX_RING, MINE, Pattern, THEIRS, contents, digits, pattern, patterns, swap_digit,
};
pub use rings::{RingId, RingTable};
