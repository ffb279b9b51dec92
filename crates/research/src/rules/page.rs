//! `cards`: what the cards of the agent `rules` are worth, as docs/results/rules.md.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::{fmt::Write as _, io::Write};

use anyhow::Result;
use quixotic_agents::ladder::Rung;
use quixotic_agents::rules::{Card, Layout, RULES, Rule};
use quixotic_agents::{AgentSpec, Players};
use quixotic_catalog::{RuleValues, Setup};
use quixotic_cli::meter::Meter;
use quixotic_cli::units::count;
use quixotic_cli::{Env, RunArgs, Target, climb, directory};
use quixotic_game::Budget;
use quixotic_picture::{Shown, boards};
use quixotic_quixo::Quixo;

use super::follow::{Followed, Promise};
use super::sample::{AtStake, Sample, of_ladder, reached};
use super::search::numbers;
use super::{Error, opponents};
use crate::figure::{Curve, curves};
use crate::orbits::x_to_move;
use crate::{ResultFile, make_directory};

/// What is measured, and where it goes.
#[derive(Debug, clap::Args)]
pub(crate) struct CardsArgs {
    /// Directory to write rules.md and its pictures to
    #[arg(long, value_name = "DIR", default_value = "docs/results")]
    out: PathBuf,

    /// Sizes of the boards
    #[arg(long, value_name = "N,…", value_delimiter = ',', default_value = "3,4,5", value_parser = clap::value_parser!(u8).range(3..=5))]
    boards: Vec<u8>,

    /// Positions of each ladder
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    positions: u32,

    /// Games against each opponent, for the positions that a card reaches
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,

    /// Seed of everything random; should not be one that the search for the cards has seen
    #[arg(long, value_name = "S", default_value_t = 31)]
    seed: u64,

    /// Directory of the database of 5×5 [default: the user's data directory; without one, 5×5 is
    /// left out]
    #[arg(long, value_name = "DIR")]
    db5: Option<PathBuf>,

    #[command(flatten)]
    run: RunArgs,
}

/// The best lists of each length that `quixotic-research rules` found in its first round, by the size of the board.
const FOUND: [(u8, &[&str]); 3] = [
    (
        3,
        &[
            "longest",
            "safe,reply-two",
            "safe,reply-one,ways",
            "safe,reply-one,threat,gather",
        ],
    ),
    (
        4,
        &[
            "longest",
            "longest,reply-two",
            "safe,longest-yours,two-short",
            "safe,longest-yours,blank,corners",
            "safe,longest-yours,blank,corners,reply-one",
            "win,safe,blank,threat,corners,gather",
            "win,safe,blank,threat,corners,one-short-yours,two-short-yours",
            "win,safe,blank,threat,corners,one-short-yours,two-short-yours,reply-one",
        ],
    ),
    (
        5,
        &[
            "few-replies",
            "longest,few-replies",
            "safe,longest-yours,border-yours",
            "win,safe,blank,ways",
            "win,safe,blank,ways,two-short",
            "win,safe,blank,ways,reply-one-theirs,two-short",
            "win,safe,blank,ways,corners-theirs,two-short-theirs,together",
            "win,safe,blank,ways,reply-one-theirs,two-short-theirs,corners-yours,together",
        ],
    ),
];

/// Cards in words for the other games, as far as what is known of them fits into words.
const OTHER_GAMES: &str = "
## Numerical Tic-Tac-Toe 4×4, for the second player

1. Win at once if you can.
2. Leave no number that wins at once.
3. To the first number v reply 17 − v next to it: of a first number in a corner or on the side, next to it in its row.
4. From there on no rule is known that fits on a card: the second player's winning strategy is a certificate of 1.35 MB.

Whatever the first player begins with, every reply that wins is 17 − v in a line with it, and those of the third rule always win
([numerical4.md](numerical4.md)).

## Ultimate Tic-Tac-Toe, for X, under the rule that only full fields are closed

1. Opening: begin in the centre of the centre field, and in every field to which O sends you take the centre, which sends O back to the centre field.
   So O fills it, and you get the centres of all fields but one, the leftover field.
2. Middlegame: take the leftover field's own spot in the leftover field. In every field but its partner, which lies opposite, take
   the leftover field's spot, so that O fills the leftover field. In the partner take that spot too, and the second time the
   partner's own spot, which wins it.
3. Endgame: in each field take the leftover field's spot; the second time the partner's spot, which wins the field on the line
   through its centre.

With this X wins against all that O can do ([ultimate.md](ultimate.md)); the agent `strategy` plays it and says which phase each move belongs to.
";

/// Whom the card is compared with; there is no network for 3×3.
const AGENTS: [&str; 7] = [
    "random",
    "minimax:1",
    "minimax:2",
    "minimax:4",
    "mcts:1000",
    "rules",
    "net",
];

/// Boards of an example beside each other, and the width of their tiles in pixels.
const IN_A_ROW: usize = 4;
const TILE: f64 = 24.0;
/// Rules that are not on the card, with what they would change: the first few.
const OTHERS: usize = 5;

pub(crate) fn run(env: &Env<'_>, args: &CardsArgs, out: &mut dyn Write) -> Result<ExitCode> {
    let db5 = args.db5.as_deref().map(directory).transpose()?;
    make_directory(&args.out)?;
    let mut page = head(args);
    let mut files = Vec::new();
    let mut by_length = Vec::new();
    for &size in &args.boards {
        let db = db5.clone().filter(|_| size == 5);
        let Some(measured) = Measured::of(env, args, size, db)? else {
            page +=
                &format!("\n## {size}×{size}\n\nLeft out: there was no complete database of it.\n");
            continue;
        };
        page += &measured.section(args)?;
        by_length.push((size, measured.by_length()));
        files.extend(measured.examples());
    }
    page += OTHER_GAMES;
    files.push(ResultFile {
        name: "rules-length.svg".into(),
        content: curve(&by_length),
    });
    files.push(ResultFile {
        name: "rules.md".into(),
        content: page,
    });
    for file in files {
        file.write(env, &args.out, out)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn head(args: &CardsArgs) -> String {
    let CardsArgs {
        positions,
        games,
        seed,
        ..
    } = args;
    format!(
        "# Rules of thumb

Written by `quixotic-research cards --positions {positions} --games {games} --seed {seed}`; the same seed gives the same figures.

*Quixo Is Solved* ends with an open problem: the game is solved, but no strategy is known that a person can remember. Here are
short ones, one for each board, and how far they go. A card is a list of at most eight rules, the most important first. Look at your
moves, and keep those that do best by the first rule; of these, those that do best by the second; and so on. Of the moves
that are left at the end, one is as good as another. No rule looks further than your move and the reply to it, or what you could do if the
opponent passed. The agent `rules` plays by them.

The cards were found with `quixotic-research rules` (seed 1; on 5×5 with `--rounds 1 --positions 1500 --games 40 --card win,safe,one-short,two-short,blank,threat,outside`), a local search over lists of {} rules that can be counted by eye. It judges a list by how
often a move that it leaves makes the outcome worse (an error): on positions of random play, which are those of `quixotic ladder`, and on
positions that the list itself reaches against `random`, `minimax:1`, `minimax:2` and itself. In all of them there is something to lose.
Where a shorter list or one that is easier to count is nearly as good as the best, it became the card. The figures below are of
positions that the search has not seen.

![Errors by the number of rules](rules-length.svg)
",
        RULES.len()
    )
}

/// The curve of length against error.
fn curve(by_length: &[(u8, Vec<f64>)]) -> String {
    let names: Vec<String> = by_length
        .iter()
        .map(|(size, _)| format!("{size}×{size}"))
        .collect();
    let all: Vec<Curve<'_>> = by_length
        .iter()
        .zip(&names)
        .map(|((_, errors), name)| Curve {
            name,
            points: errors
                .iter()
                .enumerate()
                .map(|(length, &error)| (length as f64, error))
                .collect(),
        })
        .collect();
    curves(
        "Errors on positions of random play, by the number of rules",
        "rules on the card",
        &all,
    )
}

/// What was measured on a board.
struct Measured {
    quixo: Quixo,
    card: Card,
    found: &'static [&'static str],
    rungs: Vec<Rung>,
    ladder: Vec<AtStake>,
    ladder_sample: Sample,
    /// By opponent.
    reached: Vec<Sample>,
    followed: Option<Followed>,
}

impl Measured {
    /// Measures the card of a board; `None` if there is no complete solution of it.
    fn of(
        env: &Env<'_>,
        args: &CardsArgs,
        size: u8,
        db: Option<PathBuf>,
    ) -> Result<Option<Measured>> {
        let name = format!("quixo{size}");
        let id = env.catalog.id(&name, &RuleValues::default())?;
        let setup = Setup {
            db: db.clone().map(Into::into),
            data: env.data(),
            unaided: true,
            ..Setup::default()
        };
        let game = env.catalog.open(&id, &setup)?;
        if !game.info().complete {
            return Ok(None);
        }
        let target = Target::at(env, id, db)?;
        let quixo = Quixo::new(target.rules);
        let players = Players::new(quixo.clone()).with_oracle(Arc::new(target.open()?));
        let specs = AGENTS.map(|text| AgentSpec::parse(text).expect("the table has agents"));
        let can_play = |spec: &AgentSpec| players.can_build(spec);
        let agents: Vec<AgentSpec> = specs.into_iter().filter(can_play).collect();
        let rungs = climb(env, &*game, &agents, args.positions, args.seed, &args.run)?;
        let meter = Meter::new(env);
        meter.say(&format!("{name}: what the card reaches"));
        let measured = args
            .run
            .pool()?
            .install(|| Measured::with(&players, args, rungs, &env.budget()));
        Ok(Some(measured?))
    }

    fn with(
        players: &Players<Quixo>,
        args: &CardsArgs,
        rungs: Vec<Rung>,
        budget: &Budget,
    ) -> Result<Measured, Error> {
        let quixo = Quixo::clone(players.game());
        let size = quixo.rules().size();
        let card = Card::of(quixo.rules()).expect("there is a card for each of these boards");
        let layout = Layout::new(&quixo);
        let ladder = of_ladder(players, args.positions, args.seed, budget)?;
        let of_opponent = |opponent: &Option<AgentSpec>| {
            let found = reached(
                players,
                &card,
                opponent.as_ref(),
                args.games,
                args.seed,
                budget,
            )?;
            Ok(Sample::new(&layout, &found))
        };
        let left = |board| {
            let explained = card.explain(&layout, board);
            let moves = explained.moves().iter();
            moves.map(|&mv| quixo.play_on(board, mv)).collect()
        };
        // On 5×5 too much can come up.
        let is_small = size < 5;
        let followed = is_small.then(|| Followed::visit(&quixo, &left, budget));
        let found = FOUND.iter().find(|(of, _)| *of == size);
        Ok(Measured {
            ladder_sample: Sample::new(&layout, &ladder),
            reached: opponents()
                .iter()
                .map(of_opponent)
                .collect::<Result<_, Error>>()?,
            followed: followed.transpose()?,
            found: found.map_or(&[], |(_, found)| found),
            quixo,
            card,
            rungs,
            ladder,
        })
    }

    fn name(&self) -> String {
        format!("{0}×{0}", self.quixo.rules().size())
    }

    /// The mean of the errors against all opponents.
    fn reached_error(&self, rules: &[usize]) -> f64 {
        let errors = self.reached.iter().map(|sample| sample.error(rules));
        errors.sum::<f64>() / self.reached.len() as f64
    }

    /// Half the error on the ladder, half that on what the card reaches: what the search makes small.
    fn error(&self, rules: &[usize]) -> f64 {
        (self.ladder_sample.error(rules) + self.reached_error(rules)) / 2.0
    }

    /// The error on the ladder of the best list of each length, none among them.
    fn by_length(&self) -> Vec<f64> {
        let lists = self.found.iter().map(|text| rules_of(text));
        let none = [Vec::new()].into_iter();
        let errors = none
            .chain(lists)
            .map(|rules| self.ladder_sample.error(&rules));
        errors.collect()
    }

    fn section(&self, args: &CardsArgs) -> Result<String> {
        let mut text = format!("\n## {}\n\n", self.name());
        for (number, rule) in self.card.rules().iter().enumerate() {
            writeln!(text, "{}. {} (`{}`)", number + 1, rule.text, rule.name)?;
        }
        if let Some(followed) = &self.followed {
            text += &following(followed);
        }
        let positions = self.ladder.len();
        write!(
            text,
            "\nErrors on {} positions of random play (`quixotic ladder quixo{} --positions {} --seed {}`):\n\n\
             | agent | errors, % | wins given away |\n|---|--:|--:|\n",
            count(positions as u64),
            self.quixo.rules().size(),
            args.positions,
            args.seed
        )?;
        for rung in &self.rungs {
            let rate = rung.error_rate();
            writeln!(
                text,
                "| `{}` | {:.1} ({:.1}–{:.1}) | {} |",
                rung.agent,
                100.0 * rate.share,
                100.0 * rate.low,
                100.0 * rate.high,
                rung.wins_lost
            )?;
        }
        let card = numbers(&self.card);
        write!(
            text,
            "\nErrors on positions that the card reaches in {} games against each opponent; in percent, of a random move for comparison:\n\n\
             | opponent | positions | card | random move |\n|---|--:|--:|--:|\n",
            args.games
        )?;
        for (sample, opponent) in self.reached.iter().zip(opponents()) {
            let opponent = opponent.map_or("itself".into(), |spec| format!("`{spec}`"));
            let [by_card, random] = [&card[..], &[]].map(|rules| 100.0 * sample.error(rules));
            let positions = count(sample.positions() as u64);
            writeln!(
                text,
                "| {opponent} | {positions} | {by_card:.1} | {random:.1} |"
            )?;
        }
        self.lengths(&mut text)?;
        self.each(&mut text, &card)?;
        self.others(&mut text, &card)?;
        if self.examples().is_some() {
            write!(
                text,
                "\nAn example of each rule, with X to move and the tile to take marked: the rules before it leave a mistake, and it \
                 does not.\n\n![Examples]({})\n",
                self.picture()
            )?;
        }
        Ok(text)
    }

    /// The best list of each length.
    fn lengths(&self, text: &mut String) -> Result<()> {
        if self.found.is_empty() {
            return Ok(());
        }
        *text += "\nThe best list of each length that the search found, with errors in percent:\n\n\
                  | rules | random play | reached by the card | list |\n|--:|--:|--:|---|\n";
        for list in self.found {
            let rules = rules_of(list);
            writeln!(
                text,
                "| {} | {:.1} | {:.1} | {} |",
                rules.len(),
                100.0 * self.ladder_sample.error(&rules),
                100.0 * self.reached_error(&rules),
                list.replace(',', ", ")
            )?;
        }
        Ok(())
    }

    /// What the card is without each of its rules.
    fn each(&self, text: &mut String, card: &[usize]) -> Result<()> {
        *text += "\nThe card without one of its rules, errors in percent:\n\n\
                  | without | random play | reached by the card |\n|---|--:|--:|\n";
        let mut row = |name: &str, rules: &[usize]| {
            let [ladder, reached] = [self.ladder_sample.error(rules), self.reached_error(rules)]
                .map(|share| 100.0 * share);
            writeln!(text, "| {name} | {ladder:.1} | {reached:.1} |")
        };
        row("none", card)?;
        for (at, rule) in self.card.rules().iter().enumerate() {
            let mut rest = card.to_vec();
            rest.remove(at);
            row(&format!("`{}`", rule.name), &rest)?;
        }
        Ok(())
    }

    /// What the other rules would change, each at its best place.
    fn others(&self, text: &mut String, card: &[usize]) -> Result<()> {
        let mut others: Vec<(f64, &Rule)> = Vec::new();
        for (number, rule) in RULES.iter().enumerate() {
            if !card.contains(&number) {
                let error = |at| {
                    let mut more = card.to_vec();
                    more.insert(at, number);
                    self.error(&more)
                };
                let least = (0..=card.len()).map(error).fold(f64::INFINITY, f64::min);
                others.push((least, rule));
            }
        }
        others.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (rest, first) = (
            others.len().saturating_sub(OTHERS),
            &others[..OTHERS.min(others.len())],
        );
        write!(
            text,
            "\nEach of the {} other rules, put where it does best on the card: the mean of both kinds of errors is {:.1} % with the card \
             as it is, and with",
            others.len(),
            100.0 * self.error(card)
        )?;
        for (error, rule) in first {
            write!(text, " `{}` {:.1} %,", rule.name, 100.0 * error)?;
        }
        writeln!(
            text,
            " and with each of the other {rest} no less than that."
        )?;
        Ok(())
    }

    fn picture(&self) -> String {
        format!("rules-quixo{}.svg", self.quixo.rules().size())
    }

    /// For each rule the position with the fewest tiles in which it turns a choice that may err into one that cannot.
    fn examples(&self) -> Option<ResultFile> {
        let layout = Layout::new(&self.quixo);
        let mut shown: Vec<(u32, Option<Shown>)> = Vec::new();
        shown.resize_with(self.card.rules().len(), || (u32::MAX, None));
        for at_stake in &self.ladder {
            let explained = self.card.explain(&layout, at_stake.board);
            let tiles = at_stake.board.marked().count_ones();
            let moves: Vec<_> = self.quixo.moves_on(at_stake.board).collect();
            let errs = |mv: &_| {
                at_stake.errs[moves
                    .iter()
                    .position(|other| other == mv)
                    .expect("it is legal")]
            };
            let mut before = moves.clone();
            for (place, step) in explained.steps.iter().enumerate() {
                let helps = before.iter().any(errs) && !step.moves.iter().any(errs);
                if helps && tiles < shown[place].0 {
                    let mv = step.moves[0];
                    shown[place] = (
                        tiles,
                        Some(Shown {
                            text: format!(
                                "{}: {}",
                                step.rule.name,
                                quixotic_game::Game::format_move(&self.quixo, mv)
                            ),
                            position: x_to_move(at_stake.board),
                            marked: Some(mv.from),
                        }),
                    );
                }
                before.clone_from(&step.moves);
            }
        }
        let shown: Vec<Shown> = shown.into_iter().filter_map(|(_, shown)| shown).collect();
        (!shown.is_empty()).then(|| ResultFile {
            name: self.picture(),
            content: boards(
                self.quixo.rules(),
                &format!("The rules on {}: an example of each", self.name()),
                &shown,
                IN_A_ROW,
                TILE,
            ),
        })
    }
}

/// The numbers of the rules of a list.
fn rules_of(text: &str) -> Vec<usize> {
    numbers(&text.parse().expect("the lists can be read"))
}

/// What the first player who follows the card can be sure of.
fn following(followed: &Followed) -> String {
    let positions = count(followed.boards.len() as u64);
    let chances = |[win, no_loss]: [f64; 2]| {
        format!(
            "Who breaks ties at random wins with a chance of at least {:.1} %, and does not lose with one of at least {:.1} %, whoever the \
             opponent is.",
            100.0 * win,
            100.0 * no_loss
        )
    };
    let promise = match followed.promise() {
        Promise::Win { plies } => format!(
            "**Whoever follows this card as first player wins, in at most {plies} plies, whatever the opponent plays and however ties are \
             broken.** The proof is exhaustive: {positions} positions (up to symmetry) can come up with the first player to move, \
             none of them is lost and none comes up again."
        ),
        Promise::NoLoss => format!(
            "**Whoever follows this card as first player does not lose, whatever the opponent plays and however ties are broken**, \
             though the game may go on for ever. The proof is exhaustive: {positions} positions (up to symmetry) can come up with \
             the first player to move, and none of them is lost. {}",
            chances(followed.chances())
        ),
        Promise::Nothing => format!(
            "The card does not always win for the first player: {positions} positions (up to symmetry) can come up when the first player follows it, \
             and in {} of them a move that it leaves loses at once. {}",
            count(followed.losing() as u64),
            chances(followed.chances())
        ),
    };
    format!("\n{promise}\n")
}
