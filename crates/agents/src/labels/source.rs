//! Where boards come from.

use std::fmt;
use std::str::FromStr;

use quixotic_game::{Budget, Game as _, Outcome, Rng, quoted};
use quixotic_quixo::{Board, Position, Quixo};
use quixotic_tablebase::Database;
use thiserror::Error;

use super::{DrawError, Label};
use crate::sample::random_position;
use crate::search::{Search, Visits};
use crate::spec::SearchLimit;
use crate::{AgentError, AgentSpec, Playable as _, Players};

/// Plies of a game that are looked at, at most; as many as on the ladder.
const PLIES: usize = 40;
/// The share of random moves when an agent plays itself, without which it would play few
/// different games.
const RANDOM: f64 = 0.2;
/// Plies after which positions of different games are no longer the same few.
const OPENING: usize = 6;
/// Positions that a search may look at, and how many of them are taken.
const SEARCHED: u64 = 2000;
const SEARCH_SHARE: usize = 20;
/// One in so many positions of the opening is taken.
const OPENING_SHARE: usize = 8;

/// A source of boards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// The positions of a game that an agent plays with itself, with a random move now
    /// and then.
    Play(AgentSpec),
    /// The positions after all moves of one position, where these have different outcomes:
    /// what tells good moves from bad ones.
    Siblings,
    /// Some of the positions that `search` judges when it is asked about one.
    Visited,
    /// A random set of tiles, all levels equally likely.
    Boards,
}

/// Sources with their shares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mix(Vec<(Source, u32)>);

/// Text that is no mix.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("bad mix `{text}`: {reason}")]
pub struct MixError {
    text: String,
    reason: String,
}

impl Default for Mix {
    /// Random play and the moves of positions in which something is at stake.
    fn default() -> Mix {
        Mix(vec![
            (Source::Play(AgentSpec::Random), 1),
            (Source::Siblings, 1),
        ])
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Play(agent) => agent.fmt(f),
            Source::Siblings => f.pad("siblings"),
            Source::Visited => f.pad("visited"),
            Source::Boards => f.pad("boards"),
        }
    }
}

impl fmt::Display for Mix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, (source, share)) in self.0.iter().enumerate() {
            let comma = if number > 0 { "," } else { "" };
            write!(f, "{comma}{source}={share}")?;
        }
        Ok(())
    }
}

impl FromStr for Mix {
    type Err = MixError;

    /// Reads `random=2,siblings=1,minimax:2=1`.
    fn from_str(text: &str) -> Result<Mix, MixError> {
        let bad = |reason: String| MixError {
            text: quoted(text),
            reason,
        };
        let part = |part: &str| {
            let form = || bad("it is SOURCE=SHARE with commas between: random=2,siblings=1".into());
            let (source, share) = part.split_once('=').ok_or_else(form)?;
            let source = match source {
                "siblings" => Source::Siblings,
                "visited" => Source::Visited,
                "boards" => Source::Boards,
                agent => {
                    let agent = AgentSpec::parse(agent).map_err(|error| {
                        bad(format!(
                            "sources are `siblings`, `visited`, `boards` and agents; {error}"
                        ))
                    })?;
                    if matches!(agent, AgentSpec::Perfect | AgentSpec::Strategy) {
                        return Err(bad(format!(
                            "{agent} is no source: agents play without the solution"
                        )));
                    }
                    if !agent.is_repeatable() {
                        return Err(bad(format!("{agent} does not play the same twice")));
                    }
                    Source::Play(agent)
                }
            };
            match share.parse() {
                Ok(share @ 1..=1000) => Ok((source, share)),
                _ => Err(bad("a share is a number from 1 to 1000".into())),
            }
        };
        Ok(Mix(text.split(',').map(part).collect::<Result<_, _>>()?))
    }
}

impl Mix {
    /// Random play alone.
    pub fn random() -> Mix {
        Mix(vec![(Source::Play(AgentSpec::Random), 1)])
    }

    /// Who plays: without the solution, which would know every move.
    pub(super) fn players(&self, database: &Database) -> Players<Quixo> {
        Players::new(database.quixo().clone())
    }

    /// A source, by the shares.
    pub(super) fn pick(&self, rng: &mut Rng) -> &Source {
        let all: u32 = self.0.iter().map(|&(_, share)| share).sum();
        let mut drawn = rng.below(all as usize) as u32;
        for (source, share) in &self.0 {
            match drawn.checked_sub(*share) {
                Some(rest) => drawn = rest,
                None => return source,
            }
        }
        unreachable!("the number drawn is below the sum of the shares")
    }
}

/// Boards that were drawn together.
#[derive(Debug, Default)]
pub(super) struct Drawn {
    pub(super) boards: Vec<Board>,
    /// For moves of one position: whether some are left out, since the opponent wins at once
    /// after them.
    decided: Option<bool>,
}

impl Drawn {
    /// Whether the labels are worth learning from: moves of one position are if they
    /// have different outcomes.
    pub(super) fn counts(&self, labels: &[Label]) -> bool {
        match (self.decided, labels.first()) {
            (_, None) => false,
            (None, _) => true,
            (Some(has_blunder), Some(first)) => {
                let differs = |label: &Label| label.outcome != first.outcome;
                labels.iter().any(differs) || (has_blunder && first.outcome != Outcome::Win)
            }
        }
    }
}

impl Source {
    /// Some boards of this source on which nobody can win at once.
    pub(super) fn boards(
        &self,
        players: &Players<Quixo>,
        rng: &mut Rng,
    ) -> Result<Drawn, DrawError> {
        let quixo = &**players.game();
        let is_open = |board: Board| quixo.ended_on(board).is_none() && !quixo.wins_at_once(board);
        Ok(match self {
            Source::Play(agent) => Drawn {
                boards: played(players, agent, rng)?
                    .into_iter()
                    .filter(|&board| is_open(board))
                    .collect(),
                decided: None,
            },
            Source::Siblings => {
                let plies = rng.below(PLIES);
                let board = random_position(quixo, plies, rng).board;
                // Where a move wins at once there is nothing to learn.
                if quixo.wins_at_once(board) {
                    return Ok(Drawn::default());
                }
                let children: Vec<Board> = quixo.children(board).map(|(_, child)| child).collect();
                let open: Vec<Board> = children
                    .iter()
                    .copied()
                    .filter(|&child| is_open(child))
                    .collect();
                Drawn {
                    decided: Some(open.len() < children.len()),
                    boards: open,
                }
            }
            Source::Visited => Drawn {
                boards: visited(players, rng)?
                    .into_iter()
                    .filter(|&board| is_open(board))
                    .collect(),
                decided: None,
            },
            Source::Boards => Drawn {
                boards: Some(random_board(quixo, rng))
                    .filter(|&board| is_open(board))
                    .into_iter()
                    .collect(),
                decided: None,
            },
        })
    }
}

/// The boards of a game that an agent plays with itself.
fn played(
    players: &Players<Quixo>,
    spec: &AgentSpec,
    rng: &mut Rng,
) -> Result<Vec<Board>, DrawError> {
    let quixo = &**players.game();
    let mut agent = players.build(spec, rng.word())?;
    let mut position = Position::START;
    let mut boards = Vec::new();
    for ply in 0..PLIES {
        if ply >= OPENING || rng.below(OPENING_SHARE) == 0 {
            boards.push(position.board);
        }
        let next = match *spec != AgentSpec::Random && rng.unit() >= RANDOM {
            true => agent
                .choose(&position, &Budget::UNLIMITED)
                .ok()
                .map(|mv| quixo.play(&position, mv)),
            false => quixo.random_child(&position, rng),
        };
        match next {
            Some(next) if quixo.ended_on(next.board).is_none() => position = next,
            _ => break,
        }
    }
    Ok(boards)
}

/// Some of the boards that the search judges when it is asked about a random position.
fn visited(players: &Players<Quixo>, rng: &mut Rng) -> Result<Vec<Board>, DrawError> {
    let plies = rng.below(PLIES);
    let position = random_position(&**players.game(), plies, rng);
    let limit = SearchLimit::Positions(SEARCHED);
    let mut search = Search::new(players, Quixo::judge(players), limit, rng.word());
    let mut visits = Visits::new(SEARCH_SHARE, rng.word());
    match search.look(
        &position,
        &Budget::UNLIMITED,
        Some(&mut visits),
        &mut |_| {},
    ) {
        Ok(_) | Err(AgentError::GameOver) => {}
        Err(error) => return Err(error.into()),
    }
    let kept = visits.kept().into_iter();
    Ok(kept.map(|position| position.board).collect())
}

/// A random set of tiles: all levels are equally likely, and then all boards of the level.
fn random_board(quixo: &Quixo, rng: &mut Rng) -> Board {
    let cells = usize::from(quixo.rules().cells());
    let mut order: Vec<usize> = (0..cells).collect();
    let level = rng.below(cells + 1);
    let (mut mine, mut theirs) = (0, 0);
    for number in 0..level {
        order.swap(number, number + rng.below(cells - number));
        match rng.below(2) {
            0 => mine |= 1 << order[number],
            _ => theirs |= 1 << order[number],
        }
    }
    Board::new(mine, theirs).expect("a cell is drawn once")
}
