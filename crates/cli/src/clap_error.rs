//! What is wrong with a command line, in one line.

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, Error, ErrorFormatter, ErrorKind};

/// Writes an error without the usage, so that it fits a line.
pub(crate) struct OneLine;

impl ErrorFormatter for OneLine {
    fn format_error(error: &Error<OneLine>) -> StyledStr {
        in_one_line(error).into()
    }
}

/// Commands of `quixotic` up to version 0.4, which only the makers of docs/results need.
const MOVED: [&str; 7] = [
    "notable",
    "puzzles",
    "reachable",
    "report",
    "results",
    "train",
    "variants",
];

fn in_one_line(error: &Error<OneLine>) -> String {
    let get = |kind| error.get(kind).map(text).unwrap_or_default();
    let arg = get(ContextKind::InvalidArg);
    let value = get(ContextKind::InvalidValue);
    match error.kind() {
        ErrorKind::InvalidValue if value.is_empty() => {
            format!("{arg} needs a value{}", possible(error))
        }
        ErrorKind::InvalidValue => format!("invalid value '{value}' for {arg}{}", possible(error)),
        ErrorKind::ValueValidation => {
            let why = std::error::Error::source(error).map(ToString::to_string);
            let why = why.map(|why| format!(": {why}")).unwrap_or_default();
            format!("invalid value '{value}' for {arg}{why}")
        }
        ErrorKind::UnknownArgument => {
            let similar = similar(error, ContextKind::SuggestedArg);
            format!("unexpected argument {arg}{similar}")
        }
        ErrorKind::InvalidSubcommand => {
            let given = get(ContextKind::InvalidSubcommand);
            if MOVED.contains(&&*given) {
                return format!(
                    "`{given}` is a command of the research program now: cargo run --release -p quixotic-research -- {given}"
                );
            }
            let similar = similar(error, ContextKind::SuggestedSubcommand);
            format!("there is no command {given}{similar}")
        }
        ErrorKind::MissingRequiredArgument => format!("missing: {arg}"),
        ErrorKind::ArgumentConflict => match &*get(ContextKind::PriorArg) {
            prior if prior == arg => format!("{arg} is given twice"),
            prior => format!("{arg} cannot be used with {prior}"),
        },
        ErrorKind::NoEquals => format!("the value of {arg} comes after an equals sign"),
        ErrorKind::TooManyValues => format!("unexpected value '{value}' for {arg}"),
        ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues => {
            format!("{arg} has too few values")
        }
        ErrorKind::InvalidUtf8 => "an argument is not valid UTF-8".into(),
        kind => kind.as_str().unwrap_or("bad usage").into(),
    }
}

/// ` [possible values: a, b]`, or nothing.
fn possible(error: &Error<OneLine>) -> String {
    match error.get(ContextKind::ValidValue) {
        Some(ContextValue::Strings(values)) if !values.is_empty() => {
            format!(" [possible values: {}]", values.join(", "))
        }
        _ => String::new(),
    }
}

/// `; a similar one is '--db'`, or nothing.
fn similar(error: &Error<OneLine>, kind: ContextKind) -> String {
    let similar = error.get(kind).map(text).unwrap_or_default();
    match similar.is_empty() {
        true => similar,
        false => format!("; a similar one is {similar}"),
    }
}

/// The value of a context, with quotes around names.
fn text(value: &ContextValue) -> String {
    match value {
        ContextValue::String(name) => name.clone(),
        ContextValue::Strings(names) => names.join(", "),
        ContextValue::Number(number) => number.to_string(),
        ContextValue::StyledStr(text) => text.to_string(),
        _ => String::new(),
    }
}
