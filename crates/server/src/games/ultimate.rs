//! Ultimate Tic-Tac-Toe: no values, but the moves of the published strategies with
//! their reasons.

use std::sync::{Mutex, PoisonError};

use quixotic_game::Game as _;
use quixotic_ultimate::strategy::StrategyPlayer;
use quixotic_ultimate::{Position, Ruleset, Ultimate};

use super::{AgentInfo, Answer, ChoiceJson, GameInfo, Pace, ServedGame, answer, no_such_agent};
use crate::refusal::Refusal;

/// The only agent so far.
const STRATEGY: &str = "strategy";
const NAME: &str = "ultimate";

/// Ultimate Tic-Tac-Toe under the paper's rules.
pub(crate) struct ServedUltimate {
    game: Ultimate,
    strategy: Mutex<StrategyPlayer>,
}

impl ServedUltimate {
    pub(crate) fn new() -> ServedUltimate {
        let game = Ultimate::new(Ruleset::FullOnly);
        ServedUltimate {
            game,
            strategy: Mutex::new(StrategyPlayer::new(game, None)),
        }
    }

    fn position(&self, text: Option<&str>) -> Result<Position, Refusal> {
        match text {
            None => Ok(self.game.start()),
            Some(text) => Ok(self.game.parse_position(text)?),
        }
    }

    fn no_values(&self, position: Option<&str>) -> Result<Answer, Refusal> {
        self.position(position)?;
        Err(Refusal::NotHere(
            "positions of ultimate have no known values: ask for a move of the agent `strategy`"
                .into(),
        ))
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
            agents: vec![AgentInfo {
                agent: STRATEGY,
                title: "Strategy",
            }],
        }
    }

    fn probe(&self, position: Option<&str>) -> Result<Answer, Refusal> {
        self.no_values(position)
    }

    fn line(&self, position: Option<&str>) -> Result<Answer, Refusal> {
        self.no_values(position)
    }

    fn stats(&self) -> Result<Answer, Refusal> {
        self.no_values(None)
    }

    fn choose(&self, position: Option<&str>, agent: &str, _seed: u64) -> Result<Answer, Refusal> {
        let position = self.position(position)?;
        if agent != STRATEGY {
            return Err(no_such_agent(NAME, &[STRATEGY]));
        }
        // What it remembers stays whole if another request panics.
        let mut strategy = self.strategy.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(advice) = strategy.advise(&position) else {
            return Err(Refusal::over());
        };
        answer(&ChoiceJson {
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
