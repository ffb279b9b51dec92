//! The search over cards: from each length to the next by putting every rule at every place, then by changing,
//! swapping and dropping rules as long as that helps.

use std::collections::HashSet;

use quixotic_agents::rules::{Card, RULES};
use quixotic_game::{Budget, Stopped};
use rayon::prelude::*;

/// Cards of each length that are kept while longer ones are made of them.
const KEPT: usize = 12;

/// A card as the numbers of its rules, and how often it errs.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Candidate {
    pub(crate) rules: Vec<usize>,
    pub(crate) error: f64,
}

impl Candidate {
    pub(crate) fn card(&self) -> Card {
        card(&self.rules)
    }
}

/// The card of the rules with these numbers.
pub(crate) fn card(rules: &[usize]) -> Card {
    let rules = rules.iter().map(|&rule| &RULES[rule]).collect();
    Card::new(rules).expect("the search keeps to what a card may have")
}

/// The numbers of the rules of a card.
pub(crate) fn numbers(card: &Card) -> Vec<usize> {
    let number = |rule: &&_| RULES.iter().position(|other| other == *rule);
    card.rules()
        .iter()
        .map(|rule| number(rule).expect("a card has rules of the list"))
        .collect()
}

/// The best card of each length from 1 to `longest`, by an error that is to be small.
pub(crate) fn search(
    longest: usize,
    error: &(dyn Fn(&[usize]) -> f64 + Sync),
    budget: &Budget,
    found: &mut dyn FnMut(&Candidate),
) -> Result<Vec<Candidate>, Stopped> {
    let mut kept = vec![Candidate {
        rules: Vec::new(),
        error: error(&[]),
    }];
    let mut best = Vec::new();
    for _ in 0..longest {
        let grown = kept.iter().flat_map(|candidate| grown(&candidate.rules));
        kept = judged(grown, error, budget)?;
        kept.truncate(KEPT);
        loop {
            let near = kept.iter().flat_map(|candidate| near(&candidate.rules));
            let mut better = judged(
                near.chain(kept.iter().map(|c| c.rules.clone())),
                error,
                budget,
            )?;
            better.truncate(KEPT);
            let helps = better[0].error < kept[0].error - 1e-9;
            kept = better;
            if !helps {
                break;
            }
        }
        found(&kept[0]);
        best.push(kept[0].clone());
    }
    Ok(best)
}

/// Judges lists of rules, each once; the best come first.
fn judged(
    lists: impl Iterator<Item = Vec<usize>>,
    error: &(dyn Fn(&[usize]) -> f64 + Sync),
    budget: &Budget,
) -> Result<Vec<Candidate>, Stopped> {
    let mut seen = HashSet::new();
    let lists: Vec<Vec<usize>> = lists.filter(|rules| seen.insert(rules.clone())).collect();
    let judge = |rules: Vec<usize>| {
        budget.check(0)?;
        Ok(Candidate {
            error: error(&rules),
            rules,
        })
    };
    let mut judged: Vec<Candidate> = lists.into_par_iter().map(judge).collect::<Result<_, _>>()?;
    judged.sort_by(|a, b| {
        a.error
            .total_cmp(&b.error)
            .then_with(|| a.rules.cmp(&b.rules))
    });
    Ok(judged)
}

/// The lists with one rule more.
fn grown(rules: &[usize]) -> Vec<Vec<usize>> {
    let new = (0..RULES.len()).filter(|rule| !rules.contains(rule));
    let at_all_places = |rule| {
        (0..=rules.len()).map(move |at| {
            let mut more = rules.to_vec();
            more.insert(at, rule);
            more
        })
    };
    new.flat_map(at_all_places).collect()
}

/// The lists of the same length that differ in one rule or in the places of two.
fn near(rules: &[usize]) -> Vec<Vec<usize>> {
    let mut near = Vec::new();
    for at in 0..rules.len() {
        for rule in (0..RULES.len()).filter(|rule| !rules.contains(rule)) {
            let mut other = rules.to_vec();
            other[at] = rule;
            near.push(other);
        }
        // To another place, which swaps neighbours too.
        for to in (0..rules.len()).filter(|&to| to != at) {
            let mut other = rules.to_vec();
            let rule = other.remove(at);
            other.insert(to, rule);
            near.push(other);
        }
    }
    near
}
