//! Tables 1 to 6 of *Quixo optimal agent strategy* (Borella, 2024), as data.

use quixotic_agents::arena::Starts;

/// A row of a table: who played whom, and what came out, in percent of the games
/// of the first.
pub(super) struct Row {
    pub(super) table: u8,
    pub(super) agent: &'static str,
    pub(super) opponent: &'static str,
    /// The paper says who starts on 4×4 only.
    pub(super) starts: Starts,
    pub(super) paper: [f64; 3],
    /// Why our figures differ; nothing where the solution leaves no choice.
    pub(super) word: &'static str,
}

/// Caption and size of the board of every table.
pub(super) const TABLES: [(u8, u8, &str); 6] = [
    (1, 5, "minimax on 5×5"),
    (2, 4, "minimax on 4×4"),
    (3, 5, "deep-Q learning on 5×5"),
    (4, 4, "deep-Q learning on 4×4"),
    (5, 5, "value iteration (here: `perfect`) on 5×5"),
    (6, 4, "value iteration (here: `perfect`) on 4×4"),
];

const fn row(
    table: u8,
    (agent, opponent): (&'static str, &'static str),
    starts: Starts,
    paper: [f64; 3],
    word: &'static str,
) -> Row {
    Row {
        table,
        agent,
        opponent,
        starts,
        paper,
        word,
    }
}

const RARE: &str = "Draws and losses are rare, and the paper's shares are whole percents, as of a hundred games: what \
                    happens once in a few hundred does not show there.";
const TIES: &str = "Our minimax breaks ties at random, so games differ from each other, where the paper's seems \
                    to play one game over and over; and the paper's generator knew only pushes through the \
                    whole row or column.";
const BETTER_DQN: &str = "Our network has an output for every move of the official rules and masks those that are \
                          not legal; training remembers turns, uses a target network and the symmetries of the \
                          board, and keeps the best network. Most draws are repetitions: `dqn` has no chance in \
                          its play and does not know what was on the board before.";
const TRAPS: &str = "In a drawn position our agent plays a move after which a club player is likely to err, and leads to \
                     no position twice while it has another move; the paper's knew outcomes alone and does not say \
                     which drawing move it plays.";
const LOST: &str = "The second player is lost from the start. Ours delays the loss as long as it can, which the \
                    opponent, who does not see that far, would have to answer without an error; the paper's \
                    knew outcomes but not distances. Draws are games in which the error gave away the win but \
                    did not lose, and a position came up for the third time.";

/// All rows, in the order of the paper, one in a line.
#[rustfmt::skip]
pub(super) const ROWS: [Row; 24] = [
    row(1, ("minimax:2", "random"), Starts::Alternate, [100.0, 0.0, 0.0], RARE),
    row(1, ("minimax:2", "minimax:2"), Starts::Alternate, [49.0, 51.0, 0.0], TIES),
    row(1, ("minimax:3", "minimax:2"), Starts::Alternate, [100.0, 0.0, 0.0], TIES),
    row(2, ("minimax:2", "random"), Starts::A, [100.0, 0.0, 0.0], RARE),
    row(2, ("minimax:2", "random"), Starts::B, [99.0, 1.0, 0.0], RARE),
    row(2, ("minimax:2", "minimax:2"), Starts::A, [0.0, 0.0, 100.0], TIES),
    row(2, ("minimax:2", "minimax:2"), Starts::B, [0.0, 0.0, 100.0], TIES),
    row(2, ("minimax:3", "minimax:2"), Starts::A, [100.0, 0.0, 0.0], TIES),
    row(2, ("minimax:3", "minimax:2"), Starts::B, [0.0, 0.0, 100.0], TIES),
    row(3, ("dqn", "random"), Starts::Alternate, [87.0, 13.0, 0.0], BETTER_DQN),
    row(3, ("dqn", "minimax:2"), Starts::Alternate, [0.0, 100.0, 0.0], BETTER_DQN),
    row(4, ("dqn", "random"), Starts::A, [84.0, 16.0, 0.0], BETTER_DQN),
    row(4, ("dqn", "random"), Starts::B, [67.0, 33.0, 0.0], BETTER_DQN),
    row(4, ("dqn", "minimax:2"), Starts::A, [0.0, 100.0, 0.0], BETTER_DQN),
    row(4, ("dqn", "minimax:2"), Starts::B, [0.0, 100.0, 0.0], BETTER_DQN),
    row(5, ("perfect", "minimax:2"), Starts::Alternate, [18.2, 0.0, 81.8], TRAPS),
    row(5, ("perfect", "minimax:3"), Starts::Alternate, [11.0, 0.0, 89.0], TRAPS),
    row(5, ("perfect", "perfect"), Starts::Alternate, [0.0, 0.0, 100.0], ""),
    row(6, ("perfect", "minimax:2"), Starts::A, [100.0, 0.0, 0.0], ""),
    row(6, ("perfect", "minimax:2"), Starts::B, [27.6, 72.4, 0.0], LOST),
    row(6, ("perfect", "minimax:3"), Starts::A, [100.0, 0.0, 0.0], ""),
    row(6, ("perfect", "minimax:3"), Starts::B, [23.2, 76.2, 0.6], LOST),
    row(6, ("perfect", "perfect"), Starts::A, [100.0, 0.0, 0.0], ""),
    row(6, ("perfect", "perfect"), Starts::B, [0.0, 100.0, 0.0], ""),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_add_up_and_every_row_that_may_differ_has_a_word() {
        for row in &ROWS {
            let name = format!("{}: {} against {}", row.table, row.agent, row.opponent);
            let sum: f64 = row.paper.iter().sum();
            assert!((sum - 100.0).abs() < 1e-9, "{name}: {sum}");
            // What is certain: a won game is won, a draw between two perfect players stays one.
            let is_certain = row.agent == "perfect" && row.paper.contains(&100.0);
            assert_eq!(row.word.is_empty(), is_certain, "{name}");
        }
    }
}
