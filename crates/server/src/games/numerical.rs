//! Numerical Tic-Tac-Toe on 3×3 and 4×4, odd numbers against even ones, solved as it is
//! asked.

use std::sync::OnceLock;

use quixotic_agents::Players;
use quixotic_game::{Game as _, Player};
use quixotic_numerical::{
    Judge, JudgedMove, Keys, Numerical, Perfect, Position, PositionJson, Rules, line,
};

use super::agents::{self, Offer};
use super::{Answer, ChoiceJson, GameInfo, Pace, ServedGame, answer};
use crate::refusal::Refusal;

/// Served by one player who remembers what it has found.
const PERFECT: &str = "perfect";

const OFFERS: [Offer; 4] = [
    ("random", "Random"),
    ("minimax:2", "Easy: minimax, 2 plies"),
    ("mcts:1000", "Hard: Monte-Carlo, 1,000 games"),
    (PERFECT, "Perfect"),
];

/// Numbers that have to be on a 4×4 board before all its moves are solved: with fewer it
/// would take a worker minutes.
const PLACED: u8 = 5;

/// Numerical Tic-Tac-Toe on a board of some size.
pub(crate) struct ServedNumerical {
    name: &'static str,
    title: &'static str,
    game: Numerical,
    /// They remember what they have found, and are made when they are first needed.
    judge: OnceLock<Judge>,
    perfect: OnceLock<Perfect>,
}

impl ServedNumerical {
    pub(crate) fn new(name: &'static str, title: &'static str, size: u8) -> ServedNumerical {
        let rules = Rules::standard(size).expect("the size of a board");
        ServedNumerical {
            name,
            title,
            game: Numerical::new(rules),
            judge: OnceLock::new(),
            perfect: OnceLock::new(),
        }
    }

    fn position(&self, text: Option<&str>) -> Result<Position, Refusal> {
        match text {
            None => Ok(self.game.start()),
            Some(text) => Ok(self.game.parse_position(text)?),
        }
    }

    /// Numbers that have to be on the board before its moves are solved.
    fn placed(&self) -> u8 {
        if self.game.rules().size() == 3 {
            0
        } else {
            PLACED
        }
    }

    /// The judge, if the position is one that can be solved while somebody waits.
    fn judge(&self, position: &Position) -> Result<&Judge, Refusal> {
        let placed = self.placed();
        if position.rounds() < placed {
            return Err(Refusal::NotHere(format!(
                "positions of {} are solved here from {placed} numbers on the board",
                self.name
            )));
        }
        Ok(self
            .judge
            .get_or_init(|| Judge::new(&self.game, Keys::default())))
    }
}

impl ServedGame for ServedNumerical {
    fn name(&self) -> &'static str {
        self.name
    }

    fn pace(&self) -> Pace {
        Pace::Slow
    }

    fn info(&self) -> GameInfo {
        GameInfo {
            game: self.name,
            title: self.title,
            start: self.game.format_position(&self.game.start()),
            levels: None,
            complete: self.placed() == 0,
            agents: agents::listed(&OFFERS),
        }
    }

    fn probe(&self, position: Option<&str>) -> Result<Answer, Refusal> {
        let position = self.position(position)?;
        let judge = self.judge(&position)?;
        let moves = judge.moves(&position);
        let after = |judged: JudgedMove| (judged, self.game.play(&position, judged.mv));
        let moves: Vec<_> = moves.into_iter().map(after).collect();
        let verdict = judge.verdict(&position);
        answer(&PositionJson::new(
            self.name, &self.game, &position, verdict, &moves,
        ))
    }

    fn line(&self, position: Option<&str>) -> Result<Answer, Refusal> {
        let position = self.position(position)?;
        let judge = self.judge(&position)?;
        let solvers = [Player::X, Player::O].map(|asker| judge.solver(asker));
        let mut at = position;
        let moves = line(&self.game, &solvers, &position).into_iter().map(|mv| {
            at = self.game.play(&at, mv);
            let verdict = judge.verdict(&at);
            (JudgedMove { mv, verdict }, at)
        });
        let moves: Vec<_> = moves.collect();
        let verdict = judge.verdict(&position);
        answer(&PositionJson::new(
            self.name, &self.game, &position, verdict, &moves,
        ))
    }

    fn stats(&self) -> Result<Answer, Refusal> {
        Err(Refusal::NotHere(format!(
            "the positions of {} are not counted",
            self.name
        )))
    }

    fn choose(&self, position: Option<&str>, agent: &str, seed: u64) -> Result<Answer, Refusal> {
        let position = self.position(position)?;
        if agent != PERFECT {
            let players = Players::new(self.game.clone());
            return agents::choose(self.name, &players, &OFFERS, &position, agent, seed);
        }
        let perfect = self.perfect.get_or_init(|| Perfect::new(&self.game));
        let Some(mv) = perfect.choose(&position) else {
            return Err(Refusal::over());
        };
        answer(&ChoiceJson {
            game: self.name,
            position: self.game.format_position(&position),
            agent: PERFECT,
            mv: self.game.format_move(mv),
            after: self.game.format_position(&self.game.play(&position, mv)),
            reason: None,
        })
    }
}
