//! All games behind one interface: one program for all tests, which links faster than one for each.

mod bulk;
mod catalog;
mod fourth_game;
mod levels;
mod opening;
#[path = "../../examples/tictactoe.rs"]
mod tictactoe;
