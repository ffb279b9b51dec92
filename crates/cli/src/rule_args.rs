//! The options that change the rules of a game. Which there are is in the catalog, so a game
//! brings its own.

use clap::{Arg, ArgMatches, Command, FromArgMatches};
use quixotic_catalog::{Catalog, RuleOption, RuleValues};

/// The values of the options, as they were given.
#[derive(Clone, Debug)]
pub(crate) struct RuleArgs {
    /// By the names of the options.
    pub(crate) values: RuleValues,
}

/// The options of all games, each once.
fn options() -> Vec<RuleOption> {
    let mut options: Vec<RuleOption> = Vec::new();
    for kind in Catalog::standard().kinds() {
        for option in kind.options {
            if options.iter().all(|known| known.name != option.name) {
                options.push(*option);
            }
        }
    }
    options
}

impl FromArgMatches for RuleArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<RuleArgs, clap::Error> {
        let mut values = RuleValues::default();
        for option in options() {
            if let Some(value) = matches.get_one::<String>(option.name) {
                values = values.with(option.name, value);
            }
        }
        Ok(RuleArgs { values })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = RuleArgs::from_arg_matches(matches)?;
        Ok(())
    }
}

impl clap::Args for RuleArgs {
    fn augment_args(command: Command) -> Command {
        options().into_iter().fold(command, |command, option| {
            let arg = Arg::new(option.name)
                .long(option.name)
                .value_name(option.value)
                .help(option.help)
                .help_heading("Rules");
            command.arg(arg)
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        RuleArgs::augment_args(command)
    }
}
