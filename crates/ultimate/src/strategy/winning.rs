//! X's winning strategy (Section 2 of *At Most 43 Moves, At Least 29*).
//!
//! The paper words it for leftover field 0, whose partner is field 8; for any other
//! leftover field f the partner is the field opposite, 8 − f. Where the strategy
//! stands follows from the position alone: X holds the centre of every field but the
//! leftover one, and the middlegame is over when X has taken the partner's own spot.

use quixotic_game::Player;

use super::{Advice, Phase};
use crate::{Move, Position, Ruleset, Ultimate};

const CENTRE: u8 = 4;

/// What the strategy plays for X; `None` in a position that it does not lead to.
///
/// ```
/// use quixotic_ultimate::{Position, strategy::winning_advice};
///
/// let first = winning_advice(&Position::START).unwrap();
/// assert_eq!(first.mv.to_string(), "44");
/// assert_eq!(first.to_string(), "opening: take the centre of the centre field");
/// ```
pub fn winning_advice(position: &Position) -> Option<Advice> {
    let advice = if position.to_move() != Player::X {
        None
    } else if !position.is_full(CENTRE) {
        opening(position)
    } else {
        let leftover = leftover(position)?;
        let partner = 8 - leftover;
        if !position.has(Player::X, Move::new(partner, partner)) {
            middlegame(position, leftover, partner)
        } else {
            endgame(position, leftover, partner)
        }
    };
    let game = Ultimate::new(Ruleset::FullOnly);
    advice.filter(|advice| game.check(position, advice.mv).is_ok())
}

fn opening(position: &Position) -> Option<Advice> {
    let (field, why) = match position.active() {
        None => (CENTRE, "take the centre of the centre field"),
        Some(field) => (field, "return to the centre"),
    };
    advise(Phase::Opening, Move::new(field, CENTRE), why.into())
}

fn middlegame(position: &Position, leftover: u8, partner: u8) -> Option<Advice> {
    let start = Move::new(leftover, leftover);
    if position.is_free(start) {
        let why = format!("start in field {leftover}, which the opening left over");
        return advise(Phase::Middlegame, start, why);
    }
    match position.active() {
        Some(field) if field != partner => {
            let why = format!("return to field {leftover}");
            advise(Phase::Middlegame, Move::new(field, leftover), why)
        }
        // Sent to the partner, or by the centre spot to the full centre field.
        _ => {
            let first = Move::new(partner, leftover);
            if position.is_free(first) {
                let why = format!("the first mark in partner field {partner}, and back");
                advise(Phase::Middlegame, first, why)
            } else {
                let why = format!("win partner field {partner}, which ends the middlegame");
                advise(Phase::Middlegame, Move::new(partner, partner), why)
            }
        }
    }
}

fn endgame(position: &Position, leftover: u8, partner: u8) -> Option<Advice> {
    let field = position.active()?;
    let first = Move::new(field, leftover);
    if position.is_free(first) {
        let why = format!("the second mark in field {field}, back to field {leftover}");
        advise(Phase::Endgame, first, why)
    } else {
        let why = format!("win field {field} on the diagonal or line through its centre");
        advise(Phase::Endgame, Move::new(field, partner), why)
    }
}

/// The one field whose centre X does not hold.
fn leftover(position: &Position) -> Option<u8> {
    let mut without = (0..9).filter(|&field| !position.has(Player::X, Move::new(field, CENTRE)));
    let field = without.next()?;
    without.next().is_none().then_some(field)
}

fn advise(phase: Phase, mv: Move, why: String) -> Option<Advice> {
    Some(Advice { mv, phase, why })
}
