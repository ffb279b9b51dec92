//! The ratings of opponents: those that are offered are those of docs/results/levels.md, and they rise.

use quixotic_catalog::{Catalog, Setup};

/// The ratings in the table of a game, by agent.
fn measured(game: &str) -> Vec<(String, i16)> {
    let document = include_str!("../../../../docs/results/levels.md");
    let (_, rest) = document.split_once(&format!("## {game}\n")).unwrap();
    let table = rest.split("\n## ").next().unwrap();
    let rows = table.lines().filter(|line| line.starts_with("| `"));
    let row = |line: &str| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        (
            cells[1].trim_matches('`').to_owned(),
            cells[2].parse().unwrap(),
        )
    };
    rows.map(row).collect()
}

fn offered(game: &str) -> Vec<(String, Option<i16>)> {
    let catalog = Catalog::standard();
    let game = catalog.open(&catalog.read(game).unwrap(), &Setup::default());
    let agents = game.unwrap().info().agents.into_iter();
    agents.map(|agent| (agent.agent, agent.rating)).collect()
}

#[test]
fn the_levels_of_5x5_have_the_ratings_of_the_arena_and_rise_evenly() {
    let mut offered = offered("quixo5");
    // By the clock, so it was not measured.
    assert_eq!(offered.pop(), Some(("search:1s".to_owned(), None)));
    assert!(offered.len() >= 8, "{offered:?}");
    // Offered for its reasons, not as a step between its neighbours.
    let at = offered.iter().position(|(agent, _)| agent == "rules");
    offered.remove(at.expect("the card is offered"));
    let offered: Vec<(String, i16)> = offered
        .into_iter()
        .map(|(agent, rating)| (agent, rating.expect("each is measured")))
        .collect();
    let measured = measured("quixo5");
    for level in &offered {
        assert!(measured.contains(level), "{level:?} in {measured:?}");
    }
    for pair in offered.windows(2) {
        let step = pair[1].1 - pair[0].1;
        assert!((50..=250).contains(&step), "{pair:?}");
    }
}

/// What is offered elsewhere has no ratings that are shown, but the order of those that were measured.
#[test]
fn the_opponents_of_other_games_are_in_the_order_of_their_strength() {
    for game in ["quixo3", "quixo4", "numerical3", "numerical4"] {
        let measured = measured(game);
        let ratings: Vec<i16> = offered(game)
            .iter()
            .filter_map(|(agent, _)| measured.iter().find(|(name, _)| name == agent))
            .map(|&(_, rating)| rating)
            .collect();
        assert!(ratings.len() >= 3, "{game}");
        assert!(ratings.is_sorted(), "{game}: {ratings:?}");
    }
}
