//! Shares between two rounds, in files: one for each process, in the directory of the table.
//!
//! `KQvKR.share-1-of-3.layer-0.round-12.checkpoint` is the share of process 1 of 3 after round 12. A round is
//! saved when all files of that name are there and whole; the files of the round before are removed
//! only then, so that there is always a whole set. Any number of processes can go on from a set, for each
//! takes its indices from the files that have them.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use yomikiri_solver::cell::{Code, Coding};
use yomikiri_solver::checkpoint::{self, State};
use yomikiri_solver::local::SolveError;
use yomikiri_solver::{fingerprint, hex};

use crate::partition::Partition;

/// Where the shares of a tier are.
#[derive(Clone, Debug)]
pub(crate) struct Shares {
    folder: PathBuf,
    name: String,
    fingerprint: [u8; 32],
}

/// The shares of all processes after one round.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Set {
    pub(crate) layer: u32,
    pub(crate) distance: u32,
    pub(crate) processes: u16,
}

impl Shares {
    /// The shares of a table, whose own checkpoint would be this file.
    /// What is solved in lanes is saved in another way, and fits to nothing else.
    pub(crate) fn new(checkpoint: &Path, mut fingerprint: [u8; 32], in_lanes: bool) -> Self {
        if in_lanes {
            fingerprint = yomikiri_solver::fingerprint(&format!("{} lanes", hex(&fingerprint)));
        }
        let name = checkpoint.file_stem().unwrap_or_default();
        Shares {
            folder: checkpoint.parent().map(Path::to_owned).unwrap_or_default(),
            name: name.to_string_lossy().into_owned(),
            fingerprint,
        }
    }

    fn path(&self, process: usize, set: Set) -> PathBuf {
        self.folder.join(format!(
            "{}.share-{process}-of-{}.layer-{}.round-{}.checkpoint",
            self.name, set.processes, set.layer, set.distance
        ))
    }

    /// A share fits only to its place among the others.
    fn fingerprint(&self, process: usize, set: Set) -> [u8; 32] {
        let whole = hex(&self.fingerprint);
        fingerprint(&format!("{whole} share {process} of {}", set.processes))
    }

    fn fault(&self, path: PathBuf, error: io::Error) -> SolveError {
        SolveError::Checkpoint { path, error }
    }

    /// The files of this table's shares, with their sets; unfinished ones, too.
    fn files(&self) -> Vec<(PathBuf, Set)> {
        let read = |path: PathBuf| {
            let name = path.file_name()?.to_str()?;
            let rest = name.strip_prefix(&self.name)?.strip_prefix(".share-")?;
            let (process, rest) = rest.split_once("-of-")?;
            let (processes, rest) = rest.split_once(".layer-")?;
            let (layer, rest) = rest.split_once(".round-")?;
            // Some were being written when their process was killed.
            let rest = rest.strip_suffix(".tmp").unwrap_or(rest);
            let set = Set {
                layer: layer.parse().ok()?,
                distance: rest.strip_suffix(".checkpoint")?.parse().ok()?,
                processes: processes.parse().ok()?,
            };
            let process: u16 = process.parse().ok()?;
            (process < set.processes).then_some((path, set))
        };
        let files = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        files.filter_map(|file| read(file.path())).collect()
    }

    /// The latest round of which all shares are there and whole, and their code.
    pub(crate) fn latest(&self) -> Option<(Set, Coding)> {
        let mut sets: Vec<Set> = self.files().into_iter().map(|(_, set)| set).collect();
        sets.sort_unstable();
        sets.dedup();
        sets.into_iter()
            .rev()
            .find_map(|set| Some((set, self.whole(set)?)))
    }

    /// The code of the cells of a set if all of its files are whole.
    fn whole(&self, set: Set) -> Option<Coding> {
        let mut codings = (0..usize::from(set.processes)).map(|process| {
            let path = self.path(process, set);
            let fingerprint = self.fingerprint(process, set);
            checkpoint::check(&path, &fingerprint).ok().flatten()
        });
        let first = codings.next()??;
        codings.all(|coding| coding == Some(first)).then_some(first)
    }

    pub(crate) fn save<C: Code>(
        &self,
        process: usize,
        set: Set,
        cells: &[C::Shared],
        bounds: &[C::Cell],
    ) -> Result<(), SolveError> {
        let state = State {
            layer: set.layer,
            distance: set.distance,
        };
        let path = self.path(process, set);
        let fingerprint = self.fingerprint(process, set);
        let saved = checkpoint::save::<C>(&path, &fingerprint, state, cells, bounds);
        saved.map_err(|error| self.fault(path, error))
    }

    /// Reads the cells and bounds of a process among those of a partition.
    pub(crate) fn load<C: Code>(
        &self,
        set: Set,
        (from, to): (&Partition, &Partition),
        process: usize,
        (cells, layer): (&[C::Shared], &std::ops::Range<u64>),
    ) -> Result<Vec<C::Cell>, SolveError> {
        if from == to {
            return self.read::<C>(process, set, cells);
        }
        let own = to.locals(process, layer);
        let mut bounds = Vec::new();
        for other in 0..usize::from(set.processes) {
            let count = from.owned_below(other, from.size());
            let theirs = std::iter::repeat_with(|| C::shared(C::UNKNOWN));
            let theirs: Vec<C::Shared> = theirs.take(count as usize).collect();
            let their_bounds = self.read::<C>(other, set, &theirs)?;
            for (local, cell) in (0..).zip(&theirs) {
                if let Some(place) = to.local(process, from.global(other, local)) {
                    C::set(&cells[place as usize], C::get(cell));
                }
            }
            if !their_bounds.is_empty() {
                bounds.resize((own.end - own.start) as usize, C::UNKNOWN);
                let first = from.locals(other, layer).start;
                for (local, &bound) in (first..).zip(&their_bounds) {
                    if let Some(place) = to.local(process, from.global(other, local)) {
                        bounds[(place - own.start) as usize] = bound;
                    }
                }
            }
        }
        Ok(bounds)
    }

    fn read<C: Code>(
        &self,
        process: usize,
        set: Set,
        cells: &[C::Shared],
    ) -> Result<Vec<C::Cell>, SolveError> {
        let path = self.path(process, set);
        let fingerprint = self.fingerprint(process, set);
        let found = checkpoint::load::<C>(&path, &fingerprint, cells);
        let found = found.and_then(|found| {
            found.ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, "it is gone"))
        });
        match found {
            Ok((_, bounds)) => Ok(bounds),
            Err(error) => Err(self.fault(path, error)),
        }
    }

    /// Removes all files but those of a set. No process may be writing another one.
    pub(crate) fn remove_all_but(&self, kept: Option<Set>) {
        for (path, set) in self.files() {
            if Some(set) != kept {
                let _ = fs::remove_file(path);
            }
        }
    }
}
