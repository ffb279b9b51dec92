//! Numerical and Ultimate Tic-Tac-Toe for the subcommands about agents.

use anyhow::Result;
use quixotic_agents::Players;
use quixotic_agents::arena::GameRecord;
use quixotic_game::{Budget, Game as _, Player};
use quixotic_numerical::{Numerical, Perfect, Rules};
use quixotic_ultimate::Ultimate;
use quixotic_ultimate::strategy::StrategyPlayer;

use super::args::WithRules;
use super::replay;
use super::shown::Shown;
use crate::numerical::args::OnGrid;

/// The players of the game that a command line asks for, and the rest of it.
pub(super) fn numerical<A: clap::Args>(
    on: &OnGrid<WithRules<A>>,
) -> Result<(Players<Numerical>, &A)> {
    let (grid, with) = on.split();
    Ok((Players::new(with.rules.game(grid)?), &with.args))
}

/// The game of a saved game on a board of that size, under its rules.
pub(super) fn saved(size: u8, record: &GameRecord) -> Result<Numerical> {
    let [split, hands, target] =
        ["--split", "--hands", "--target"].map(|name| replay::option(record, name));
    Ok(Numerical::new(Rules::from_options(
        size, split, hands, target,
    )?))
}

/// The same for Ultimate Tic-Tac-Toe.
pub(super) fn saved_ultimate(record: &GameRecord) -> Result<Ultimate> {
    let rules = replay::option(record, "--rules").map(str::parse);
    Ok(Ultimate::new(rules.transpose()?.unwrap_or_default()))
}

impl Shown for Numerical {
    fn draw(&self, position: &Self::Position, _last: Option<Self::Move>) -> Vec<String> {
        let mut lines = Numerical::draw(self, position);
        let hand = |player| self.hand(position, player);
        let [x, o] = [Player::X, Player::O].map(hand);
        lines.push(format!("X holds {x}, O holds {o}"));
        lines
    }

    fn how_to_move(&self) -> String {
        format!(
            "Who completes a line that adds up to {} wins, whoever placed its numbers.\n\
             A move is a cell and one of your numbers: b2=5.",
            self.rules().target()
        )
    }

    fn why_illegal(&self, position: &Self::Position, mv: Self::Move) -> String {
        let illegal = self.check(position, mv);
        illegal
            .expect_err("among the legal moves it is not")
            .to_string()
    }

    fn advice(&self, position: &Self::Position) -> Option<String> {
        let chosen = Perfect::new(self).choose(position, &Budget::UNLIMITED);
        let mv = chosen.ok().flatten()?;
        Some(format!("`perfect` plays {}.", self.format_move(mv)))
    }
}

impl Shown for Ultimate {
    fn draw(&self, position: &Self::Position, _last: Option<Self::Move>) -> Vec<String> {
        let mut lines = position.draw();
        if let Some(field) = position.active() {
            lines.push(format!("{} plays in field {field}", position.to_move()));
        }
        lines
    }

    fn how_to_move(&self) -> String {
        "A move is a field and a cell in it, both numbered 0 to 8 from the top left: 40.".into()
    }

    fn why_illegal(&self, position: &Self::Position, mv: Self::Move) -> String {
        let illegal = self.check(position, mv);
        illegal
            .expect_err("among the legal moves it is not")
            .to_string()
    }

    fn moves_are_numbers(&self) -> bool {
        true
    }

    fn advice(&self, position: &Self::Position) -> Option<String> {
        let advised = StrategyPlayer::new(*self, None).advise(position, &Budget::UNLIMITED);
        let advice = advised.ok().flatten()?;
        let mv = self.format_move(advice.mv);
        Some(format!("`strategy` plays {mv}; {advice}."))
    }
}
