//! O's answers looked up in a certificate.
//!
//! Answers are stored in the order of a walk, so a part has to be walked before it can
//! be asked. That happens once in a game, when it enters the part, and takes some
//! seconds for the largest; what can still follow is kept. So a game has to be
//! followed from its start: of a position in the middle of a part alone it is not
//! known which part it belongs to.

use std::collections::HashMap;

use quixotic_game::Player;

use super::certificate::{Certificate, Part};
use super::walk::{Walk, XWins};
use crate::{Move, Position, Ruleset, Symmetry};

/// What O plays in every position that can arise against a certificate.
pub struct Defence {
    by: u8,
    /// O's moves on the lines that lead to the parts.
    trunk: HashMap<Position, Move>,
    /// The parts and the positions that they begin with.
    parts: Vec<(Position, Part)>,
    /// The answers of the part that the game is in, and how the game has to be turned
    /// to be in it.
    current: Option<(Symmetry, HashMap<Position, Move>)>,
}

/// Why a part cannot be walked.
enum Broken {
    XWins,
    Missing,
}

impl From<XWins> for Broken {
    fn from(_: XWins) -> Broken {
        Broken::XWins
    }
}

impl Defence {
    /// The answers of a certificate.
    ///
    /// # Panics
    /// If a part begins with an illegal move. Certificates from outside should be
    /// checked first.
    pub fn new(certificate: Certificate) -> Defence {
        let mut trunk = HashMap::new();
        let parts = certificate.parts.into_iter().map(|part| {
            let mut root = Position::START;
            for &mv in &part.line {
                if root.to_move() == Player::O {
                    trunk.insert(root, mv);
                }
                assert!(root.is_free(mv), "a part begins with an illegal move");
                root = root.after(Ruleset::FullOnly, mv);
            }
            (root, part)
        });
        let parts = parts.collect();
        Defence {
            by: certificate.by,
            trunk,
            parts,
            current: None,
        }
    }

    /// X cannot win by this ply against these answers.
    pub fn by(&self) -> u8 {
        self.by
    }

    /// O's move; `None` if the position does not arise in a game that was followed from
    /// its start, or X is too late anyway.
    pub fn answer(&mut self, position: &Position) -> Option<Move> {
        let known = |(symmetry, answers): &(Symmetry, HashMap<Position, Move>)| {
            let mv = answers.get(&symmetry.position(position))?;
            Some(symmetry.inverse().mv(*mv))
        };
        if let Some(mv) = self.current.as_ref().and_then(known) {
            return Some(mv);
        }
        for symmetry in Symmetry::all() {
            let image = symmetry.position(position);
            if let Some(&mv) = self.trunk.get(&image) {
                return Some(symmetry.inverse().mv(mv));
            }
            let mut parts = self.parts.iter();
            if let Some((root, part)) = parts.find(|(root, _)| enters(&image, root)) {
                self.current = Some((symmetry, replay(part, root, &image, self.by)));
                return self.current.as_ref().and_then(known);
            }
        }
        None
    }
}

/// Whether a position with O to move is the first of a part.
fn enters(position: &Position, root: &Position) -> bool {
    match root.to_move() {
        Player::O => position == root,
        Player::X => position.plies() == root.plies() + 1 && contains(position, root),
    }
}

/// Whether all marks of `early` are in `late` too.
fn contains(late: &Position, early: &Position) -> bool {
    [Player::X, Player::O].into_iter().all(|player| {
        (0..9).all(|field| early.marks(player, field) & !late.marks(player, field) == 0)
    })
}

/// The answers of a part, as far as it holds, for all that can follow from a position.
fn replay(part: &Part, root: &Position, from: &Position, by: u8) -> HashMap<Position, Move> {
    let mut found = HashMap::new();
    let mut stored = part.answers.iter().copied();
    let answer = |position: &Position, trapped: Option<Move>| {
        let mv = match trapped {
            Some(mv) => mv,
            None => {
                let field = position.active().or_else(|| stored.next());
                let field = field.ok_or(Broken::Missing)?;
                let spot = stored.next().ok_or(Broken::Missing)?;
                Move { field, spot }
            }
        };
        if !position.is_free(mv) {
            return Err(Broken::Missing);
        }
        if contains(position, from) {
            found.insert(*position, mv);
        }
        Ok(mv)
    };
    match Walk::new(by, &part.traps, answer).run(root) {
        Ok(_) | Err(Broken::XWins | Broken::Missing) => found,
    }
}
