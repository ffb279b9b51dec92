//! The paper's own way of solving Quixo, plain and short, as the oracle of fast
//! solvers and the baseline of their benches.
//!
//! Tanaka, Bonnet, Tixeuil and Tamura, *Quixo Is Solved* (2020). Two solvers that
//! share nothing but the rules: [`ValueIteration`] over all boards at once
//! (Algorithms 1 and 6), which is the definition of a value turned into a loop,
//! and [`Induction`] class by class (Algorithms 2 to 5), which is how the authors
//! solved 5×5. Neither uses symmetry. Both compute exact distances in plies: a
//! finished game has 0, a win is one more than the shortest of the children that
//! are losses, a loss one more than the longest of the children, all of them wins.
//!
//! ```
//! use quixotic_game::Value;
//! use quixotic_quixo::reference::Induction;
//! use quixotic_quixo::{Board, Rules};
//!
//! let solved = Induction::solve(Rules::official(3)?);
//! assert_eq!(solved.value(Board::EMPTY), Some(Value::win(7)));
//! # Ok::<(), quixotic_quixo::RulesError>(())
//! ```

mod bijection;
mod entry;
mod induction;
mod value_counts;
mod value_iteration;

pub use bijection::Bijection;
pub use induction::Induction;
pub use value_counts::ValueCounts;
pub use value_iteration::ValueIteration;
