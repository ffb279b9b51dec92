//! Reading databases: one program for all tests, which links faster than one for each.

mod batches;
mod databases;
mod files;
mod layers;
mod on_demand;
mod probing;
mod stores;
