//! Everyone against everyone, as a section of the page.

use quixotic_agents::AgentSpec;
use quixotic_agents::arena::{LONGEST, RoundRobin, Tournament};

/// Who takes part on 5×5: agents of every kind, none that thinks by the clock.
const AGENTS: &str =
    "random,minimax:2,dqn,mcts:1000,lines:10000,net,search:1000,search:10000,perfect";

/// The tournament with so many games of a pair.
pub(super) fn planned(games: u32, seed: u64) -> Tournament {
    let agents = AGENTS.split(',').map(AgentSpec::parse);
    Tournament {
        agents: agents
            .collect::<Result<_, _>>()
            .expect("the list has agents"),
        games,
        seed,
        longest: LONGEST,
    }
}

/// The ratings, and the points of each against each.
pub(super) fn section(name: &str, planned: &Tournament, robin: &RoundRobin) -> String {
    let Tournament { games, seed, .. } = planned;
    let rated = robin.ratings();
    let mut order: Vec<usize> = (0..rated.len()).collect();
    order.sort_by(|&i, &j| rated[j].elo.total_cmp(&rated[i].elo));
    let mut page = format!(
        "
## Everyone against everyone on {name}

{games} games of every pair from the empty board, starting in turn. The solution helps `perfect` alone; the others play
without a database and without the exact opening. The mean rating is 0, and ± is the range of 95 % confidence. On the right the points of the
agent in the row, in percent: 1 for a win, ½ for a draw. `lines:10000` is `search:10000` without the network. `perfect` never
loses, but the game is a draw: it gets more only from an opponent who errs, and sets traps for a club player.

```sh
quixotic arena {name} --all {AGENTS} \\
    --unaided --games {games} --seed {seed}
```

| agent | Elo | ± |"
    );
    for &i in &order {
        page += &format!(" `{}` |", robin.agents[i]);
    }
    page += &format!("\n|---|--:|--:|{}\n", "--:|".repeat(order.len()));
    for &i in &order {
        let rating = &rated[i];
        page += &format!(
            "| `{}` | {:+.0} | {:.0} |",
            robin.agents[i], rating.elo, rating.error
        );
        for &j in &order {
            let score = robin.score(i, j);
            page += &match i == j {
                true => " · |".into(),
                false => format!(
                    " {:.1} |",
                    100.0 * score.points() / f64::from(score.games())
                ),
            };
        }
        page.push('\n');
    }
    page
}
