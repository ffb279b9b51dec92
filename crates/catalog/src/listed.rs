//! From a game and its solution to [`AnyGame`]: text is read, answers are written. All
//! of it is the same for every game.

use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use quixotic_agents::arena::{GameRecord, Match, Played, RoundRobin, Tournament, play_game};
use quixotic_agents::ladder::{AtStake, Ladder, Rung};
use quixotic_agents::net::Estimate;
use quixotic_agents::rules::Step;
use quixotic_agents::{Agent, AgentSpec, Opponent, Players, Thought, Worth, hints, trap_values};
use quixotic_game::{Budget, Outcome, Player, Value};
use quixotic_tablebase::Activity;
use rayon::prelude::*;

use crate::guest::{Guest, error_of};
use crate::solution::{Found, FoundMove, Known, KnownMoves, Solution};
use crate::{
    AgentInfo, Answer, AnyGame, CardAnswer, Choice, Entry, Error, GameId, GameInfo, Hint,
    Knowledge, LadderOf, MoveAnswer, Offer, OutcomeWord, Pace, QueryKind, RandomGames, RandomPlay,
    Replayed, Stake, Stats, Status, StepAnswer, TextAgent, Thinker, Wanted,
};

/// A game of the catalog.
pub struct Listed<G: Entry, S> {
    id: GameId,
    title: String,
    players: Players<G>,
    solution: Arc<S>,
    /// The agents that could play when these levels were here: to find out some are built.
    offered: Mutex<Option<Offered>>,
}

/// The agents that are worth offering with some levels.
struct Offered {
    levels: Option<Vec<u8>>,
    agents: Vec<AgentInfo>,
}

impl<G: Entry, S: Solution<G>> Listed<G, S> {
    /// A game with its agents and its solution.
    pub fn new(id: &GameId, title: &str, players: Players<G>, solution: S) -> Listed<G, S> {
        Listed::with(id, title, players, Arc::new(solution))
    }

    fn with(id: &GameId, title: &str, players: Players<G>, solution: Arc<S>) -> Listed<G, S> {
        Listed {
            id: id.clone(),
            title: title.into(),
            players,
            solution,
            offered: Mutex::default(),
        }
    }

    fn game(&self) -> &G {
        self.players.game()
    }

    /// The agents that can play with the levels that are here.
    fn offered(&self, levels: Option<&[u8]>) -> Vec<AgentInfo> {
        let mut known = self.offered.lock().unwrap_or_else(PoisonError::into_inner);
        match &*known {
            Some(known) if known.levels.as_deref() == levels => known.agents.clone(),
            _ => {
                let agents = self.find_offered();
                *known = Some(Offered {
                    levels: levels.map(<[u8]>::to_vec),
                    agents: agents.clone(),
                });
                agents
            }
        }
    }

    fn find_offered(&self) -> Vec<AgentInfo> {
        let can_play = |agent: &str| {
            AgentSpec::parse(agent).is_ok_and(|spec| G::can_play(&self.players, &spec))
        };
        let mut offers = self.game().offers().to_vec();
        // It would give up where the levels that are here end.
        if self.solution.levels().is_some() && !self.solution.is_complete() {
            offers.retain(|offer| offer.agent != "perfect");
        }
        offers.retain(|offer| can_play(offer.agent));
        // A search that knows the solution plays what `perfect` plays.
        if offers.iter().any(|offer| offer.agent == "perfect") {
            offers.retain(|offer| !offer.agent.starts_with("search:"));
        }
        let info = |offer: &Offer| AgentInfo {
            agent: offer.agent.into(),
            title: offer.title.into(),
            about: offer.about.map(Into::into),
            rating: offer.rating,
            side: offer.side.map(|side| self.game().player(side).into()),
        };
        let program = |agent: &AgentSpec| AgentInfo {
            agent: agent.to_string(),
            title: format!("Program: {agent}"),
            about: None,
            rating: None,
            side: None,
        };
        let programs = self.players.programs().iter().map(program);
        offers.iter().map(info).chain(programs).collect()
    }

    fn read(&self, position: &str) -> Result<G::Position, Error> {
        match position {
            "start" => Ok(self.game().start()),
            text => Ok(self.game().parse_position(text)?),
        }
    }

    /// Reads a move that has to be legal.
    fn read_move(&self, position: &G::Position, text: &str) -> Result<G::Move, Error> {
        let game = self.game();
        let mv = game.parse_move(text)?;
        if game.moves(position).contains(&mv) {
            return Ok(mv);
        }
        let why = match game.ended(position) {
            Some(_) => "the game is over".into(),
            None => game.why_illegal(position, mv),
        };
        Err(Error::Bad(format!(
            "{} is not legal here: {why}",
            game.format_move(mv)
        )))
    }

    fn winner(&self, outcome: Option<Outcome>, mover: Player) -> Option<String> {
        let winner = outcome?.winner(mover)?;
        Some(self.game().player(winner).into())
    }

    /// An answer whose moves have an order of their own.
    fn answer(&self, position: &G::Position, found: Found<G>) -> Answer {
        let game = self.game();
        let outcome = found.known.outcome();
        let estimate = self.estimate(position, outcome).map(Into::into);
        let mut answer = Answer {
            id: self.id.clone(),
            position: game.format_position(position),
            to_move: game.player(game.to_move(position)).into(),
            known: Knowledge::new(outcome, estimate),
            outcome: outcome.into(),
            winner: self.winner(outcome, game.to_move(position)),
            distance: found.known.distance(),
            estimate,
            opponent: None,
            moves: Vec::with_capacity(found.moves.len()),
            partial: found.partial,
            note: found.note,
            more: found.more,
        };
        answer.more.extend(game.more());
        for found in found.moves {
            // The player who made the move is not the one to move after it.
            let mover = !game.to_move(&found.after);
            let reason = found.reason.map(|reason| ("reason".into(), reason.into()));
            let outcome = found.known.outcome();
            let estimate = self.estimate(&found.after, outcome);
            let estimate = estimate.map(|estimate| estimate.flip().into());
            answer.moves.push(MoveAnswer {
                mv: game.format_move(found.mv),
                position: game.format_position(&found.after),
                known: Knowledge::new(outcome, estimate),
                outcome: outcome.into(),
                winner: self.winner(outcome, mover),
                distance: found.known.distance(),
                estimate,
                holding: found.holding.map(Into::into),
                trap: None,
                more: reason.into_iter().collect(),
            });
        }
        answer
    }

    /// An answer whose moves come the best first.
    fn ranked(&self, position: &G::Position, mut found: Found<G>) -> Answer {
        // A win among the moves is one of the position, be it that another one is faster.
        let wins = |found: &FoundMove<G>| found.known.outcome() == Some(Outcome::Win);
        if found.known == Known::Open && found.moves.iter().any(wins) {
            found.known = Known::Outcome(Outcome::Win);
        }
        let mut answer = self.answer(position, found);
        // A loss that takes as long as the position's is proved to be the best there is.
        let (outcome, distance) = (answer.outcome, answer.distance);
        let is_lost = outcome == OutcomeWord::Loss && distance.is_some();
        let is_best = |mv: &MoveAnswer| is_lost && (mv.outcome, mv.distance) == (outcome, distance);
        let expected = |mv: &MoveAnswer| mv.estimate.map_or(0.0, |estimate| estimate.expected());
        answer.moves.sort_by(|a, b| {
            let by_rank = (!is_best(a), a.rank()).cmp(&(!is_best(b), b.rank()));
            by_rank.then_with(|| expected(b).total_cmp(&expected(a)))
        });
        // A look one ply ahead judges better than none, and the position is worth what its best
        // move is.
        if answer.known == Knowledge::Estimated {
            let promises = answer.moves.iter().filter_map(MoveAnswer::promise);
            let best = promises.max_by(|a, b| a.expected().total_cmp(&b.expected()));
            answer.estimate = best.or(answer.estimate);
        }
        answer
    }

    /// How likely the outcomes of a position are, where its value is not known and
    /// there is a network.
    fn estimate(&self, position: &G::Position, outcome: Option<Outcome>) -> Option<Estimate> {
        match outcome {
            Some(_) => None,
            None => G::estimate(&self.players, position),
        }
    }

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

    /// How likely the outcomes of a position are. A network is not asked what the rules say at
    /// once: its positions were such that nobody wins with the next move.
    fn judge(&self, position: &G::Position) -> Result<Estimate, Error> {
        let game = self.game();
        let judged = match game.ended(position) {
            Some(outcome) => Some(certain(outcome)),
            None if game.wins_at_once(position) => Some(certain(Outcome::Win)),
            None => G::estimate(&self.players, position),
        };
        judged.ok_or_else(|| Error::Bad(format!("{} has no network that estimates", self.id)))
    }

    /// What the card of `rules` says, where there is one.
    fn card(&self, position: &G::Position) -> Option<CardAnswer> {
        let game = self.game();
        let explained = game.explain(position)?;
        let step = |step: &Step<G::Move>| StepAnswer {
            rule: step.rule.into(),
            moves: step.moves.iter().map(|&mv| game.format_move(mv)).collect(),
        };
        Some(CardAnswer {
            rule: explained.decided().map(Into::into),
            steps: explained.steps.iter().map(step).collect(),
        })
    }

    /// An agent from outside as one of the game's own.
    fn guest<'a>(
        &'a self,
        agent: &'a mut TextAgent<'a>,
        failed: &'a Mutex<Option<Error>>,
    ) -> impl Agent<G> + 'a {
        Guest {
            game: self.game(),
            agent,
            read: |position: &G::Position, mv: &str| self.read_move(position, mv),
            failed,
        }
    }

    /// What is known of a game that is over, without a solution.
    fn over(&self, position: &G::Position) -> Option<Found<G>> {
        let outcome = self.game().ended(position)?;
        let known = Known::Value(Value::ended(outcome));
        Some(Found::new(known, Vec::new()))
    }
}

impl<G: Entry, S: Solution<G> + 'static> AnyGame for Listed<G, S> {
    fn id(&self) -> &GameId {
        &self.id
    }

    fn info(&self) -> GameInfo {
        let game = self.game();
        let levels = self.solution.levels();
        GameInfo {
            id: self.id.clone(),
            title: self.title.clone(),
            start: game.format_position(&game.start()),
            players: [Player::X, Player::O].map(|player| game.player(player).into()),
            agents: self.offered(levels.as_deref()),
            levels,
            complete: self.solution.is_complete(),
            solution: self.solution.info(),
        }
    }

    fn require_solution(&self) -> Result<(), Error> {
        self.solution.require()
    }

    fn activity(&self) -> Option<Activity> {
        self.solution.activity()
    }

    fn pace(&self, question: QueryKind) -> Pace {
        match question {
            QueryKind::Choose => Pace::Search,
            question => self.solution.pace(question),
        }
    }

    fn start(&self) -> String {
        self.game().format_position(&self.game().start())
    }

    fn status(&self, position: &str) -> Result<Status, Error> {
        let game = self.game();
        let position = self.read(position)?;
        let (to_move, ended) = (game.to_move(&position), game.ended(&position));
        let moves = game.moves(&position).into_iter();
        Ok(Status {
            position: game.format_position(&position),
            to_move,
            is_over: ended.is_some(),
            winner: ended.and_then(|outcome| outcome.winner(to_move)),
            moves: moves.map(|mv| game.format_move(mv)).collect(),
        })
    }

    fn play(&self, position: &str, mv: &str) -> Result<String, Error> {
        let position = self.read(position)?;
        let mv = self.read_move(&position, mv)?;
        let after = self.game().play(&position, mv);
        Ok(self.game().format_position(&after))
    }

    fn probe(&self, position: &str, budget: &Budget) -> Result<Answer, Error> {
        let position = self.read(position)?;
        let found = match self.over(&position) {
            Some(over) => over,
            None => self.solution.probe(self.game(), &position, budget)?,
        };
        Ok(self.ranked(&position, found))
    }

    fn probe_traps(
        &self,
        position: &str,
        opponent: Opponent,
        budget: &Budget,
    ) -> Result<Answer, Error> {
        if self.players.oracle().is_none() && G::judge(&self.players).is_none() {
            return Err(Error::Bad(format!(
                "{} has no database and no network that say which replies err",
                self.id()
            )));
        }
        let mut answer = self.probe(position, budget)?;
        let position = self.read(position)?;
        for (mv, trap) in trap_values(&self.players, &position, opponent, budget)? {
            let name = self.game().format_move(mv);
            let found = answer.moves.iter_mut().find(|found| found.mv == name);
            found.expect("every move is listed").trap = Some(trap.into());
        }
        answer.opponent = Some(opponent.to_string());
        // What is equal by its outcome is not for who plays against somebody who errs.
        let is_equal = |a: &MoveAnswer, b: &MoveAnswer| a.outcome == b.outcome;
        for equal in answer.moves.chunk_by_mut(is_equal) {
            if equal[0].known == Knowledge::Proved {
                let chance = |mv: &MoveAnswer| mv.trap.map_or(-1.0, |trap| trap.chance);
                equal.sort_by(|a, b| chance(b).total_cmp(&chance(a)));
            }
        }
        Ok(answer)
    }

    fn outcomes(&self, position: &str) -> Result<Option<Answer>, Error> {
        let position = self.read(position)?;
        if self.game().ended(&position).is_some() {
            return Ok(None);
        }
        let found = self.solution.outcomes(&position)?;
        Ok(found.map(|found| self.ranked(&position, found)))
    }

    fn line(&self, position: &str, budget: &Budget) -> Result<Answer, Error> {
        let position = self.read(position)?;
        let found = match self.over(&position) {
            Some(over) => over,
            None => self.solution.line(self.game(), &position, budget)?,
        };
        Ok(self.answer(&position, found))
    }

    fn stats(&self) -> Result<Stats, Error> {
        self.solution.stats(&self.id)
    }

    fn hint(&self, position: &str, budget: &Budget) -> Result<Hint, Error> {
        let game = self.game();
        let position = self.read(position)?;
        let hints = hints(&self.players, &position, budget)?;
        let is_guess = hints
            .iter()
            .any(|(_, worth)| matches!(worth, Worth::Guessed(_)));
        let advice = is_guess.then(|| self.solution.advice(game, &position, budget));
        Ok(Hint {
            moves: hints
                .into_iter()
                .map(|(mv, worth)| (game.format_move(mv), worth))
                .collect(),
            advice: advice.flatten(),
        })
    }

    fn choose(
        &self,
        position: &str,
        agent: &AgentSpec,
        seed: u64,
        budget: &Budget,
    ) -> Result<Choice, Error> {
        let game = self.game();
        let position = self.read(position)?;
        if game.ended(&position).is_some() {
            return Err(Error::over());
        }
        let advised = self.solution.advise(game, &position, agent, budget)?;
        let (mv, reason) = match advised {
            Some(advised) => advised,
            None => (
                self.players.build(agent, seed)?.choose(&position, budget)?,
                None,
            ),
        };
        let card = match agent {
            AgentSpec::Rules => self.card(&position).unwrap_or_default(),
            _ => CardAnswer::default(),
        };
        Ok(Choice {
            id: self.id.clone(),
            position: game.format_position(&position),
            agent: agent.to_string(),
            mv: game.format_move(mv),
            after: game.format_position(&game.play(&position, mv)),
            reason,
            rule: card.rule,
            steps: card.steps,
        })
    }

    fn explain(&self, position: &str) -> Result<CardAnswer, Error> {
        let position = self.read(position)?;
        if self.game().ended(&position).is_some() {
            return Err(Error::over());
        }
        // Where there is no card, the agent says why.
        self.players.build(&AgentSpec::Rules, 0)?;
        Ok(self.card(&position).expect("who plays by a card has one"))
    }

    fn thinker(&self, agent: &AgentSpec, seed: u64) -> Result<Box<Thinker>, Error> {
        let (mut agent, players) = (self.players.build(agent, seed)?, self.players.clone());
        Ok(Box::new(move |position, budget, report| {
            let game = players.game();
            let position = game.parse_position(position)?;
            let chosen = agent.think(&position, budget, &mut |thought| {
                let line = thought.line.into_iter();
                report(Thought {
                    depth: thought.depth,
                    positions: thought.positions,
                    worth: thought.worth,
                    line: line.map(|mv| game.format_move(mv)).collect(),
                });
            });
            Ok(game.format_move(chosen?))
        }))
    }

    fn play_tournament(
        &self,
        planned: &Tournament,
        budget: &Budget,
        done: &(dyn Fn() + Sync),
    ) -> Result<RoundRobin, Error> {
        Ok(planned.play(&self.players, budget, done)?)
    }

    fn ladder(
        &self,
        agents: &[AgentSpec],
        positions: Range<u32>,
        seed: u64,
        budget: &Budget,
        done: &(dyn Fn(u64) + Sync),
    ) -> Result<Vec<Rung>, Error> {
        let ladder = Ladder::draw(&self.players, positions, seed, budget)?;
        let total = (ladder.positions().len() * agents.len()) as u64;
        let rungs = agents
            .iter()
            .map(|spec| ladder.try_on(&self.players, spec, budget, &|| done(total)));
        Ok(rungs.collect::<Result<_, _>>()?)
    }

    fn replay(&self, record: &GameRecord) -> Result<Replayed, Error> {
        let game = self.game();
        let (start, played) = record.replay(game)?;
        let moves = played.iter();
        Ok(Replayed {
            start: game.format_position(&start),
            moves: moves
                .map(|(mv, after)| (game.format_move(*mv), game.format_position(after)))
                .collect(),
        })
    }

    fn draw(&self, position: &str, last: Option<&str>) -> Result<Vec<String>, Error> {
        let last = last.map(|text| self.game().parse_move(text)).transpose()?;
        Ok(self.game().draw(&self.read(position)?, last))
    }

    fn how_to_move(&self) -> String {
        self.game().how_to_move()
    }

    fn moves_are_numbers(&self) -> bool {
        self.game().moves_are_numbers()
    }

    fn player(&self, player: Player) -> &'static str {
        self.game().player(player)
    }

    fn player_in_words(&self, player: Player) -> String {
        self.game().player_in_words(player)
    }

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
        self.solution
            .probe_many(self.game(), &positions, wanted, budget, done)
    }

    fn probe_many_with_moves(
        &self,
        numbers: &[i8],
        budget: &Budget,
        done: &(dyn Fn(u64) + Sync),
    ) -> Result<Vec<KnownMoves<u16>>, Error> {
        let positions = self.positions(numbers)?;
        let found = self
            .solution
            .probe_many_with_moves(self.game(), &positions, budget, done)?;
        let numbered = self.game().numbered_moves();
        let number = |mv: G::Move| {
            let number = numbered.iter().position(|&other| other == mv);
            number.expect("a legal move is one of those that exist") as u16
        };
        let by_number = found.into_par_iter().map(|found| KnownMoves {
            known: found.known,
            moves: found
                .moves
                .into_iter()
                .map(|(mv, outcome)| (number(mv), outcome))
                .collect(),
        });
        Ok(by_number.collect())
    }

    fn estimate_many(
        &self,
        numbers: &[i8],
        budget: &Budget,
        done: &(dyn Fn(u64) + Sync),
    ) -> Result<Vec<Estimate>, Error> {
        let positions = self.positions(numbers)?;
        let judged = positions.par_iter().map(|position| {
            budget.check(0).map_err(|stopped| Error::Stopped {
                message: "the work was not finished".into(),
                stopped,
            })?;
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
        planned.play(self.game(), budget, done)
    }

    fn play_part(
        &self,
        planned: &Match,
        numbers: Range<u32>,
        budget: &Budget,
        done: &(dyn Fn() + Sync),
    ) -> Result<Played, Error> {
        Ok(planned.play_part(&self.players, numbers, budget, done)?)
    }

    fn play_guests(
        &self,
        [x, o]: [&mut TextAgent<'_>; 2],
        longest: u32,
        budget: &Budget,
    ) -> Result<GameRecord, Error> {
        let failed = Mutex::default();
        let mut agents: [Box<dyn Agent<G>>; 2] =
            [x, o].map(|agent| Box::new(self.guest(agent, &failed)) as _);
        let played = play_game(self.game(), &mut agents, longest, budget);
        drop(agents);
        match played {
            Ok(game) => Ok(game.record),
            Err((_, error)) => Err(error_of(failed, error)),
        }
    }

    fn stakes(&self, numbers: Range<u32>, seed: u64, budget: &Budget) -> Result<Vec<Stake>, Error> {
        let game = self.game();
        let ladder = Ladder::draw(&self.players, numbers, seed, budget)?;
        let stake = |at_stake: &AtStake<G>| Stake {
            position: game.format_position(&at_stake.position),
            level: at_stake.level,
            moves: (at_stake.valued.iter())
                .map(|found| (game.format_move(found.mv), found.value))
                .collect(),
        };
        Ok(ladder.positions().iter().map(stake).collect())
    }

    fn unaided(&self) -> Arc<dyn AnyGame> {
        let (players, solution) = (self.players.clone().unaided(), Arc::clone(&self.solution));
        Arc::new(Listed::with(&self.id, &self.title, players, solution))
    }

    fn draw_ladder(
        &self,
        positions: u32,
        seed: u64,
        budget: &Budget,
    ) -> Result<Box<LadderOf<'_>>, Error> {
        let ladder = Ladder::draw(&self.players, 0..positions, seed, budget)?;
        Ok(Box::new(move |name, agent, budget| {
            let failed = Mutex::default();
            let rung = ladder.try_guest(name, &mut self.guest(agent, &failed), budget);
            rung.map_err(|error| error_of(failed, error))
        }))
    }
}

/// What is no estimate: an outcome by the rules.
fn certain(outcome: Outcome) -> Estimate {
    let share = |of| f64::from(u8::from(outcome == of));
    Estimate {
        win: share(Outcome::Win),
        draw: share(Outcome::Draw),
        loss: share(Outcome::Loss),
    }
}
