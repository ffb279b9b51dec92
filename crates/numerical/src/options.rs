//! Rules as options of the command line, both ways: `--split 1,2,5-9`,
//! `--hands 1-8/1-8`, `--target 20`.

use quixotic_game::{BadOption, Player};
use thiserror::Error;

use crate::{Hand, HandError, Rules, RulesError};

/// Options that make no rules.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OptionError {
    /// There is no such board, whatever the options.
    #[error(transparent)]
    Board(RulesError),
    /// The numbers are given twice.
    #[error("--split and --hands cannot be used together")]
    Both,
    /// One of the options is wrong.
    #[error(transparent)]
    Option(#[from] BadOption),
}

/// Why hands make no rules.
#[derive(Debug, Error)]
enum Reason {
    #[error(transparent)]
    Hand(#[from] HandError),
    #[error(transparent)]
    Rules(#[from] RulesError),
    #[error("between the hands of the players is a `/`, like 1-8/1-8")]
    NoSlash,
}

const SPLIT: &str = "--split";
const HANDS: &str = "--hands";
const TARGET: &str = "--target";

impl Rules {
    /// The options that lead from the usual rules of this size to these; `None` for the
    /// usual rules. [`Rules::from_options`] reads them.
    ///
    /// ```
    /// use quixotic_numerical::Rules;
    ///
    /// let rules = Rules::split(3, "1-3,7,8".parse()?)?.with_target(12)?;
    /// assert_eq!(rules.options().as_deref(), Some("--split 1-3,7,8 --target 12"));
    /// assert_eq!(Rules::standard(3)?.options(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn options(self) -> Option<String> {
        let [first, second] = [Player::X, Player::O].map(|player| self.hand(player));
        let is_split = first.both(second).is_empty();
        let has_usual_hands =
            Rules::standard(self.size()).is_ok_and(|usual| usual.hand(Player::X) == first);
        let mut options = Vec::new();
        if !is_split {
            let (first, second) = (first.ranges(), second.ranges());
            options.push(format!("{HANDS} {first}/{second}"));
        } else if !has_usual_hands {
            options.push(format!("{SPLIT} {}", first.ranges()));
        }
        if Rules::hands(self.size(), first, second) != Ok(self) {
            options.push(format!("{TARGET} {}", self.target()));
        }
        (!options.is_empty()).then(|| options.join(" "))
    }

    /// The rules that options of the command line ask for.
    ///
    /// `split` are the first player's numbers, and the second player has the rest or what
    /// follows a `/`; `hands` are the numbers of both players, who may hold the same ones;
    /// `target` is what a line has to add up to.
    pub fn from_options(
        size: u8,
        split: Option<&str>,
        hands: Option<&str>,
        target: Option<&str>,
    ) -> Result<Rules, OptionError> {
        let usual = Rules::standard(size).map_err(OptionError::Board)?;
        let target = target.map(|text| {
            let sum = text.parse::<u8>();
            let wrong =
                |_| BadOption::new(TARGET, text, &"the sum of a line is a number up to 255");
            sum.map(|sum| (text, sum)).map_err(wrong)
        });
        let target = target.transpose()?;
        let with_target = |rules: Rules| match target {
            None => Ok(rules),
            Some((text, sum)) => {
                let rules = rules.with_target(sum);
                rules.map_err(|error| BadOption::new(TARGET, text, &error))
            }
        };
        let rules = match (split, hands) {
            (Some(_), Some(_)) => return Err(OptionError::Both),
            (None, None) => with_target(usual),
            (Some(text), None) => {
                let rules = split_rules(size, text);
                with_target(rules.map_err(|error| BadOption::new(SPLIT, text, &error))?)
            }
            (None, Some(text)) => {
                let rules = hand_rules(size, text, target.map(|(_, sum)| sum));
                rules.map_err(|error| match (error, target) {
                    (Reason::Rules(error @ RulesError::Target { .. }), Some((text, _))) => {
                        BadOption::new(TARGET, text, &error)
                    }
                    (error, _) => BadOption::new(HANDS, text, &error),
                })
            }
        };
        Ok(rules?)
    }
}

fn split_rules(size: u8, text: &str) -> Result<Rules, Reason> {
    Ok(match text.split_once('/') {
        None => Rules::split(size, text.parse()?),
        Some((first, second)) => Rules::split_in_two(size, first.parse()?, second.parse()?),
    }?)
}

fn hand_rules(size: u8, text: &str, target: Option<u8>) -> Result<Rules, Reason> {
    let (first, second) = text.split_once('/').ok_or(Reason::NoSlash)?;
    let (first, second): (Hand, Hand) = (first.parse()?, second.parse()?);
    Ok(match target {
        Some(target) => Rules::hands_to(size, first, second, target),
        None => Rules::hands(size, first, second),
    }?)
}
