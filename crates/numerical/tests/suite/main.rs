//! Numerical Tic-Tac-Toe against plain re-implementations and published results: one program for all tests, which links faster than one for each.

mod brute_force;
mod late_positions;
mod options;
mod perfect;
mod rules;
mod solutions;
