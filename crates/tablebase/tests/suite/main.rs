//! Reading databases: one program for all tests, which links faster than one for each.

mod batches;
mod databases;
mod fed;
mod files;
mod layers;
mod probing;
mod stores;
