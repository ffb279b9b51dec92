//! Numerical Tic-Tac-Toe on 3×3 and 4×4, solved as it is asked about.

use std::sync::{Arc, OnceLock};

use quixotic_agents::{AgentSpec, Players};
use quixotic_game::{Budget, Game as _, Player, Stopped};
use quixotic_numerical::{Cell, Move, Numerical, Perfect, Placed, Position, Rules, Verdict};
use serde_json::json;

use crate::numbers::{mover_by_count, out_of_range, owner, sign};
use crate::{
    Advised, AnyGame, Entry, Error, Found, FoundMove, GameId, Kind, Known, Listed, More, Offer,
    Pace, QueryKind, RuleOption, RuleValues, Setup, Solution, SolutionInfo, Source,
};

/// Numerical Tic-Tac-Toe on 3×3.
pub(crate) const NUMERICAL3: Kind = Kind {
    name: "numerical3",
    title: "Numerical Tic-Tac-Toe 3×3",
    options: &OPTIONS,
    rules: canonical::<3>,
    served: &[],
    open: open::<3>,
};
/// Numerical Tic-Tac-Toe on 4×4.
pub(crate) const NUMERICAL4: Kind = Kind {
    name: "numerical4",
    title: "Numerical Tic-Tac-Toe 4×4",
    options: &OPTIONS,
    rules: canonical::<4>,
    served: &[],
    open: open::<4>,
};

const OPTIONS: [RuleOption; 3] = [
    RuleOption {
        name: "split",
        value: "NUMBERS",
        help: "Numerical: the first player's numbers, like 1,2,5-9; the second player has the rest, or what follows a `/` [default: the odd numbers]",
    },
    RuleOption {
        name: "hands",
        value: "FIRST/SECOND",
        help: "Numerical: the numbers of both players, who may hold the same ones: 1-8/1-8",
    },
    RuleOption {
        name: "target",
        value: "SUM",
        help: "Numerical: what a line has to add up to [default: the sum of all numbers divided by the rows]",
    },
];

fn rules<const SIZE: u8>(values: &RuleValues) -> Result<Rules, Error> {
    let rules = Rules::from_options(
        SIZE,
        values.get("split"),
        values.get("hands"),
        values.get("target"),
    );
    rules.map_err(|error| Error::Bad(error.to_string()))
}

fn canonical<const SIZE: u8>(values: &RuleValues) -> Result<Option<String>, Error> {
    Ok(rules::<SIZE>(values)?.options())
}

fn open<const SIZE: u8>(
    id: &GameId,
    values: &RuleValues,
    setup: &Setup,
) -> Result<Arc<dyn AnyGame>, Error> {
    let game = Numerical::new(rules::<SIZE>(values)?);
    let title = match SIZE {
        3 => NUMERICAL3.title,
        _ => NUMERICAL4.title,
    };
    let solution = SolvedOnDemand {
        id: id.clone(),
        game: game.clone(),
        perfect: OnceLock::new(),
    };
    Ok(Arc::new(Listed::new(
        id,
        title,
        Players::new(game).with_programs(setup.programs_of(id)),
        solution,
    )))
}

const OFFERS: [Offer; 4] = [
    Offer::new("random", "Beginner: random moves"),
    Offer::new("minimax:2", "Easy: minimax, 2 plies"),
    Offer::new("mcts:1000", "Hard: Monte-Carlo, 1,000 games"),
    Offer::new("perfect", "Perfect: the solution"),
];

/// As numbers: the board as it lies, the numbers of the player to move positive, the other's negative.
/// Moves are numbered cell by cell from the top left, and for each cell by their number.
impl Entry for Numerical {
    fn shape(&self) -> Vec<usize> {
        vec![self.rules().size().into(); 2]
    }

    fn write_numbers(&self, position: &Position, numbers: &mut [i8]) {
        let mover = position.to_move();
        for (cell, number) in numbers.iter_mut().enumerate() {
            if let Some(placed) = position.at(cell as Cell) {
                *number = placed.number as i8 * sign(placed.by, mover);
            }
        }
    }

    fn read_numbers(&self, numbers: &[i8], to_move: Option<Player>) -> Result<Position, Error> {
        let count = |sign: i8| numbers.iter().filter(|&&n| n.signum() == sign).count();
        let mover = mover_by_count(count(1), count(-1), to_move)?;
        let mut placed = Vec::new();
        for (cell, &number) in numbers.iter().enumerate() {
            if number.unsigned_abs() > self.rules().cells() {
                return Err(out_of_range(
                    number,
                    &format!("numbers are 1 to {}", self.rules().cells()),
                ));
            }
            if let Some(by) = owner(number, mover) {
                let number = number.unsigned_abs();
                placed.push((cell as Cell, Placed { number, by }));
            }
        }
        let position = self.position(placed);
        position.map_err(|error| Error::Bad(format!("impossible board: {error}")))
    }

    fn numbered_moves(&self) -> Vec<Move> {
        let rules = self.rules();
        let is_held = |&number: &u8| {
            let holds = |player| rules.hand(player).contains(number);
            holds(Player::X) || holds(Player::O)
        };
        let held: Vec<u8> = (1..=rules.cells()).filter(is_held).collect();
        let in_cell = |cell| held.iter().map(move |&number| Move { cell, number });
        (0..rules.cells()).flat_map(in_cell).collect()
    }

    fn offers(&self) -> &'static [Offer] {
        &OFFERS
    }

    fn draw(&self, position: &Position, _last: Option<Move>) -> Vec<String> {
        let mut lines = Numerical::draw(self, position);
        let hand = |player| self.hand(position, player);
        let [first, second] = [Player::X, Player::O].map(hand);
        lines.push(format!("first holds {first}, second holds {second}"));
        lines
    }

    fn how_to_move(&self) -> String {
        format!(
            "Whoever completes a line that adds up to {} wins, whoever placed its numbers.\n\
             A move is a cell and one of your numbers: b2=5.",
            self.rules().target()
        )
    }

    fn why_illegal(&self, position: &Position, mv: Move) -> String {
        match self.check(position, mv) {
            Err(why) => why.to_string(),
            Ok(()) => "it is legal".into(),
        }
    }

    /// Who holds which numbers, and what a line has to add up to.
    fn more(&self) -> More {
        let hand = |player| self.rules().hand(player).iter().collect::<Vec<u8>>();
        More::from([
            ("first".into(), json!(hand(Player::X))),
            ("second".into(), json!(hand(Player::O))),
            ("target".into(), json!(self.rules().target())),
        ])
    }

    fn player(&self, player: Player) -> &'static str {
        match player {
            Player::X => "first",
            Player::O => "second",
        }
    }

    fn player_in_words(&self, player: Player) -> String {
        format!("the {} player", self.player(player))
    }
}

/// A player who solves as it goes and remembers what it has found.
struct SolvedOnDemand {
    id: GameId,
    game: Numerical,
    /// Made when it is first needed.
    perfect: OnceLock<Perfect>,
}

impl SolvedOnDemand {
    fn perfect(&self) -> &Perfect {
        self.perfect.get_or_init(|| Perfect::new(&self.game))
    }

    fn stopped(&self, stopped: Stopped) -> Error {
        Error::Stopped {
            message: format!("this position of {} was not solved", self.id),
            stopped,
        }
    }
}

impl Solution<Numerical> for SolvedOnDemand {
    fn info(&self) -> SolutionInfo {
        SolutionInfo {
            source: Source::Search,
            place: None,
        }
    }

    fn is_complete(&self) -> bool {
        self.game.rules().size() == 3
    }

    fn pace(&self, _question: QueryKind) -> Pace {
        Pace::Search
    }

    fn probe(
        &self,
        _: &Numerical,
        position: &Position,
        budget: &Budget,
    ) -> Result<Found<Numerical>, Error> {
        let found = self.perfect().probe(position, budget);
        if found.stopped == Some(Stopped::Asked) {
            return Err(self.stopped(Stopped::Asked));
        }
        let mover = position.to_move();
        let known = |verdict: Option<Verdict>| {
            verdict.map_or(Known::Open, |verdict| {
                Known::Outcome(verdict.outcome(mover))
            })
        };
        let moves = found
            .moves
            .iter()
            .map(|&(mv, verdict)| FoundMove::new(mv, self.game.play(position, mv), known(verdict)));
        Ok(Found {
            partial: found.stopped.is_some(),
            ..Found::new(known(found.verdict), moves.collect())
        })
    }

    fn line(
        &self,
        _: &Numerical,
        position: &Position,
        budget: &Budget,
    ) -> Result<Found<Numerical>, Error> {
        let perfect = self.perfect();
        let stopped = |stopped| self.stopped(stopped);
        // Nobody makes a mistake, so it stays what it is.
        let verdict = perfect.verdict(position, budget).map_err(stopped)?;
        let mut at = *position;
        let mut moves = Vec::new();
        while let Some(mv) = perfect.choose(&at, budget).map_err(stopped)? {
            let known = Known::Outcome(verdict.outcome(at.to_move()));
            at = self.game.play(&at, mv);
            moves.push(FoundMove::new(mv, at, known));
        }
        let known = Known::Outcome(verdict.outcome(position.to_move()));
        Ok(Found::new(known, moves))
    }

    fn advise(
        &self,
        _: &Numerical,
        position: &Position,
        agent: &AgentSpec,
        budget: &Budget,
    ) -> Result<Option<Advised<Numerical>>, Error> {
        if *agent != AgentSpec::Perfect {
            return Ok(None);
        }
        let chosen = self.perfect().choose(position, budget);
        let chosen = chosen.map_err(|stopped| self.stopped(stopped))?;
        Ok(chosen.map(|mv| (mv, None)))
    }

    fn advice(&self, game: &Numerical, position: &Position, budget: &Budget) -> Option<String> {
        let mv = self.perfect().choose(position, budget).ok()??;
        Some(format!("`perfect` plays {}.", game.format_move(mv)))
    }
}
