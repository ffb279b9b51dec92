//! Numerical Tic-Tac-Toe on 3×3 and 4×4, odd numbers against even ones, solved as it is
//! asked.

use std::sync::OnceLock;
use std::time::Duration;

use quixotic_agents::Players;
use quixotic_game::{Budget, Game as _, Stopped};
use quixotic_numerical::{JudgedMove, Numerical, Perfect, Position, PositionJson, Rules};
use serde::Serialize;

use super::agents::{self, Offer};
use super::{Answer, ChoiceJson, GameInfo, Pace, ServedGame, answer, answer_for_now};
use crate::refusal::Refusal;

/// Served by one player who remembers what it has found.
const PERFECT: &str = "perfect";

const OFFERS: [Offer; 4] = [
    ("random", "Random"),
    ("minimax:2", "Easy: minimax, 2 plies"),
    ("mcts:1000", "Hard: Monte-Carlo, 1,000 games"),
    (PERFECT, "Perfect"),
];

/// How long the outcome of a position or a best move may take to find, and then the outcomes
/// of the other moves. On 4×4 the former is enough for most positions; the latter is for
/// every move once five or six numbers are on the board.
const PATIENCE: Duration = Duration::from_secs(12);
const MORE_PATIENCE: Duration = Duration::from_secs(4);

/// Numerical Tic-Tac-Toe on a board of some size.
pub(crate) struct ServedNumerical {
    name: &'static str,
    title: &'static str,
    game: Numerical,
    /// Remembers what it has found, and is made when it is first needed.
    perfect: OnceLock<Perfect>,
}

impl ServedNumerical {
    pub(crate) fn new(name: &'static str, title: &'static str, size: u8) -> ServedNumerical {
        let rules = Rules::standard(size).expect("the size of a board");
        ServedNumerical {
            name,
            title,
            game: Numerical::new(rules),
            perfect: OnceLock::new(),
        }
    }

    fn position(&self, text: Option<&str>) -> Result<Position, Refusal> {
        match text {
            None => Ok(self.game.start()),
            Some(text) => Ok(self.game.parse_position(text)?),
        }
    }

    fn perfect(&self) -> &Perfect {
        self.perfect.get_or_init(|| Perfect::new(&self.game))
    }

    /// Says that there was no time to solve a position.
    fn late(&self) -> Refusal {
        Refusal::NotYet(format!(
            "this position of {} takes longer than {} seconds to solve: ask again, which goes on from here, or later in the game",
            self.name,
            PATIENCE.as_secs()
        ))
    }

    /// The moves whose outcome is found in time, the best first.
    fn moves(&self, position: &Position, budget: &Budget) -> Vec<JudgedMove> {
        let moves = self.perfect().probe(position, budget).moves.into_iter();
        let known = moves.filter_map(|(mv, verdict)| {
            let verdict = verdict?;
            Some(JudgedMove { mv, verdict })
        });
        known.collect()
    }
}

/// So much time from now on.
fn within(patience: Duration) -> Budget {
    Budget::UNLIMITED.with_time(patience)
}

/// What is answered about a position.
#[derive(Serialize)]
struct ProbeJson {
    #[serde(flatten)]
    found: PositionJson,
    /// Moves that could not be solved in time.
    #[serde(skip_serializing_if = "is_none")]
    open: usize,
}

fn is_none(count: &usize) -> bool {
    *count == 0
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
            complete: self.game.rules().size() == 3,
            agents: agents::listed(&OFFERS),
        }
    }

    fn probe(&self, position: Option<&str>) -> Result<Answer, Refusal> {
        let position = self.position(position)?;
        let verdict = self.perfect().verdict(&position, &within(PATIENCE));
        let verdict = verdict.map_err(|_| self.late())?;
        let moves = self.moves(&position, &within(MORE_PATIENCE));
        let open = self.game.moves(&position).len() - moves.len();
        let after = |judged: JudgedMove| (judged, self.game.play(&position, judged.mv));
        let moves: Vec<_> = moves.into_iter().map(after).collect();
        let found = PositionJson::new(self.name, &self.game, &position, verdict, &moves);
        let found = ProbeJson { found, open };
        match open {
            0 => answer(&found),
            _ => answer_for_now(&found),
        }
    }

    fn line(&self, position: Option<&str>) -> Result<Answer, Refusal> {
        let position = self.position(position)?;
        let budget = within(PATIENCE);
        let late = |_: Stopped| self.late();
        let perfect = self.perfect();
        // Nobody makes a mistake, so it stays what it is.
        let verdict = perfect.verdict(&position, &budget);
        let verdict = verdict.map_err(late)?;
        let mut at = position;
        let mut moves = Vec::new();
        while let Some(mv) = perfect.choose(&at, &budget).map_err(late)? {
            at = self.game.play(&at, mv);
            moves.push((JudgedMove { mv, verdict }, at));
        }
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
        let chosen = self.perfect().choose(&position, &within(PATIENCE));
        let Some(mv) = chosen.map_err(|_| self.late())? else {
            return Err(Refusal::over());
        };
        answer_for_now(&ChoiceJson {
            game: self.name,
            position: self.game.format_position(&position),
            agent: PERFECT,
            mv: self.game.format_move(mv),
            after: self.game.format_position(&self.game.play(&position, mv)),
            reason: None,
        })
    }
}
