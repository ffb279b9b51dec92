//! Proof and disproof numbers.

/// How hard it looks to prove that the attacker wins in time, and to disprove it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Numbers {
    pub(super) proof: u32,
    pub(super) disproof: u32,
}

impl Numbers {
    /// What cannot be done.
    pub(super) const NEVER: u32 = u32::MAX / 4;

    /// The attacker wins in time.
    pub(super) const PROVED: Numbers = Numbers {
        proof: 0,
        disproof: Numbers::NEVER,
    };

    /// The attacker does not.
    pub(super) const DISPROVED: Numbers = Numbers {
        proof: Numbers::NEVER,
        disproof: 0,
    };

    /// A position of which nothing is known.
    pub(super) const UNKNOWN: Numbers = Numbers {
        proof: 1,
        disproof: 1,
    };

    /// Thresholds that only a solved position reaches.
    pub(super) const UNREACHED: Numbers = Numbers {
        proof: Numbers::NEVER,
        disproof: Numbers::NEVER,
    };

    pub(super) fn is_solved(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    /// The same with the roles exchanged for the defender, whose success is the
    /// attacker's failure.
    pub(super) fn seen_by(self, attacks: bool) -> Numbers {
        if attacks {
            self
        } else {
            Numbers {
                proof: self.disproof,
                disproof: self.proof,
            }
        }
    }
}
