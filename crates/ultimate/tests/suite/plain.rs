//! The rules once more, plainly: a list of cells and the list of moves that led
//! there. Nothing is shared with the crate, and nothing is fast.

use quixotic_game::Player;
use quixotic_ultimate::{Move, Ruleset};

const LINES: [[usize; 3]; 8] = [
    [0, 1, 2],
    [3, 4, 5],
    [6, 7, 8],
    [0, 3, 6],
    [1, 4, 7],
    [2, 5, 8],
    [0, 4, 8],
    [2, 4, 6],
];

/// A game so far.
#[derive(Clone, Debug)]
pub(crate) struct Plain {
    pub(crate) ruleset: Ruleset,
    pub(crate) cells: [[Option<Player>; 9]; 9],
    pub(crate) owners: [Option<Player>; 9],
    pub(crate) line: Vec<Move>,
}

fn holds_line(cells: &[Option<Player>; 9], player: Player) -> bool {
    LINES
        .iter()
        .any(|line| line.iter().all(|&cell| cells[cell] == Some(player)))
}

impl Plain {
    pub(crate) fn new(ruleset: Ruleset) -> Plain {
        Plain {
            ruleset,
            cells: [[None; 9]; 9],
            owners: [None; 9],
            line: Vec::new(),
        }
    }

    pub(crate) fn to_move(&self) -> Player {
        [Player::X, Player::O][self.line.len() % 2]
    }

    pub(crate) fn winner(&self) -> Option<Player> {
        [Player::X, Player::O]
            .into_iter()
            .find(|&player| holds_line(&self.owners, player))
    }

    fn is_closed(&self, field: usize) -> bool {
        let is_full = self.cells[field].iter().all(Option::is_some);
        match self.ruleset {
            Ruleset::FullOnly => is_full,
            Ruleset::WonClosed => is_full || self.owners[field].is_some(),
        }
    }

    pub(crate) fn moves(&self) -> Vec<Move> {
        if self.winner().is_some() {
            return Vec::new();
        }
        let sent = self.line.last().map(|last| usize::from(last.spot));
        let sent = sent.filter(|&field| !self.is_closed(field));
        let mut moves = Vec::new();
        for field in 0..9 {
            if self.is_closed(field) || sent.is_some_and(|sent| sent != field) {
                continue;
            }
            for spot in 0..9 {
                if self.cells[field][spot].is_none() {
                    moves.push(Move::new(field as u8, spot as u8));
                }
            }
        }
        moves
    }

    pub(crate) fn play(&self, mv: Move) -> Plain {
        let mut after = self.clone();
        let field = usize::from(mv.field);
        after.cells[field][usize::from(mv.spot)] = Some(self.to_move());
        if after.owners[field].is_none() && holds_line(&after.cells[field], self.to_move()) {
            after.owners[field] = Some(self.to_move());
        }
        after.line.push(mv);
        after
    }

    /// Whether the player forces a win within so many plies, by trying everything.
    pub(crate) fn wins_within(&self, player: Player, plies: u8) -> bool {
        match self.winner() {
            Some(winner) => winner == player,
            None if plies == 0 => false,
            None => {
                let moves = self.moves();
                let wins = |&mv: &Move| self.play(mv).wins_within(player, plies - 1);
                if self.to_move() == player {
                    moves.iter().any(wins)
                } else {
                    !moves.is_empty() && moves.iter().all(wins)
                }
            }
        }
    }
}

/// Numbers that look random and are the same every time.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound
    }

    pub(crate) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}
