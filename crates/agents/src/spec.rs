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
    /// `rules`: follows rules of thumb that fit on a card.
    Rules,
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
    /// `ugi:COMMAND`, `ugi:2s:COMMAND`, `ugi:100000:COMMAND`: a program that speaks UGI.
    Ugi(Box<Program>),
}

/// A program that plays, and how much it may do for a move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Program {
    /// Its name and arguments, as they are typed.
    command: String,
    /// The limit for a move, if one is given.
    limit: Option<SearchLimit>,
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
pub const AGENT_FORMS: &str = "random, minimax:DEPTH, search:TIME, search:POSITIONS, lines:TIME, lines:POSITIONS, mcts:PLAYOUTS, dqn, net, rules, perfect, strategy, slips:PERCENT:AGENT or ugi:COMMAND";

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
            "rules" => plain(AgentSpec::Rules),
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
            "ugi" => {
                program(budget.unwrap_or_default()).map(|program| AgentSpec::Ugi(Box::new(program)))
            }
            _ => Err(format!("agents are {AGENT_FORMS}")),
        };
        spec.map_err(|reason| SpecError {
            text: quoted(text),
            reason,
        })
    }

    /// The agent that is a program of its own, if this one is or asks one.
    pub fn program(&self) -> Option<&AgentSpec> {
        match self {
            AgentSpec::Ugi(_) => Some(self),
            AgentSpec::Slips { agent, .. } => agent.program(),
            _ => None,
        }
    }

    /// Whether the agent plays the same in every run: all do, but for a budget in
    /// time and programs, of which we cannot know.
    pub fn is_repeatable(&self) -> bool {
        match self {
            AgentSpec::Search(limit) | AgentSpec::Lines(limit) => {
                !matches!(limit, SearchLimit::Time(_))
            }
            AgentSpec::Slips { agent, .. } => agent.is_repeatable(),
            AgentSpec::Ugi(_) => false,
            _ => true,
        }
    }
}

impl Program {
    /// The limit for a move that is given with the command.
    pub fn limit(&self) -> Option<SearchLimit> {
        self.limit
    }

    /// The name of the program and its arguments: words with spaces between them, where quotes
    /// keep a word with spaces together. No shell reads them, so nothing else has a meaning.
    pub fn words(&self) -> Vec<String> {
        words(&self.command).expect("it was read before")
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

/// Reads `./engine --fast` or `2s:./engine --fast`.
fn program(text: &str) -> Result<Program, String> {
    let is_limit = |text: &str| {
        let digits = text.trim_end_matches("ms").trim_end_matches('s');
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    let (limit, command) = match text.split_once(':') {
        Some((limit, command)) if is_limit(limit) => (Some(search_limit(Some(limit))?), command),
        _ => (None, text),
    };
    if command.contains(char::is_control) {
        return Err("a command is one line of text".into());
    }
    if words(command)?.is_empty() {
        return Err("after the colon comes the command of a program that speaks UGI, as in `ugi:./my-engine --fast`; `ugi:2s:./my-engine` gives it 2 s for a move".into());
    }
    Ok(Program {
        command: command.into(),
        limit,
    })
}

/// The words of a command; either kind of quotes keeps one together.
fn words(command: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word = None::<String>;
    let mut quote = None;
    for letter in command.chars() {
        match (letter, quote) {
            (letter, Some(open)) if letter == open => quote = None,
            ('\'' | '"', None) => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (' ', None) => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    if let Some(open) = quote {
        return Err(format!(
            "a quotation mark {open} in the command is not closed"
        ));
    }
    words.extend(word);
    Ok(words)
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
            AgentSpec::Rules => f.pad("rules"),
            AgentSpec::Perfect => f.pad("perfect"),
            AgentSpec::Strategy => f.pad("strategy"),
            AgentSpec::Slips { percent, agent } => f.pad(&format!("slips:{percent}:{agent}")),
            AgentSpec::Ugi(program) => f.pad(&format!("ugi:{program}")),
        }
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(limit) = self.limit {
            write!(f, "{limit}:")?;
        }
        f.write_str(&self.command)
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
            "rules",
            "perfect",
            "strategy",
            "slips:30:minimax:2",
            "slips:5:net",
            "ugi:./engine",
            "ugi:./engine --fast -m 'a model.pt'",
            "ugi:2s:python3 engine.py",
            "ugi:10000:engine",
            "slips:5:ugi:C:\\engines\\best.exe",
        ] {
            assert_eq!(AgentSpec::parse(text).unwrap().to_string(), text);
        }
        assert_eq!(
            AgentSpec::parse("search:2000ms"),
            AgentSpec::parse("search:2s")
        );
    }

    #[test]
    fn a_command_is_words_and_a_limit() {
        let read = |text: &str| match AgentSpec::parse(text).unwrap() {
            AgentSpec::Ugi(program) => (program.words().join("|"), program.limit()),
            other => panic!("{other} is no program"),
        };
        let (fast, slow) = (Duration::from_millis(50), Duration::from_secs(2));
        for (text, words, limit) in [
            ("ugi:./engine  --fast ", "./engine|--fast", None),
            ("ugi:'my engine' -m \"\" a'b 'c", "my engine|-m||ab c", None),
            ("ugi:50ms:e", "e", Some(SearchLimit::Time(fast))),
            ("ugi:2s:e:f", "e:f", Some(SearchLimit::Time(slow))),
            ("ugi:7:e", "e", Some(SearchLimit::Positions(7))),
            ("ugi:ms:e", "ms:e", None),
            ("ugi:C:\\e", "C:\\e", None),
            // A shell would run two commands.
            ("ugi:e; rm -rf $HOME", "e;|rm|-rf|$HOME", None),
        ] {
            assert_eq!(read(text), (words.into(), limit), "{text}");
        }
        let open = AgentSpec::parse("ugi:'engine").unwrap_err().to_string();
        assert!(
            open.ends_with("a quotation mark ' in the command is not closed"),
            "{open}"
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
            ("ugi", "the command of a program"),
            ("ugi: ", "the command of a program"),
            ("ugi:2s:", "the command of a program"),
            ("ugi:0ms:engine", "the time for a move"),
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
