//! Quixo for the agents.

use std::sync::Arc;

use quixotic_game::{Budget, Outcome, Player, Rng, Value, mix};
use quixotic_quixo::{Bits, Board, Class, Move, Position, Quixo, Rules};
use quixotic_tablebase::{Database, ProbeError};

use crate::dqn::Dqn;
use crate::net::{Estimate, Net, ValueNetwork};
use crate::rules::{ByRules, Card, Explained, Layout};
use crate::{
    Agent, AgentSpec, Asked, BuildError, Judge, Oracle, OracleError, Playable, Players, Weights,
};

/// What a line is worth to `search` by the number of tiles in it.
///
/// It errs a third less often than the paper's formula, see docs/benchmarks.md.
const LINE_WORTH: [i32; 9] = [0, 1, 4, 12, 32, 80, 192, 448, 1024];

/// The name of Quixo on a board of that size: `quixo4`.
pub fn quixo_name(rules: Rules) -> String {
    format!("quixo{}", rules.size())
}

impl Playable for Quixo {
    fn name(&self) -> String {
        quixo_name(Quixo::rules(self))
    }

    fn rules(&self) -> Option<String> {
        Quixo::rules(self).options()
    }

    /// The paper's formula N^Cmax − N^Omax: Cmax is the greatest number of tiles
    /// that the player has in one line, Omax that of the opponent, N the size of
    /// the board.
    fn heuristic(&self, position: &Position) -> i32 {
        let size = i32::from(Quixo::rules(self).size());
        let most = |tiles: Bits| {
            let counts = self.lines().iter().map(|line| (line & tiles).count_ones());
            size.pow(counts.max().unwrap_or(0))
        };
        most(position.board.mine()) - most(position.board.theirs())
    }

    /// The worth of all lines, each by the tiles that a player has in it.
    fn evaluate(&self, position: &Position) -> i32 {
        let (mine, theirs) = (position.board.mine(), position.board.theirs());
        let worth = |tiles: Bits| LINE_WORTH[tiles.count_ones() as usize];
        let lines = self.lines().iter();
        lines
            .map(|line| worth(line & mine) - worth(line & theirs))
            .sum()
    }

    fn judge(players: &Players<Quixo>) -> Option<Arc<dyn Judge<Quixo>>> {
        players.value_network().map(|network| network as _)
    }

    fn estimate(players: &Players<Quixo>, position: &Position) -> Option<Estimate> {
        Some(players.value_network()?.estimate(position.board))
    }

    fn wins_at_once(&self, position: &Position) -> bool {
        Quixo::wins_at_once(self, position.board)
    }

    fn level(&self, position: &Position) -> Option<u8> {
        Some(Class::of(position.board).level())
    }

    fn children(&self, position: &Position) -> Vec<(Move, Position)> {
        let to_move = !position.to_move;
        let child = |(mv, board)| (mv, Position { board, to_move });
        let mut children = Vec::with_capacity(self.paths().len());
        children.extend(Quixo::children(self, position.board).map(child));
        children
    }

    fn random_child(&self, position: &Position, rng: &mut Rng) -> Option<Position> {
        let count = self.moves_on(position.board).count();
        let number = (count > 0).then(|| rng.below(count))?;
        let (_, board) = Quixo::children(self, position.board).nth(number)?;
        Some(Position {
            board,
            to_move: !position.to_move,
        })
    }

    fn image(&self, position: &Position) -> Position {
        Position {
            board: position.board.least_image(Quixo::rules(self).size()),
            ..*position
        }
    }

    fn key(&self, position: &Position) -> u64 {
        let side = match position.to_move {
            Player::X => 0,
            Player::O => 1 << 63,
        };
        mix(mix(position.board.mine() ^ side).wrapping_add(position.board.theirs()))
    }

    fn how_to_solve(&self) -> String {
        let name = self.name();
        let rules = Quixo::rules(self);
        if rules.is_official() && rules.size() <= 5 {
            format!("make it with `quixotic solve {name}`")
        } else if rules.size() <= 5 {
            format!("make it with `quixotic solve {name}` and the same options")
        } else {
            format!("boards of {rules} are too large to be solved")
        }
    }

    fn explain(&self, position: &Position) -> Option<Explained> {
        let card = Card::of(Quixo::rules(self))?;
        Some(card.explain(&Layout::new(self), position.board))
    }

    /// Weights may not be loaded yet, so none are read.
    fn can_play(players: &Players<Quixo>, spec: &AgentSpec) -> bool {
        match spec {
            AgentSpec::Dqn => Dqn::can_play(players),
            AgentSpec::Net => players.has_value_network(),
            AgentSpec::Rules => Card::of(Quixo::rules(players.game())).is_some(),
            _ => players.can_build(spec),
        }
    }

    fn own_agent(
        players: &Players<Quixo>,
        spec: &AgentSpec,
        seed: u64,
    ) -> Option<Result<Box<dyn Agent<Quixo>>, BuildError>> {
        match spec {
            AgentSpec::Dqn => Some(Dqn::build(players).map(|agent| Box::new(agent) as _)),
            AgentSpec::Net => Some(Net::build(players, seed).map(|agent| Box::new(agent) as _)),
            AgentSpec::Rules => {
                let game = players.game();
                let card = Card::of(Quixo::rules(game))?;
                Some(Ok(Box::new(ByRules::new(game, card, seed))))
            }
            // It would search without its network, for nothing.
            AgentSpec::Search(_) if players.awaits_value_network() => {
                Some(Err(players.refuse(spec, "its network is not loaded yet")))
            }
            _ => None,
        }
    }
}

impl Players<Quixo> {
    /// Whether there is a network that judges boards of these rules.
    fn has_value_network(&self) -> bool {
        let rules = Quixo::rules(self.game());
        let is_given = |weights: &Weights| matches!(weights, Weights::Value(network) if network.size() == rules.size());
        self.weights().is_some_and(is_given) || ValueNetwork::is_shipped(rules)
    }

    /// Whether there is a network, but it is not loaded yet.
    fn awaits_value_network(&self) -> bool {
        self.has_value_network() && self.value_network().is_none()
    }

    /// The network that judges boards: the one that was given, or the one in the program
    /// for these rules.
    pub fn value_network(&self) -> Option<Arc<ValueNetwork>> {
        let size = Quixo::rules(self.game()).size();
        match self.weights() {
            Some(Weights::Value(network)) if network.size() == size => Some(Arc::clone(network)),
            _ => ValueNetwork::shipped(Quixo::rules(self.game())),
        }
    }
}

/// The answer of a database; `None` if it does not have the level of the position.
fn ask<T>(
    database: &Database,
    position: &Position,
    question: impl Fn(&Database, Board) -> Result<T, ProbeError>,
) -> Result<Option<T>, OracleError> {
    let board = position.board;
    // A search asks about many positions that are not there.
    if !database.has_level(board.marked().count_ones() as u8) {
        return Ok(None);
    }
    match question(database, board) {
        Ok(answer) => Ok(Some(answer)),
        Err(ProbeError::NotSolved { .. }) => Ok(None),
        Err(error) => Err(OracleError::new(error)),
    }
}

/// A database, or the levels of it that are there by now.
impl Oracle<Quixo> for Database {
    fn value(&self, position: &Position, _: &Budget) -> Result<Option<Value>, OracleError> {
        ask(self, position, Database::probe)
    }

    fn outcome(&self, position: &Position, _: &Budget) -> Result<Option<Outcome>, OracleError> {
        ask(self, position, Database::outcome)
    }

    fn outcomes(
        &self,
        positions: &[Position],
        budget: &Budget,
    ) -> Result<Vec<Option<Outcome>>, OracleError> {
        budget.check(0)?;
        let boards = positions.iter().map(|position| position.board);
        let is_here = |&board: &Board| self.has_level(Class::of(board).level());
        let here: Vec<Board> = boards.filter(is_here).collect();
        let outcomes = match self.outcomes_many(&here) {
            Ok(outcomes) => outcomes,
            // A level has just gone: one by one tells which.
            Err(ProbeError::NotSolved { .. }) => {
                let outcome = |position| Oracle::outcome(self, position, budget);
                return positions.iter().map(outcome).collect();
            }
            Err(error) => return Err(OracleError::new(error)),
        };
        // Both lists have the same order.
        let mut known = here.iter().zip(outcomes).peekable();
        let outcome = |position: &Position| {
            let found = known.next_if(|(board, _)| **board == position.board);
            found.map(|(_, outcome)| outcome)
        };
        Ok(positions.iter().map(outcome).collect())
    }

    fn is_near(&self) -> bool {
        !self.store().is_remote()
    }

    /// By its level, without a look at its value.
    fn knows(&self, position: &Position) -> Result<bool, OracleError> {
        Ok(self.has_level(Class::of(position.board).level()))
    }

    /// Reads the pages that the answers take into the cache.
    fn prepare(
        &self,
        positions: &mut dyn Iterator<Item = Position>,
        asked: Asked,
    ) -> Result<(), OracleError> {
        if !self.store().is_remote() {
            return Ok(());
        }
        let boards = positions.map(|position| position.board);
        let boards: Vec<Board> = boards
            .filter(|&b| self.has_level(Class::of(b).level()))
            .collect();
        let done = match asked {
            Asked::Outcomes => self.outcomes_many(&boards).map(drop),
            Asked::Values => self.probe_many(&boards).map(drop),
        };
        match done {
            Ok(()) | Err(ProbeError::NotSolved { .. }) => Ok(()),
            Err(error) => Err(OracleError::new(error)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quixotic_game::Game;

    #[test]
    fn the_judgement_of_minimax_is_the_papers_formula() {
        for (size, position, value) in [
            (4, "4/4/4/4 X", 0),
            // Three in a row against two in a column: 4³ − 4².
            (4, "XXX1/3O/3O/4 X", 64 - 16),
            (4, "XXX1/3O/3O/4 O", 16 - 64),
            // A diagonal counts, two tiles that are not in line do not: 5⁴ − 5.
            (5, "X4/1X2O/2X2/2OX1/5 X", 625 - 5),
        ] {
            let game = Quixo::new(Rules::official(size).unwrap());
            let parsed = game.parse_position(position).unwrap();
            assert_eq!(game.heuristic(&parsed), value, "{position}");
        }
    }
}
