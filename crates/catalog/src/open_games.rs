//! All games of a catalog at once, under their usual rules, for those who answer
//! strangers: the server, and the engine of a page without one.

use std::sync::Arc;

use quixotic_game::Budget;
use serde::Serialize;

use crate::{
    Activity, AnyGame, Catalog, Error, GameInfo, JsonAnswer, Kind, Pace, QueryKind, RuleValues,
    Setup,
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
        let kinds = catalog.kinds().iter();
        let games: Result<Arc<[_]>, Error> =
            kinds.map(|kind| open(&catalog, kind, setup)).collect();
        Ok(Games {
            games: games?,
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

    /// The game of that name.
    pub fn find(&self, name: &str) -> Result<Arc<dyn AnyGame>, Error> {
        let name = self.catalog.kind(name)?.name;
        let found = self.games.iter().find(|game| game.id().game() == name);
        let found = found.ok_or_else(|| Error::Unknown(format!("{name} is not served")))?;
        Ok(Arc::clone(found))
    }
}

fn open(catalog: &Catalog, kind: &Kind, setup: &Setup) -> Result<Arc<dyn AnyGame>, Error> {
    let id = catalog.id(kind.name, &RuleValues::default())?;
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
