//! Positions and moves as text, both ways.
//!
//! A position is its nine fields from the top left with `/` between them, each nine
//! cells `X`, `O` or `.`; then the player to move and the active field, `-` if every
//! open one may be played in. Who owns a field follows from the marks, except where
//! both players have a line in it: there `:X` or `:O` after its cells says whose was
//! first.
//!
//! What is read has to be able to arise: marks alternate, the game ends when it is
//! won, and the active field is where the last move sent the player.

use quixotic_game::{NotationError, Player};

use crate::grid::{self, Cells};
use crate::{Move, Position, Ruleset};

const PLAYERS: [Player; 2] = [Player::X, Player::O];

/// Writes a position.
pub(crate) fn format_position(position: &Position) -> String {
    let fields: Vec<String> = (0..9).map(|field| format_field(position, field)).collect();
    let active = match position.active() {
        Some(field) => char::from(b'0' + field),
        None => '-',
    };
    format!("{} {} {active}", fields.join("/"), position.to_move())
}

fn format_field(position: &Position, field: u8) -> String {
    let mut text: String = (0..9)
        .map(|spot| {
            let mv = Move { field, spot };
            match PLAYERS.map(|player| position.has(player, mv)) {
                [true, _] => 'X',
                [_, true] => 'O',
                _ => '.',
            }
        })
        .collect();
    let both = PLAYERS.map(|player| grid::has_line(position.marks(player, field)));
    if let (Some(owner), [true, true]) = (position.owner(field), both) {
        text.push_str(&format!(":{owner}"));
    }
    text
}

/// Reads a position that can arise under the ruleset.
pub(crate) fn parse_position(ruleset: Ruleset, text: &str) -> Result<Position, NotationError> {
    let position = read(text).and_then(|(position, to_move)| {
        arises(ruleset, &position, to_move)?;
        Ok(position)
    });
    position.map_err(|reason| NotationError::new("position", text, reason))
}

/// The parts of a position, put together but not yet checked against each other.
fn read(text: &str) -> Result<(Position, Player), String> {
    let parts: Vec<&str> = text.split(' ').collect();
    let [fields, to_move, active] = parts[..] else {
        let parts = "nine fields, the player to move and the active field";
        return Err(format!("a position is {parts}, with one space between"));
    };
    let fields: Vec<&str> = fields.split('/').collect();
    if fields.len() != 9 {
        let found = fields.len();
        return Err(format!("{found} field(s) found, the board has 9"));
    }
    let (mut marks, mut owned) = ([[0; 9]; 2], [0; 2]);
    for (field, cells) in fields.into_iter().enumerate() {
        let (found, owner) =
            read_field(cells).map_err(|reason| format!("field {field}: {reason}"))?;
        for player in PLAYERS {
            marks[player as usize][field] = found[player as usize];
            if owner == Some(player) {
                owned[player as usize] |= 1 << field;
            }
        }
    }
    let to_move = match to_move {
        "X" => Player::X,
        "O" => Player::O,
        other => return Err(format!("the player to move is X or O, not `{other}`")),
    };
    let active = match active.as_bytes() {
        b"-" => None,
        [digit @ b'0'..=b'8'] => Some(digit - b'0'),
        _ => return Err(format!("the active field is 0 to 8 or -, not `{active}`")),
    };
    Ok((Position::from_parts(marks, owned, active), to_move))
}

/// The marks of both players in a field, and its owner.
fn read_field(text: &str) -> Result<([Cells; 2], Option<Player>), String> {
    let (cells, said) = match text.split_once(':') {
        Some((cells, "X")) => (cells, Some(Player::X)),
        Some((cells, "O")) => (cells, Some(Player::O)),
        Some((_, other)) => {
            return Err(format!("after `:` comes the owner, X or O, not `{other}`"));
        }
        None => (text, None),
    };
    let found = cells.chars().count();
    if found != 9 {
        return Err(format!("{found} cell(s) found, a field has 9"));
    }
    let mut marks = [0; 2];
    for (spot, cell) in cells.chars().enumerate() {
        match cell {
            'X' => marks[0] |= 1 << spot,
            'O' => marks[1] |= 1 << spot,
            '.' => {}
            other => return Err(format!("spot {spot} is `{other}`, not X, O or .")),
        }
    }
    let owner = match (marks.map(grid::has_line), said) {
        ([true, true], None) => {
            return Err("both players have a line: `:X` or `:O` has to say whose was first".into());
        }
        ([true, true], said) => said,
        (_, Some(_)) => return Err("`:` is only for a field with lines of both players".into()),
        ([true, false], None) => Some(Player::X),
        ([false, true], None) => Some(Player::O),
        ([false, false], None) => None,
    };
    Ok((marks, owner))
}

/// Whether a game can come to a position, as far as counts, owners and the active
/// field tell.
fn arises(ruleset: Ruleset, position: &Position, to_move: Player) -> Result<(), String> {
    let [x, o] = PLAYERS.map(|player| {
        (0..9)
            .map(|field| position.marks(player, field).count_ones())
            .sum::<u32>()
    });
    if x != o && x != o + 1 {
        let rule = "X moves first, so X has as many or one more";
        return Err(format!("{x} X and {o} O cannot arise: {rule}"));
    }
    if to_move != position.to_move() {
        let after = position.to_move();
        return Err(format!("with {x} X and {o} O it is {after} who moves"));
    }
    let won = PLAYERS.map(|player| grid::has_line(position.owned(player)));
    if won == [true, true] {
        return Err("both players have three fields in a line".into());
    }
    if position.winner() == Some(to_move) {
        return Err(format!("{to_move} has won and would not be to move"));
    }
    if ruleset == Ruleset::WonClosed {
        let both = |&field: &u8| {
            PLAYERS
                .iter()
                .all(|&player| grid::has_line(position.marks(player, field)))
        };
        if let Some(field) = (0..9).find(both) {
            return Err(format!(
                "field {field} holds two lines, but a won field is closed"
            ));
        }
    }
    sent_here(ruleset, position)
}

/// Whether the active field fits the marks.
///
/// Every mark in spot j sent the next player to field j, and she played there if it
/// was open. A field that is open now always was, so it holds at least as many marks
/// as there are marks in spot j of all fields; one fewer if it is the active one.
fn sent_here(ruleset: Ruleset, position: &Position) -> Result<(), String> {
    let last = !position.to_move();
    let sends = |player, spot| {
        (0..9)
            .filter(|&field| position.has(player, Move { field, spot }))
            .count()
    };
    let is_closed = |field| position.is_closed(ruleset, field);
    match position.active() {
        Some(field) if is_closed(field) => {
            return Err(format!("field {field} cannot be active: it is closed"));
        }
        Some(field) if sends(last, field) == 0 => {
            let spot = format!("{last} has no mark in a spot {field}");
            return Err(format!("field {field} cannot be active: {spot}"));
        }
        None if position.plies() > 0
            && !(0..9).any(|field| is_closed(field) && sends(last, field) > 0) =>
        {
            return Err(format!(
                "`-` cannot be: no mark of {last} sends to a closed field"
            ));
        }
        _ => {}
    }
    for field in (0..9).filter(|&field| !is_closed(field)) {
        let sent: usize = PLAYERS.map(|player| sends(player, field)).iter().sum();
        let sent = sent - usize::from(position.active() == Some(field));
        let marks = position.taken(field).count_ones() as usize;
        if marks < sent {
            let spots = format!("{sent} earlier marks in a spot {field} sent there");
            return Err(format!(
                "field {field} holds {marks} mark(s), but {spots}: this cannot arise"
            ));
        }
    }
    Ok(())
}

/// Reads a move: field and spot.
pub(crate) fn parse_move(text: &str) -> Result<Move, NotationError> {
    match text.as_bytes() {
        [field @ b'0'..=b'8', spot @ b'0'..=b'8'] => Ok(Move {
            field: field - b'0',
            spot: spot - b'0',
        }),
        _ => {
            let reason = "a move is two digits from 0 to 8, field and spot, like 40";
            Err(NotationError::new("move", text, reason))
        }
    }
}
