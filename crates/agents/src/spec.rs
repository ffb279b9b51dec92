//! Which agent, and how much it may do: `minimax:3`, `search:500ms`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use quixotic_game::quoted;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// An agent by its name and limit, as it is written on the command line, in
/// saved games and in links.
///
/// ```
/// use quixotic_agents::AgentSpec;
///
/// let spec: AgentSpec = "search:500ms".parse()?;
/// assert_eq!(spec.to_string(), "search:500ms");
/// assert!(AgentSpec::parse("minimax:0").is_err());
/// # Ok::<(), quixotic_agents::SpecError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum AgentSpec {
    /// `random`: any legal move.
    Random,
    /// `minimax:D`: looks D plies ahead, then judges by a simple formula.
    Minimax {
        /// Plies.
        depth: u8,
    },
    /// `search:500ms`, `search:100000`: looks ahead as far as its limit allows.
    Search(SearchLimit),
    /// `lines:500ms`, `lines:100000`: the same search, judging by lines, not by a network.
    Lines(SearchLimit),
    /// `mcts:N`: Monte-Carlo tree search with N playouts for a move.
    Mcts {
        /// Games played to the end for a move.
        playouts: u32,
    },
    /// `dqn`: the deep-Q network.
    Dqn,
    /// `net`: the network that judges boards, without a search.
    Net,
    /// `perfect`: follows the solution of the game.
    Perfect,
    /// `strategy`: follows a published strategy, where a game has one.
    Strategy,
    /// `slips:P:AGENT`: any legal move in P percent of its turns, else as another agent.
    Slips {
        /// How often it slips, in percent of its turns.
        percent: u8,
        /// Who plays the other moves.
        agent: Box<AgentSpec>,
    },
}

/// How much a search may do for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SearchLimit {
    /// Time on the clock. What is found depends on the machine and its load.
    Time(Duration),
    /// Positions looked at. The same everywhere.
    Positions(u64),
}

/// Text that names no agent.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("bad agent `{text}`: {reason}")]
pub struct SpecError {
    text: String,
    reason: String,
}

/// The names, with their budgets.
pub const AGENT_FORMS: &str = "random, minimax:DEPTH, search:TIME, search:POSITIONS, lines:TIME, lines:POSITIONS, mcts:PLAYOUTS, dqn, net, perfect, strategy or slips:PERCENT:AGENT";

impl AgentSpec {
    /// The greatest depth of `minimax`; a move at that depth takes for ever.
    const MAX_DEPTH: u8 = 20;
    /// The most playouts of `mcts`, which all have to be remembered.
    const MAX_PLAYOUTS: u32 = 10_000_000;
    /// The longest time for a move.
    const MAX_TIME: Duration = Duration::from_secs(3600);

    /// Reads an agent; the same as [`str::parse`].
    pub fn parse(text: &str) -> Result<AgentSpec, SpecError> {
        let (name, budget) = match text.split_once(':') {
            Some((name, budget)) => (name, Some(budget)),
            None => (text, None),
        };
        let plain = |spec| match budget {
            None => Ok(spec),
            Some(_) => Err(format!("`{name}` has no budget")),
        };
        let spec = match name {
            "random" => plain(AgentSpec::Random),
            "dqn" => plain(AgentSpec::Dqn),
            "net" => plain(AgentSpec::Net),
            "perfect" => plain(AgentSpec::Perfect),
            "strategy" => plain(AgentSpec::Strategy),
            "minimax" => number(
                budget,
                "the depth in plies",
                u64::from(AgentSpec::MAX_DEPTH),
            )
            .map(|depth| AgentSpec::Minimax { depth: depth as u8 }),
            "mcts" => number(
                budget,
                "the number of playouts",
                AgentSpec::MAX_PLAYOUTS.into(),
            )
            .map(|playouts| AgentSpec::Mcts {
                playouts: playouts as u32,
            }),
            "search" => search_limit(budget).map(AgentSpec::Search),
            "lines" => search_limit(budget).map(AgentSpec::Lines),
            "slips" => slips(budget),
            _ => Err(format!("agents are {AGENT_FORMS}")),
        };
        spec.map_err(|reason| SpecError {
            text: quoted(text),
            reason,
        })
    }

    /// Whether the agent plays the same in every run: all do, but for a budget in
    /// time.
    pub fn is_repeatable(&self) -> bool {
        match self {
            AgentSpec::Search(limit) | AgentSpec::Lines(limit) => {
                !matches!(limit, SearchLimit::Time(_))
            }
            AgentSpec::Slips { agent, .. } => agent.is_repeatable(),
            _ => true,
        }
    }
}

/// Reads a budget that is a number from 1 to `max`.
fn number(budget: Option<&str>, what: &str, max: u64) -> Result<u64, String> {
    let wanted = || format!("after the colon comes {what}, 1 to {max}");
    let number = budget
        .and_then(|budget| budget.parse().ok())
        .ok_or_else(wanted)?;
    if (1..=max).contains(&number) {
        Ok(number)
    } else {
        Err(wanted())
    }
}

/// Reads `30:minimax:2`: how often an agent slips, and which one.
fn slips(budget: Option<&str>) -> Result<AgentSpec, String> {
    let (percent, agent) = match budget.unwrap_or_default().split_once(':') {
        Some((percent, agent)) => (percent, Some(agent)),
        None => (budget.unwrap_or_default(), None),
    };
    let percent = number(Some(percent), "the percentage of random moves", 99)?;
    let agent = agent.ok_or("after the percentage comes the agent, as in `slips:30:minimax:2`")?;
    match AgentSpec::parse(agent).map_err(|error| error.to_string())? {
        AgentSpec::Slips { .. } => Err("an agent slips once: it cannot be `slips` again".into()),
        agent => Ok(AgentSpec::Slips {
            percent: percent as u8,
            agent: Box::new(agent),
        }),
    }
}

/// Reads `500ms`, `2s` or a number of positions.
fn search_limit(budget: Option<&str>) -> Result<SearchLimit, String> {
    let budget = budget.unwrap_or_default();
    let wanted = || {
        "after the colon comes the time for a move, 1ms to 3600s, or a number of positions"
            .to_owned()
    };
    let time = |digits: &str, unit: fn(u64) -> Duration| {
        let time = digits.parse().map(unit).map_err(|_| wanted())?;
        if time > Duration::ZERO && time <= AgentSpec::MAX_TIME {
            Ok(SearchLimit::Time(time))
        } else {
            Err(wanted())
        }
    };
    if let Some(digits) = budget.strip_suffix("ms") {
        time(digits, Duration::from_millis)
    } else if let Some(digits) = budget.strip_suffix('s') {
        time(digits, Duration::from_secs)
    } else {
        match budget.parse() {
            Ok(positions) if positions > 0 => Ok(SearchLimit::Positions(positions)),
            _ => Err(wanted()),
        }
    }
}

impl FromStr for AgentSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<AgentSpec, SpecError> {
        AgentSpec::parse(text)
    }
}

impl TryFrom<String> for AgentSpec {
    type Error = SpecError;

    fn try_from(text: String) -> Result<AgentSpec, SpecError> {
        AgentSpec::parse(&text)
    }
}

impl From<AgentSpec> for String {
    fn from(spec: AgentSpec) -> String {
        spec.to_string()
    }
}

impl fmt::Display for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AgentSpec::Random => f.pad("random"),
            AgentSpec::Minimax { depth } => f.pad(&format!("minimax:{depth}")),
            AgentSpec::Search(limit) => f.pad(&format!("search:{limit}")),
            AgentSpec::Lines(limit) => f.pad(&format!("lines:{limit}")),
            AgentSpec::Mcts { playouts } => f.pad(&format!("mcts:{playouts}")),
            AgentSpec::Dqn => f.pad("dqn"),
            AgentSpec::Net => f.pad("net"),
            AgentSpec::Perfect => f.pad("perfect"),
            AgentSpec::Strategy => f.pad("strategy"),
            AgentSpec::Slips { percent, agent } => f.pad(&format!("slips:{percent}:{agent}")),
        }
    }
}

impl fmt::Display for SearchLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SearchLimit::Time(time) if time.subsec_millis() == 0 => {
                write!(f, "{}s", time.as_secs())
            }
            SearchLimit::Time(time) => write!(f, "{}ms", time.as_millis()),
            SearchLimit::Positions(positions) => write!(f, "{positions}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agents_are_written_as_they_are_read() {
        for text in [
            "random",
            "minimax:3",
            "search:500ms",
            "search:2s",
            "search:100000",
            "lines:25ms",
            "lines:1000",
            "mcts:1000",
            "dqn",
            "net",
            "perfect",
            "strategy",
            "slips:30:minimax:2",
            "slips:5:net",
        ] {
            assert_eq!(AgentSpec::parse(text).unwrap().to_string(), text);
        }
        assert_eq!(
            AgentSpec::parse("search:2000ms"),
            AgentSpec::parse("search:2s")
        );
    }

    #[test]
    fn a_bad_agent_is_refused_in_one_line() {
        for (text, reason) in [
            ("human", "agents are random, minimax:DEPTH"),
            ("Random", "agents are"),
            ("random:3", "`random` has no budget"),
            (
                "minimax",
                "after the colon comes the depth in plies, 1 to 20",
            ),
            ("minimax:0", "after the colon"),
            ("minimax:21", "after the colon"),
            ("mcts:-1", "the number of playouts"),
            ("search:", "the time for a move"),
            ("search:0ms", "the time for a move"),
            ("search:5m", "the time for a move"),
            ("search:99999999999999999999s", "the time for a move"),
            ("slips", "the percentage of random moves, 1 to 99"),
            (
                "slips:100:random",
                "the percentage of random moves, 1 to 99",
            ),
            ("slips:30", "after the percentage comes the agent"),
            ("slips:30:minimax", "bad agent `minimax`"),
            ("slips:30:slips:30:net", "an agent slips once"),
        ] {
            let error = AgentSpec::parse(text).unwrap_err().to_string();
            assert!(
                error.starts_with(&format!("bad agent `{text}`: ")),
                "{error}"
            );
            assert!(error.contains(reason), "{error}");
        }
    }
}
