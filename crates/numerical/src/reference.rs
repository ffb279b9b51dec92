//! Two slow solvers, written from the rules alone: the oracle of the tests and the
//! baseline of the bench.

use quixotic_game::Player;

use crate::{Move, Numerical, Position, Question};

/// Answers a question by playing out every game, without any shortcut but to stop
/// looking when an answer is there.
pub fn brute_force(game: &Numerical, position: &Position, question: Question) -> bool {
    if let Some(winner) = game.winner(position) {
        return winner == question.asker && position.rounds() <= question.by_round;
    }
    let mut moves = game
        .legal_moves(position)
        .map(|mv| game.after(position, mv))
        .peekable();
    if moves.peek().is_none() {
        return false;
    }
    match position.to_move() == question.asker {
        true => moves.any(|after| brute_force(game, &after, question)),
        false => moves.all(|after| brute_force(game, &after, question)),
    }
}

/// The search of *Numerical Tic-Tac-Toe on the 4×4 Board*: two values, so that
/// alpha-beta pruning is to stop at the first move that decides, and a look one move
/// ahead, for a move that wins and against moves that let the opponent win at once.
///
/// The paper also remembers early boards; it stops at depth 10, and so it would be of
/// no use for the late positions that this is measured on.
pub struct AlphaBeta<'a> {
    game: &'a Numerical,
    question: Question,
    numbers: [u8; 16],
    hands: [u16; 2],
    free: u16,
}

impl<'a> AlphaBeta<'a> {
    /// Makes ready to answer a question about a position.
    pub fn new(game: &'a Numerical, position: &Position, question: Question) -> AlphaBeta<'a> {
        let cells = 0..game.rules().cells();
        let number = |cell| position.at(cell).map_or(0, |placed| placed.number);
        AlphaBeta {
            game,
            question,
            numbers: std::array::from_fn(|cell| number(cell as u8)),
            hands: [Player::X, Player::O].map(|player| game.hand(position, player).bits()),
            free: cells.fold(0, |free, cell| free | u16::from(number(cell) == 0) << cell),
        }
    }

    /// The answer; nobody may have won yet.
    pub fn answer(&mut self) -> bool {
        let rounds = u32::from(self.game.rules().cells()) - self.free.count_ones();
        let mover = rounds as usize % 2;
        let is_asker = (self.question.asker == Player::X) == (mover == 0);
        if self.winning_move(mover).is_some() {
            return is_asker && rounds < u32::from(self.question.by_round);
        }
        if self.free == 0 {
            return false;
        }
        for mv in self.moves(mover) {
            self.place(mover, mv);
            let answer = match self.winning_move(1 - mover) {
                // The opponent wins with the next move.
                Some(_) => !is_asker && rounds + 2 <= u32::from(self.question.by_round),
                None => self.answer(),
            };
            self.take_back(mover, mv);
            if answer == is_asker {
                return answer;
            }
        }
        !is_asker
    }

    fn moves(&self, mover: usize) -> Vec<Move> {
        let free = crate::grid::bits(self.free);
        let hand = crate::Hand::from_bits(self.hands[mover]);
        free.flat_map(|cell| hand.iter().map(move |number| Move { cell, number }))
            .collect()
    }

    fn place(&mut self, mover: usize, mv: Move) {
        self.numbers[usize::from(mv.cell)] = mv.number;
        self.hands[mover] ^= 1 << (mv.number - 1);
        self.free ^= 1 << mv.cell;
    }

    fn take_back(&mut self, mover: usize, mv: Move) {
        self.place(mover, mv);
        self.numbers[usize::from(mv.cell)] = 0;
    }

    /// A move of this player that completes a line.
    fn winning_move(&self, player: usize) -> Option<Move> {
        self.game.grid().lines().iter().find_map(|line| {
            let free = line & self.free;
            if free.count_ones() != 1 {
                return None;
            }
            let sum: u8 = crate::grid::bits(*line)
                .map(|cell| self.numbers[usize::from(cell)])
                .sum();
            let number = self.game.rules().target().checked_sub(sum)?;
            let cell = free.trailing_zeros() as u8;
            let hand = crate::Hand::from_bits(self.hands[player]);
            hand.contains(number).then_some(Move { cell, number })
        })
    }
}
