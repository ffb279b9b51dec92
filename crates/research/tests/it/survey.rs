//! What is found for the results pages, against a look at every board.

use std::collections::BTreeSet;

use quixotic_game::{Budget, Outcome};
use quixotic_quixo::{Board, Past, Quixo, Reachable, Rules, Taken, Ternary};
use quixotic_research::chance::{Chances, Sample, Survey};
use quixotic_research::notable::images;
use quixotic_research::opening::openings;
use quixotic_research::smallest;
use quixotic_tablebase::Database;

fn official(size: u8) -> Rules {
    Rules::official(size).expect("a supported size")
}

fn embedded(size: u8) -> Database {
    Database::embedded(official(size)).expect("3×3 and 4×4 are embedded")
}

fn outcome(database: &Database, board: Board) -> Outcome {
    database.probe(board).expect("all levels").outcome()
}

fn tiles(board: Board) -> u32 {
    board.marked().count_ones()
}

/// One board of each orbit.
fn orbits(database: &Database, boards: impl Iterator<Item = Board>) -> Vec<Board> {
    let least = boards.map(|board| images(database.rules(), board)[0]);
    least.collect::<BTreeSet<_>>().into_iter().collect()
}

/// The orbits of the boards with the fewest tiles.
fn fewest(database: &Database, boards: &[Board]) -> Vec<Board> {
    let least = boards.iter().map(|&board| tiles(board)).min();
    let smallest = boards
        .iter()
        .copied()
        .filter(|&board| Some(tiles(board)) == least);
    orbits(database, smallest)
}

#[test]
fn the_past_is_that_of_the_search_forward() {
    let quixo = Quixo::new(official(3));
    let reachable = Reachable::search(&quixo);
    let mut past = Past::of_any_moves(&quixo);
    for board in Ternary::new(quixo.rules()).boards() {
        assert_eq!(past.leads_to(board), reachable.contains(board), "{board:?}");
    }
    // Every board that moves of empty tiles lead to, ply by ply.
    let mut boards = BTreeSet::from([Board::EMPTY]);
    let mut all = boards.clone();
    while !boards.is_empty() {
        let children = boards
            .iter()
            .flat_map(|&board| quixo.children_taking(board, Taken::Empty));
        boards = children.map(|(_, child)| child).collect();
        all.extend(&boards);
    }
    let mut past = Past::of_empty_tiles(&quixo);
    for board in Ternary::new(quixo.rules()).boards() {
        assert_eq!(past.leads_to(board), all.contains(&board), "{board:?}");
    }
}

#[test]
fn the_smallest_decided_positions_are_found() {
    let database = embedded(4);
    let quixo = database.quixo();
    let mut past = Past::of_any_moves(quixo);
    let boards = Ternary::new(database.rules()).boards();
    // With fewer than eight tiles none is lost, with eight 4,866 are.
    let lost = boards.filter(|&board| {
        let [mine, theirs] = [board.mine(), board.theirs()].map(u64::count_ones);
        mine == theirs
            && mine <= 4
            && quixo.ended_on(board).is_none()
            && outcome(&database, board) == Outcome::Loss
            && past.leads_to(board)
    });
    let lost: Vec<Board> = lost.collect();
    let found = smallest::balanced_losses(&database, &Budget::UNLIMITED).unwrap();
    assert_eq!(lost.len(), 4866);
    assert!(found == fewest(&database, &lost), "others are found");
    // The empty board is won.
    assert_eq!(
        smallest::decided(&database, &Budget::UNLIMITED).unwrap(),
        [Board::EMPTY]
    );
    assert_eq!(
        smallest::decided_by_empty_tiles(&database, &Budget::UNLIMITED).unwrap(),
        [Board::EMPTY]
    );
}

#[test]
fn openings_are_all_orbits_with_all_moves() {
    let database = embedded(4);
    let quixo = database.quixo();
    let by_ply = openings(&database, 3, &Budget::UNLIMITED).unwrap();
    assert_eq!(by_ply[0].len(), 1);
    // A corner, or next to one.
    assert_eq!(by_ply[1].len(), 2);
    let mut boards = vec![Board::EMPTY];
    for ply in by_ply {
        let found: Vec<Board> = ply.iter().map(|opening| opening.board).collect();
        assert_eq!(found, boards);
        let children = boards.iter().flat_map(|&board| quixo.children(board));
        boards = orbits(&database, children.map(|(_, child)| child));
        for opening in ply {
            let moves = database.moves(opening.board).unwrap();
            let counted: u32 = opening.moves.iter().map(|found| found.moves).sum();
            assert_eq!(counted as usize, moves.len());
            assert_eq!(opening.outcome, outcome(&database, opening.board));
            let best = moves
                .iter()
                .filter(|mv| mv.value.outcome() == opening.outcome);
            let kept: u32 = opening.keeping().map(|found| found.moves).sum();
            assert_eq!(kept as usize, best.count());
            for found in &opening.moves {
                let after = quixo.play_on(opening.board, found.mv);
                assert_eq!(images(database.rules(), after)[0], found.after);
                let grown = tiles(after) - tiles(opening.board);
                assert_eq!(grown == 1, found.taken == Taken::Empty);
            }
        }
    }
}

fn chances(database: &Database, level: u8, sample: Sample) -> Chances {
    let survey = Survey::new(database.quixo(), level, sample, &Budget::UNLIMITED).unwrap();
    let mut asked = 0;
    let chances = survey
        .ask(database, &Budget::UNLIMITED, &mut |answers| {
            asked += answers;
        })
        .unwrap();
    assert_eq!(asked, survey.len());
    chances
}

/// The mean over all boards of a level that are not over and have the outcome.
fn mean(database: &Database, level: u8, wanted: Option<Outcome>) -> Option<(u64, f64)> {
    let mut shares = Vec::new();
    for board in Ternary::new(database.rules()).boards() {
        let is_here =
            tiles(board) == u32::from(level) && database.quixo().ended_on(board).is_none();
        if !is_here || wanted.is_some_and(|wanted| wanted != outcome(database, board)) {
            continue;
        }
        let moves = database.moves(board).unwrap();
        let best = moves[0].value.outcome();
        let kept = moves.iter().filter(|found| found.value.outcome() == best);
        shares.push(kept.count() as f64 / moves.len() as f64);
    }
    let mean = shares.iter().sum::<f64>() / shares.len() as f64;
    (!shares.is_empty()).then_some((shares.len() as u64, mean))
}

fn is_near(found: Option<f64>, expected: f64, apart: f64) -> bool {
    found.is_some_and(|found| (found - expected).abs() <= apart)
}

#[test]
fn small_levels_are_looked_through() {
    let database = embedded(3);
    let sample = Sample {
        size: 1 << 20,
        seed: 0,
    };
    for level in 0..=9 {
        let found = chances(&database, level, sample);
        assert!(found.exact);
        for (chance, wanted) in [
            (found.all, None),
            (found.won, Some(Outcome::Win)),
            (found.drawn, Some(Outcome::Draw)),
        ] {
            match mean(&database, level, wanted) {
                Some((positions, mean)) => {
                    assert_eq!(chance.positions, positions);
                    assert!(is_near(chance.mean, mean, 1e-9), "{level} {wanted:?}");
                    assert_eq!(chance.error, Some(0.0));
                }
                None => assert_eq!((chance.positions, chance.mean), (0, None)),
            }
        }
    }
}

/// The sample comes as near to the truth as it says, on most levels.
#[test]
fn samples_are_near_the_truth() {
    let database = embedded(4);
    let mut near = 0;
    for level in 3..=6 {
        let drawn = chances(&database, level, Sample { size: 200, seed: 7 });
        let all = chances(
            &database,
            level,
            Sample {
                size: 1 << 40,
                seed: 7,
            },
        );
        assert!(!drawn.exact && all.exact);
        assert_eq!(drawn.all.positions, 200);
        let apart = 2.0 * drawn.all.error.expect("many were drawn");
        assert!(apart > 0.0);
        near += usize::from(is_near(drawn.all.mean, all.all.mean.unwrap(), apart));
        assert!(is_near(drawn.all.mean, all.all.mean.unwrap(), 2.0 * apart));
    }
    assert!(near >= 3, "{near} of 4");
}

#[test]
fn a_sample_depends_on_its_seed() {
    let database = embedded(4);
    let of = |seed| chances(&database, 9, Sample { size: 200, seed });
    assert_eq!(of(3), of(3));
    assert_ne!(of(3).all.mean, of(4).all.mean);
}

/// Where a line is short no position with many tiles is left in which the game is
/// not over.
#[test]
fn a_level_may_have_no_position_that_is_not_over() {
    let rules = official(6).with_line(3).unwrap();
    let sample = Sample { size: 10, seed: 0 };
    let survey = Survey::new(&Quixo::new(rules), 36, sample, &Budget::UNLIMITED);
    assert!(survey.unwrap().is_empty());
}
