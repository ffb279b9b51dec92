//! Quixo for the subcommands about agents.

use std::fs;
use std::sync::Arc;

use anyhow::{Context, Result};
use quixotic_agents::arena::GameRecord;
use quixotic_agents::dqn::Network;
use quixotic_agents::{Players, quixo_name};
use quixotic_quixo::{Move, Position, Quixo, Rules};

use super::args::WithQuixo;
use super::replay;
use super::shown::Shown;
use crate::files;
use crate::quixo::args::OnBoard;

/// The players that a command line asks for, and the rest of it. The database is
/// used if there is one.
pub(super) fn players<A: clap::Args>(on: &OnBoard<WithQuixo<A>>) -> Result<(Players<Quixo>, &A)> {
    let (game, with) = on.split();
    let target = with.target.of(game);
    let mut players = Players::new(Quixo::new(target.rules()?));
    if let Some(database) = target.open_if_there()? {
        players = players.with_oracle(Arc::new(database));
    }
    if let Some(path) = &with.weights {
        let bytes = fs::read(path).map_err(|error| files::problem(path, &error))?;
        let network = Network::read(&bytes).with_context(|| path.display().to_string())?;
        players = players.with_network(Arc::new(network));
    }
    Ok((players, &with.args))
}

/// The game of a saved game, under its rules; `None` if it is not Quixo.
pub(super) fn saved(record: &GameRecord) -> Result<Option<Quixo>> {
    let Some(size) = record.game.strip_prefix("quixo") else {
        return Ok(None);
    };
    let official = size
        .parse()
        .ok()
        .and_then(|size| Rules::official(size).ok());
    let Some(official) = official.filter(|&rules| quixo_name(rules) == record.game) else {
        return Ok(None);
    };
    let option = |name| replay::option(record, name);
    let (line, double_line) = (option("--line"), option("--double-line"));
    let rules = Rules::from_options(official.size(), line, double_line)?;
    Ok(Some(Quixo::new(rules)))
}

impl Shown for Quixo {
    fn draw(&self, position: &Position, last: Option<Move>) -> Vec<String> {
        Quixo::draw(self, position, last)
    }

    fn how_to_move(&self) -> String {
        "A move is the square of the tile and the end where it goes back in, L, R, T or B:\n\
         a1T takes the tile on a1 and pushes it in at the top of column a."
            .into()
    }

    /// Where a move exists at all, only whose tile it is can be wrong.
    fn why_illegal(&self, position: &Position, _mv: Move) -> String {
        format!(
            "that tile is {}'s, and only blank and own ones can be taken",
            !position.to_move
        )
    }
}
