//! O's answers looked up in a certificate.
//!
//! Answers are stored in the order of a walk, so a part has to be walked before it can
//! be asked. That happens once in a game, when it enters the part, and takes some
//! seconds for the largest; what can still follow is kept, for several games at a
//! time. So a game has to be followed from its start: of a position in the middle of
//! a part alone it is not known which part it belongs to.
//!
//! It does no harm that games share their answers: after each of them, whatever X
//! plays, the part that gave it has the next.

use std::collections::HashMap;

use quixotic_game::{Budget, Player, Stopped};

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
    /// The games that have entered a part, the latest last.
    followed: Vec<Followed>,
}

/// A game in a part: how it has to be turned to be in it, and the answers for what can
/// follow.
struct Followed {
    symmetry: Symmetry,
    answers: HashMap<Position, Move>,
}

/// Games are forgotten, the oldest first, when they have more answers than this, which
/// is some hundred megabytes.
const ANSWERS: usize = 6_000_000;

/// Positions of a walk between two looks at the budget.
pub(super) const LOOK: u64 = 1 << 10;

impl Followed {
    fn answer(&self, position: &Position) -> Option<Move> {
        let mv = self.answers.get(&position.turned(self.symmetry))?;
        Some(mv.turned(self.symmetry.inverse()))
    }
}

/// Why a part cannot be walked to its end.
enum Broken {
    XWins,
    Missing,
    Stopped(Stopped),
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
            by: certificate.claim.by,
            trunk,
            parts,
            followed: Vec::new(),
        }
    }

    /// X cannot win by this ply against these answers.
    pub fn by(&self) -> u8 {
        self.by
    }

    /// O's move; `None` if the position does not arise in a game that was followed from
    /// its start, or X is too late anyway.
    ///
    /// Entering a part walks it, which may take seconds; a walk that the budget ends is
    /// begun anew when it is asked again. The positions of the budget are those of a walk.
    pub fn answer(
        &mut self,
        position: &Position,
        budget: &Budget,
    ) -> Result<Option<Move>, Stopped> {
        let mut followed = self.followed.iter().rev();
        if let Some(mv) = followed.find_map(|game| game.answer(position)) {
            return Ok(Some(mv));
        }
        for symmetry in Symmetry::all() {
            let image = position.turned(symmetry);
            if let Some(&mv) = self.trunk.get(&image) {
                return Ok(Some(mv.turned(symmetry.inverse())));
            }
            let mut parts = self.parts.iter();
            if let Some((root, part)) = parts.find(|(root, _)| enters(&image, root)) {
                let answers = replay(part, root, &image, self.by, budget)?;
                let game = Followed { symmetry, answers };
                let mv = game.answer(position);
                self.follow(game);
                return Ok(mv);
            }
        }
        Ok(None)
    }

    /// Remembers a game, and forgets others if they are too many.
    fn follow(&mut self, game: Followed) {
        let mut room = ANSWERS.saturating_sub(game.answers.len());
        self.followed.push(game);
        let latest = self.followed.len() - 1;
        let mut kept = latest;
        while kept > 0 && self.followed[kept - 1].answers.len() <= room {
            kept -= 1;
            room -= self.followed[kept].answers.len();
        }
        self.followed.drain(..kept);
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
fn replay(
    part: &Part,
    root: &Position,
    from: &Position,
    by: u8,
    budget: &Budget,
) -> Result<HashMap<Position, Move>, Stopped> {
    let mut found = HashMap::new();
    let mut walked = 0_u64;
    let mut stored = part.answers.iter().copied();
    let answer = |position: &Position, trapped: Option<Move>| {
        if walked.is_multiple_of(LOOK) {
            budget.check(walked).map_err(Broken::Stopped)?;
        }
        walked += 1;
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
        Ok(_) | Err(Broken::XWins | Broken::Missing) => Ok(found),
        Err(Broken::Stopped(why)) => Err(why),
    }
}
