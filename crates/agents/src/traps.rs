//! Traps: how likely the opponent errs after a move.
//!
//! Where everything is a draw, values say that all moves are equal. For who plays against
//! somebody who errs they are not. The *trap value* of a move that keeps the outcome is the
//! chance that the opponent makes the outcome worse within the next two replies if we go on as
//! well as possible: if R are the replies, p(r) how likely each is, E those that err, and M(r) our moves after r
//! that keep the outcome, it is
//!
//! ```text
//! trap(m) = Σ_{r ∈ E} p(r) + Σ_{r ∉ E} p(r) · max_{m' ∈ M(r)} Σ_{r' ∈ E(m')} p(r')
//! ```
//!
//! Which replies err is exact where the solution knows them. How likely each is, is a model: players see what wins or
//! loses at once, and judge everything else as the network does, the more roughly the weaker they
//! are. So p is a softmax of that judgement, with a temperature for each strength of opponent. Where there is
//! no network, all that does not end the game at once looks the same.
//!
//! The second sum is taken over a beam: of the replies the likeliest, of our moves after them
//! those after which the network expects most of us, some 15,000 positions on 5×5 instead of
//! a million. The exact values of all that is looked at are two questions to the solution, one for each
//! reply.

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use quixotic_game::{Budget, Game, Outcome, quoted};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::net::SURE;
use crate::oracle::Step;
use crate::{AgentError, Judge, Oracle, OracleError, Playable, Players};

/// What is looked at on the way to the second reply.
#[derive(Clone, Copy)]
struct Beam {
    /// Replies after which it is looked at: the likeliest.
    replies: usize,
    /// Moves of ours that are tried after each of them.
    moves: usize,
}

const BEAM: Beam = Beam {
    replies: 3,
    moves: 3,
};
/// What it is worth to win at once, where a position without a doubt is worth 1.
const AT_ONCE: f64 = 2.0;

/// An opponent, by strength.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Opponent {
    /// Errs about as often as `slips:50:minimax:2`, an agent half of whose moves are random.
    Beginner,
    /// Errs about as often as `minimax:2`.
    #[default]
    Club,
    /// Errs about as often as `mcts:1000`.
    Strong,
}

/// Text that names no opponent.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no opponent `{0}`; there are beginner, club and strong")]
pub struct OpponentError(String);

impl Opponent {
    /// All of them, the weakest first.
    pub const ALL: [Opponent; 3] = [Opponent::Beginner, Opponent::Club, Opponent::Strong];

    /// How roughly they judge: of two replies whose judgements differ by the temperature, the better
    /// is e times as likely. docs/results/traps-quixo5.md says how they were chosen.
    pub fn temperature(self) -> f64 {
        match self {
            Opponent::Beginner => 1.08,
            Opponent::Club => 0.46,
            Opponent::Strong => 0.26,
        }
    }
}

impl fmt::Display for Opponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Opponent::Beginner => "beginner",
            Opponent::Club => "club",
            Opponent::Strong => "strong",
        })
    }
}

impl FromStr for Opponent {
    type Err = OpponentError;

    fn from_str(text: &str) -> Result<Opponent, OpponentError> {
        let named = |opponent: &Opponent| opponent.to_string() == text;
        let found = Opponent::ALL.into_iter().find(named);
        found.ok_or_else(|| OpponentError(quoted(text)))
    }
}

/// How likely an opponent errs after a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trap {
    /// The chance that one of the next two replies makes the outcome worse for who makes it.
    pub chance: f64,
    /// Whether the network had to say which replies err, be it some of them.
    pub is_estimate: bool,
}

/// The trap values of the moves that keep the outcome of a position, in the order of
/// [`Game::moves`]. None if the game is over or the position is won: there is nothing to hope for then; and
/// none where neither a solution nor a network can say which replies err.
pub fn trap_values<G: Playable>(
    players: &Players<G>,
    position: &G::Position,
    opponent: Opponent,
    budget: &Budget,
) -> Result<Vec<(G::Move, Trap)>, AgentError> {
    let model = Model::new(players);
    let moves = players.game().children(position);
    let after = moves.iter().map(|(_, after)| after);
    let seen = model.see(after.cloned().collect(), model.oracle(), budget)?;
    let outcomes: Option<Vec<Outcome>> = seen.iter().map(|seen| seen.outcome).collect();
    // The worst for the opponent, who is to move there.
    let kept = outcomes.and_then(|outcomes| outcomes.into_iter().min());
    let Some(kept @ (Outcome::Draw | Outcome::Win)) = kept else {
        return Ok(Vec::new());
    };
    let keeps = moves.into_iter().zip(seen);
    let keeps = keeps.filter(|((_, after), seen)| {
        seen.outcome == Some(kept) && players.game().ended(after).is_none()
    });
    let (moves, is_estimate): (Vec<Step<G>>, Vec<bool>) =
        keeps.map(|(step, seen)| (step, seen.is_estimate)).unzip();
    let traps = model.traps(&moves, opponent, budget)?.into_iter();
    let traps = moves.iter().zip(traps).zip(is_estimate);
    let found = traps.filter_map(|((&(mv, _), trap), is_estimate)| {
        let mut trap = trap?;
        trap.is_estimate |= is_estimate;
        Some((mv, trap))
    });
    Ok(found.collect())
}

/// How positions look to opponents, and which of their replies err.
pub struct Model<G: Game> {
    game: Arc<G>,
    oracle: Option<Arc<dyn Oracle<G>>>,
    judge: Option<Arc<dyn Judge<G>>>,
    beam: Beam,
}

/// A position as the player to move there sees it.
#[derive(Clone, Copy, Debug)]
struct Seen {
    /// How good it looks.
    worth: f64,
    /// What it is; `None` where nobody can say.
    outcome: Option<Outcome>,
    /// Whether only the network says so.
    is_estimate: bool,
}

/// A reply of the opponent.
struct Reply<P> {
    /// The position after it.
    after: P,
    /// How good it looks to the opponent.
    worth: f64,
    /// Whether it makes the outcome worse for the opponent.
    errs: bool,
}

/// The opponent's replies in a position.
pub struct Faced<P> {
    replies: Vec<Reply<P>>,
    /// What they can keep.
    best: Outcome,
    is_estimate: bool,
}

impl<P: PartialEq> Faced<P> {
    /// The outcome that the best replies keep, for who makes them.
    pub fn best(&self) -> Outcome {
        self.best
    }

    /// Whether some replies err and others do not.
    pub fn may_err(&self) -> bool {
        self.replies.iter().any(|reply| reply.errs)
    }

    /// Whether the reply that leads to a position errs.
    pub fn errs(&self, after: &P) -> bool {
        let mut replies = self.replies.iter();
        replies.any(|reply| reply.errs && reply.after == *after)
    }

    /// How likely each reply is at a temperature.
    fn chances(&self, temperature: f64) -> Vec<f64> {
        let worths = self.replies.iter().map(|reply| reply.worth);
        let most = worths.clone().fold(f64::MIN, f64::max);
        let weights: Vec<f64> = worths
            .map(|worth| ((worth - most) / temperature).exp())
            .collect();
        let all: f64 = weights.iter().sum();
        weights.into_iter().map(|weight| weight / all).collect()
    }

    /// How likely the reply errs at a temperature.
    pub fn error(&self, temperature: f64) -> f64 {
        let chances = self.chances(temperature);
        let with = self.replies.iter().zip(chances);
        with.filter(|(reply, _)| reply.errs)
            .map(|(_, chance)| chance)
            .sum()
    }
}

impl<G: Playable> Model<G> {
    /// The model of a game with its solution and its network, as far as there are any.
    pub fn new(players: &Players<G>) -> Model<G> {
        Model {
            game: Arc::clone(players.game()),
            oracle: players.oracle().cloned(),
            judge: G::judge(players),
            beam: BEAM,
        }
    }

    fn oracle(&self) -> Option<&dyn Oracle<G>> {
        self.oracle.as_deref()
    }

    /// What some positions look like and are, which takes one question to the solution.
    fn see(
        &self,
        positions: Vec<G::Position>,
        oracle: Option<&dyn Oracle<G>>,
        budget: &Budget,
    ) -> Result<Vec<Seen>, OracleError> {
        budget.check(0)?;
        let mut seen: Vec<Seen> = positions.par_iter().map(|at| self.look(at)).collect();
        let Some(oracle) = oracle else {
            return Ok(seen);
        };
        let is_open = |seen: &Seen| seen.is_estimate || seen.outcome.is_none();
        let asked = positions.into_iter().zip(&seen);
        let asked: Vec<G::Position> = asked
            .filter(|(_, seen)| is_open(seen))
            .map(|(at, _)| at)
            .collect();
        let outcomes = oracle.outcomes(&asked, budget)?;
        let open = seen.iter_mut().filter(|seen| is_open(seen));
        for (seen, outcome) in open.zip(outcomes) {
            if outcome.is_some() {
                (seen.outcome, seen.is_estimate) = (outcome, false);
            }
        }
        Ok(seen)
    }

    /// What the rules and the network say of a position.
    fn look(&self, position: &G::Position) -> Seen {
        let by_rules = match self.game.ended(position) {
            None if self.game.wins_at_once(position) => Some(Outcome::Win),
            ended => ended,
        };
        if let Some(outcome) = by_rules {
            let worth = match outcome {
                Outcome::Win => AT_ONCE,
                Outcome::Draw => 0.0,
                Outcome::Loss => -AT_ONCE,
            };
            return Seen {
                worth,
                outcome: by_rules,
                is_estimate: false,
            };
        }
        let Some(judge) = &self.judge else {
            return Seen {
                worth: 0.0,
                outcome: None,
                is_estimate: false,
            };
        };
        let worth = f64::from(judge.judge(position)) / f64::from(SURE);
        // The outcome that is nearest to what is expected.
        let outcome = match worth {
            ..-0.5 => Outcome::Loss,
            0.5.. => Outcome::Win,
            _ => Outcome::Draw,
        };
        Seen {
            worth,
            outcome: Some(outcome),
            is_estimate: true,
        }
    }

    /// The replies in some positions, in which the game is not over; `None` where it is not known what
    /// they come to.
    pub fn faced(
        &self,
        positions: &[G::Position],
        oracle: Option<&dyn Oracle<G>>,
        budget: &Budget,
    ) -> Result<Vec<Option<Faced<G::Position>>>, OracleError> {
        let after = positions.par_iter().map(|at| {
            let children = self.game.children(at).into_iter();
            children.map(|(_, after)| after).collect()
        });
        let after: Vec<Vec<G::Position>> = after.collect();
        let mut seen = self
            .see(after.iter().flatten().cloned().collect(), oracle, budget)?
            .into_iter();
        let faced = after.into_iter().map(|after| {
            let seen: Vec<Seen> = seen.by_ref().take(after.len()).collect();
            let outcomes: Option<Vec<Outcome>> = seen.iter().map(|seen| seen.outcome).collect();
            // The worst for us, who are to move after the reply.
            let least = outcomes?.into_iter().min()?;
            let is_estimate = seen.iter().any(|seen| seen.is_estimate);
            let replies = after.into_iter().zip(seen).map(|(after, seen)| Reply {
                after,
                worth: -seen.worth,
                errs: seen.outcome != Some(least),
            });
            Some(Faced {
                replies: replies.collect(),
                best: least.flip(),
                is_estimate,
            })
        });
        Ok(faced.collect())
    }

    /// The trap values of some moves that keep the outcome of a position; `None` where it is not known
    /// which replies err.
    pub(crate) fn traps(
        &self,
        moves: &[Step<G>],
        opponent: Opponent,
        budget: &Budget,
    ) -> Result<Vec<Option<Trap>>, OracleError> {
        let temperature = opponent.temperature();
        let mut kinds = Kinds::default();
        let kind_of = moves.iter().map(|(_, after)| kinds.of(&*self.game, after));
        let kind_of: Vec<usize> = kind_of.collect();
        let first = self.faced(&kinds.positions, self.oracle(), budget)?;

        // Which moves are tried after which replies to which positions.
        let beam = |faced: &Option<Faced<_>>| {
            let likely = faced
                .iter()
                .flat_map(|faced| self.likely(faced, temperature));
            let beam = likely.map(|(after, chance)| (chance, self.promising(after)));
            beam.collect()
        };
        let beams: Vec<Vec<(f64, Vec<G::Position>)>> = first.par_iter().map(beam).collect();
        let mut tried = Kinds::default();
        let mut number = |after: Vec<G::Position>| -> Vec<usize> {
            let after = after.iter();
            after.map(|after| tried.of(&*self.game, after)).collect()
        };
        let beams = beams.into_iter().map(|beam| {
            let beam = beam.into_iter();
            beam.map(|(chance, after)| (chance, number(after)))
                .collect()
        });
        let beams: Vec<Vec<(f64, Vec<usize>)>> = beams.collect();
        // What takes a journey is asked once.
        let near = self.oracle().filter(|oracle| oracle.is_near());
        let second = self.faced(&tried.positions, near, budget)?;

        let trap = |(faced, beam): (&Option<Faced<_>>, Vec<(f64, Vec<usize>)>)| {
            let faced = faced.as_ref()?;
            let mut is_estimate = faced.is_estimate;
            let (mut looked, mut found) = (0.0, 0.0);
            for (chance, moves) in beam {
                let keeps = moves.iter().filter_map(|&mv| second[mv].as_ref());
                let keeps = keeps.filter(|faced_then| faced_then.best <= faced.best);
                let best = keeps.map(|then| {
                    is_estimate |= then.is_estimate;
                    then.error(temperature)
                });
                looked += chance;
                found += chance * best.fold(0.0, f64::max);
            }
            let error = faced.error(temperature);
            let later = if looked > 0.0 { found / looked } else { 0.0 };
            Some(Trap {
                chance: error + (1.0 - error) * later,
                is_estimate,
            })
        };
        let found: Vec<Option<Trap>> = first.iter().zip(beams).map(trap).collect();
        Ok(kind_of.into_iter().map(|kind| found[kind]).collect())
    }

    /// The positions after the likeliest replies that do not err and do not end the game, each with
    /// its chance.
    fn likely<'a>(
        &self,
        faced: &'a Faced<G::Position>,
        temperature: f64,
    ) -> Vec<(&'a G::Position, f64)> {
        let replies = faced.replies.iter().zip(faced.chances(temperature));
        let holds = replies.filter(|(reply, _)| !reply.errs);
        let after = holds.map(|(reply, chance)| (&reply.after, chance));
        let mut likely: Vec<_> = after
            .filter(|(after, _)| self.game.ended(after).is_none())
            .collect();
        likely.sort_by(|(_, a), (_, b)| b.total_cmp(a));
        likely.truncate(self.beam.replies);
        likely
    }

    /// The positions after those moves of ours that look best.
    fn promising(&self, position: &G::Position) -> Vec<G::Position> {
        let after = self.game.children(position).into_iter();
        let goes_on = after.filter(|(_, after)| self.game.ended(after).is_none());
        let worth = |(_, after): (G::Move, G::Position)| (self.look(&after).worth, after);
        let mut promising: Vec<(f64, G::Position)> = goes_on.map(worth).collect();
        promising.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        promising.truncate(self.beam.moves);
        promising.into_iter().map(|(_, after)| after).collect()
    }
}

/// Positions without those that are images of others.
struct Kinds<P> {
    numbers: HashMap<P, usize>,
    positions: Vec<P>,
}

impl<P> Default for Kinds<P> {
    fn default() -> Kinds<P> {
        Kinds {
            numbers: HashMap::new(),
            positions: Vec::new(),
        }
    }
}

impl<P: Clone + Eq + std::hash::Hash> Kinds<P> {
    /// The number of the image that stands for a position.
    fn of<G: Playable<Position = P>>(&mut self, game: &G, position: &P) -> usize {
        let image = game.image(position);
        let next = self.positions.len();
        let number = *self.numbers.entry(image.clone()).or_insert(next);
        if number == next {
            self.positions.push(image);
        }
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::random_position;
    use crate::valued_moves;
    use quixotic_game::Rng;
    use quixotic_quixo::{Position, Quixo, Rules, Symmetry};
    use quixotic_tablebase::Database;

    const UNLIMITED: &Budget = &Budget::UNLIMITED;

    fn quixo4() -> Players<Quixo> {
        let rules = Rules::official(4).unwrap();
        let database = Database::embedded(rules).unwrap();
        Players::new(Quixo::new(rules)).with_oracle(Arc::new(database))
    }

    /// Positions of random play that are not won, in which the game goes on.
    fn positions(players: &Players<Quixo>, count: usize) -> Vec<Position> {
        let mut rng = Rng::new(7);
        let drawn = std::iter::repeat_with(|| {
            let plies = rng.below(30);
            random_position(&**players.game(), plies, &mut rng)
        });
        let outcome = |at: &Position| players.oracle().unwrap().outcome(at, UNLIMITED).unwrap();
        let open = drawn.filter(|at| players.game().ended(at).is_none());
        let hoped = open.filter(|at| outcome(at) != Some(Outcome::Win));
        hoped.take(count).collect()
    }

    /// The replies in a position with their chances and whether they err, from the values of all moves.
    fn replies(players: &Players<Quixo>, at: &Position, heat: f64) -> Vec<(Position, f64, bool)> {
        let game = &**players.game();
        let oracle = &**players.oracle().unwrap();
        let valued = valued_moves(game, oracle, at, UNLIMITED).unwrap().unwrap();
        let network = players.value_network().unwrap();
        let best = valued[0].value.outcome();
        let weight = |after: &Position| {
            let expected = match game.ended(after) {
                Some(Outcome::Win) => 2.0,
                Some(_) => -2.0,
                None if game.wins_at_once(after.board) => 2.0,
                None => f64::from(network.score(after.board)) / f64::from(1 << 20),
            };
            (-expected / heat).exp()
        };
        let all: f64 = valued.iter().map(|found| weight(&found.after)).sum();
        let reply = |found: &crate::Valued<Quixo>| {
            let errs = found.value.outcome() != best;
            (found.after, weight(&found.after) / all, errs)
        };
        valued.iter().map(reply).collect()
    }

    fn error(players: &Players<Quixo>, at: &Position, heat: f64) -> f64 {
        let replies = replies(players, at, heat).into_iter();
        replies
            .filter(|(.., errs)| *errs)
            .map(|(_, chance, _)| chance)
            .sum()
    }

    /// The definition at the head of this file, as it stands there.
    fn plain(players: &Players<Quixo>, after: &Position, heat: f64) -> f64 {
        let game = &**players.game();
        let oracle = &**players.oracle().unwrap();
        let later = |(reply, chance, errs): (Position, f64, bool)| {
            if errs || game.ended(&reply).is_some() {
                return chance * f64::from(u8::from(errs));
            }
            let ours = valued_moves(game, oracle, &reply, UNLIMITED)
                .unwrap()
                .unwrap();
            let best = ours[0].value.outcome();
            let keeps = ours.iter().filter(|mv| mv.value.outcome() == best);
            let open = keeps.filter(|mv| game.ended(&mv.after).is_none());
            let errors = open.map(|mv| error(players, &image(players, &mv.after), heat));
            chance * errors.fold(0.0, f64::max)
        };
        replies(players, after, heat).into_iter().map(later).sum()
    }

    /// The network judges the images of a position a little differently, so one of them stands for all.
    fn image(players: &Players<Quixo>, at: &Position) -> Position {
        Playable::image(&**players.game(), at)
    }

    #[test]
    fn with_a_beam_that_leaves_nothing_out_it_is_the_definition() {
        let players = quixo4();
        let mut model = Model::new(&players);
        let all = usize::MAX;
        model.beam = Beam {
            replies: all,
            moves: all,
        };
        let heat = Opponent::Club.temperature();
        let mut compared = 0;
        for position in positions(&players, 6) {
            let oracle = &**players.oracle().unwrap();
            let valued = valued_moves(&**players.game(), oracle, &position, UNLIMITED);
            let valued = valued.unwrap().unwrap();
            let kept = valued[0].value.outcome();
            let keeps = valued.iter().filter(|mv| mv.value.outcome() == kept);
            let open = keeps.filter(|mv| players.game().ended(&mv.after).is_none());
            let moves: Vec<Step<Quixo>> = open.take(3).map(|mv| (mv.mv, mv.after)).collect();
            let traps = model.traps(&moves, Opponent::Club, UNLIMITED).unwrap();
            for ((_, after), trap) in moves.iter().zip(traps) {
                let trap = trap.unwrap();
                let expected = plain(&players, &image(&players, after), heat);
                assert!((trap.chance - expected).abs() < 1e-9, "{trap:?} {expected}");
                assert!(!trap.is_estimate);
                compared += 1;
            }
        }
        assert!(compared > 10, "{compared}");
    }

    #[test]
    fn the_replies_that_err_are_those_of_the_database() {
        let players = quixo4();
        let model = Model::new(&players);
        let positions = positions(&players, 40);
        for heat in [0.2, 1.0, 50.0] {
            let faced = model.faced(&positions, model.oracle(), UNLIMITED).unwrap();
            for (at, faced) in positions.iter().zip(faced) {
                let expected = error(&players, at, heat);
                assert!((faced.unwrap().error(heat) - expected).abs() < 1e-9);
            }
        }
    }

    #[test]
    fn a_trap_is_the_same_for_all_images_of_a_position() {
        let players = quixo4();
        let values = |position: &Position| {
            let traps = trap_values(&players, position, Opponent::Strong, UNLIMITED).unwrap();
            let mut chances: Vec<f64> = traps.iter().map(|(_, trap)| trap.chance).collect();
            chances.sort_by(f64::total_cmp);
            chances
        };
        for position in positions(&players, 5) {
            for symmetry in Symmetry::all() {
                let turned = Position {
                    board: position.board.turned(symmetry, 4),
                    ..position
                };
                assert_eq!(values(&turned), values(&position));
            }
        }
    }

    #[test]
    fn the_weaker_err_more_often() {
        let players = quixo4();
        let model = Model::new(&players);
        let positions = positions(&players, 100);
        let faced = model.faced(&positions, model.oracle(), UNLIMITED).unwrap();
        let errors = Opponent::ALL.map(|opponent| {
            let faced = faced.iter().flatten();
            faced
                .map(|faced| faced.error(opponent.temperature()))
                .sum::<f64>()
        });
        assert!(errors.is_sorted_by(|a, b| a > b), "{errors:?}");
        assert!(errors[0] < 100.0, "{errors:?}");
    }

    #[test]
    fn without_a_database_all_of_it_is_an_estimate() {
        let players = Players::new(Quixo::new(Rules::official(5).unwrap()));
        let start = players.game().start();
        let traps = trap_values(&players, &start, Opponent::Club, UNLIMITED).unwrap();
        assert_eq!(traps.len(), 44);
        for (_, trap) in traps {
            assert!(trap.is_estimate && (0.0..=1.0).contains(&trap.chance));
        }
        // Neither a network nor a database: nobody knows what errs.
        let players = Players::new(Quixo::new(Rules::official(3).unwrap()));
        let start = players.game().start();
        let traps = trap_values(&players, &start, Opponent::Club, UNLIMITED).unwrap();
        assert!(traps.is_empty());
    }

    #[test]
    fn opponents_are_read_as_they_are_written() {
        for opponent in Opponent::ALL {
            assert_eq!(opponent.to_string().parse(), Ok(opponent));
        }
        let error = "master".parse::<Opponent>().unwrap_err().to_string();
        assert_eq!(
            error,
            "there is no opponent `master`; there are beginner, club and strong"
        );
    }
}
