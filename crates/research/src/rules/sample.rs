//! Positions in which there is something to lose, with what every rule says of every move and whether
//! the move keeps the outcome. A card is judged on them in microseconds a position, without a
//! look at a board.

use quixotic_agents::arena::{LONGEST, REPETITIONS};
use quixotic_agents::ladder::Ladder;
use quixotic_agents::rules::{Card, Layout, RULES};
use quixotic_agents::{Agent, AgentSpec, Players};
use quixotic_game::{Budget, Game as _, Outcome, Player, Rng};
use quixotic_quixo::{Board, Move, Position, Quixo};
use rayon::prelude::*;

use super::Error;

/// Positions, and what the rules say of their moves.
#[derive(Default)]
pub(crate) struct Sample {
    /// For each rule its numbers for all moves of all positions, one after the other.
    scores: Vec<Vec<i16>>,
    /// For each move whether it makes the outcome worse.
    errs: Vec<bool>,
    /// Where the moves of each position end.
    ends: Vec<u32>,
}

/// A position and, for each of its moves, whether it makes the outcome worse.
pub(crate) struct AtStake {
    pub(crate) board: Board,
    pub(crate) errs: Vec<bool>,
}

impl AtStake {
    /// A position by the outcomes of its moves; `None` if they are all the same.
    fn new(board: Board, outcomes: &[Outcome]) -> Option<AtStake> {
        let best = outcomes.iter().max()?;
        let errs: Vec<bool> = outcomes.iter().map(|outcome| outcome != best).collect();
        errs.contains(&true).then_some(AtStake { board, errs })
    }
}

impl Sample {
    /// What the rules say of positions.
    pub(crate) fn new(layout: &Layout, positions: &[AtStake]) -> Sample {
        let judged = positions.par_iter().map(|at_stake| {
            let score = |seen| RULES.iter().map(|rule| rule.score(&seen)).collect();
            let scores: Vec<Vec<i16>> = layout.moves(at_stake.board).map(score).collect();
            scores
        });
        let judged: Vec<Vec<Vec<i16>>> = judged.collect();
        let mut sample = Sample {
            scores: vec![Vec::new(); RULES.len()],
            ..Sample::default()
        };
        for (at_stake, moves) in positions.iter().zip(judged) {
            sample.errs.extend(&at_stake.errs);
            for scores in moves {
                for (rule, score) in sample.scores.iter_mut().zip(scores) {
                    rule.push(score);
                }
            }
            sample.ends.push(sample.errs.len() as u32);
        }
        sample
    }

    pub(crate) fn positions(&self) -> usize {
        self.ends.len()
    }

    /// How often a card errs: the mean over the positions of the share of the moves it leaves that err.
    pub(crate) fn error(&self, rules: &[usize]) -> f64 {
        let mut left: Vec<u32> = Vec::new();
        let (mut begin, mut sum) = (0, 0.0);
        for &end in &self.ends {
            left.clear();
            left.extend(begin..end);
            for &rule in rules {
                if left.len() == 1 {
                    break;
                }
                let scores = &self.scores[rule];
                let best = left.iter().map(|&at| scores[at as usize]).max();
                left.retain(|&at| Some(scores[at as usize]) == best);
            }
            let errors = left.iter().filter(|&&at| self.errs[at as usize]).count();
            sum += errors as f64 / left.len() as f64;
            begin = end;
        }
        sum / self.ends.len().max(1) as f64
    }
}

/// The positions of a ladder.
pub(crate) fn of_ladder(
    players: &Players<Quixo>,
    count: u32,
    seed: u64,
    budget: &Budget,
) -> Result<Vec<AtStake>, Error> {
    let ladder = Ladder::draw(players, 0..count, seed, budget)?;
    let of_moves = |(position, _): (&Position, _)| at_stake(players, position.board, budget);
    let positions = ladder.at_stake().map(of_moves);
    Ok(positions
        .collect::<Result<Vec<_>, _>>()?
        .into_iter()
        .flatten()
        .collect())
}

/// Positions that a card reaches against an opponent, X and O in turn, and in which it is to move.
pub(crate) fn reached(
    players: &Players<Quixo>,
    card: &Card,
    opponent: Option<&AgentSpec>,
    games: u32,
    seed: u64,
    budget: &Budget,
) -> Result<Vec<AtStake>, Error> {
    let games = (0..games).into_par_iter().map(|number| {
        let boards = boards_of_a_game(players, card, opponent, number, seed, budget)?;
        let judged = boards
            .into_iter()
            .map(|board| at_stake(players, board, budget));
        judged.collect::<Result<Vec<_>, Error>>()
    });
    let games: Vec<Vec<Option<AtStake>>> = games.collect::<Result<_, Error>>()?;
    Ok(games.into_iter().flatten().flatten().collect())
}

/// The boards of a game with the card to move. Without an opponent it plays itself.
fn boards_of_a_game(
    players: &Players<Quixo>,
    card: &Card,
    opponent: Option<&AgentSpec>,
    number: u32,
    seed: u64,
    budget: &Budget,
) -> Result<Vec<Board>, Error> {
    let game = players.game();
    let layout = Layout::new(game);
    let mut rng = Rng::part(seed, number.into());
    let mut opponent: Option<Box<dyn Agent<Quixo>>> = match opponent {
        Some(spec) => Some(players.without_oracle().build(spec, rng.word())?),
        None => None,
    };
    let side = if number.is_multiple_of(2) {
        Player::X
    } else {
        Player::O
    };
    let mut position = Position::START;
    let (mut boards, mut past) = (Vec::new(), Vec::new());
    while game.ended(&position).is_none() && past.len() < LONGEST as usize {
        let times = past.iter().filter(|&&before| before == position).count();
        if times + 1 >= usize::from(REPETITIONS) {
            break;
        }
        past.push(position);
        let mv: Move = match &mut opponent {
            Some(opponent) if position.to_move != side => opponent.choose(&position, budget)?,
            _ => {
                boards.push(position.board);
                let explained = card.explain(&layout, position.board);
                rng.pick(explained.moves()).expect("the game is not over")
            }
        };
        position = game.play(&position, mv);
    }
    Ok(boards)
}

/// A board with what its moves come to, if there is something to lose.
fn at_stake(
    players: &Players<Quixo>,
    board: Board,
    budget: &Budget,
) -> Result<Option<AtStake>, Error> {
    let game = players.game();
    let oracle = players
        .oracle()
        .expect("the positions are judged by the solution");
    let mut outcomes = Vec::new();
    for (_, after) in game.children(board) {
        let after = Position {
            board: after,
            to_move: Player::O,
        };
        let outcome = match game.ended(&after) {
            Some(outcome) => Some(outcome),
            None => oracle.outcome(&after, budget)?,
        };
        outcomes.push(outcome.ok_or(Error::NotComplete)?.flip());
    }
    Ok(AtStake::new(board, &outcomes))
}
