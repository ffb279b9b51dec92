//! How the claim "X cannot force a win by ply T" is cut into problems. If a first move
//! is left out of account, so are its problems.
//!
//! - A first move that is no double, (i,j): O plays trap fields [j, i]. One problem
//!   for each class under symmetry, twelve in all. This is the plan of Lemma 6.
//! - A double, (c,c): O fills field c in a fixed order, and X returns her each time,
//!   or strays. Each of X's eight ways to stray in the first seven rounds is a problem,
//!   and so is the position after O's eighth mark: 57 for each of the three classes.
//!
//! When X strays by (k,s) from (k,c), trap fields [s, c] or [c, s] do nearly always.

use super::claim::Claim;
use crate::{Move, Symmetry};

/// A line of play and what O may try in the position after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Problem {
    /// The moves from the start of the game.
    pub(crate) line: Vec<Move>,
    /// Trap lists to try, in this order.
    pub(crate) traps: Vec<Vec<u8>>,
}

/// The order in which O fills field c.
type Order = [u8; 8];

const CENTRE: Order = [0, 1, 2, 3, 5, 6, 7, 8];
const EDGE: Order = [0, 2, 3, 4, 6, 7, 8, 5];
/// For field 0 up to [`LAST_OF_CORNER`]. The certificate that comes with the program has
/// it, so that it stays.
const CORNER: Order = [1, 2, 3, 4, 6, 7, 8, 5];
const LAST_OF_CORNER: u8 = 42;
/// For field 0 if X has more time: with the opposite corner and the centre first, every problem
/// falls by ply 43, each within 16 million positions. With [`CORNER`] two do not:
/// `00 01 10 02 20 03 30 04 46` and the position after O's eighth mark.
const LATE_CORNER: Order = [8, 4, 2, 1, 5, 3, 6, 7];

/// The problems of a claim; X's first moves are one of each class.
pub(crate) fn problems(claim: Claim) -> Vec<Problem> {
    let corner = if claim.by <= LAST_OF_CORNER {
        CORNER
    } else {
        LATE_CORNER
    };
    let mut problems = straight_problems();
    for (field, order) in [(4, CENTRE), (0, corner), (1, EDGE)] {
        problems.extend(double(field, order));
    }
    problems.retain(|problem| claim.is_about(problem.line[0]));
    problems
}

/// First moves that are no doubles, the least of each class.
fn straight_moves() -> impl Iterator<Item = Move> {
    let all = (0..9).flat_map(|field| (0..9).map(move |spot| Move { field, spot }));
    all.filter(|mv| mv.field != mv.spot)
        .filter(|&mv| Symmetry::all().all(|symmetry| mv.turned(symmetry) >= mv))
}

/// The problem of Lemma 6.
fn straight(mv: Move) -> Problem {
    Problem {
        line: vec![mv],
        traps: vec![vec![mv.spot, mv.field]],
    }
}

/// The problems of Lemma 6 alone.
pub(crate) fn straight_problems() -> Vec<Problem> {
    straight_moves().map(straight).collect()
}

fn double(field: u8, order: Order) -> Vec<Problem> {
    let [rounds @ .., last] = order;
    let mut problems = Vec::new();
    let mut line = vec![Move::new(field, field)];
    for sent in rounds {
        line.push(Move::new(field, sent));
        for stray in (0..9).filter(|&spot| spot != field) {
            problems.push(Problem {
                line: [&line[..], &[Move::new(sent, stray)]].concat(),
                traps: vec![vec![stray, field], vec![field, stray], vec![]],
            });
        }
        line.push(Move::new(sent, field));
    }
    line.push(Move::new(field, last));
    problems.push(Problem {
        line,
        traps: vec![vec![last], vec![]],
    });
    problems
}
