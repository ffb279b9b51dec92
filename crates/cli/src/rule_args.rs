//! The options that change the rules of a game. Which there are is told by the
//! catalog, so a game brings its own.

use std::fmt::Debug;
use std::marker::PhantomData;

use clap::{Arg, ArgMatches, Command, FromArgMatches};
use quixotic_catalog::{Catalog, RuleOption, RuleValues};

/// Some of the games.
pub(crate) trait Family: Clone + Debug + Send + Sync + 'static {
    /// Whether a game is one of them.
    fn has(game: &str) -> bool;
}

/// All games.
#[derive(Clone, Debug)]
pub(crate) struct AllGames;

impl Family for AllGames {
    fn has(_: &str) -> bool {
        true
    }
}

/// The values of the options of a family's rules, as they were given.
#[derive(Clone, Debug)]
pub(crate) struct RuleArgs<F = AllGames> {
    /// By the names of the options.
    pub(crate) values: RuleValues,
    family: PhantomData<F>,
}

/// The options of a family, each once.
fn options<F: Family>() -> Vec<RuleOption> {
    let mut options: Vec<RuleOption> = Vec::new();
    for kind in Catalog::standard().kinds() {
        for option in kind.options.iter().filter(|_| F::has(kind.name)) {
            if options.iter().all(|known| known.name != option.name) {
                options.push(*option);
            }
        }
    }
    options
}

impl<F: Family> FromArgMatches for RuleArgs<F> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<RuleArgs<F>, clap::Error> {
        let mut values = RuleValues::default();
        for option in options::<F>() {
            if let Some(value) = matches.get_one::<String>(option.name) {
                values = values.with(option.name, value);
            }
        }
        Ok(RuleArgs {
            values,
            family: PhantomData,
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = RuleArgs::from_arg_matches(matches)?;
        Ok(())
    }
}

impl<F: Family> clap::Args for RuleArgs<F> {
    fn augment_args(command: Command) -> Command {
        options::<F>().into_iter().fold(command, |command, option| {
            let arg = Arg::new(option.name)
                .long(option.name)
                .value_name(option.value)
                .help(option.help)
                .help_heading("Rules");
            command.arg(arg)
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        RuleArgs::<F>::augment_args(command)
    }
}
