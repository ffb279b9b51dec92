//! The questions of the papers: one program for all tests, which links faster than one for
//! each.

mod budget;
mod notable;
mod puzzles;
mod survey;
