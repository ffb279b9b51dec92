//! Ultimate Tic-Tac-Toe: what a few plies decide, and the moves of the published
//! strategies with their reasons.

use std::sync::{Arc, Mutex, MutexGuard, OnceLock, TryLockError};
use std::thread;
use std::time::Duration;

use quixotic_agents::{AgentSpec, Players};
use quixotic_game::{Budget, Game as _, Outcome, Player, Stopped, Value};
use quixotic_ultimate::grid::has_line;
use quixotic_ultimate::strategy::StrategyPlayer;
use quixotic_ultimate::{Line, Move, Position, Probe, Ruleset, Ultimate};
use serde_json::json;

use crate::numbers::{mover_by_count, out_of_range, owner, sign};
use crate::{
    Advised, AnyGame, Entry, Error, Found, FoundMove, GameId, Kind, Known, Listed, Offer, Pace,
    QueryKind, RuleOption, RuleValues, Setup, Solution, SolutionInfo, Source,
};

/// Ultimate Tic-Tac-Toe.
pub(crate) const ULTIMATE: Kind = Kind {
    name: "ultimate",
    title: "Ultimate Tic-Tac-Toe",
    options: &[RuleOption {
        name: "rules",
        value: "RULES",
        help: "Ultimate: when a field is closed, `full-only` as in the paper or `won-closed` as most programs play [default: full-only]",
    }],
    rules: |values| Ok(ruleset(values)?.options()),
    served: &["--rules won-closed"],
    open,
};

/// How far a probe looks.
const PLIES: u8 = 6;
/// Positions that one of its questions may take when nobody says otherwise.
const LIMIT: u64 = 20_000_000;

fn ruleset(values: &RuleValues) -> Result<Ruleset, Error> {
    match values.get("rules") {
        None => Ok(Ruleset::default()),
        Some(text) => text
            .parse()
            .map_err(|error| Error::Bad(format!("--rules: {error}"))),
    }
}

fn open(id: &GameId, values: &RuleValues, setup: &Setup) -> Result<Arc<dyn AnyGame>, Error> {
    let game = Ultimate::new(ruleset(values)?);
    let solution = Strategies {
        strategy: OnceLock::new(),
    };
    Ok(Arc::new(Listed::new(
        id,
        ULTIMATE.title,
        Players::new(game).with_programs(setup.programs_of(id)),
        solution,
    )))
}

const OFFERS: [Offer; 5] = [
    Offer::new("random", "Beginner: random moves"),
    Offer::new("minimax:3", "Easy: minimax, 3 plies"),
    Offer::new("mcts:2000", "Hard: Monte-Carlo, 2,000 games"),
    Offer::new("search:50000", "Very strong: search, 50,000 positions"),
    // As O it loses, if late. Only the paper's rules have it.
    Offer::new(
        "strategy",
        "Perfect for X: the published strategy, from the first move on",
    )
    .only_as(Player::X),
];

/// Rows of an array before that of the owners.
const FIELDS: usize = 9;
/// The row of the field to play in.
const ACTIVE: usize = FIELDS + 1;

/// As numbers, in eleven rows of nine: the nine fields with their spots, who owns which field, and a 1
/// for the field that has to be played in (none: any). Marks and fields of the player to move are 1,
/// the other's −1. Moves are numbered 9 · field + spot.
impl Entry for Ultimate {
    fn shape(&self) -> Vec<usize> {
        vec![FIELDS + 2, 9]
    }

    fn write_numbers(&self, position: &Position, numbers: &mut [i8]) {
        let mover = position.to_move();
        for player in [Player::X, Player::O] {
            let sign = sign(player, mover);
            let marks = (0..9).map(|field| position.marks(player, field));
            for (row, cells) in marks.chain([position.owned(player)]).enumerate() {
                for spot in (0..9).filter(|spot| cells >> spot & 1 == 1) {
                    numbers[9 * row + spot] = sign;
                }
            }
        }
        if let Some(field) = position.active() {
            numbers[9 * ACTIVE + usize::from(field)] = 1;
        }
    }

    fn read_numbers(&self, numbers: &[i8], to_move: Option<Player>) -> Result<Position, Error> {
        if let Some(&odd) = numbers.iter().find(|number| !(-1..=1).contains(*number)) {
            return Err(out_of_range(
                odd,
                "1 is a mark of the player to move, -1 the other's, 0 nobody's",
            ));
        }
        let (marks, rest) = numbers.split_at(9 * FIELDS);
        let (owners, active) = rest.split_at(9);
        let count = |sign: i8| marks.iter().filter(|&&number| number == sign).count();
        let mover = mover_by_count(count(1), count(-1), to_move)?;
        let fields: Vec<String> = marks
            .chunks(9)
            .zip(owners)
            .map(|(spots, &owner)| field(spots, owner, mover))
            .collect();
        let active = match active.iter().position(|&number| number == 1) {
            Some(field) => field.to_string(),
            None => "-".into(),
        };
        // The notation checks whether such a position can arise.
        let position = self.parse_position(&format!("{} {mover} {active}", fields.join("/")))?;
        let mut again = vec![0; numbers.len()];
        self.write_numbers(&position, &mut again);
        match again == numbers {
            true => Ok(position),
            false => Err(Error::Bad(
                "impossible board: the owners of the fields do not fit their marks".into(),
            )),
        }
    }

    fn numbered_moves(&self) -> Vec<Move> {
        let fields = 0..9;
        let moves = fields.flat_map(|field| (0..9).map(move |spot| Move::new(field, spot)));
        moves.collect()
    }

    fn offers(&self) -> &'static [Offer] {
        &OFFERS
    }

    fn draw(&self, position: &Position, _last: Option<Move>) -> Vec<String> {
        let mut lines = position.draw();
        if self.ended(position).is_none() {
            let place = match position.active() {
                Some(field) => format!("in field {field}"),
                None => "anywhere".into(),
            };
            lines.push(format!("{} plays {place}", position.to_move()));
        }
        lines
    }

    fn how_to_move(&self) -> String {
        "A move is a field and a cell in it, both numbered 0 to 8 from the top left: 40.".into()
    }

    fn why_illegal(&self, position: &Position, mv: Move) -> String {
        match self.check(position, mv) {
            Err(why) => why.to_string(),
            Ok(()) => "it is legal".into(),
        }
    }

    fn moves_are_numbers(&self) -> bool {
        true
    }
}

/// A field in the notation; where both players have a line in it, with its owner.
fn field(spots: &[i8], owned_by: i8, mover: Player) -> String {
    let symbol = |&number: &i8| owner(number, mover).map_or(".".into(), |by| by.to_string());
    let mut text: String = spots.iter().map(symbol).collect();
    let cells_of = |sign: i8| {
        let of_sign = |(spot, &number): (usize, &i8)| u16::from(number == sign) << spot;
        spots.iter().enumerate().map(of_sign).sum()
    };
    if let (true, Some(by)) = (
        has_line(cells_of(1)) && has_line(cells_of(-1)),
        owner(owned_by, mover),
    ) {
        text += &format!(":{by}");
    }
    text
}

/// A search of a few plies, the proved game, and the strategies.
struct Strategies {
    /// Holds the parsed certificate once O has needed it; built on first use.
    strategy: OnceLock<Mutex<StrategyPlayer>>,
}

impl Solution<Ultimate> for Strategies {
    fn info(&self) -> SolutionInfo {
        SolutionInfo {
            source: Source::Search,
            place: None,
        }
    }

    fn is_complete(&self) -> bool {
        false
    }

    fn pace(&self, _question: QueryKind) -> Pace {
        Pace::Search
    }

    fn probe(
        &self,
        game: &Ultimate,
        position: &Position,
        budget: &Budget,
    ) -> Result<Found<Ultimate>, Error> {
        let budget = budget.clone().with_positions(LIMIT);
        let found = Probe::find(game, position, PLIES, &budget);
        if found.stopped == Some(Stopped::Asked) {
            return Err(stopped(Stopped::Asked));
        }
        let moves = found
            .moves
            .iter()
            .map(|&(mv, value)| FoundMove::new(mv, game.play(position, mv), Known::from(value)));
        let mut answer = Found::new(Known::from(found.value), moves.collect());
        answer.partial = found.stopped.is_some();
        answer.more.insert("within".into(), json!(PLIES));
        let advice = found
            .advice
            .map(|advice| json!({ "move": advice.mv.to_string(), "reason": advice.to_string() }));
        answer.more.insert("advice".into(), json!(advice));
        Ok(answer)
    }

    fn line(
        &self,
        game: &Ultimate,
        position: &Position,
        budget: &Budget,
    ) -> Result<Found<Ultimate>, Error> {
        let line = Line::find(game, position, budget).map_err(stopped)?;
        let mut value = line.value;
        let moves = line.moves.iter().map(|(advice, after)| {
            let known = Known::from(value);
            value = value.map(next);
            FoundMove {
                reason: Some(advice.to_string()),
                ..FoundMove::new(advice.mv, *after, known)
            }
        });
        let moves = moves.collect();
        Ok(Found::new(Known::from(line.value), moves))
    }

    fn advise(
        &self,
        game: &Ultimate,
        position: &Position,
        agent: &AgentSpec,
        budget: &Budget,
    ) -> Result<Option<Advised<Ultimate>>, Error> {
        if *agent != AgentSpec::Strategy || game.ruleset() != Ruleset::FullOnly {
            return Ok(None);
        }
        let strategy = self
            .strategy
            .get_or_init(|| Mutex::new(StrategyPlayer::new(*game)));
        let mut strategy = lock(strategy, budget)?;
        let advice = strategy.advise(position, budget).map_err(stopped)?;
        Ok(advice.map(|advice| (advice.mv, Some(advice.to_string()))))
    }

    fn advice(&self, game: &Ultimate, position: &Position, budget: &Budget) -> Option<String> {
        if game.ruleset() != Ruleset::FullOnly {
            return None;
        }
        let mut player = StrategyPlayer::without_certificate(*game);
        let advice = player.advise(position, budget).ok()??;
        let mv = game.format_move(advice.mv);
        Some(format!("`strategy` plays {mv}; {advice}."))
    }
}

/// Waits for the player, who may be thinking for somebody else, as long as the budget
/// allows.
fn lock<'a>(
    strategy: &'a Mutex<StrategyPlayer>,
    budget: &Budget,
) -> Result<MutexGuard<'a, StrategyPlayer>, Error> {
    loop {
        match strategy.try_lock() {
            Ok(strategy) => return Ok(strategy),
            // What it remembers stays whole if another request panics.
            Err(TryLockError::Poisoned(strategy)) => return Ok(strategy.into_inner()),
            Err(TryLockError::WouldBlock) => {
                budget.check(0).map_err(stopped)?;
                thread::sleep(Duration::from_millis(2));
            }
        }
    }
}

fn stopped(stopped: Stopped) -> Error {
    Error::Stopped {
        message: "the search of this position did not finish".into(),
        stopped,
    }
}

/// The value of the position after an optimal move, for the player to move there.
fn next(value: Value) -> Value {
    let left = value.distance().map_or(0, |plies| plies - 1);
    match value.outcome() {
        Outcome::Win => Value::loss(left),
        Outcome::Loss => Value::win(left),
        Outcome::Draw => value,
    }
}
