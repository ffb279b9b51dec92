//! The proof that X cannot force a win by ply 41, and its certificate.

mod certificate;
mod defence;
mod plan;
mod prove;
mod walk;

pub use certificate::{Certificate, CertificateError, Part, SHIPPED};
pub use defence::Defence;
pub use prove::{Proved, Unproved, lemma6, lower_bound, problem_count, solve_problem};
