//! Ultimate Tic-Tac-Toe: what a few plies decide, and the moves of the published
//! strategies with their reasons.

use std::sync::{Mutex, OnceLock, PoisonError};

use quixotic_agents::Players;
use quixotic_game::{Budget, Game as _};
use quixotic_ultimate::proof::{Certificate, Defence};
use quixotic_ultimate::strategy::StrategyPlayer;
use quixotic_ultimate::{Line, Position, Probe, Ruleset, Ultimate};

use super::agents::{self, Offer};
use super::{Answer, ChoiceJson, GameInfo, Pace, ServedGame, answer, answer_for_now};
use crate::refusal::Refusal;

/// Served by one player who can give reasons and knows the certificate.
const STRATEGY: &str = "strategy";

const OFFERS: [Offer; 4] = [
    ("random", "Random"),
    ("minimax:3", "Easy: minimax, 3 plies"),
    ("mcts:2000", "Hard: Monte-Carlo, 2,000 games"),
    (STRATEGY, "Strategy: as published"),
];
const NAME: &str = "ultimate";
/// How far a probe looks, as that of the command does, and the positions that one of its
/// questions may take.
const PLIES: u8 = 6;
const LIMIT: u64 = 500_000;

/// Ultimate Tic-Tac-Toe under the paper's rules.
pub(crate) struct ServedUltimate {
    game: Ultimate,
    /// Knows the certificate by heart, which takes a moment to learn.
    strategy: OnceLock<Mutex<StrategyPlayer>>,
}

impl ServedUltimate {
    pub(crate) fn new() -> ServedUltimate {
        ServedUltimate {
            game: Ultimate::new(Ruleset::FullOnly),
            strategy: OnceLock::new(),
        }
    }

    fn position(&self, text: Option<&str>) -> Result<Position, Refusal> {
        match text {
            None => Ok(self.game.start()),
            Some(text) => Ok(self.game.parse_position(text)?),
        }
    }
}

impl ServedGame for ServedUltimate {
    fn name(&self) -> &'static str {
        NAME
    }

    fn pace(&self) -> Pace {
        Pace::Slow
    }

    fn info(&self) -> GameInfo {
        GameInfo {
            game: NAME,
            title: "Ultimate Tic-Tac-Toe",
            start: self.game.format_position(&self.game.start()),
            levels: None,
            complete: false,
            agents: agents::listed(&OFFERS),
        }
    }

    fn probe(&self, position: Option<&str>) -> Result<Answer, Refusal> {
        let position = self.position(position)?;
        let budget = Budget::UNLIMITED.with_positions(LIMIT);
        let found = Probe::find(&self.game, &position, PLIES, &budget);
        if found.stopped.is_some() {
            let error = "this position takes too long to look through while somebody waits";
            return Err(Refusal::NotHere(error.into()));
        }
        answer(&found.json(&self.game, &position, PLIES))
    }

    fn line(&self, position: Option<&str>) -> Result<Answer, Refusal> {
        let position = self.position(position)?;
        let line = Line::find(&self.game, &position, &Budget::UNLIMITED);
        let line = line.map_err(|why| Refusal::NotYet(why.to_string()))?;
        answer(&line.json(&self.game, &position))
    }

    fn stats(&self) -> Result<Answer, Refusal> {
        Err(Refusal::NotHere(
            "the positions of ultimate are not counted".into(),
        ))
    }

    fn choose(&self, position: Option<&str>, agent: &str, seed: u64) -> Result<Answer, Refusal> {
        let position = self.position(position)?;
        if agent != STRATEGY {
            let players = Players::new(self.game);
            return agents::choose(NAME, &players, &OFFERS, &position, agent, seed);
        }
        // What it remembers stays whole if another request panics.
        let strategy = self.strategy.get_or_init(|| {
            let defence = Defence::new(Certificate::shipped());
            Mutex::new(StrategyPlayer::new(self.game, Some(defence)))
        });
        let mut strategy = strategy.lock().unwrap_or_else(PoisonError::into_inner);
        let advised = strategy.advise(&position, &Budget::UNLIMITED);
        let advised = advised.map_err(|why| Refusal::NotYet(why.to_string()))?;
        let Some(advice) = advised else {
            return Err(Refusal::over());
        };
        answer_for_now(&ChoiceJson {
            game: NAME,
            position: self.game.format_position(&position),
            agent: STRATEGY,
            mv: self.game.format_move(advice.mv),
            after: self
                .game
                .format_position(&self.game.play(&position, advice.mv)),
            reason: Some(advice.to_string()),
        })
    }
}
