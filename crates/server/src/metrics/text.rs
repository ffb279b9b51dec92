//! Prometheus' text format: for each metric what it is, then a line for each value.

use std::fmt::{Display, Write as _};

/// What a metric is.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    /// Only ever grows.
    Counter,
    /// Goes up and down.
    Gauge,
    /// Counts by upper bound.
    Histogram,
}

/// What is answered.
#[derive(Debug, Default)]
pub(super) struct Text(String);

impl Text {
    /// Begins a metric; its values follow.
    pub(super) fn metric(&mut self, name: &str, kind: Kind, help: &str) {
        let kind = match kind {
            Kind::Counter => "counter",
            Kind::Gauge => "gauge",
            Kind::Histogram => "histogram",
        };
        self.line(format_args!("# HELP {name} {help}"));
        self.line(format_args!("# TYPE {name} {kind}"));
    }

    /// A value. Labels are templates of our routes, names of games and the like, in which
    /// nothing has to be escaped.
    pub(super) fn value(&mut self, name: &str, labels: &[(&str, &str)], value: impl Display) {
        let labels: Vec<String> = labels
            .iter()
            .map(|(label, text)| format!("{label}=\"{text}\""))
            .collect();
        match labels.is_empty() {
            true => self.line(format_args!("{name} {value}")),
            false => self.line(format_args!("{name}{{{}}} {value}", labels.join(","))),
        }
    }

    /// A metric that is one value.
    pub(super) fn single(&mut self, name: &str, kind: Kind, help: &str, value: impl Display) {
        self.metric(name, kind, help);
        self.value(name, &[], value);
    }

    pub(super) fn finish(self) -> String {
        self.0
    }

    fn line(&mut self, line: impl Display) {
        writeln!(self.0, "{line}").expect("text can be written to");
    }
}
