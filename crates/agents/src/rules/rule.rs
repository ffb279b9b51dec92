//! The language of rules: what can be counted by eye, each with a sentence for beginners.

use std::fmt;

use super::seen::{Seen, Whose};
use Whose::{Both, Theirs, Yours};

/// A rule of thumb: of the moves that are left, those count most by which a number is greatest.
pub struct Rule {
    /// Its name on a card: `blank`.
    pub name: &'static str,
    /// What to do, in a sentence.
    pub text: &'static str,
    score: fn(&Seen<'_>) -> i16,
}

impl Rule {
    /// How well a move does by the rule alone: more is better.
    pub fn score(&self, seen: &Seen<'_>) -> i16 {
        (self.score)(seen)
    }

    /// Keeps the moves that do best.
    pub(crate) fn keep_best(&self, seen: &mut Vec<Seen<'_>>) {
        if seen.len() < 2 {
            return;
        }
        let scores: Vec<i16> = seen.iter().map(|seen| self.score(seen)).collect();
        let best = scores.iter().max().copied();
        let mut scores = scores.into_iter();
        seen.retain(|_| scores.next() == best);
    }
}

impl PartialEq for Rule {
    fn eq(&self, other: &Rule) -> bool {
        self.name == other.name
    }
}

impl Eq for Rule {}

impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

const fn rule(name: &'static str, text: &'static str, score: fn(&Seen<'_>) -> i16) -> Rule {
    Rule { name, text, score }
}

/// All rules that a card can have. "Inside" are the cells from which no tile can be taken.
pub static RULES: &[Rule] = &[
    rule("win", "Win at once if you can.", |seen| seen.wins().into()),
    rule(
        "safe",
        "Leave the opponent no move that wins at once.",
        |seen| (!seen.loses()).into(),
    ),
    rule(
        "blank",
        "Take a blank tile rather than one of your own.",
        |seen| seen.takes_blank().into(),
    ),
    rule(
        "own",
        "Take one of your own tiles rather than a blank one.",
        |seen| (!seen.takes_blank()).into(),
    ),
    rule(
        "threat",
        "Threaten to win: you would win at once if the opponent passed.",
        |seen| seen.threatens().into(),
    ),
    rule(
        "ways",
        "Threaten to win in as many ways as you can.",
        |seen| seen.ways_to_win() as i16,
    ),
    rule(
        "one-short",
        "Have more lines that lack one tile than the opponent has.",
        |seen| seen.lines(1, Both),
    ),
    rule(
        "two-short",
        "Have more lines that lack at most two tiles than the opponent has.",
        |seen| seen.lines(2, Both),
    ),
    rule(
        "three-short",
        "Have more lines that lack at most three tiles than the opponent has.",
        |seen| seen.lines(3, Both),
    ),
    rule(
        "one-short-yours",
        "Make as many lines of yours as you can that lack one tile.",
        |seen| seen.lines(1, Yours),
    ),
    rule(
        "two-short-yours",
        "Make as many lines of yours as you can that lack at most two tiles.",
        |seen| seen.lines(2, Yours),
    ),
    rule(
        "three-short-yours",
        "Make as many lines of yours as you can that lack at most three tiles.",
        |seen| seen.lines(3, Yours),
    ),
    rule(
        "one-short-theirs",
        "Leave the opponent as few lines as you can that lack one tile.",
        |seen| -seen.lines(1, Theirs),
    ),
    rule(
        "two-short-theirs",
        "Leave the opponent as few lines as you can that lack at most two tiles.",
        |seen| -seen.lines(2, Theirs),
    ),
    rule(
        "three-short-theirs",
        "Leave the opponent as few lines as you can that lack at most three tiles.",
        |seen| -seen.lines(3, Theirs),
    ),
    rule(
        "open-one",
        "Have more lines that lack one tile, a blank one, than the opponent has.",
        |seen| seen.open_lines(1, Both),
    ),
    rule(
        "open-two",
        "Have more lines that lack at most two tiles and have none of the other player than the opponent has.",
        |seen| seen.open_lines(2, Both),
    ),
    rule(
        "open-three",
        "Have more lines that lack at most three tiles and have none of the other player than the opponent has.",
        |seen| seen.open_lines(3, Both),
    ),
    rule(
        "longest",
        "Have more tiles in your best line than the opponent in theirs.",
        |seen| seen.longest(Both),
    ),
    rule(
        "longest-yours",
        "Have as many tiles as you can in one line.",
        |seen| seen.longest(Yours),
    ),
    rule(
        "longest-theirs",
        "Keep the opponent's best line short.",
        |seen| -seen.longest(Theirs),
    ),
    rule(
        "reply-one",
        "Whatever the reply, have more lines that lack one tile than the opponent.",
        |seen| seen.lines_after_reply(1, Both),
    ),
    rule(
        "reply-two",
        "Whatever the reply, have more lines that lack at most two tiles than the opponent.",
        |seen| seen.lines_after_reply(2, Both),
    ),
    rule(
        "reply-one-yours",
        "Whatever the reply, keep as many lines as you can that lack one tile.",
        |seen| seen.lines_after_reply(1, Yours),
    ),
    rule(
        "reply-two-yours",
        "Whatever the reply, keep as many lines as you can that lack at most two tiles.",
        |seen| seen.lines_after_reply(2, Yours),
    ),
    rule(
        "reply-one-theirs",
        "Let no reply give the opponent many lines that lack one tile.",
        |seen| -seen.lines_after_reply(1, Theirs),
    ),
    rule(
        "reply-two-theirs",
        "Let no reply give the opponent many lines that lack at most two tiles.",
        |seen| -seen.lines_after_reply(2, Theirs),
    ),
    rule(
        "outside",
        "Have fewer tiles inside than the opponent: they are stuck there.",
        |seen| -seen.tiles(seen.layout().inner, Both),
    ),
    rule(
        "outside-yours",
        "Keep your tiles out of the inside, where they are stuck.",
        |seen| -seen.tiles(seen.layout().inner, Yours),
    ),
    rule(
        "outside-theirs",
        "Push the opponent's tiles inside, where they are stuck.",
        |seen| seen.tiles(seen.layout().inner, Theirs),
    ),
    rule(
        "inside",
        "Have more tiles inside than the opponent.",
        |seen| seen.tiles(seen.layout().inner, Both),
    ),
    rule("centre", "Keep the centre for yourself.", |seen| {
        seen.tiles(seen.layout().centre, Both)
    }),
    rule("no-centre", "Leave the centre to the opponent.", |seen| {
        -seen.tiles(seen.layout().centre, Both)
    }),
    rule(
        "border",
        "Have more tiles on the border than the opponent.",
        |seen| seen.tiles(!seen.layout().inner, Both),
    ),
    rule(
        "border-yours",
        "Have as many tiles on the border as you can.",
        |seen| seen.tiles(!seen.layout().inner, Yours),
    ),
    rule(
        "border-theirs",
        "Leave the opponent few tiles on the border.",
        |seen| -seen.tiles(!seen.layout().inner, Theirs),
    ),
    rule("corners", "Have more corners than the opponent.", |seen| {
        seen.tiles(seen.layout().corners, Both)
    }),
    rule(
        "corners-yours",
        "Hold as many corners as you can.",
        |seen| seen.tiles(seen.layout().corners, Yours),
    ),
    rule(
        "corners-theirs",
        "Leave the opponent few corners.",
        |seen| -seen.tiles(seen.layout().corners, Theirs),
    ),
    rule(
        "no-corners",
        "Have fewer corners than the opponent.",
        |seen| -seen.tiles(seen.layout().corners, Both),
    ),
    rule(
        "diagonals",
        "Have more tiles on the diagonals than the opponent.",
        |seen| seen.tiles(seen.layout().diagonals, Both),
    ),
    rule(
        "no-diagonals",
        "Have fewer tiles on the diagonals than the opponent.",
        |seen| -seen.tiles(seen.layout().diagonals, Both),
    ),
    rule("more", "Have more tiles than the opponent.", |seen| {
        seen.tiles(!0, Both)
    }),
    rule(
        "together",
        "Keep your tiles next to each other, more than the opponent's are.",
        |seen| seen.neighbours(Both),
    ),
    rule(
        "together-yours",
        "Keep your tiles next to each other.",
        |seen| seen.neighbours(Yours),
    ),
    rule(
        "apart-theirs",
        "Part the opponent's tiles from each other.",
        |seen| -seen.neighbours(Theirs),
    ),
    rule(
        "spread",
        "Have tiles in more rows, columns and diagonals than the opponent.",
        |seen| seen.reached(Both),
    ),
    rule(
        "spread-yours",
        "Have tiles in as many rows, columns and diagonals as you can.",
        |seen| seen.reached(Yours),
    ),
    rule(
        "gather",
        "Have tiles in fewer rows, columns and diagonals than the opponent.",
        |seen| -seen.reached(Both),
    ),
    rule("push-corner", "Push in at a corner.", |seen| {
        seen.enters_at_corner().into()
    }),
    rule(
        "push-side",
        "Push in at the middle of a side, not at a corner.",
        |seen| (!seen.enters_at_corner()).into(),
    ),
    rule("take-corner", "Take the tile from a corner.", |seen| {
        seen.leaves_corner().into()
    }),
    rule(
        "take-side",
        "Take the tile from the middle of a side, not from a corner.",
        |seen| (!seen.leaves_corner()).into(),
    ),
    rule("far", "Push as many tiles as you can.", |seen| {
        seen.pushed()
    }),
    rule("near", "Push as few tiles as you can.", |seen| {
        -seen.pushed()
    }),
    rule(
        "few-replies",
        "Leave the opponent few tiles to take.",
        |seen| -seen.replies(),
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_has_a_name_of_its_own_and_a_sentence() {
        for (at, rule) in RULES.iter().enumerate() {
            assert!(RULES[..at].iter().all(|other| other != rule), "{rule:?}");
            assert!(rule.text.ends_with('.'), "{rule:?}");
            assert!(!rule.name.contains(','), "{rule:?}");
        }
    }
}
