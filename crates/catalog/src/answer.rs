//! What is answered: plain data, the same shape for all games, both ways. The names of
//! the fields are part of the contract of `--json` and of the HTTP API.

use std::collections::BTreeMap;

use quixotic_agents::net::Estimate;
use quixotic_agents::rules::Rule;
use quixotic_agents::{AgentSpec, Holding, Trap, Worth};
use quixotic_game::Outcome;
use serde::{Deserialize, Serialize};

use crate::GameId;

/// A position, its value, and the moves from it (a probe) or the moves of a game that
/// starts there (a line).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Answer {
    /// The game and its rules.
    #[serde(flatten)]
    pub id: GameId,
    /// The position in the game's notation.
    #[cfg_attr(
        feature = "schema",
        schema(
            pattern = "^[0-9A-Za-z.,:/]+( [0-9A-Za-z-]+){0,2}$",
            example = "4/4/4/4 X"
        )
    )]
    pub position: String,
    /// Who is to move, or would be if the game were not over, in the game's own words:
    /// `X`, `first`.
    pub to_move: String,
    /// How far the outcome is known.
    pub known: Knowledge,
    /// The outcome for the player to move.
    pub outcome: OutcomeWord,
    /// Who wins, in the game's own words; `null` for a draw and while it is open.
    pub winner: Option<String>,
    /// Plies to the end under best play, where that is known; `null` for a draw, 0 if the game is
    /// over and won.
    pub distance: Option<u16>,
    /// Where the outcome is open, how likely each is for the player to move, if a network can
    /// tell: what the most promising move promises. Never a fact.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub estimate: Option<EstimateAnswer>,
    /// For whom the traps of the moves are set, by strength, if they were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(pattern = "^(beginner|club|strong)$"))]
    pub opponent: Option<String>,
    /// The moves: of a probe the best first, of a line in their order. Among the best first,
    /// those that are not proved come after proved wins and draws, and before proved losses but for
    /// those that are proved to be the longest.
    pub moves: Vec<MoveAnswer>,
    /// Whether the time ran out before everything was found: asking again may tell
    /// more.
    #[serde(default, skip_serializing_if = "is_false")]
    pub partial: bool,
    /// Where a part of a database is missing and with it an answer: which part is here,
    /// and how to get the rest, in a sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// What only this game has to say.
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", schema(value_type = BTreeMap<String, serde_json::Value>))]
    pub more: More,
}

/// A move and what it is worth to the player who makes it, that ply included.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct MoveAnswer {
    /// The move in the game's notation.
    #[serde(rename = "move")]
    #[cfg_attr(
        feature = "schema",
        schema(pattern = "^[0-9A-Za-z=]{1,8}$", example = "a4R")
    )]
    pub mv: String,
    /// The position after it.
    #[cfg_attr(
        feature = "schema",
        schema(
            pattern = "^[0-9A-Za-z.,:/]+( [0-9A-Za-z-]+){0,2}$",
            example = "3X/4/4/4 O"
        )
    )]
    pub position: String,
    /// How far the outcome is known.
    pub known: Knowledge,
    /// The outcome for the player who makes the move.
    pub outcome: OutcomeWord,
    /// Who wins after it; `null` for a draw and while it is open.
    pub winner: Option<String>,
    /// Plies to the end under best play, the move included, where that is known.
    pub distance: Option<u16>,
    /// Where the outcome is open, how likely each is for the player who makes the move, if a
    /// network can tell. Never a fact.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub estimate: Option<EstimateAnswer>,
    /// Of a move that draws: how many of the opponent's replies hold the draw, where that is
    /// known of all of them. Such moves come in this order, the hardest to answer first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub holding: Option<HoldingAnswer>,
    /// How likely the opponent errs after it, if that was asked, of moves that keep the outcome of a
    /// position that is not won. Where it is drawn or lost, such moves come in this order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trap: Option<TrapAnswer>,
    /// What only this game has to say.
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", schema(value_type = BTreeMap<String, serde_json::Value>))]
    pub more: More,
}

impl MoveAnswer {
    /// The place among the moves of a probe, the best first: proved wins and draws, what is not
    /// proved, proved losses.
    pub(crate) fn rank(&self) -> u8 {
        match (self.outcome, self.known) {
            (OutcomeWord::Win, _) => 0,
            (OutcomeWord::Draw, _) => 1,
            (OutcomeWord::Open, Knowledge::Estimated) => 2,
            (OutcomeWord::Open, _) => 3,
            (OutcomeWord::Loss, _) => 4,
        }
    }

    /// What a move that does not decide the game promises; `None` if nothing is known.
    pub(crate) fn promise(&self) -> Option<EstimateAnswer> {
        match self.outcome {
            OutcomeWord::Draw => Some(EstimateAnswer::DRAW),
            _ => self.estimate,
        }
    }
}

/// How far an outcome is known. Every front reads it here, so that nothing that is not proved
/// is shown as proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Knowledge {
    /// It is a fact: by the rules, a database or a search.
    Proved,
    /// A network has an opinion.
    Estimated,
    /// Nothing is known.
    Unknown,
}

impl Knowledge {
    pub(crate) fn new(outcome: Option<Outcome>, estimate: Option<EstimateAnswer>) -> Knowledge {
        match (outcome, estimate) {
            (Some(_), _) => Knowledge::Proved,
            (None, Some(_)) => Knowledge::Estimated,
            (None, None) => Knowledge::Unknown,
        }
    }
}

/// How likely outcomes are, by the estimate of a network; they add up to 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = Estimate))]
pub struct EstimateAnswer {
    /// The share of wins.
    pub win: f64,
    /// The share of draws.
    pub draw: f64,
    /// The share of losses.
    pub loss: f64,
}

impl EstimateAnswer {
    /// A draw for sure.
    const DRAW: EstimateAnswer = EstimateAnswer {
        win: 0.0,
        draw: 1.0,
        loss: 0.0,
    };

    /// What is to be expected: 1 for a sure win, −1 for a sure loss.
    pub fn expected(&self) -> f64 {
        self.win - self.loss
    }
}

impl From<Estimate> for EstimateAnswer {
    fn from(estimate: Estimate) -> EstimateAnswer {
        let (win, loss) = (rounded(estimate.win), rounded(estimate.loss));
        EstimateAnswer {
            win,
            draw: rounded(1.0 - win - loss),
            loss,
        }
    }
}

/// How many of the replies to a drawing move hold the draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = Holding))]
pub struct HoldingAnswer {
    /// Replies that hold it.
    pub replies: usize,
    /// All replies.
    pub of: usize,
}

impl From<Holding> for HoldingAnswer {
    fn from(holding: Holding) -> HoldingAnswer {
        HoldingAnswer {
            replies: holding.replies,
            of: holding.of,
        }
    }
}

/// How likely the opponent errs after a move: makes the outcome worse within the next two
/// replies, if the other player goes on as well as possible.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = Trap))]
pub struct TrapAnswer {
    /// The chance, by a model of the opponent.
    pub chance: f64,
    /// How far it is known which replies err.
    pub known: Knowledge,
}

impl From<Trap> for TrapAnswer {
    fn from(trap: Trap) -> TrapAnswer {
        TrapAnswer {
            chance: rounded(trap.chance),
            known: match trap.is_estimate {
                true => Knowledge::Estimated,
                false => Knowledge::Proved,
            },
        }
    }
}

/// More than four digits would promise too much.
fn rounded(share: f64) -> f64 {
    (share * 1e4).round() / 1e4
}

/// Further fields of a game.
pub type More = BTreeMap<String, serde_json::Value>;

/// An outcome, or that it is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum OutcomeWord {
    /// The player wins.
    Win,
    /// The player loses.
    Loss,
    /// Nobody can force a win.
    Draw,
    /// Not known here, or not found in time.
    Open,
}

impl OutcomeWord {
    /// The outcome, if it is known.
    pub fn outcome(self) -> Option<Outcome> {
        match self {
            OutcomeWord::Win => Some(Outcome::Win),
            OutcomeWord::Loss => Some(Outcome::Loss),
            OutcomeWord::Draw => Some(Outcome::Draw),
            OutcomeWord::Open => None,
        }
    }
}

impl From<Option<Outcome>> for OutcomeWord {
    fn from(outcome: Option<Outcome>) -> OutcomeWord {
        match outcome {
            Some(Outcome::Win) => OutcomeWord::Win,
            Some(Outcome::Loss) => OutcomeWord::Loss,
            Some(Outcome::Draw) => OutcomeWord::Draw,
            None => OutcomeWord::Open,
        }
    }
}

impl std::fmt::Display for OutcomeWord {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.outcome() {
            Some(outcome) => outcome.fmt(f),
            None => f.pad("open"),
        }
    }
}

/// The move of an agent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Choice {
    /// The game and its rules.
    #[serde(flatten)]
    pub id: GameId,
    /// The position that was asked about.
    #[cfg_attr(
        feature = "schema",
        schema(
            pattern = "^[0-9A-Za-z.,:/]+( [0-9A-Za-z-]+){0,2}$",
            example = "4/4/4/4 X"
        )
    )]
    pub position: String,
    /// Who was asked.
    pub agent: String,
    /// The move.
    #[serde(rename = "move")]
    #[cfg_attr(
        feature = "schema",
        schema(pattern = "^[0-9A-Za-z=]{1,8}$", example = "a4R")
    )]
    pub mv: String,
    /// The position after it.
    #[cfg_attr(
        feature = "schema",
        schema(
            pattern = "^[0-9A-Za-z.,:/]+( [0-9A-Za-z-]+){0,2}$",
            example = "3X/4/4/4 O"
        )
    )]
    pub after: String,
    /// Why, if the agent can say so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Of the agent `rules` the rule of its card that decided, if not every move is as good as another.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<RuleAnswer>,
    /// Of the agent `rules` the rules of its card in their order, each with the moves that it leaves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<StepAnswer>,
}

/// What a card of rules says of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CardAnswer {
    /// The rule that decided: the last that left fewer moves than there were before it; `null` if every move is as
    /// good as another.
    pub rule: Option<RuleAnswer>,
    /// The rules in their order, each with the moves that it leaves. Of those that the last leaves one is
    /// as good as another.
    pub steps: Vec<StepAnswer>,
}

/// A rule of a card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RuleAnswer {
    /// Its name.
    #[cfg_attr(feature = "schema", schema(example = "blank"))]
    pub name: String,
    /// What to do, in a sentence.
    #[cfg_attr(
        feature = "schema",
        schema(example = "Take a blank tile rather than one of your own.")
    )]
    pub text: String,
}

/// A rule and what it leaves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct StepAnswer {
    /// The rule.
    #[serde(flatten)]
    pub rule: RuleAnswer,
    /// The moves that it and the rules before it leave.
    pub moves: Vec<String>,
}

impl From<&'static Rule> for RuleAnswer {
    fn from(rule: &'static Rule) -> RuleAnswer {
        RuleAnswer {
            name: rule.name.into(),
            text: rule.text.into(),
        }
    }
}

/// What every move is worth, as far as it is known here, the best first.
#[derive(Clone, Debug)]
pub struct Hint {
    /// Each move in the game's notation, and its worth to the player who makes it.
    pub moves: Vec<(String, Worth)>,
    /// What an agent who knows more than a look ahead would play, in a sentence.
    pub advice: Option<String>,
}

/// A game, and what of it is here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GameInfo {
    /// The game and its rules.
    #[serde(flatten)]
    pub id: GameId,
    /// The name for people.
    pub title: String,
    /// The position in which a game starts.
    #[cfg_attr(
        feature = "schema",
        schema(
            pattern = "^[0-9A-Za-z.,:/]+( [0-9A-Za-z-]+){0,2}$",
            example = "4/4/4/4 X"
        )
    )]
    pub start: String,
    /// The names of the first and the second player.
    pub players: [String; 2],
    /// Levels (numbers of marked tiles) whose values are here, ascending; `null` for
    /// games that are not solved by levels.
    pub levels: Option<Vec<u8>>,
    /// Whether the value of every position is here, or found while somebody waits.
    pub complete: bool,
    /// Where values come from.
    pub solution: SolutionInfo,
    /// The agents that are worth offering with what is here, the weakest first.
    pub agents: Vec<AgentInfo>,
}

/// Where the values of a game come from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SolutionInfo {
    /// In one word.
    pub source: Source,
    /// The same for people, with the directory if there is one; not for strangers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
}

/// Where the values of a game come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// A database in the program.
    Embedded,
    /// A database in a directory.
    Directory,
    /// A database on another machine.
    Remote,
    /// Positions are searched as they are asked about.
    Search,
    /// There is none.
    None,
}

/// An agent and its strength.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct AgentInfo {
    /// As it is written.
    pub agent: String,
    /// The same for people.
    pub title: String,
    /// What it sees and what it misses, in a sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<String>,
    /// Its Elo rating among the agents of this game, where the weakest has 0, if it was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<i16>,
    /// The only player that it is offered for; not there if it is offered for both.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<String>,
}

impl AgentInfo {
    /// The agent, which a catalog only offers if it can be read.
    pub fn spec(&self) -> AgentSpec {
        AgentSpec::parse(&self.agent).expect("an agent that is offered can be read")
    }
}

/// How many positions have which outcome and distance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Stats {
    /// The game and its rules.
    #[serde(flatten)]
    pub id: GameId,
    /// All positions.
    pub positions: u64,
    /// Positions in which the player to move wins.
    pub win: u64,
    /// Positions in which the player to move loses.
    pub loss: u64,
    /// Drawn positions.
    pub draw: u64,
    /// Positions that can occur in play, where that is known.
    pub reachable: Option<u64>,
    /// By distance, ascending.
    pub by_distance: Vec<DistanceCount>,
    /// Positions that are decided in more plies than are counted, which are that many; not
    /// there if there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub longer: Option<DistanceCount>,
    /// By class, ascending.
    pub by_class: Vec<ClassCount>,
    /// A hash over all values.
    pub signature: String,
}

/// Positions that are decided in a number of plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct DistanceCount {
    /// Plies to the end of the game.
    pub plies: u16,
    /// Positions won in that many plies.
    pub win: u64,
    /// Positions lost in that many plies.
    pub loss: u64,
}

/// The outcomes of the positions with so many tiles of each player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ClassCount {
    /// Tiles of the player to move.
    pub mover: u8,
    /// Tiles of the other player.
    pub other: u8,
    /// Positions in which the player to move wins.
    pub win: u64,
    /// Positions in which the player to move loses.
    pub loss: u64,
    /// Drawn positions.
    pub draw: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
fn is_false(value: &bool) -> bool {
    !value
}
