//! `notable`: positions worth showing, as a page of Markdown or as JSON. The page of 4×4 is
//! docs/results/quixo4-notable.md.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io::Write;
use std::process::ExitCode;

use anyhow::{Result, bail};
use quixotic_cli::{Env, Family, GameArgs, RunArgs, Target, write_json};

use crate::notable::{
    always_coming_back, border, images, ways_back, with_value, without_predecessor,
};
use quixotic_game::{Budget, Game as _, Value};
use quixotic_quixo::{Board, Quixo, Ternary};
use quixotic_tablebase::{Database, ProbeError};
use serde::Serialize;

use crate::numerical;
use crate::orbits::{OrbitsJson, is_balanced, longest_loss, tiles};
use crate::page::Page;

/// What is looked through.
#[derive(Debug, clap::Args)]
pub(crate) struct NotableArgs {
    #[command(flatten)]
    game: GameArgs,

    /// Print JSON, with all positions
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    run: RunArgs,
}

pub(crate) fn run(env: &Env<'_>, args: &NotableArgs, out: &mut dyn Write) -> Result<ExitCode> {
    let id = args.game.id(env)?;
    if let Family::Numerical(rules) = Family::of(&id)? {
        if args.json || id.rules().is_some() || env.is_typed("db") {
            bail!("{}: the page takes no options but --threads", id.game());
        }
        return numerical::run(env, (id.game(), rules.size()), &args.run, out);
    }
    let target = &Target::new(env, &args.game)?;
    if target.rules.size() > Ternary::MAX_SIZE {
        bail!("notable looks at every position, and {id} has too many");
    }
    let database = target.open()?;
    let pool = args.run.pool()?;
    let found = pool.install(|| NotablePositions::find(&database, &env.budget()));
    let found = found.map_err(|error| target.advise(error))?;
    if args.json {
        write_json(out, &found.json(id.game(), database.quixo()))?;
    } else {
        let page = found.page(&database, &format!("quixotic-research notable {id}"));
        let page = page.map_err(|error| target.advise(error))?;
        out.write_all(page.as_bytes())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The positions of each kind, one of each orbit under the symmetries.
struct NotablePositions {
    without_predecessor: Vec<Board>,
    losses_in_1: Vec<Board>,
    longest_loss: u16,
    longest_losses: Vec<Board>,
    always_coming_back: Vec<Board>,
}

impl NotablePositions {
    /// Looks through a database.
    fn find(database: &Database, budget: &Budget) -> Result<NotablePositions, ProbeError> {
        let stats = database.stats()?;
        let longest_loss = longest_loss(&stats);
        Ok(NotablePositions {
            without_predecessor: without_predecessor(database, budget)?,
            losses_in_1: with_value(database, Value::loss(1), budget)?,
            longest_loss,
            longest_losses: with_value(database, Value::loss(longest_loss), budget)?,
            always_coming_back: always_coming_back(database, budget)?,
        })
    }

    /// The results as JSON.
    fn json(&self, game: &str, quixo: &Quixo) -> impl Serialize + use<> {
        let kind = |boards| OrbitsJson::new(quixo, boards);
        NotableJson {
            game: game.into(),
            without_predecessor: kind(&self.without_predecessor),
            losses_in_1: kind(&self.losses_in_1),
            longest_loss: self.longest_loss,
            longest_losses: kind(&self.longest_losses),
            always_coming_back: kind(&self.always_coming_back),
        }
    }

    /// The results in Markdown; `command` is what wrote them.
    fn page(&self, database: &Database, command: &str) -> Result<String, ProbeError> {
        let mut page = Page::new(database);
        let title = format!("# Notable positions of Quixo on {}", database.rules());
        page.paragraph(&title);
        page.paragraph(&format!(
            "Written by `{command}`; do not edit. X is to move everywhere. Positions that the eight symmetries turn \
             into\neach other are an orbit, of which one is shown."
        ));
        page.without_predecessor(&self.without_predecessor);
        page.losses_in_1(&self.losses_in_1);
        page.longest_losses(self.longest_loss, &self.longest_losses);
        page.always_coming_back(&self.always_coming_back)?;
        Ok(page.finish())
    }
}

/// What `--json` prints.
#[derive(Debug, Serialize)]
struct NotableJson {
    game: String,
    without_predecessor: OrbitsJson,
    losses_in_1: OrbitsJson,
    longest_loss: u16,
    longest_losses: OrbitsJson,
    always_coming_back: OrbitsJson,
}

/// The sections of the page.
impl Page<'_> {
    fn without_predecessor(&mut self, boards: &[Board]) {
        self.heading("No move leads here", boards);
        self.paragraph(
            "The game is not over, and O, who must have moved last, has a tile on the border, where a move leaves \
             one.\nStill no move leads here: before any of O's moves there would have been a line.",
        );
        let border = border(self.database().quixo());
        let on_border = |board: Board| (board.theirs() & border).count_ones();
        self.by_number("tiles of O on the border", boards, on_border);
        let balanced = || boards.iter().filter(|&&board| is_balanced(board));
        self.example(
            "As many tiles of X as of O, and the most of O on the border:",
            balanced().min_by_key(|&&board| (Reverse(on_border(board)), tiles(board))),
        );
        self.example(
            "As many tiles of X as of O, and the fewest:",
            balanced().min_by_key(|&&board| tiles(board)),
        );
    }

    fn losses_in_1(&mut self, boards: &[Board]) {
        self.heading("X loses in 1 ply", boards);
        self.paragraph("Every move of X completes a line of O.");
        self.example(
            "The most tiles of X:",
            boards.iter().max_by_key(|board| board.mine().count_ones()),
        );
        self.by_number("tiles", boards, tiles);
        self.list(boards);
    }

    fn longest_losses(&mut self, plies: u16, boards: &[Board]) {
        self.heading(&format!("X loses in {plies} plies"), boards);
        self.paragraph("No loss takes longer.");
        for board in boards {
            self.example("The position and its images:", Some(board));
            self.list(&images(self.database().rules(), *board));
        }
    }

    fn always_coming_back(&mut self, boards: &[Board]) -> Result<(), ProbeError> {
        self.heading("A draw in which O can always come back", boards);
        self.paragraph(
            "Whichever of the moves that keep the draw X plays, O has a reply after which the position, or an image \
             of\nit, is on the board again with X to move.",
        );
        let mut ways = BTreeMap::new();
        for &board in boards {
            let found = ways_back(self.database(), board)?;
            ways.insert(board, found.unwrap_or_default());
        }
        let moves = |board: Board| ways[&board].len() as u32;
        self.by_number("moves that keep the draw", boards, moves);
        let most = |&&board: &&Board| (Reverse(moves(board)), tiles(board));
        let fewest = |&&board: &&Board| tiles(board);
        for (text, example) in [
            (
                "The most moves that keep the draw:",
                boards.iter().min_by_key(most),
            ),
            ("The fewest tiles:", boards.iter().min_by_key(fewest)),
        ] {
            self.example(text, example);
            let ways = example.map_or(&[][..], |board| &ways[board]);
            let quixo = self.database().quixo();
            let lines: Vec<String> = ways
                .iter()
                .map(|way| {
                    let (mv, reply) = (quixo.format_move(way.mv), quixo.format_move(way.reply));
                    format!("- {mv}, then {reply}")
                })
                .collect();
            self.paragraph(&lines.join("\n"));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quixotic_quixo::Rules;

    /// If it fails, the command in the page's second paragraph writes it anew.
    #[test]
    fn the_page_in_the_docs_is_up_to_date() {
        let rules = Rules::official(4).unwrap();
        let database = Database::embedded(rules).unwrap();
        let found = NotablePositions::find(&database, &Budget::UNLIMITED).unwrap();
        let page = found
            .page(&database, "quixotic-research notable quixo4")
            .unwrap();
        assert_eq!(
            page,
            include_str!("../../../docs/results/quixo4-notable.md")
        );
    }
}
