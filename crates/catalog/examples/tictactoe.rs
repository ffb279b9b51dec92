//! Plain Tic-Tac-Toe as one more game of the catalog: everything that a game needs, in
//! one file. `cargo run -p quixotic-catalog --example tictactoe` solves it and plays it.
//!
//! Tests of the catalog, the command and the server include this file, and play, ask and
//! serve the game.

use std::sync::Arc;

use quixotic_agents::{Exhaustive, Playable, Players};
use quixotic_catalog::{
    AnyGame, Entry, Error, GameId, Kind, Listed, Offer, OracleSolution, RuleValues, Setup, numbers,
};
use quixotic_game::{Game, NotationError, Outcome, Player};

/// What makes it a game of a catalog: `Catalog::standard().with(TICTACTOE)`.
pub(crate) const TICTACTOE: Kind = Kind {
    name: "tictactoe",
    title: "Tic-Tac-Toe",
    options: &[],
    rules: |_| Ok(None),
    served: &[],
    open,
};

fn open(id: &GameId, _: &RuleValues, _: &Setup) -> Result<Arc<dyn AnyGame>, Error> {
    let oracle = Arc::new(Exhaustive::new(TicTacToe));
    let players = Players::new(TicTacToe).with_oracle(Arc::clone(&oracle) as _);
    let solution = OracleSolution::new(oracle);
    Ok(Arc::new(Listed::new(
        id,
        TICTACTOE.title,
        players,
        solution,
    )))
}

/// The game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TicTacToe;

/// Cells 0 to 8 from the top left, as the bits of X's and of O's marks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Grid {
    marks: [u16; 2],
}

/// A cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cell(u8);

const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

impl Grid {
    fn has_line(self, player: Player) -> bool {
        let marks = self.marks[player as usize];
        LINES.iter().any(|line| marks & line == *line)
    }

    fn at(self, cell: u8) -> char {
        match self.marks.map(|marks| marks >> cell & 1) {
            [1, _] => 'X',
            [_, 1] => 'O',
            _ => '.',
        }
    }

    fn count(self, player: Player) -> u32 {
        self.marks[player as usize].count_ones()
    }
}

impl Game for TicTacToe {
    type Position = Grid;
    type Move = Cell;

    fn start(&self) -> Grid {
        Grid::default()
    }

    fn to_move(&self, grid: &Grid) -> Player {
        match grid.count(Player::X) == grid.count(Player::O) {
            true => Player::X,
            false => Player::O,
        }
    }

    fn ended(&self, grid: &Grid) -> Option<Outcome> {
        let is_full = grid.count(Player::X) + grid.count(Player::O) == 9;
        match grid.has_line(!self.to_move(grid)) {
            true => Some(Outcome::Loss),
            false => is_full.then_some(Outcome::Draw),
        }
    }

    fn moves(&self, grid: &Grid) -> Vec<Cell> {
        match self.ended(grid) {
            Some(_) => Vec::new(),
            None => (0..9)
                .filter(|&cell| grid.at(cell) == '.')
                .map(Cell)
                .collect(),
        }
    }

    fn play(&self, grid: &Grid, Cell(cell): Cell) -> Grid {
        let mut after = *grid;
        after.marks[self.to_move(grid) as usize] |= 1 << cell;
        after
    }

    fn parse_position(&self, text: &str) -> Result<Grid, NotationError> {
        let bad = |reason: &str| NotationError::new("position", text, reason);
        let mut grid = Grid::default();
        if text.chars().count() != 9 {
            return Err(bad("it has nine cells: X, O or ."));
        }
        for (cell, symbol) in text.chars().enumerate() {
            match symbol {
                'X' => grid.marks[0] |= 1 << cell,
                'O' => grid.marks[1] |= 1 << cell,
                '.' => {}
                _ => return Err(bad("its cells are X, O or .")),
            }
        }
        let (x, o) = (grid.count(Player::X), grid.count(Player::O));
        if grid.has_line(self.to_move(&grid)) || !(o..=o + 1).contains(&x) {
            return Err(bad("no game leads there"));
        }
        Ok(grid)
    }

    fn format_position(&self, grid: &Grid) -> String {
        (0..9).map(|cell| grid.at(cell)).collect()
    }

    fn parse_move(&self, text: &str) -> Result<Cell, NotationError> {
        match text.as_bytes() {
            [digit @ b'1'..=b'9'] => Ok(Cell(digit - b'1')),
            _ => Err(NotationError::new("move", text, "it is a cell, 1 to 9")),
        }
    }

    fn format_move(&self, Cell(cell): Cell) -> String {
        (cell + 1).to_string()
    }
}

impl Playable for TicTacToe {
    fn name(&self) -> String {
        TICTACTOE.name.into()
    }

    fn heuristic(&self, _: &Grid) -> i32 {
        0
    }
}

impl Entry for TicTacToe {
    fn shape(&self) -> Vec<usize> {
        vec![3, 3]
    }

    fn write_numbers(&self, grid: &Grid, marks: &mut [i8]) {
        let mover = self.to_move(grid);
        for player in [Player::X, Player::O] {
            let own = |cell: &usize| grid.marks[player as usize] >> cell & 1 == 1;
            for cell in (0..9).filter(own) {
                marks[cell] = numbers::sign(player, mover);
            }
        }
    }

    fn read_numbers(&self, marks: &[i8], to_move: Option<Player>) -> Result<Grid, Error> {
        let count = |sign: i8| marks.iter().filter(|mark| **mark == sign).count();
        let mover = numbers::mover_by_count(count(1), count(-1), to_move)?;
        let owner = |&mark: &i8| numbers::owner(mark, mover);
        let symbol = |mark| owner(mark).map_or(".".into(), |player| player.to_string());
        Ok(self.parse_position(&marks.iter().map(symbol).collect::<String>())?)
    }

    fn numbered_moves(&self) -> Vec<Cell> {
        (0..9).map(Cell).collect()
    }

    fn offers(&self) -> &'static [Offer] {
        const {
            &[
                Offer::new("random", "Random"),
                Offer::new("perfect", "Perfect"),
            ]
        }
    }

    fn draw(&self, grid: &Grid, _last: Option<Cell>) -> Vec<String> {
        let rows = [[0, 1, 2], [3, 4, 5], [6, 7, 8]];
        let row = |row: [u8; 3]| row.map(|cell| format!(" {}", grid.at(cell))).concat();
        rows.map(row).into()
    }

    fn how_to_move(&self) -> String {
        "A move is a cell, 1 to 9 from the top left.".into()
    }

    fn why_illegal(&self, _: &Grid, _: Cell) -> String {
        "that cell is taken".into()
    }

    fn moves_are_numbers(&self) -> bool {
        true
    }
}

#[allow(
    dead_code,
    reason = "the tests that include this file have a main of their own"
)]
fn main() -> Result<(), Error> {
    let catalog = quixotic_catalog::Catalog::standard().with(TICTACTOE);
    let game = catalog.open(&catalog.read("tictactoe")?, &Setup::default())?;
    let line = game.line("start", &quixotic_game::Budget::UNLIMITED)?;
    println!("A game without a mistake is a {}:", line.outcome);
    for mv in &line.moves {
        println!("{}", game.draw(&mv.position, None)?.join("\n") + "\n");
    }
    Ok(())
}
