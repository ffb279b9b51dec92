//! O's answers looked up in a certificate.
//!
//! Answers are stored in the order of a walk, so a part has to be walked once before
//! it can be asked; its answers are kept then. The largest part takes about a second.

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
    parts: Vec<Chapter>,
}

/// A part, and its answers once they were needed.
struct Chapter {
    part: Part,
    root: Position,
    answers: Option<HashMap<Position, Move>>,
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
            Chapter {
                part,
                root,
                answers: None,
            }
        });
        let parts = parts.collect();
        Defence {
            by: certificate.by,
            trunk,
            parts,
        }
    }

    /// X cannot win by this ply against these answers.
    pub fn by(&self) -> u8 {
        self.by
    }

    /// O's move; `None` if the position does not arise, or X is too late anyway.
    pub fn answer(&mut self, position: &Position) -> Option<Move> {
        let by = self.by;
        Symmetry::all().find_map(|symmetry| {
            let image = symmetry.position(position);
            let known = self.trunk.get(&image).copied();
            let mv = known.or_else(|| {
                let chapters = self.parts.iter_mut();
                chapters
                    .filter(|chapter| contains(&image, &chapter.root))
                    .find_map(|chapter| chapter.answers(by).get(&image).copied())
            })?;
            Some(symmetry.inverse().mv(mv))
        })
    }
}

impl Chapter {
    fn answers(&mut self, by: u8) -> &HashMap<Position, Move> {
        let Chapter {
            part,
            root,
            answers,
        } = self;
        answers.get_or_insert_with(|| replay(part, root, by))
    }
}

/// Whether all marks of `early` are in `late` too.
fn contains(late: &Position, early: &Position) -> bool {
    [Player::X, Player::O].into_iter().all(|player| {
        (0..9).all(|field| early.marks(player, field) & !late.marks(player, field) == 0)
    })
}

/// All answers of a part, as far as it holds.
fn replay(part: &Part, root: &Position, by: u8) -> HashMap<Position, Move> {
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
        found.insert(*position, mv);
        Ok(mv)
    };
    match Walk::new(by, &part.traps, answer).run(root) {
        Ok(_) | Err(Broken::XWins | Broken::Missing) => found,
    }
}
