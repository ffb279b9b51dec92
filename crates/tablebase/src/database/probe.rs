//! Values of positions, one by one and many at once.
//!
//! A file may leave the distances of wins out. Such a win is one ply longer than the
//! shortest loss among its children, and losses are always stored in full. So questions
//! come in two waves, each of which is planned as a whole: the boards, then the
//! children of those that are such wins.

use std::cmp::Reverse;

use quixotic_game::{Budget, Outcome, Value};
use quixotic_quixo::{Board, Class, Move};

use super::{Database, ProbeError};
use crate::encoding::{self, Scale};
use crate::format::{FileError, Problem};

/// A legal move and what it leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveValue {
    /// The move.
    pub mv: Move,
    /// The board after it, seen by the next player.
    pub board: Board,
    /// The value of the move for the player who makes it, that ply included.
    pub value: Value,
}

/// A legal move and what is known of it, see [`Database::known_with_moves`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownMove {
    /// The move.
    pub mv: Move,
    /// The board after it, seen by the next player.
    pub board: Board,
    /// The value of the move for the player who makes it, that ply included; `None` if
    /// the level that it leads to is not here.
    pub value: Option<Value>,
}

/// A legal move and who wins after it, see [`Database::known_outcomes_with_moves`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownOutcome {
    /// The move.
    pub mv: Move,
    /// The board after it, seen by the next player.
    pub board: Board,
    /// The outcome for the player who makes it; `None` if the level that it leads to is not
    /// here.
    pub outcome: Option<Outcome>,
}

/// Boards that are asked together: what is to be known about them and their children
/// takes some 100 MB.
const CHUNK: usize = 1 << 16;
/// The same where all children are asked about.
const CHUNK_WITH_MOVES: usize = 1 << 12;

impl Database {
    /// The value of a board for the player to move.
    pub fn probe(&self, board: Board) -> Result<Value, ProbeError> {
        Ok(self.values(&[board])?[0])
    }

    /// The values of many boards, in their order. Each page of a file is read once, or
    /// once for 65,536 boards, which is much faster than asking one by one.
    pub fn probe_many(&self, boards: &[Board]) -> Result<Vec<Value>, ProbeError> {
        let mut values = Vec::with_capacity(boards.len());
        for boards in boards.chunks(CHUNK) {
            values.extend(self.values(boards)?);
        }
        Ok(values)
    }

    /// Who wins, for the player to move. Where the files leave the distances of wins
    /// out that is known much sooner than the whole value.
    pub fn outcome(&self, board: Board) -> Result<Outcome, ProbeError> {
        Ok(self.outcomes(&[board])?[0])
    }

    /// Who wins on each of many boards; see [`Database::probe_many`].
    pub fn outcomes_many(&self, boards: &[Board]) -> Result<Vec<Outcome>, ProbeError> {
        let mut outcomes = Vec::with_capacity(boards.len());
        for boards in boards.chunks(CHUNK) {
            outcomes.extend(self.outcomes(boards)?);
        }
        Ok(outcomes)
    }

    /// The values of many boards, each with who wins after each of its moves, for the player who
    /// makes it, in the order of [`Quixo::children`](quixotic_quixo::Quixo::children). The moves
    /// also tell the distances of wins that files leave out, so no page is looked at twice.
    pub fn probe_many_with_outcomes(
        &self,
        boards: &[Board],
    ) -> Result<Vec<(Value, Vec<Outcome>)>, ProbeError> {
        let mut found = Vec::with_capacity(boards.len());
        for boards in boards.chunks(CHUNK_WITH_MOVES) {
            found.extend(self.values_with_outcomes(boards)?);
        }
        Ok(found)
    }

    /// The legal moves with their values, the best first: the winner hurries,
    /// the loser delays. None when the game is over.
    pub fn moves(&self, board: Board) -> Result<Vec<MoveValue>, ProbeError> {
        let children: Vec<(Move, Board)> = self.quixo().children(board).collect();
        let boards: Vec<Board> = children.iter().map(|&(_, board)| board).collect();
        let values = self.values(&boards)?;
        Ok(best_first(&children, &values))
    }

    /// The value of a board and its moves with their values, planned together.
    pub fn probe_with_moves(&self, board: Board) -> Result<(Value, Vec<MoveValue>), ProbeError> {
        let children: Vec<(Move, Board)> = self.quixo().children(board).collect();
        let after = children.iter().map(|&(_, board)| board);
        let boards: Vec<Board> = std::iter::once(board).chain(after).collect();
        let stored = self.stored_many(&boards)?;
        let values = self.with_win_distances(&boards[1..], &stored[1..])?;
        let moves = best_first(&children, &values);
        Ok((self.value_by_moves(board, stored[0], &moves)?, moves))
    }

    /// The same where only some levels are here: the value of a board and of its moves as
    /// far as they are known. What a look one ply ahead decides is known on any level, and a
    /// board whose moves are all known is known, too.
    ///
    /// The best moves come first, those that are not known after those that are known to
    /// win or draw, and before those that lose.
    pub fn known_with_moves(
        &self,
        board: Board,
    ) -> Result<(Option<Value>, Vec<KnownMove>), ProbeError> {
        let children: Vec<(Move, Board)> = self.quixo().children(board).collect();
        let has_level = |board: Board| self.has_level(Class::of(board).level());
        if has_level(board) && children.iter().all(|&(_, board)| has_level(board)) {
            let (value, moves) = self.probe_with_moves(board)?;
            let known = |found: MoveValue| KnownMove {
                mv: found.mv,
                board: found.board,
                value: Some(found.value),
            };
            return Ok((Some(value), moves.into_iter().map(known).collect()));
        }
        let after = children.iter().map(|&(_, board)| board);
        let boards = std::iter::once(board).chain(after);
        let here: Vec<Board> = boards.filter(|&board| has_level(board)).collect();
        let mut here = here.iter().zip(self.values(&here)?).peekable();
        let scale = Scale::of(self.rules());
        // Both lists have the same order.
        let mut value = |board: Board| match here.next_if(|(here, _)| **here == board) {
            Some((_, value)) => Some(value),
            None => self.decided(board).map(|byte| scale.decode(byte)),
        };
        let of_board = value(board);
        let moves = children.into_iter().map(|(mv, board)| KnownMove {
            mv,
            board,
            value: value(board).map(Value::one_ply_earlier),
        });
        let mut moves: Vec<KnownMove> = moves.collect();
        moves.sort_by_key(|found| {
            let is_lost = |value: Value| value.outcome() == Outcome::Loss;
            Reverse((!found.value.is_some_and(is_lost), found.value))
        });
        let of_moves: Option<Vec<Value>> = moves.iter().map(|found| found.value).collect();
        let best = of_moves.and_then(|values| values.into_iter().max());
        Ok((of_board.or(best), moves))
    }

    /// Who wins on a board and after each of its moves, as far as it is known, for the
    /// player who moves: the part of [`known_with_moves`](Database::known_with_moves) that is
    /// there first, in the same order but for distances.
    pub fn known_outcomes_with_moves(
        &self,
        board: Board,
    ) -> Result<(Option<Outcome>, Vec<KnownOutcome>), ProbeError> {
        let children: Vec<(Move, Board)> = self.quixo().children(board).collect();
        let after = children.iter().map(|&(_, board)| board);
        let boards: Vec<Board> = std::iter::once(board).chain(after).collect();
        let is_here = |board: &&Board| self.has_level(Class::of(**board).level());
        let here: Vec<Board> = boards.iter().filter(is_here).copied().collect();
        let mut here = here.iter().zip(self.outcomes(&here)?).peekable();
        let scale = Scale::of(self.rules());
        // Both lists have the same order.
        let outcomes = boards
            .iter()
            .map(|board| match here.next_if(|(here, _)| *here == board) {
                Some((_, outcome)) => Some(outcome),
                None => self
                    .decided(*board)
                    .map(|byte| scale.decode(byte).outcome()),
            });
        let outcomes: Vec<Option<Outcome>> = outcomes.collect();
        let moves = children.into_iter().zip(&outcomes[1..]);
        let moves = moves.map(|((mv, board), outcome)| KnownOutcome {
            mv,
            board,
            outcome: outcome.map(Outcome::flip),
        });
        let mut moves: Vec<KnownOutcome> = moves.collect();
        moves.sort_by_key(|found| {
            let is_lost = found.outcome == Some(Outcome::Loss);
            Reverse((!is_lost, found.outcome))
        });
        let of_moves: Option<Vec<Outcome>> = moves.iter().map(|found| found.outcome).collect();
        let best = of_moves.and_then(|outcomes| outcomes.into_iter().max());
        Ok((outcomes[0].or(best), moves))
    }

    /// One optimal game from a board to its end: the first of the best moves each
    /// time. A drawn game ends when a position comes back.
    ///
    /// Where only some levels are here, the game stays on them as long as a move that is
    /// known is as good as any, and breaks off then.
    pub fn line(&self, board: Board, budget: &Budget) -> Result<Vec<MoveValue>, ProbeError> {
        let mut seen = vec![board];
        let mut line: Vec<MoveValue> = Vec::new();
        let mut board = board;
        while let Some(best) = self.best_known(board)? {
            budget.check(line.len() as u64)?;
            board = best.board;
            line.push(best);
            // Every other position has the other player to move.
            if seen.iter().rev().skip(1).step_by(2).any(|&b| b == board) {
                break;
            }
            seen.push(board);
        }
        Ok(line)
    }

    /// The first of the best moves; `None` when the game is over, or if only moves that
    /// are not known can be the best.
    fn best_known(&self, board: Board) -> Result<Option<MoveValue>, ProbeError> {
        let (value, moves) = self.known_with_moves(board)?;
        let best = moves.first().and_then(|found| {
            let best = MoveValue {
                mv: found.mv,
                board: found.board,
                value: found.value?,
            };
            (value == Some(best.value)).then_some(best)
        });
        Ok(best)
    }

    /// What the byte stored for a board means.
    pub fn value(&self, board: Board, stored: u8) -> Result<Value, ProbeError> {
        Ok(self.with_win_distances(&[board], &[stored])?[0])
    }

    fn values(&self, boards: &[Board]) -> Result<Vec<Value>, ProbeError> {
        let stored = self.stored_many(boards)?;
        self.with_win_distances(boards, &stored)
    }

    fn outcomes(&self, boards: &[Board]) -> Result<Vec<Outcome>, ProbeError> {
        let scale = Scale::of(self.rules());
        let stored = self.stored_many(boards)?.into_iter();
        Ok(stored.map(|byte| scale.decode(byte).outcome()).collect())
    }

    fn values_with_outcomes(
        &self,
        boards: &[Board],
    ) -> Result<Vec<(Value, Vec<Outcome>)>, ProbeError> {
        let scale = Scale::of(self.rules());
        let mut asked = boards.to_vec();
        let mut counts = Vec::with_capacity(boards.len());
        for &board in boards {
            let before = asked.len();
            asked.extend(self.quixo().children(board).map(|(_, child)| child));
            counts.push(asked.len() - before);
        }
        let stored = self.stored_many(&asked)?;
        let (stored, mut children) = stored.split_at(boards.len());
        let found = boards.iter().zip(stored).zip(counts);
        let found = found.map(|((&board, &byte), count)| {
            let replies = children.split_off(..count).unwrap_or_default();
            let value = match byte {
                encoding::WIN => self.win_by_replies(board, replies)?,
                byte => scale.decode(byte),
            };
            let outcome = |&reply: &u8| scale.decode(reply).outcome().flip();
            Ok((value, replies.iter().map(outcome).collect()))
        });
        found.collect()
    }

    /// The value of a win whose distance is left out, from the bytes of the boards after its moves.
    fn win_by_replies(&self, board: Board, replies: &[u8]) -> Result<Value, ProbeError> {
        let scale = Scale::of(self.rules());
        match replies.iter().min() {
            Some(&least) if least < encoding::DRAW => Ok(scale.decode(scale.step_back(least))),
            _ => Err(self.without_winning_move(board)),
        }
    }

    /// The value of a board whose moves are known. If its byte leaves the distance out, they
    /// tell it, and no page has to be looked at twice.
    fn value_by_moves(
        &self,
        board: Board,
        byte: u8,
        moves: &[MoveValue],
    ) -> Result<Value, ProbeError> {
        if byte != encoding::WIN {
            return Ok(Scale::of(self.rules()).decode(byte));
        }
        let best = moves.first().map(|best| best.value);
        let best = best.filter(|best| best.outcome() == Outcome::Win);
        best.ok_or_else(|| self.without_winning_move(board))
    }

    /// The error of a win that no move leads to.
    fn without_winning_move(&self, board: Board) -> ProbeError {
        let path = self.store().name(Class::of(board));
        let problem = Problem::Corrupt("a win without a move that wins".into());
        FileError::new(&path, problem).into()
    }

    /// What stored bytes mean: the second wave, where distances are left out.
    fn with_win_distances(
        &self,
        boards: &[Board],
        stored: &[u8],
    ) -> Result<Vec<Value>, ProbeError> {
        let scale = Scale::of(self.rules());
        let mut children = Vec::new();
        let mut ends = Vec::new();
        for (&board, &byte) in boards.iter().zip(stored) {
            if byte == encoding::WIN {
                children.extend(self.quixo().children(board).map(|(_, child)| child));
                ends.push(children.len());
            }
        }
        let replies = self.stored_many(&children)?;
        let mut start = 0;
        let mut ends = ends.into_iter();
        let value = |(&board, &byte): (&Board, &u8)| {
            if byte != encoding::WIN {
                return Ok(scale.decode(byte));
            }
            let end = ends.next().expect("an end for each win");
            let of_board = &replies[start..end];
            start = end;
            self.win_by_replies(board, of_board)
        };
        boards.iter().zip(stored).map(value).collect()
    }
}

/// The moves with the values of the boards they lead to, the best first.
fn best_first(children: &[(Move, Board)], values: &[Value]) -> Vec<MoveValue> {
    let with_value = |(&(mv, board), value): (&(Move, Board), &Value)| MoveValue {
        mv,
        board,
        value: value.one_ply_earlier(),
    };
    let mut moves: Vec<MoveValue> = children.iter().zip(values).map(with_value).collect();
    moves.sort_by_key(|mv| Reverse(mv.value));
    moves
}
