//! The proofs that X cannot force a win by ply 41, nor by ply 43 after any first move but
//! (4,4), and their certificates.

mod certificate;
mod claim;
mod defence;
mod plan;
mod prove;
mod walk;

pub use certificate::{Certificate, CertificateError, Part, SHIPPED};
pub use claim::Claim;
pub use defence::Defence;
pub use prove::{Proved, Unproved, lemma6, lower_bound, problem_count, solve_problem};
