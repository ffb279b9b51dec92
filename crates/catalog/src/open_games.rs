//! All games of a catalog at once, under their usual rules and a few others, for those who
//! answer strangers: the server, and the engine of a page without one.

use std::iter;
use std::sync::Arc;

use quixotic_game::Budget;
use serde::Serialize;

use crate::id::STANDARD;
use crate::{
    Activity, AnyGame, Catalog, Error, GameInfo, JsonAnswer, Kind, Pace, QueryKind, Setup,
};

/// All games of a catalog, open.
#[derive(Clone)]
pub struct Games {
    catalog: Arc<Catalog>,
    /// In the order of the catalog.
    games: Arc<[Arc<dyn AnyGame>]>,
}

/// The games that are here.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Games))]
pub struct GameList {
    /// In the order in which they are listed.
    games: Vec<GameInfo>,
}

impl Games {
    /// Opens the games of a catalog. [`Setup::db`] is for those whose database is in a
    /// directory; the others do without. What takes time is done when it is first
    /// needed.
    ///
    /// # Errors
    ///
    /// If a game cannot be opened. That there is no database for it is no reason.
    pub fn new(catalog: Catalog, setup: &Setup) -> Result<Games, Error> {
        let mut games = Vec::new();
        for kind in catalog.kinds() {
            for rules in iter::once(&"").chain(kind.served) {
                games.push(open(&catalog, kind, rules, setup)?);
            }
        }
        Ok(Games {
            games: games.into(),
            catalog: Arc::new(catalog),
        })
    }

    /// What is here of each game, without the directories of this machine.
    pub fn list(&self) -> GameList {
        let infos = self.games.iter().map(|game| {
            let mut info = game.info();
            info.solution.place = None;
            info
        });
        GameList {
            games: infos.collect(),
        }
    }

    /// The same as JSON. Levels of a database may be added while somebody asks.
    pub fn list_json(&self) -> Result<JsonAnswer, Error> {
        JsonAnswer::for_now(&self.list())
    }

    /// Looks for the database of every game that answers from one, and asks it a question.
    ///
    /// # Errors
    ///
    /// If a database cannot be read, or has gone. That a game has none is no error.
    pub fn check(&self, budget: &Budget) -> Result<(), Error> {
        for game in self.games.iter() {
            if game.pace(QueryKind::Probe) == Pace::Search {
                continue;
            }
            let checked = game.require_solution();
            match checked.and_then(|()| game.probe("start", budget).map(drop)) {
                Ok(()) | Err(Error::Missing { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// What the databases have done so far, by the names of their games.
    pub fn activities(&self) -> Vec<(&str, Activity)> {
        let activities = self.games.iter();
        let activities = activities.filter_map(|game| Some((game.id().game(), game.activity()?)));
        activities.collect()
    }

    /// The game of that name under some rules, as the list has them; without any under the
    /// usual ones.
    pub fn find(&self, name: &str, rules: Option<&str>) -> Result<Arc<dyn AnyGame>, Error> {
        let rules = rules.filter(|rules| *rules != STANDARD);
        let id = self.catalog.saved(name, rules)?;
        let found = self.games.iter().find(|game| game.id() == &id);
        let found = found.ok_or_else(|| Error::Unknown(format!("{id} is not served")))?;
        Ok(Arc::clone(found))
    }
}

fn open(
    catalog: &Catalog,
    kind: &Kind,
    rules: &str,
    setup: &Setup,
) -> Result<Arc<dyn AnyGame>, Error> {
    let id = catalog.saved(kind.name, Some(rules))?;
    let without = Setup {
        db: None,
        ..setup.clone()
    };
    let game = catalog.open(&id, &without)?;
    match game.pace(QueryKind::Probe) {
        Pace::Disk => catalog.open(&id, setup),
        Pace::Memory | Pace::Search => Ok(game),
    }
}
