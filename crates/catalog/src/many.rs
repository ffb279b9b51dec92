//! [`Bulk`] for every game: from its numbers, its solution and its agents.

use std::ops::Range;
use std::sync::Mutex;

use quixotic_agents::Agent;
use quixotic_agents::arena::{Ending, GameRecord, Match, Played, play_game};
use quixotic_agents::ladder::{Ladder, Rung};
use quixotic_agents::net::Estimate;
use quixotic_game::{Budget, Outcome, Player, Rng, Stopped};
use rayon::prelude::*;

use crate::guest::{Guest, told};
use crate::{
    AnyAgent, AnyGame, AnyLadder, Bulk, Entry, Error, Known, Listed, RandomGames, RandomPlay,
    Solution, Wanted,
};

impl<G: Entry, S: Solution<G>> Listed<G, S> {
    /// How many numbers a position is.
    fn width(&self) -> usize {
        self.game().shape().iter().product()
    }

    fn numbers(&self, position: &G::Position) -> Vec<i8> {
        let mut numbers = vec![0; self.width()];
        self.game().write_numbers(position, &mut numbers);
        numbers
    }

    /// The positions of arrays, one after the other.
    fn positions(&self, numbers: &[i8]) -> Result<Vec<G::Position>, Error> {
        let width = self.width();
        if !numbers.len().is_multiple_of(width) {
            return Err(Error::Bad(format!(
                "{} numbers are no positions of {width} each",
                numbers.len()
            )));
        }
        let read = numbers.par_chunks(width).enumerate().map(|(place, part)| {
            let position = self.game().read_numbers(part, None);
            position.map_err(|error| Error::Bad(format!("position {place}: {error}")))
        });
        read.collect()
    }

    /// How likely the outcomes of a position are. A network is not asked what the rules tell at
    /// once: its positions were such that nobody wins with the next move.
    fn judge(&self, position: &G::Position) -> Result<Estimate, Error> {
        let game = self.game();
        let judged = match game.ended(position) {
            Some(outcome) => Some(certain(outcome)),
            None if game.wins_at_once(position) => Some(certain(Outcome::Win)),
            None => G::estimate(self.players(), position),
        };
        judged.ok_or_else(|| Error::Bad(format!("{} has no network that estimates", self.id())))
    }

    fn random_game(
        &self,
        moves: &[G::Move],
        planned: &RandomPlay,
        number: u32,
        budget: &Budget,
    ) -> Result<RandomGames, Error> {
        let game = self.game();
        let mut rng = Rng::part(planned.seed, number.into());
        let mut played = RandomGames::default();
        let mut position = game.start();
        let (outcome, ending) = loop {
            if let Some(outcome) = game.ended(&position) {
                let winner = outcome.winner(game.to_move(&position));
                break (Outcome::of_winner(winner, Player::X), Ending::Rules);
            }
            if played.actions.len() == planned.longest as usize {
                break (Outcome::Draw, Ending::TooLong);
            }
            budget.check(0).map_err(interrupted)?;
            let mv = rng.pick(&game.moves(&position));
            let mv = mv.expect("there is a move while the game is not over");
            let action = moves.iter().position(|&other| other == mv);
            let action = action.expect("a legal move is one of those that exist");
            played.positions.extend(self.numbers(&position));
            played.actions.push(action as u16);
            position = game.play(&position, mv);
        };
        played.lengths.push(played.actions.len() as u32);
        played.outcomes.push(outcome);
        played.endings.push(ending);
        Ok(played)
    }

    /// An agent from outside as one of the game's own.
    fn guest<'a>(
        &'a self,
        agent: &'a mut dyn AnyAgent,
        failed: &'a Mutex<Option<Error>>,
    ) -> Box<dyn Agent<G> + 'a> {
        Box::new(Guest {
            game: self.game(),
            agent,
            read: |position: &G::Position, mv: &str| self.read_move(position, mv),
            failed,
        })
    }
}

/// What is no estimate: an outcome that the rules tell.
fn certain(outcome: Outcome) -> Estimate {
    let share = |of| f64::from(u8::from(outcome == of));
    Estimate {
        win: share(Outcome::Win),
        draw: share(Outcome::Draw),
        loss: share(Outcome::Loss),
    }
}

fn interrupted(stopped: Stopped) -> Error {
    Error::Stopped {
        message: "the work was not finished".into(),
        stopped,
    }
}

impl<G: Entry, S: Solution<G>> Bulk for Listed<G, S> {
    fn shape(&self) -> Vec<usize> {
        self.game().shape()
    }

    fn actions(&self) -> Vec<String> {
        let moves = self.game().numbered_moves().into_iter();
        moves.map(|mv| self.game().format_move(mv)).collect()
    }

    fn encode(&self, position: &str) -> Result<Vec<i8>, Error> {
        Ok(self.numbers(&self.read(position)?))
    }

    fn decode(&self, numbers: &[i8], to_move: Option<Player>) -> Result<String, Error> {
        if numbers.len() != self.width() {
            return Err(Error::Bad(format!(
                "a position is {} numbers, not {}",
                self.width(),
                numbers.len()
            )));
        }
        let position = self.game().read_numbers(numbers, to_move)?;
        Ok(self.game().format_position(&position))
    }

    fn probe_many(
        &self,
        numbers: &[i8],
        wanted: Wanted,
        budget: &Budget,
        done: &(dyn Fn(u64) + Sync),
    ) -> Result<Vec<Known>, Error> {
        let positions = self.positions(numbers)?;
        let solution = self.solution();
        solution.probe_many(self.game(), &positions, wanted, budget, done)
    }

    fn estimate_many(
        &self,
        numbers: &[i8],
        budget: &Budget,
        done: &(dyn Fn(u64) + Sync),
    ) -> Result<Vec<Estimate>, Error> {
        let positions = self.positions(numbers)?;
        let judged = positions.par_iter().map(|position| {
            budget.check(0).map_err(interrupted)?;
            done(1);
            self.judge(position)
        });
        judged.collect()
    }

    fn play_many(
        &self,
        planned: &RandomPlay,
        budget: &Budget,
        done: &(dyn Fn() + Sync),
    ) -> Result<RandomGames, Error> {
        let moves = self.game().numbered_moves();
        let games = (0..planned.games).into_par_iter().map(|number| {
            let game = self.random_game(&moves, planned, number, budget);
            done();
            game
        });
        games.try_reduce(RandomGames::default, |games, others| {
            Ok(games.followed_by(others))
        })
    }

    fn play_part(
        &self,
        planned: &Match,
        numbers: Range<u32>,
        budget: &Budget,
        done: &(dyn Fn() + Sync),
    ) -> Result<Played, Error> {
        Ok(planned.play_part(self.players(), numbers, budget, done)?)
    }

    fn play_guests(
        &self,
        [x, o]: [&mut dyn AnyAgent; 2],
        longest: u32,
        budget: &Budget,
    ) -> Result<GameRecord, Error> {
        let failed = Mutex::default();
        let mut agents = [self.guest(x, &failed), self.guest(o, &failed)];
        let played = play_game(self.game(), &mut agents, longest, budget);
        drop(agents);
        match played {
            Ok(game) => Ok(game.record),
            Err((_, error)) => Err(told(failed, error)),
        }
    }

    fn draw_ladder(
        &self,
        positions: u32,
        seed: u64,
        budget: &Budget,
    ) -> Result<Box<dyn AnyLadder + '_>, Error> {
        Ok(Box::new(DrawnLadder {
            listed: self,
            ladder: Ladder::draw(self.players(), 0..positions, seed, budget)?,
        }))
    }
}

/// A ladder and whose it is.
struct DrawnLadder<'a, G: Entry, S> {
    listed: &'a Listed<G, S>,
    ladder: Ladder<G>,
}

impl<G: Entry, S: Solution<G>> AnyLadder for DrawnLadder<'_, G, S> {
    fn try_guest(
        &self,
        name: &str,
        agent: &mut dyn AnyAgent,
        budget: &Budget,
    ) -> Result<Rung, Error> {
        let failed = Mutex::default();
        let mut guest = self.listed.guest(agent, &failed);
        let rung = self.ladder.try_guest(name, &mut *guest, budget);
        drop(guest);
        rung.map_err(|error| told(failed, error))
    }
}
