//! Values in words, for any game.

use quixotic_catalog::{Answer, AnyGame, MoveAnswer, OutcomeWord};
use quixotic_game::Player;

use crate::units::plies;

/// What is known of a position, to be put into words.
#[derive(Clone, Copy)]
pub(crate) struct ShownValue<'a> {
    outcome: OutcomeWord,
    winner: Option<&'a str>,
    distance: Option<u16>,
}

impl<'a> ShownValue<'a> {
    /// What an answer says of its position.
    pub(crate) fn of(answer: &'a Answer) -> ShownValue<'a> {
        ShownValue {
            outcome: answer.outcome,
            winner: answer.winner.as_deref(),
            distance: answer.distance,
        }
    }

    /// What a move's answer says of the position after it.
    pub(crate) fn after(mv: &'a MoveAnswer) -> ShownValue<'a> {
        ShownValue {
            outcome: mv.outcome,
            winner: mv.winner.as_deref(),
            distance: mv.distance.map(|plies| plies.saturating_sub(1)),
        }
    }

    /// `X wins in 21 plies`, `the second player wins`, `a draw`.
    pub(crate) fn sentence(&self, game: &dyn AnyGame) -> String {
        let Some(winner) = self.winner else {
            return self.undecided("a draw");
        };
        let winner = in_words(game, winner);
        match self.distance {
            None => format!("{winner} wins"),
            Some(0) => format!("{winner} has won"),
            Some(distance) => format!("{winner} wins in {}", plies(distance.into())),
        }
    }

    /// The same as short as it goes: `X wins in 20`, `draw`.
    pub(crate) fn short(&self, is_over: bool) -> String {
        let Some(winner) = self.winner else {
            return self.undecided("draw");
        };
        match self.distance {
            _ if is_over => format!("{winner} has won"),
            None => format!("{winner} wins"),
            Some(distance) => format!("{winner} wins in {distance}"),
        }
    }

    fn undecided(&self, draw: &str) -> String {
        match self.outcome {
            OutcomeWord::Open => "open".into(),
            _ => draw.into(),
        }
    }
}

/// How a game that is over has ended: `X has won`, `a draw`.
pub(crate) fn ended(game: &dyn AnyGame, winner: Option<Player>) -> String {
    match winner {
        Some(winner) => format!("{} has won", game.player_in_words(winner)),
        None => "a draw".into(),
    }
}

/// A player within a sentence, by the name in answers.
pub(crate) fn in_words(game: &dyn AnyGame, name: &str) -> String {
    let mut players = [Player::X, Player::O].into_iter();
    let player = players.find(|&player| game.player(player) == name);
    player.map_or_else(|| name.into(), |player| game.player_in_words(player))
}

/// The same with a capital letter.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use quixotic_catalog::{Catalog, Setup};

    #[test]
    fn values_are_told_by_their_winner() {
        let catalog = Catalog::standard();
        let open = |name| {
            let id = catalog.read(name).unwrap();
            catalog.open(&id, &Setup::default()).unwrap()
        };
        let words = |game: &dyn AnyGame, outcome, winner, distance| {
            let known = ShownValue {
                outcome,
                winner,
                distance,
            };
            (known.sentence(game), known.short(distance == Some(0)))
        };
        let both = |long: &str, short: &str| (long.to_owned(), short.to_owned());
        let (quixo, numerical) = (open("quixo3"), open("numerical3"));
        assert_eq!(
            words(&*quixo, OutcomeWord::Win, Some("X"), Some(1)),
            both("X wins in 1 ply", "X wins in 1")
        );
        assert_eq!(
            words(&*quixo, OutcomeWord::Loss, Some("O"), Some(0)),
            both("O has won", "O has won")
        );
        assert_eq!(
            words(&*numerical, OutcomeWord::Loss, Some("second"), None),
            both("the second player wins", "second wins")
        );
        assert_eq!(
            words(&*quixo, OutcomeWord::Draw, None, None),
            both("a draw", "draw")
        );
        assert_eq!(
            words(&*quixo, OutcomeWord::Open, None, None),
            both("open", "open")
        );
        assert_eq!(capital("the first player"), "The first player");
    }
}
