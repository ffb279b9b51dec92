//! Loading a solved class, whether or not its file tells the distances of wins.

use quixotic_quixo::Class;
use quixotic_tablebase::WinDistances;

use crate::SolveError;
use crate::files::ClassFiles;
use crate::pass::{fill_class, filling_bytes};
use crate::sweep::Tables;
use crate::values::Values;

/// Reads a class with the distances of its wins.
pub(super) fn load(
    files: &ClassFiles<'_>,
    tables: &Tables,
    class: Class,
) -> Result<Values, SolveError> {
    let open = files.open_solved(class)?;
    let mut values = files.read(class, &open)?;
    if open.file.win_distances() == WinDistances::LeftOut {
        let read = |class| files.read(class, &files.open_solved(class)?);
        fill_class(tables, files.budget, files.rules, &mut values, read)?;
    }
    files.check_digest(&open.file, &values)?;
    Ok(values)
}

/// The most bytes that [`load`] takes for a class; if there is no file yet, for one with the
/// distances of wins.
pub(super) fn peak(files: &ClassFiles<'_>, class: Class) -> Result<u64, SolveError> {
    match files.open(class) {
        Ok(open) if open.file.win_distances() == WinDistances::LeftOut => {
            Ok(filling_bytes(files.index, files.rules, class))
        }
        Err(error) if !error.is_missing() => Err(error.into()),
        _ => Ok(files.index.layout(class).positions()),
    }
}
