//! One game in which everything is proved: the winning strategy takes no more than 43
//! plies against any O, and O's moves of this game are those of the certificate, against
//! which no X wins sooner. So the values along it are exact. It is in a small text file,
//! since the certificate would have to be walked for seconds to find it again.

use quixotic_game::{Game as _, Player, Value};

use crate::strategy::{Advice, Phase};
use crate::{Move, Position, Ruleset, Ultimate};

/// The game; `#` begins a comment.
const MOVES: &str = include_str!("../data/best-game.txt");

/// The positions of the game, each with the move that is made there. There is none under
/// rules for which nothing is proved.
pub(crate) struct BestGame(Vec<(Position, Move)>);

impl BestGame {
    pub(crate) fn of(game: &Ultimate) -> BestGame {
        let text = match game.ruleset() {
            Ruleset::FullOnly => MOVES,
            Ruleset::WonClosed => "",
        };
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let moves = lines.flat_map(str::split_whitespace);
        let steps = moves.scan(Position::START, |position, text| {
            let mv = game.parse_move(text).expect("a move");
            let before = *position;
            *position = game.play(position, mv);
            Some((before, mv))
        });
        BestGame(steps.collect())
    }

    /// The best move in a position of the game, and what it is worth to who makes it.
    pub(crate) fn at(&self, position: &Position) -> Option<(Move, Value)> {
        let ply = self.0.iter().position(|(known, _)| known == position)?;
        let left = (self.0.len() - ply) as u16;
        let value = match position.to_move() {
            Player::X => Value::win(left),
            Player::O => Value::loss(left),
        };
        Some((self.0[ply].1, value))
    }

    /// What O plays in a position of the game.
    pub(crate) fn defence(&self, position: &Position) -> Option<Advice> {
        let (mv, _) = self.at(position)?;
        (position.to_move() == Player::O).then(|| Advice {
            mv,
            phase: Phase::Delay,
            why: "from the longest game that is proved".into(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strategy::StrategyPlayer;
    use quixotic_game::Budget;

    #[test]
    fn it_is_played_by_the_strategy_and_the_certificate() {
        let game = Ultimate::default();
        let mut player = StrategyPlayer::new(game);
        let BestGame(played) = BestGame::of(&game);
        for (position, mv) in &played {
            let advice = player.advise(position, &Budget::UNLIMITED);
            let advice = advice.unwrap().unwrap();
            assert_eq!(advice.mv, *mv, "{advice}");
        }
        let (last, mv) = played.last().unwrap();
        let end = game.play(last, *mv);
        assert_eq!((end.plies(), end.winner()), (43, Some(Player::X)));
    }
}
