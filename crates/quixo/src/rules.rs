//! The rules as data: board size, length of a winning line, and who wins when
//! one move completes lines of both symbols.

use std::fmt;

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

    /// The options that lead from the official rules of this size to these; `None` for
    /// the official rules.
    pub fn options(self) -> Option<String> {
        let line = (self.line != self.size).then(|| format!("--line {}", self.line));
        let mover = self.double_line == DoubleLine::MoverWins;
        let double = mover.then(|| "--double-line mover".to_owned());
        let options: Vec<String> = line.into_iter().chain(double).collect();
        (!options.is_empty()).then(|| options.join(" "))
    }

    /// The rules of a size with some options.
    pub fn from_options(
        size: u8,
        line: Option<&str>,
        double_line: Option<&str>,
    ) -> Result<Rules, String> {
        let mut rules = Rules::official(size).map_err(|error| error.to_string())?;
        if let Some(text) = line {
            let line = text
                .parse()
                .map_err(|_| format!("--line {text}: not a length"))?;
            rules = rules.with_line(line).map_err(|error| error.to_string())?;
        }
        match double_line {
            None | Some("opponent") => Ok(rules),
            Some("mover") => Ok(rules.with_double_line(DoubleLine::MoverWins)),
            Some(text) => Err(format!("--double-line {text}: it is `opponent` or `mover`")),
        }
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
