//! The rules of Quixo against slow references and published counts: one program for all tests, which links faster than one for each.

mod bijection;
mod boards;
mod monotone;
mod moves;
mod notation;
mod parity;
mod reachable;
mod reference;
mod symmetry;
