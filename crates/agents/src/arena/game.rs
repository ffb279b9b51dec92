//! One game between two agents.

use std::collections::HashMap;
use std::time::Duration;

use quixotic_game::{Budget, Moment, Player, Stopped};

use super::record::{Ending, GameRecord};
use crate::{Agent, AgentError, Playable};

/// How often a position may stand on the board before the game is a draw.
pub const REPETITIONS: u8 = 3;

/// A game as it was played, without the names of the players.
#[derive(Debug)]
pub struct FinishedGame {
    /// The moves and the end.
    pub record: GameRecord,
    /// How long X and O thought, and for how many moves.
    pub thought: [(Duration, u32); 2],
}

/// Plays a game from the start; `agents` are X and O. A game in which a position
/// comes up for the third time, or that takes `longest` plies, is a draw. A program that
/// fails loses. An error
/// comes with the player whose agent had no move, or whose turn it was when the budget
/// ended.
pub fn play_game<G: Playable>(
    game: &G,
    agents: &mut [Box<dyn Agent<G> + '_>; 2],
    longest: u32,
    budget: &Budget,
) -> Result<FinishedGame, (Player, AgentError)> {
    let mut position = game.start();
    let mut moves = Vec::new();
    let mut thought = [(Duration::ZERO, 0); 2];
    let mut seen: HashMap<G::Position, u8> = HashMap::new();
    let mut reason = None;
    let (winner, ending) = loop {
        let mover = game.to_move(&position);
        if let Some(outcome) = game.ended(&position) {
            break (outcome.winner(mover), Ending::Rules);
        }
        let times = seen.entry(position.clone()).or_default();
        *times += 1;
        if *times == REPETITIONS {
            break (None, Ending::Repetition);
        }
        if moves.len() == longest as usize {
            break (None, Ending::TooLong);
        }
        let side = usize::from(mover == Player::O);
        let begun = Moment::now();
        // An agent may play its best so far when the time is up; the game must not go on.
        let chosen = match budget.check(0) {
            Ok(()) | Err(Stopped::Positions) => agents[side].choose(&position, budget),
            Err(why) => Err(why.into()),
        };
        thought[side].0 += begun.elapsed();
        thought[side].1 += 1;
        let mv = match chosen {
            Ok(mv) => mv,
            Err(AgentError::Failed { failure, .. }) => {
                reason = Some(failure.to_string());
                break (Some(!mover), Ending::Forfeit);
            }
            Err(error) => return Err((mover, error)),
        };
        moves.push(game.format_move(mv));
        position = game.play(&position, mv);
    };
    let record = GameRecord {
        game: game.name(),
        rules: game.rules(),
        x: String::new(),
        o: String::new(),
        seed: None,
        number: None,
        start: None,
        moves,
        winner,
        ending,
        reason,
    };
    Ok(FinishedGame { record, thought })
}
