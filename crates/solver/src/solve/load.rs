//! Loading a solved class, whether or not its file tells the distances of wins.

use quixotic_quixo::{Class, Taken};
use quixotic_tablebase::WinDistances;

use super::run::above;
use crate::SolveError;
use crate::files::ClassFiles;
use crate::pass::{Children, Pass, fill};
use crate::sweep::Tables;
use crate::values::Values;

/// Reads a class with the distances of its wins.
pub(super) fn load(
    files: &ClassFiles<'_>,
    tables: &Tables,
    class: Class,
) -> Result<Values, SolveError> {
    let open = files.open(class)?;
    let mut values = files.read(class, &open)?;
    if open.file.win_distances() == WinDistances::LeftOut {
        let read = |class| files.read(class, &files.open(class)?);
        if let Some(above) = above(files.rules, class).map(read).transpose()? {
            let children = Children::Of(&above);
            fill(pass(files, tables, Taken::Empty, children), &mut values)?;
        }
        let partner = class.swapped();
        let partner = (partner != class).then(|| read(partner)).transpose()?;
        let children = partner.as_ref().map_or(Children::Same, Children::Of);
        fill(pass(files, tables, Taken::Own, children), &mut values)?;
    }
    files.check_digest(&open.file, &values)?;
    Ok(values)
}

fn pass<'a>(
    files: &ClassFiles<'a>,
    tables: &'a Tables,
    taken: Taken,
    children: Children<'a>,
) -> Pass<'a> {
    Pass {
        tables,
        budget: files.budget,
        taken,
        children,
    }
}
