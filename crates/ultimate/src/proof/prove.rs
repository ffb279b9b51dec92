//! Finding O's answers: search each problem, then record them along the walk.

use quixotic_game::{Budget, Player, Stopped};
use rayon::prelude::*;
use thiserror::Error;

use super::certificate::{Certificate, Part};
use super::claim::Claim;
use super::defence::LOOK;
use super::plan::{self, Problem};
use super::walk::{Walk, XWins};
use crate::search::{Defender, Goal, Search};
use crate::{Move, Position, Ruleset, Ultimate};

/// Positions that a first attempt with a trap list may expand; all lists of a problem
/// are tried with it, then with four times as many, and so on.
const FIRST_LIMIT: u64 = 1 << 21;
/// With that many we give up.
const LAST_LIMIT: u64 = 1 << 31;

/// A problem that was refuted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proved {
    /// Its line of play.
    pub line: Vec<Move>,
    /// The trap list that did it.
    pub traps: Vec<u8>,
    /// Positions that the search expanded, failed attempts included.
    pub nodes: u64,
    /// Positions with O to move that the walk met.
    pub positions: u64,
    /// Those in which the trap list did not fix O's move.
    pub answers: u64,
}

/// The claim could not be proved.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unproved {
    /// None of the plans for O holds.
    #[error("none of O's plans holds after {}", words(.0))]
    NoPlan(Vec<Move>),
    /// The search was given up.
    #[error("the search was given up after {}", words(.0))]
    GivenUp(Vec<Move>),
    /// A refutation that the search believed in does not hold in the walk.
    #[error("the search was wrong after {}", words(.0))]
    Wrong(Vec<Move>),
    /// The budget has ended.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

fn words(line: &[Move]) -> String {
    let moves: Vec<String> = line.iter().map(Move::to_string).collect();
    moves.join(" ")
}

/// Proves a claim by its problems, with `tell` called for each when it is refuted. They
/// are worked on in parallel; the result does not depend on that.
fn prove(
    claim: Claim,
    problems: &[Problem],
    budget: &Budget,
    tell: &(impl Fn(&Proved) + Sync),
) -> Result<Certificate, Unproved> {
    let parts = problems.par_iter().map(|problem| {
        let (proved, part) = refute(problem, claim.by, budget)?;
        tell(&proved);
        Ok(part)
    });
    let parts = parts.collect::<Result<_, Unproved>>()?;
    Ok(Certificate { claim, parts })
}

/// The number of problems that [`lower_bound`] has to solve.
pub fn problem_count(claim: Claim) -> usize {
    plan::problems(claim).len()
}

/// Proves a claim. An attempt at a problem may expand the positions of the budget.
pub fn lower_bound(
    claim: Claim,
    budget: &Budget,
    tell: impl Fn(&Proved) + Sync,
) -> Result<Certificate, Unproved> {
    prove(claim, &plan::problems(claim), budget, &tell)
}

/// Solves one problem of [`lower_bound`], counted from 0: its part of the certificate.
///
/// # Panics
/// If there is no such problem.
pub fn solve_problem(number: usize, claim: Claim, budget: &Budget) -> Result<Part, Unproved> {
    let (_, part) = refute(&plan::problems(claim)[number], claim.by, budget)?;
    Ok(part)
}

/// Proves that X cannot force a win by ply `by` after a first move that is no double:
/// Lemma 6, if that is 45. The certificate has no parts for the doubles.
pub fn lemma6(
    by: u8,
    budget: &Budget,
    tell: impl Fn(&Proved) + Sync,
) -> Result<Certificate, Unproved> {
    let claim = Claim::of_all(by);
    prove(claim, &plan::straight_problems(), budget, &tell)
}

fn refute(problem: &Problem, by: u8, budget: &Budget) -> Result<(Proved, Part), Unproved> {
    let game = Ultimate::new(Ruleset::FullOnly);
    let position = (problem.line.iter()).fold(Position::START, |position, &mv| {
        game.try_play(&position, mv).expect("the plan is legal")
    });
    let goal = Goal {
        attacker: Player::X,
        by,
    };
    let mut nodes = 0;
    let mut open: Vec<&Vec<u8>> = problem.traps.iter().collect();
    let last = budget.clone().with_positions(LAST_LIMIT);
    let most = last.positions().unwrap_or(LAST_LIMIT);
    let mut limit = FIRST_LIMIT.min(most);
    loop {
        let mut undecided = Vec::new();
        for traps in open {
            let defender = Defender {
                traps: traps.clone(),
                is_harmless: true,
            };
            let attempt = last.clone().with_positions(limit);
            let mut search = Search::new(game, goal, defender, &attempt);
            let found = search.solve(&position);
            nodes += search.nodes();
            match found {
                Ok(true) => {}
                Err(Stopped::Positions) => undecided.push(traps),
                Err(why) => return Err(why.into()),
                Ok(false) => {
                    search.allow(&last);
                    let before = search.nodes();
                    let (part, positions) =
                        record(problem, traps, &position, by, &mut search, &last)?;
                    let proved = Proved {
                        line: part.line.clone(),
                        traps: part.traps.clone(),
                        nodes: nodes + search.nodes() - before,
                        positions,
                        answers: part.answers.len() as u64,
                    };
                    return Ok((proved, part));
                }
            }
        }
        if undecided.is_empty() {
            return Err(Unproved::NoPlan(problem.line.clone()));
        }
        if limit == most {
            return Err(Unproved::GivenUp(problem.line.clone()));
        }
        open = undecided;
        limit = (4 * limit).min(most);
    }
}

/// Why a walk could not be recorded.
enum Failed {
    XWins,
    Stopped(Stopped),
}

impl From<XWins> for Failed {
    fn from(_: XWins) -> Failed {
        Failed::XWins
    }
}

/// Walks a refuted problem and writes down O's answers.
fn record(
    problem: &Problem,
    traps: &[u8],
    position: &Position,
    by: u8,
    search: &mut Search,
    budget: &Budget,
) -> Result<(Part, u64), Unproved> {
    let mut answers = Vec::new();
    let mut walked = 0_u64;
    let answer = |position: &Position, trapped: Option<Move>| {
        walked += 1;
        if walked.is_multiple_of(LOOK) {
            // The positions of the budget are those of the search, which counts them.
            budget.check(0).map_err(Failed::Stopped)?;
        }
        if let Some(mv) = trapped {
            return Ok(mv);
        }
        let found = search.refutation(position).map_err(Failed::Stopped)?;
        let mv = found.ok_or(Failed::XWins)?;
        if position.active().is_none() {
            answers.push(mv.field);
        }
        answers.push(mv.spot);
        Ok(mv)
    };
    let positions = Walk::new(by, traps, answer)
        .run(position)
        .map_err(|failed| match failed {
            Failed::XWins => Unproved::Wrong(problem.line.clone()),
            Failed::Stopped(Stopped::Positions) => Unproved::GivenUp(problem.line.clone()),
            Failed::Stopped(why) => Unproved::Stopped(why),
        })?;
    let part = Part {
        line: problem.line.clone(),
        traps: traps.to_vec(),
        answers,
    };
    Ok((part, positions))
}
