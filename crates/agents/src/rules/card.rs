//! A priority list of rules, and what it says of a position.

use std::fmt;
use std::str::FromStr;

use quixotic_game::quoted;
use quixotic_quixo::{Board, Move, Rules};
use thiserror::Error;

use super::rule::{RULES, Rule};
use super::seen::{Layout, Seen};

/// At most eight rules, the most important first.
///
/// ```
/// use quixotic_agents::rules::{Card, Layout};
/// use quixotic_quixo::{Board, Quixo, Rules};
///
/// let card: Card = "win,safe,blank".parse()?;
/// assert_eq!(card.to_string(), "win,safe,blank");
/// let quixo = Quixo::new(Rules::official(5)?);
/// let explained = card.explain(&Layout::new(&quixo), Board::EMPTY);
/// assert_eq!(explained.moves().len(), 44);
/// assert!(explained.decided().is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card(Vec<&'static Rule>);

/// Text that is no card.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("bad card `{text}`: {reason}")]
pub struct CardError {
    text: String,
    reason: String,
}

/// The cards of the official rules, by the size of the board; `quixotic-research rules` measures them.
const CARDS: [(u8, &str); 3] = [
    (3, "win,safe,ways"),
    (4, "win,safe,blank,ways,two-short,corners"),
    (5, "win,safe,blank,ways,two-short"),
];

impl Card {
    /// The most rules on a card: what a person can keep in mind.
    pub const LONGEST: usize = 8;

    /// A card of these rules; `None` if they are too many or one is there twice.
    pub fn new(rules: Vec<&'static Rule>) -> Option<Card> {
        let is_twice = |(at, rule): (usize, &&Rule)| rules[..at].iter().any(|other| other == rule);
        let is_bad = rules.len() > Card::LONGEST || rules.iter().enumerate().any(is_twice);
        (!is_bad).then_some(Card(rules))
    }

    /// The card for a board, where there is one.
    pub fn of(rules: Rules) -> Option<Card> {
        let text = |&(size, text): &(u8, &'static str)| (size == rules.size()).then_some(text);
        let text = CARDS.iter().find_map(text)?;
        let card = || text.parse().expect("the cards can be read");
        rules.is_official().then(card)
    }

    /// Its rules, the most important first.
    pub fn rules(&self) -> &[&'static Rule] {
        &self.0
    }

    /// What the card says of a board, rule by rule.
    pub fn explain(&self, layout: &Layout, board: Board) -> Explained {
        let mut seen: Vec<Seen<'_>> = layout.moves(board).collect();
        let moves = |seen: &[Seen<'_>]| seen.iter().map(|seen| seen.mv).collect();
        let legal = moves(&seen);
        let mut steps = Vec::with_capacity(self.0.len());
        for &rule in &self.0 {
            rule.keep_best(&mut seen);
            steps.push(Step {
                rule,
                moves: moves(&seen),
            });
        }
        Explained { legal, steps }
    }
}

/// What a card says of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explained<M = Move> {
    legal: Vec<M>,
    /// The rules of the card, in their order.
    pub steps: Vec<Step<M>>,
}

/// A rule and what it leaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step<M = Move> {
    /// The rule.
    pub rule: &'static Rule,
    /// The moves that this rule and those before it leave, in the order of the game.
    pub moves: Vec<M>,
}

impl<M: Copy + Eq> Explained<M> {
    /// The moves that all rules leave, one as good as another; none when the game is over.
    pub fn moves(&self) -> &[M] {
        self.steps.last().map_or(&self.legal, |step| &step.moves)
    }

    /// The rule that decided: the last that left fewer moves than there were before it. `None` if every
    /// legal move is as good as another.
    pub fn decided(&self) -> Option<&'static Rule> {
        let before = [self.legal.len()].into_iter();
        let before = before.chain(self.steps.iter().map(|step| step.moves.len()));
        let narrowed = self.steps.iter().zip(before);
        let narrowed = narrowed.filter(|(step, before)| step.moves.len() < *before);
        narrowed.last().map(|(step, _)| step.rule)
    }

    /// The rule that rejects a legal move; `None` if the card may play it.
    pub fn rejects(&self, mv: M) -> Option<&'static Rule> {
        let step = self.steps.iter().find(|step| !step.moves.contains(&mv))?;
        Some(step.rule)
    }
}

impl FromStr for Card {
    type Err = CardError;

    fn from_str(text: &str) -> Result<Card, CardError> {
        let error = |reason: String| CardError {
            text: quoted(text),
            reason,
        };
        let rule = |name: &str| {
            let found = RULES.iter().find(|rule| rule.name == name);
            found.ok_or_else(|| {
                let names: Vec<&str> = RULES.iter().map(|rule| rule.name).collect();
                let wrong = quoted(name);
                error(format!(
                    "`{wrong}` is no rule; there are {}",
                    names.join(", ")
                ))
            })
        };
        let rules = text.split(',').map(rule).collect::<Result<_, _>>()?;
        let wanted = || {
            let most = Card::LONGEST;
            error(format!(
                "a card has at most {most} rules, each of them once"
            ))
        };
        Card::new(rules).ok_or_else(wanted)
    }
}

impl fmt::Display for Card {
    /// The names of its rules with commas between them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.0.iter().map(|rule| rule.name).collect();
        f.pad(&names.join(","))
    }
}
