//! Ultimate Tic-Tac-Toe: rules, search, strategies and certificates: one program for all tests, which links faster than one for each.

mod budget;
mod certificate;
mod checker;
mod notation;
mod only_first_move;
mod plain;
mod rules;
mod search;
mod strategies;
