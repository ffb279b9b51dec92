//! Rules as options of the command line: what is written is read again, and what is
//! wrong names the option that is to blame.

use proptest::prelude::*;
use quixotic_numerical::{Hand, Rules};

/// Options in one line, as they are given one by one.
fn read(size: u8, options: &str) -> Result<Rules, String> {
    let words: Vec<&str> = options.split_whitespace().collect();
    let value = |name: &str| {
        let at = words.iter().position(|&word| word == name)?;
        Some(words[at + 1])
    };
    let (split, hands, target) = (value("--split"), value("--hands"), value("--target"));
    Rules::from_options(size, split, hands, target).map_err(|error| error.to_string())
}

/// A hand of the numbers of a board.
fn hand(size: u8, extra: u8) -> impl Strategy<Value = Hand> {
    let numbers: Vec<u8> = (1..=size * size).collect();
    let count = usize::from((size * size + extra) / 2);
    proptest::sample::subsequence(numbers, count).prop_map(|hand| hand.into_iter().collect())
}

fn rules() -> impl Strategy<Value = Rules> {
    let size = prop_oneof![Just(3_u8), Just(4)];
    let parts = size.prop_flat_map(|size| {
        // The first player's usual hand now and then, and the rest for the second.
        let first = prop_oneof![
            hand(size, 1),
            Just((1..=size * size).filter(|number| number % 2 == 1).collect())
        ];
        let second = proptest::option::of(hand(size, 0));
        (Just(size), first, second, proptest::option::of(6_u8..60))
    });
    parts.prop_filter_map("no game", |(size, first, second, target)| {
        let second = second.unwrap_or(Hand::up_to(size * size).without(first));
        let rules = match target {
            Some(target) => Rules::hands_to(size, first, second, target),
            None => Rules::hands(size, first, second),
        };
        rules.ok()
    })
}

proptest! {
    #[test]
    fn rules_survive_their_options(rules in rules()) {
        let options = rules.options();
        prop_assert_eq!(options.is_none(), rules.is_standard());
        let read = read(rules.size(), options.as_deref().unwrap_or_default());
        prop_assert_eq!(read, Ok(rules));
    }

    #[test]
    fn no_text_panics_or_is_repeated_at_length(text in "\\PC{0,300}", target in "\\PC{0,300}") {
        for (split, hands) in [(Some(&*text), None), (None, Some(&*text)), (None, None)] {
            let read = Rules::from_options(4, split, hands, Some(&target));
            if let Err(error) = read {
                prop_assert!(error.to_string().chars().count() < 2000);
            }
        }
    }
}

#[test]
fn options_are_canonical() {
    for (size, options, canonical) in [
        (4, "--split 1-8", Some("--split 1-8")),
        (4, "--split 8,7,6,5,4,3,2,1/9-16", Some("--split 1-8")),
        (3, "--split 1,2,5,6,7", Some("--split 1,2,5-7")),
        (3, "--split 1,3,5,7,9", None),
        (3, "--target 15", None),
        (
            3,
            "--hands 1,3,5,7,9/2,4,6,8 --target 12",
            Some("--target 12"),
        ),
        (4, "--hands 1-8/1-8 --target 18", Some("--hands 1-8/1-8")),
        (
            3,
            "--hands 1-5/1-4 --target 9",
            Some("--hands 1-5/1-4 --target 9"),
        ),
        (4, "", None),
    ] {
        assert_eq!(
            read(size, options).unwrap().options().as_deref(),
            canonical,
            "{options}"
        );
    }
}

#[test]
fn what_is_wrong_names_its_option() {
    for (size, options, message) in [
        (
            4,
            "--split 1-9",
            "--split 1-9: the first player holds 9 numbers, but has to place 8",
        ),
        (
            4,
            "--split 1-8/9-15",
            "--split 1-8/9-15: the split gives 16 to nobody",
        ),
        (
            4,
            "--split 1,3,x",
            "--split 1,3,x: `x` is neither a number nor a range like 1-8",
        ),
        (
            4,
            "--hands 1-8",
            "--hands 1-8: between the hands of the players is a `/`, like 1-8/1-8",
        ),
        (
            4,
            "--target 300",
            "--target 300: the sum of a line is a number up to 255",
        ),
        (
            4,
            "--target x",
            "--target x: the sum of a line is a number up to 255",
        ),
        (
            4,
            "--hands 1-8/1-8 --target 31",
            "--target 31: no line can reach 31: with these numbers lines add up to 6 at least and 30 at most",
        ),
        (
            4,
            "--hands 1-8/1-7,9",
            "--hands 1-8/1-7,9: the numbers add up to 73, which 4 rows cannot share equally: name a target",
        ),
        (
            4,
            "--split 1-8 --hands 1-8/1-8",
            "--split and --hands cannot be used together",
        ),
        (5, "", "board size 5 is not supported: sizes are 3 to 4"),
    ] {
        assert_eq!(read(size, options), Err(message.into()), "{options}");
    }
    let long = "x".repeat(10_000);
    let error = Rules::from_options(4, Some(&long), None, None).unwrap_err();
    assert!(error.to_string().len() < 300);
}
