//! A player that follows the strategies, for both sides and with a reason for each
//! move.

use quixotic_game::Player;

use super::{Advice, Phase, delaying_advice, winning_advice};
use crate::proof::Defence;
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
    defence: Option<Defence>,
}

impl StrategyPlayer {
    /// A player who knows the answers of `defence`.
    pub fn new(game: Ultimate, defence: Option<Defence>) -> StrategyPlayer {
        StrategyPlayer { game, defence }
    }

    /// The move for the player to move, and why; `None` if the game is over.
    pub fn advise(&mut self, position: &Position) -> Option<Advice> {
        let first = self.game.moves(position).next()?;
        let by_strategy = match (self.game.ruleset(), position.to_move()) {
            (Ruleset::WonClosed, _) => None,
            (Ruleset::FullOnly, Player::X) => winning_advice(position),
            (Ruleset::FullOnly, Player::O) => self.win(position).or_else(|| self.defend(position)),
        };
        let advice = by_strategy
            .or_else(|| self.win(position))
            .or_else(|| self.hold(position))
            .or_else(|| delaying_advice(&self.game, position));
        Some(advice.unwrap_or_else(|| searched(first, "nothing is better than anything else")))
    }

    fn defend(&mut self, position: &Position) -> Option<Advice> {
        let defence = self.defence.as_mut()?;
        let mv = defence.answer(position)?;
        let by = defence.by();
        Some(Advice {
            mv,
            phase: Phase::Delay,
            why: format!("from the certificate that X cannot win by ply {by}"),
        })
    }

    /// A move that wins soon.
    fn win(&self, position: &Position) -> Option<Advice> {
        let me = position.to_move();
        (1..=HORIZON).step_by(2).find_map(|plies| {
            let goal = Goal {
                attacker: me,
                by: position.plies().saturating_add(plies),
            };
            let mut search = Search::new(self.game, goal, Defender::default(), NODES);
            let mv = self.game.moves(position).find(|&mv| {
                let after = position.after(self.game.ruleset(), mv);
                search.solve(&after) == Ok(true)
            })?;
            Some(searched(mv, &format!("wins in {plies} plies at most")))
        })
    }

    /// A move that keeps the opponent from winning soon, if she could otherwise.
    fn hold(&self, position: &Position) -> Option<Advice> {
        let goal = Goal {
            attacker: !position.to_move(),
            by: position.plies().saturating_add(HORIZON),
        };
        let mut search = Search::new(self.game, goal, Defender::default(), NODES);
        let loses = |search: &mut Search, mv| {
            let after = position.after(self.game.ruleset(), mv);
            search.solve(&after) == Ok(true)
        };
        let moves: Vec<Move> = self.game.moves(position).collect();
        let (bad, good): (Vec<Move>, Vec<Move>) =
            moves.into_iter().partition(|&mv| loses(&mut search, mv));
        let mv = *good.first()?;
        (!bad.is_empty()).then(|| searched(mv, "other moves lose soon"))
    }
}

fn searched(mv: Move, why: &str) -> Advice {
    Advice {
        mv,
        phase: Phase::Search,
        why: why.into(),
    }
}
