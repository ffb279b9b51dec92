//! The page about traps, and its pictures.

use quixotic_agents::Opponent;
use quixotic_agents::net::Bin;
use quixotic_cli::units::count;

use super::{Checked, Found, STEPS, Strength, TrapsArgs, Tried};
use crate::ResultFile;
use crate::figure::{Calibrated, calibration};
use crate::report::percents;

/// One of the two things that agents are tried on.
type Bins = fn(&Tried) -> &[Bin; STEPS];

/// The page and the pictures beside it.
pub(super) fn files(game: &str, args: &TrapsArgs, found: &Found) -> Vec<ResultFile> {
    let TrapsArgs {
        positions,
        games,
        seed,
        ..
    } = args;
    let [reply, trap] = ["reply", "trap"].map(|what| format!("traps-{game}-{what}.svg"));
    let positions = count(u64::from(*positions));
    let mut page = format!(
        "# Traps on {game}

Written by `quixotic-research traps {game} --positions {} --games {games} --seed {seed}`.

The trap value of a move is the chance that the opponent makes the outcome worse within the next two replies, if the other
player goes on as well as possible (`quixotic probe {game} --traps`). Which replies err is exact; how likely each of them is, a model
says: a softmax over what the value network makes of the positions after them, where a win at once counts twice as much as a position that
is won without a doubt. Its one number is the temperature, one for each strength of opponent.

## The temperatures

Each is fitted to one agent, so that on {positions} positions of random play in which a reply may err the model errs as often as the
agent.

| opponent | fitted to | which errs, % | temperature that fits | in the program |
|---|---|--:|--:|--:|
",
        args.positions
    );
    for strength in &found.strengths {
        let (agent, temperature, share) = strength.fitted;
        page += &format!(
            "| {} | `{agent}` | {:.1} | {temperature:.2} | {:.2} |\n",
            strength.opponent,
            100.0 * share,
            strength.opponent.temperature()
        );
    }
    page += &format!(
        "
## Predicted and seen

Two other agents for each strength, which the model was not fitted to, on {positions} other positions each. First one reply in a position in which it
may err; then two replies after a move that keeps a draw or a loss, any of those that there are, where the move between them is the one
after which the model expects most errors. Points that stand for fewer than 30 positions are left out of the pictures. On the dashed line agents err as
often as was predicted.

![One reply]({reply})
![Two replies after a move]({trap})

| opponent | agent | one reply: predicted, % | seen, % | two replies: predicted, % | seen, % |
|---|---|--:|--:|--:|--:|
"
    );
    for strength in &found.strengths {
        for tried in &strength.tried {
            let [one, two] = [&tried.reply, &tried.trap].map(all);
            page += &format!(
                "| {} | `{}` | {:.1} | {:.1} | {:.1} | {:.1} |\n",
                strength.opponent,
                tried.agent,
                100.0 * one.mean_said(),
                100.0 * one.share_true(),
                100.0 * two.mean_said(),
                100.0 * two.share_true()
            );
        }
    }
    let of_reply: Bins = |tried| &tried.reply;
    let of_trap: Bins = |tried| &tried.trap;
    page += &table("One reply", &found.strengths, of_reply);
    page += &table("Two replies after a move", &found.strengths, of_trap);
    page += &matches(game, *games, &found.matches);
    let picture = |name, title: &str, bins: Bins| {
        let sums = found.strengths.iter().map(|strength| Calibrated {
            class: class(strength.opponent),
            name: strength.opponent.to_string(),
            bins: sum(strength, bins).to_vec(),
        });
        let sums: Vec<Calibrated> = sums.collect();
        let below = "how likely an error is said to be; upwards how often there is one";
        ResultFile {
            name,
            content: calibration(&format!("{title} on {game}"), below, &sums),
        }
    };
    vec![
        picture(reply, "Errors of one reply", of_reply),
        picture(trap, "Errors of two replies after a move", of_trap),
        ResultFile {
            name: format!("traps-{game}.md"),
            content: page,
        },
    ]
}

/// The colour of a strength, one of those of outcomes.
fn class(opponent: Opponent) -> &'static str {
    match opponent {
        Opponent::Beginner => "win",
        Opponent::Club => "draw",
        Opponent::Strong => "loss",
    }
}

/// What the agents of a strength come to together.
fn sum(strength: &Strength, bins: Bins) -> [Bin; STEPS] {
    let mut sums = [Bin::default(); STEPS];
    for tried in &strength.tried {
        for (sum, bin) in sums.iter_mut().zip(bins(tried)) {
            sum.boards += bin.boards;
            sum.said += bin.said;
            sum.is_true += bin.is_true;
        }
    }
    sums
}

/// All steps as one.
fn all(bins: &[Bin; STEPS]) -> Bin {
    let mut all = Bin::default();
    for bin in bins {
        all.boards += bin.boards;
        all.said += bin.said;
        all.is_true += bin.is_true;
    }
    all
}

fn table(title: &str, strengths: &[Strength], bins: Bins) -> String {
    let mut page = format!("\n{title}, by how likely an error was said to be:\n\n| said |");
    for strength in strengths {
        page += &format!(" {}: positions | said, % | seen, % |", strength.opponent);
    }
    page += &format!("\n|---|{}\n", "--:|".repeat(3 * strengths.len()));
    for step in 0..STEPS {
        let percent = |step: usize| 100 * step / STEPS;
        page += &format!("| {}–{} % |", percent(step), percent(step + 1));
        for strength in strengths {
            let bin = sum(strength, bins)[step];
            page += &match bin.boards {
                0 => " 0 | | |".into(),
                boards => format!(
                    " {} | {:.1} | {:.1} |",
                    count(boards),
                    100.0 * bin.mean_said(),
                    100.0 * bin.share_true()
                ),
            };
        }
        page.push('\n');
    }
    page
}

fn matches(game: &str, games: u32, matches: &[Checked]) -> String {
    let mut page = format!(
        "
## `perfect`

It plays by the traps for a club player where the position is drawn, and among the moves that lose latest where it is lost. {games} games on {game} against each
opponent, who does not see the solution; the agents start in turn, a position that comes up for the third time and a game of 200 plies are
draws. Each move of `perfect` was checked: it is worse if the outcome or its distance is not that of the position.

| opponent | won, % | lost, % | drawn, % | plies | moves checked | worse |
|---|--:|--:|--:|--:|--:|--:|
"
    );
    for checked in matches {
        let score = checked.played.score();
        page += &format!(
            "| `{}` | {} | {} | {} | {:.1} | {} | {} |\n",
            checked.opponent,
            percents(score.won()),
            percents(score.lost()),
            percents(score.drawn()),
            checked.played.tally().mean_plies(),
            count(checked.moves),
            checked.worse
        );
    }
    page
}
