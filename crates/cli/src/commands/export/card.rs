//! The data card of an archive: what it is, how it was made and checked, and how to cite it.
//! No time and no machine is in it, so that the same database makes the same archive.

use anyhow::Result;
use quixotic_tablebase::Stats;
use quixotic_tablebase::store::Manifest;
use serde::Serialize;

use crate::target::Target;
use crate::units::count;

/// The card for people.
pub(super) const README: &str = "README.md";
/// The card for programs.
pub(super) const CARD: &str = "card.json";

/// What is known of the data in an archive. The names of the fields are part of the contract.
#[derive(Serialize)]
pub(super) struct Card {
    title: String,
    game: String,
    rules: Option<String>,
    made_by: String,
    files: usize,
    bytes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<Solution>,
    licence: &'static str,
    cite: &'static str,
}

/// What is in a database.
#[derive(Serialize)]
struct Solution {
    classes: usize,
    positions: u64,
    win: u64,
    loss: u64,
    draw: u64,
    signature: String,
    root: String,
}

impl Card {
    fn new(title: String, game: &str, rules: Option<&str>, manifest: &Manifest) -> Card {
        Card {
            title,
            game: game.into(),
            rules: rules.map(Into::into),
            made_by: format!("quixotic {}", env!("CARGO_PKG_VERSION")),
            files: manifest.volumes.len(),
            bytes: manifest.volumes.iter().map(|volume| volume.bytes).sum(),
            solution: None,
            licence: "MIT OR Apache-2.0",
            cite: "The quixotic authors: Quixo with distances, on an ordinary computer. docs/paper.md of quixotic, 2026",
        }
    }

    pub(super) fn of_database(target: &Target, manifest: &Manifest, stats: &Stats) -> Card {
        let id = &target.id;
        let title = format!("The solution of {id}: the outcome and distance of every position");
        Card {
            solution: Some(Solution {
                classes: manifest.classes.len(),
                positions: stats.positions(),
                win: stats.win,
                loss: stats.loss,
                draw: stats.draw,
                signature: stats.signature.clone(),
                root: manifest
                    .root()
                    .map(|root| root.to_hex().to_string())
                    .unwrap_or_default(),
            }),
            ..Card::new(title, id.game(), id.rules(), manifest)
        }
    }

    pub(super) fn of_certificates(game: &str, manifest: &Manifest) -> Card {
        let title = format!("Certificates about {game}");
        Card::new(title, game, None, manifest)
    }

    /// For programs.
    pub(super) fn json(&self) -> Result<Vec<u8>> {
        let mut json = serde_json::to_vec_pretty(self)?;
        json.push(b'\n');
        Ok(json)
    }

    /// For people.
    pub(super) fn text(&self) -> String {
        let Card {
            title,
            game,
            made_by,
            licence,
            cite,
            ..
        } = self;
        let body = match &self.solution {
            Some(solution) => {
                let rules = self.rules.as_deref().unwrap_or("the usual ones");
                of_database(game, rules, made_by, solution)
            }
            None => of_certificates(game, made_by),
        };
        format!(
            "# {title}\n\n{body}\n\
             ## Licence and citation\n\n\
             {licence}, at your option, as the program. Please cite: {cite}.\n"
        )
    }
}

fn of_database(game: &str, rules: &str, made_by: &str, solution: &Solution) -> String {
    let Solution {
        classes,
        signature,
        root,
        ..
    } = solution;
    let [positions, win, loss, draw] = [
        solution.positions,
        solution.win,
        solution.loss,
        solution.draw,
    ]
    .map(count);
    format!(
        "| | |\n|---|---|\n\
         | game | {game}, rules: {rules} |\n\
         | positions | {positions}: {win} won, {loss} lost, {draw} drawn for the player to move |\n\
         | class files | {classes} |\n\
         | signature | `{signature}` |\n\
         | root of the hash tree | `{root}` |\n\n\
         ## Files\n\n\
         - `*.tar`: the class files, one for each number of tiles of the player to move and of the other. docs/format.md of quixotic says what is in them.\n\
         - `hashes.qxh`: the hash tree, BLAKE3 of every page. `manifest.json`: where everything is, and the hashes of the classes.\n\
         - `SHA256SUMS`: the sums of all other files. `card.json`: this page for programs.\n\n\
         ## How it was made and checked\n\n\
         `quixotic solve {game}` computes all values from the rules by retrograde analysis. `quixotic export --archive` ({made_by}) has read \
         every page, checked it against its checksum and decoded it. That the values follow from the rules is for you to check:\n\n\
         ```sh\n\
         sha256sum --check SHA256SUMS                # the files are whole\n\
         quixotic verify {game} --audit 100 --db .   # random pages against the hash tree and the rules; --db may be an address\n\
         quixotic verify {game} --db .               # every value against the rules\n\
         quixotic probe {game} --db .                # questions are answered from the archive as it is\n\
         ```\n\n\
         `quixotic fetch {game} URL` takes the class files out of an archive on a web server; `tar -xf` does it with the files here.\n"
    )
}

fn of_certificates(game: &str, made_by: &str) -> String {
    format!(
        "Each certificate proves a theorem about {game}, and docs/format.md of quixotic says how. `quixotic-check FILE` \
         is a small program that shares no code with the one that made them; it checks a certificate and prints the theorem. \
         This archive was made by {made_by}.\n\n\
         ```sh\n\
         sha256sum --check SHA256SUMS    # the files are whole\n\
         quixotic-check *.qx[dr]         # what they prove\n\
         ```\n"
    )
}
