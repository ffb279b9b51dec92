//! The rules as data: board size, length of a winning line, and who wins when
//! one move completes lines of both symbols.

use std::fmt;

use quixotic_game::BadOption;
use thiserror::Error;

/// A rule set. The official rules of a size are the default; options are set
/// with the `with_…` methods.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    size: u8,
    line: u8,
    double_line: DoubleLine,
}

/// Who wins when one move completes lines of both symbols.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum DoubleLine {
    /// The opponent of the player who moved: the official rule.
    #[default]
    OpponentWins,
    /// The player who moved.
    MoverWins,
}

/// Rule options that do not fit together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum RulesError {
    /// The board is too small or too large.
    #[error("board size {0} is not supported: sizes are {min} to {max}", min = Rules::MIN_SIZE, max = Rules::MAX_SIZE)]
    Size(u8),
    /// The line does not fit on the board, or is so short that it is no game.
    #[error("a winning line of {line} does not suit a {size}×{size} board: lengths are {min} to {size}", min = Rules::MIN_LINE)]
    Line {
        /// The length asked for.
        line: u8,
        /// The size of the board.
        size: u8,
    },
}

/// Options of the command line that make no rules.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OptionError {
    /// There is no such board, whatever the options.
    #[error(transparent)]
    Board(RulesError),
    /// One of the options is wrong.
    #[error(transparent)]
    Option(#[from] BadOption),
}

const LINE: &str = "--line";
const DOUBLE_LINE: &str = "--double-line";

impl fmt::Display for DoubleLine {
    /// The winner, as the option `--double-line` names it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            DoubleLine::OpponentWins => "opponent",
            DoubleLine::MoverWins => "mover",
        })
    }
}

impl Rules {
    /// The smallest board that has a border and a centre.
    pub const MIN_SIZE: u8 = 3;
    /// The largest board whose cells fit into [`Bits`](crate::Bits).
    pub const MAX_SIZE: u8 = 8;
    /// The shortest winning line.
    pub const MIN_LINE: u8 = 3;

    /// The official rules on a `size`×`size` board: a line as long as the
    /// board wins, and completing lines of both symbols loses.
    pub fn official(size: u8) -> Result<Rules, RulesError> {
        if !(Rules::MIN_SIZE..=Rules::MAX_SIZE).contains(&size) {
            return Err(RulesError::Size(size));
        }
        Ok(Rules {
            size,
            line: size,
            double_line: DoubleLine::default(),
        })
    }

    /// The same rules with another length of the winning line.
    pub fn with_line(self, line: u8) -> Result<Rules, RulesError> {
        let size = self.size;
        if !(Rules::MIN_LINE..=size).contains(&line) {
            return Err(RulesError::Line { line, size });
        }
        Ok(Rules { line, ..self })
    }

    /// The same rules with another reading of a double line.
    #[must_use]
    pub fn with_double_line(self, double_line: DoubleLine) -> Rules {
        Rules {
            double_line,
            ..self
        }
    }

    /// The options of the command line that lead from the official rules of this size to
    /// these; `None` for the official rules. [`Rules::from_options`] reads them.
    ///
    /// ```
    /// use quixotic_quixo::{DoubleLine, Rules};
    ///
    /// let rules = Rules::official(4)?.with_line(3)?;
    /// assert_eq!(rules.options().as_deref(), Some("--line 3"));
    /// let rules = rules.with_double_line(DoubleLine::MoverWins);
    /// assert_eq!(rules.options().as_deref(), Some("--line 3 --double-line mover"));
    /// assert_eq!(Rules::official(4)?.options(), None);
    /// # Ok::<(), quixotic_quixo::RulesError>(())
    /// ```
    pub fn options(self) -> Option<String> {
        let mut options = Vec::new();
        if self.line != self.size {
            options.push(format!("{LINE} {}", self.line));
        }
        if self.double_line != DoubleLine::default() {
            options.push(format!("{DOUBLE_LINE} {}", self.double_line));
        }
        (!options.is_empty()).then(|| options.join(" "))
    }

    /// The rules that options of the command line ask for.
    pub fn from_options(
        size: u8,
        line: Option<&str>,
        double_line: Option<&str>,
    ) -> Result<Rules, OptionError> {
        let mut rules = Rules::official(size).map_err(OptionError::Board)?;
        if let Some(text) = line {
            let wrong = |reason: &dyn fmt::Display| BadOption::new(LINE, text, reason);
            let line = text.parse();
            let line = line.map_err(|_| wrong(&"the length of a line is a number"))?;
            rules = rules.with_line(line).map_err(|error| wrong(&error))?;
        }
        if let Some(text) = double_line {
            let mut all = [DoubleLine::OpponentWins, DoubleLine::MoverWins].into_iter();
            let found = all.find(|double_line| double_line.to_string() == text);
            let wrong = || BadOption::new(DOUBLE_LINE, text, &"opponent or mover wins");
            rules = rules.with_double_line(found.ok_or_else(wrong)?);
        }
        Ok(rules)
    }

    /// Cells along one side of the board.
    pub fn size(self) -> u8 {
        self.size
    }

    /// Cells on the board.
    pub fn cells(self) -> u8 {
        self.size * self.size
    }

    /// Cells in a winning line.
    pub fn line(self) -> u8 {
        self.line
    }

    /// Who wins when one move completes lines of both symbols.
    pub fn double_line(self) -> DoubleLine {
        self.double_line
    }

    /// Whether these are the official rules of their size.
    pub fn is_official(self) -> bool {
        self.line == self.size && self.double_line == DoubleLine::default()
    }
}

impl fmt::Display for Rules {
    /// `5×5`, and what departs from the official rules.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{0}×{0}", self.size)?;
        if self.line != self.size {
            write!(f, ", line of {}", self.line)?;
        }
        if self.double_line == DoubleLine::MoverWins {
            f.write_str(", a double line wins for the mover")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_survive_their_options() {
        for size in Rules::MIN_SIZE..=Rules::MAX_SIZE {
            for line in Rules::MIN_LINE..=size {
                for double_line in [DoubleLine::OpponentWins, DoubleLine::MoverWins] {
                    let rules = Rules::official(size).unwrap().with_line(line).unwrap();
                    let rules = rules.with_double_line(double_line);
                    let options = rules.options().unwrap_or_default();
                    let words: Vec<&str> = options.split_whitespace().collect();
                    let value = |name: &str| {
                        let at = words.iter().position(|&word| word == name)?;
                        Some(words[at + 1])
                    };
                    let read = Rules::from_options(size, value(LINE), value(DOUBLE_LINE));
                    assert_eq!(read, Ok(rules));
                    assert_eq!(options.is_empty(), rules.is_official());
                }
            }
        }
    }

    #[test]
    fn what_is_wrong_names_its_option() {
        let message = |line, double_line| {
            let read = Rules::from_options(4, line, double_line);
            read.unwrap_err().to_string()
        };
        assert_eq!(
            message(Some("5"), None),
            "--line 5: a winning line of 5 does not suit a 4×4 board: lengths are 3 to 4"
        );
        assert_eq!(
            message(Some("x"), None),
            "--line x: the length of a line is a number"
        );
        assert_eq!(
            message(None, Some("nobody")),
            "--double-line nobody: opponent or mover wins"
        );
        assert!(message(None, Some(&"x".repeat(10_000))).len() < 200);
        let size = Rules::from_options(9, None, None).unwrap_err().to_string();
        assert_eq!(size, "board size 9 is not supported: sizes are 3 to 8");
    }
}
