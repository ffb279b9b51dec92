//! Making and checking databases: one program for all tests, which links faster than one
//! for each.

mod budget;
mod databases;
mod embedded;
mod golden;
mod kernels;
mod monotone;
mod opening;
mod quixo5;
mod reachable;
mod reference;
mod runs;
mod thin;
mod verify;
