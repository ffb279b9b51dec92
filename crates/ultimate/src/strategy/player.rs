//! A player that follows the strategies, for both sides and with a reason for each
//! move.

use quixotic_game::{Budget, Player, Stopped};

use super::{Advice, Phase, delaying_advice, winning_advice};
use crate::proof::{Certificate, Defence};
use crate::search::{Defender, Goal, Search};
use crate::{Move, Position, Ruleset, Ultimate};

/// Plies that a player looks ahead where no strategy leads.
const HORIZON: u8 = 6;
/// Positions that one such look may expand.
const NODES: u64 = 20_000;

/// X plays the winning strategy. O wins if X has let her, else plays the answers of a
/// certificate, if there is one, and the delaying strategy where it has none. In
/// positions that no strategy leads to, and under other rules than the paper's, both
/// look a few plies ahead.
pub struct StrategyPlayer {
    game: Ultimate,
    answers: Answers,
}

/// Where O's answers come from.
enum Answers {
    /// The strategies alone.
    Strategies,
    /// The certificate that comes with the program, which is read when O first needs it.
    Shipped,
    Known(Box<Defence>),
}

impl StrategyPlayer {
    /// A player who knows the answers of the certificate that comes with the program.
    pub fn new(game: Ultimate) -> StrategyPlayer {
        let answers = Answers::Shipped;
        StrategyPlayer { game, answers }
    }

    /// A player without a certificate.
    pub fn without_certificate(game: Ultimate) -> StrategyPlayer {
        let answers = Answers::Strategies;
        StrategyPlayer { game, answers }
    }

    /// O's answers, as soon as they are here.
    fn defence(&mut self) -> Option<&mut Defence> {
        if matches!(self.answers, Answers::Shipped)
            && let Some(certificate) = Certificate::shipped()
        {
            self.answers = Answers::Known(Box::new(Defence::new(certificate)));
        }
        match &mut self.answers {
            Answers::Known(defence) => Some(defence),
            Answers::Strategies | Answers::Shipped => None,
        }
    }

    /// The move for the player to move, and why; `None` if the game is over.
    ///
    /// Entering a part of the certificate may take seconds, which the budget can end.
    pub fn advise(
        &mut self,
        position: &Position,
        budget: &Budget,
    ) -> Result<Option<Advice>, Stopped> {
        let Some(first) = self.game.moves(position).next() else {
            return Ok(None);
        };
        let is_published = self.game.ruleset() == Ruleset::FullOnly;
        if is_published && let Some(advice) = winning_advice(position) {
            return Ok(Some(advice));
        }
        let is_o = position.to_move() == Player::O;
        if let Some(advice) = self.win(position, budget)? {
            return Ok(Some(advice));
        }
        if is_published
            && is_o
            && let Some(advice) = self.defend(position, budget)?
        {
            return Ok(Some(advice));
        }
        if let Some(advice) = self.hold(position, budget)? {
            return Ok(Some(advice));
        }
        let advice = is_published
            .then(|| delaying_advice(&self.game, position))
            .flatten();
        let any = || searched(first, "nothing is better than anything else");
        Ok(Some(advice.unwrap_or_else(any)))
    }

    fn defend(&mut self, position: &Position, budget: &Budget) -> Result<Option<Advice>, Stopped> {
        let Some(defence) = self.defence() else {
            return Ok(None);
        };
        let Some(mv) = defence.answer(position, budget)? else {
            return Ok(None);
        };
        let by = defence.by();
        Ok(Some(Advice {
            mv,
            phase: Phase::Delay,
            why: format!("from the certificate that X cannot win by ply {by}"),
        }))
    }

    /// A move that wins soon.
    fn win(&self, position: &Position, budget: &Budget) -> Result<Option<Advice>, Stopped> {
        let me = position.to_move();
        for plies in (1..=HORIZON).step_by(2) {
            let mut look = Look::new(self.game, me, position, plies, budget);
            for mv in self.game.moves(position) {
                if look.wins_after(mv)? {
                    let why = format!("wins in {plies} plies at most");
                    return Ok(Some(searched(mv, &why)));
                }
            }
        }
        Ok(None)
    }

    /// A move that keeps the opponent from winning soon, if she could otherwise.
    fn hold(&self, position: &Position, budget: &Budget) -> Result<Option<Advice>, Stopped> {
        let mut look = Look::new(self.game, !position.to_move(), position, HORIZON, budget);
        let (mut good, mut loses) = (None, false);
        for mv in self.game.moves(position) {
            if look.wins_after(mv)? {
                loses = true;
            } else {
                good = good.or(Some(mv));
            }
        }
        let good = good.filter(|_| loses);
        Ok(good.map(|mv| searched(mv, "other moves lose soon")))
    }
}

/// A look a few plies ahead.
struct Look<'a> {
    game: Ultimate,
    position: &'a Position,
    search: Search,
}

impl Look<'_> {
    /// Asks whether a player wins within some plies.
    fn new<'a>(
        game: Ultimate,
        attacker: Player,
        position: &'a Position,
        plies: u8,
        budget: &Budget,
    ) -> Look<'a> {
        let by = position.plies().saturating_add(plies);
        let goal = Goal { attacker, by };
        let budget = budget.clone().with_positions(NODES);
        let search = Search::new(game, goal, Defender::default(), &budget);
        Look {
            game,
            position,
            search,
        }
    }

    /// Whether the player is seen to win after a move.
    fn wins_after(&mut self, mv: Move) -> Result<bool, Stopped> {
        let after = self.position.after(self.game.ruleset(), mv);
        match self.search.solve(&after) {
            // It is only a look: what takes too many positions is not seen.
            Err(Stopped::Positions) => Ok(false),
            found => found,
        }
    }
}

fn searched(mv: Move, why: &str) -> Advice {
    Advice {
        mv,
        phase: Phase::Search,
        why: why.into(),
    }
}
