//! Agents and their budgets, levels and strength: one program for all tests, which links faster than one for each.

mod budget;
mod exhaustive;
mod levels;
mod rules;
mod strength;
