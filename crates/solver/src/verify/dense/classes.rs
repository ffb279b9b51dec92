//! The classes of a database while it is verified.

use std::borrow::Cow;

use quixotic_game::Budget;
use quixotic_quixo::{Class, Taken};
use quixotic_tablebase::internal::format::ClassFile;
use quixotic_tablebase::store::{Part, ReadRequest};
use quixotic_tablebase::{Database, FileError, Kernel, ProbeError, WinDistances};

use crate::files::read_values;
use crate::pass::{Children, Pass, fill_class};
use crate::solve::above;
use crate::sweep::Tables;
use crate::values::Values;
use crate::verify::VerifyError;

/// The classes of a database.
#[derive(Clone, Copy)]
pub(super) struct Classes<'a> {
    pub(super) database: &'a Database,
    pub(super) budget: &'a Budget,
}

impl<'a> Classes<'a> {
    pub(super) fn file(self, class: Class) -> Result<&'a ClassFile, ProbeError> {
        self.database.class_file(class)
    }

    /// The class that moves which take an empty tile lead to; `None` on a full board.
    pub(super) fn above(self, class: Class) -> Option<Class> {
        above(self.database.rules(), class)
    }

    /// The hash of all that has a part in verifying a pair: files, kernel, and this program.
    pub(super) fn hash_of_pair(
        self,
        pair: Class,
        kernel: Kernel,
    ) -> Result<blake3::Hash, FileError> {
        let mut classes = vec![pair, pair.swapped()];
        // Those above, and where they lead to, which may be needed for distances of wins.
        for _ in 0..2 {
            let above = classes.iter().filter_map(|&class| self.above(class));
            let above: Vec<Class> = above.flat_map(|above| [above, above.swapped()]).collect();
            classes.extend(above);
        }
        classes.sort_unstable();
        classes.dedup();
        let mut hash = blake3::Hasher::new();
        hash.update(format!("{} {kernel:?}\n", env!("CARGO_PKG_VERSION")).as_bytes());
        for class in classes {
            hash.update(&[class.mine, class.theirs]);
            hash.update(&self.file_hash(class)?);
        }
        Ok(hash.finalize())
    }

    /// The hash of header and tail at the end of a file, as it is there.
    fn file_hash(self, class: Class) -> Result<Vec<u8>, FileError> {
        let store = self.database.store();
        let length = store.length(class)?;
        let range = length.saturating_sub(blake3::OUT_LEN as u64)..length;
        let part = Part::Tail;
        let read = store.read_many(&[ReadRequest { class, range, part }])?;
        Ok(read.into_iter().flat_map(Cow::into_owned).collect())
    }

    /// Reads a class as it is in its file.
    pub(super) fn read(self, tables: &Tables, class: Class) -> Result<Values, VerifyError> {
        let (file, store) = (self.file(class)?, self.database.store());
        read_values(store, file, &tables.index, tables.kernel, self.budget)
    }

    /// Reads a class with the distances of its wins.
    pub(super) fn read_full(self, tables: &Tables, class: Class) -> Result<Values, VerifyError> {
        let mut values = self.read(tables, class)?;
        if self.file(class)?.win_distances() == WinDistances::LeftOut {
            let rules = self.database.rules();
            let read = |class| self.read(tables, class);
            fill_class(tables, self.budget, rules, &mut values, read)?;
        }
        Ok(values)
    }

    pub(super) fn pass<'p>(
        self,
        tables: &'p Tables,
        taken: Taken,
        children: Children<'p>,
    ) -> Pass<'p>
    where
        'a: 'p,
    {
        Pass {
            tables,
            budget: self.budget,
            taken,
            children,
        }
    }
}
