//! Probing positions: the values of the files and a 1-ply search.

use std::collections::HashMap;
use std::io;
use std::sync::{Arc, PoisonError, RwLock};

use super::bytes::{Bytes, Fault};
use super::file::{Sort, Stored, SyzygyFile};
use super::squares::MOST_PIECES;
use super::{Dtz, SyzygyError, Wdl};
use crate::chess::Material;
use crate::chess::generate;
use crate::chess::moves::{Kind, Move};
use crate::chess::position::Position;

/// Opens a file by its name, such as `KQvK.rtbw`; `None` if it does not exist.
type Open = dyn Fn(&str) -> io::Result<Option<Box<dyn Bytes>>> + Send + Sync;

/// A set of Syzygy files, opened on demand.
pub struct Syzygy {
    open: Box<Open>,
    /// Files that were found; a missing one may appear later.
    opened: RwLock<HashMap<(Material, Sort), Arc<SyzygyFile>>>,
}

/// The best value found by the 1-ply search.
struct Looked {
    wdl: Wdl,
    /// Whether a capture (or, if requested, a pawn move) is the best move.
    zeroing: bool,
}

impl Syzygy {
    /// Files that `open` finds by name.
    pub fn new(
        open: impl Fn(&str) -> io::Result<Option<Box<dyn Bytes>>> + Send + Sync + 'static,
    ) -> Self {
        Syzygy {
            open: Box::new(open),
            opened: RwLock::default(),
        }
    }

    /// The name of the file with a position's values; `None` if no file covers such positions: too
    /// many pieces, castling rights, or only kings.
    pub fn file_of(at: &Position) -> Option<String> {
        let (material, _) = Material::of(at);
        let asked = at.castling() == 0 && (3..=MOST_PIECES).contains(&material.pieces());
        asked.then(|| name(&material, Sort::Values))
    }

    /// Whether the file with a position's values exists.
    pub fn covers(&self, at: &Position) -> Result<bool, SyzygyError> {
        match Syzygy::file_of(at) {
            Some(_) => Ok(self.file(&Material::of(at).0, Sort::Values)?.is_some()),
            None => Ok(false),
        }
    }

    /// The value of a position with the counter at zero. Positions that no file covers count as
    /// missing.
    pub fn wdl(&self, at: &Position) -> Result<Wdl, SyzygyError> {
        Ok(self.look(at, false)?.wdl)
    }

    /// The distance to zeroing; `None` for draws and if the file of distances does not exist.
    pub fn dtz(&self, at: &Position) -> Result<Option<Dtz>, SyzygyError> {
        let looked = self.look(at, true)?;
        match self.distance(at, &looked) {
            Ok(dtz) => Ok(dtz),
            Err(SyzygyError::Missing { file }) if file.ends_with(Sort::Zeroing.ending()) => {
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    /// The value: the best capture's, or the file's if that is better. With `pawns`, pawn moves are
    /// searched like captures.
    fn look(&self, at: &Position, pawns: bool) -> Result<Looked, SyzygyError> {
        let mut moves = Vec::new();
        generate::list(at, &mut moves);
        let all = moves.len();
        if all == 0 {
            let wdl = if at.in_check() { Wdl::Loss } else { Wdl::Draw };
            return Ok(Looked {
                wdl,
                zeroing: false,
            });
        }
        moves.retain(|&mv| takes(at, mv) || pawns && is_pawn(at, mv));
        let mut best = None;
        for &mv in &moves {
            let mut next = *at;
            next.play(mv);
            let wdl = self.look(&next, false)?.wdl.flip();
            best = best.max(Some(wdl));
            if wdl == Wdl::Win {
                return Ok(Looked { wdl, zeroing: true });
            }
        }
        // If every move was searched, the file may miss one: en passant. Its value would be that of
        // a stalemate.
        let looked_at_all = moves.len() == all;
        let best = match best {
            Some(wdl) if looked_at_all => return Ok(Looked { wdl, zeroing: true }),
            best => best.unwrap_or(Wdl::Loss),
        };
        let stored = self.stored_value(at)?;
        Ok(Looked {
            wdl: best.max(stored),
            zeroing: best >= stored && best > Wdl::Draw,
        })
    }

    /// The distance of a position whose captures and pawn moves were searched.
    fn distance(&self, at: &Position, looked: &Looked) -> Result<Option<Dtz>, SyzygyError> {
        let wdl = looked.wdl;
        if wdl == Wdl::Draw {
            return Ok(None);
        }
        if looked.zeroing {
            return Ok(Some(at_once(wdl)));
        }
        if !generate::any(at) {
            return Ok(Some(Dtz {
                plies: 0,
                exact: true,
            }));
        }
        let (material, _) = Material::of(at);
        let file = self.needed(&material, Sort::Zeroing)?;
        let stored = file.distance(at, wdl);
        match stored.map_err(|fault| broken(&material, Sort::Zeroing, fault))? {
            Stored::Plies { plies, exact } => Ok(Some(Dtz {
                plies: plies + late(wdl),
                exact,
            })),
            Stored::OtherSide => self.by_moves(at, wdl),
        }
    }

    /// The distance from those of the positions after each move.
    fn by_moves(&self, at: &Position, wdl: Wdl) -> Result<Option<Dtz>, SyzygyError> {
        let wins = wdl > Wdl::Draw;
        let mut moves = Vec::new();
        generate::list(at, &mut moves);
        let mut best: Option<Dtz> = None;
        for mv in moves {
            let zeroes = takes(at, mv) || is_pawn(at, mv);
            let mut next = *at;
            next.play(mv);
            let looked = self.look(&next, !zeroes)?;
            if looked.wdl.flip() != wdl {
                continue;
            }
            // Checkmate counts as zeroing.
            let after = if zeroes || !generate::any(&next) {
                Some(at_once(wdl))
            } else {
                self.distance(&next, &looked)?.map(|dtz| Dtz {
                    plies: dtz.plies + 1,
                    ..dtz
                })
            };
            let Some(after) = after else { continue };
            best = Some(match best {
                None => after,
                Some(best) if best.plies == after.plies => Dtz {
                    plies: best.plies,
                    // An exact shortest win is final; for losses another move may be longer.
                    exact: if wins {
                        best.exact || after.exact
                    } else {
                        best.exact && after.exact
                    },
                },
                Some(best) if (after.plies < best.plies) == wins => after,
                Some(best) => best,
            });
        }
        Ok(best)
    }

    fn stored_value(&self, at: &Position) -> Result<Wdl, SyzygyError> {
        let (material, _) = Material::of(at);
        if material == Material::BARE {
            return Ok(Wdl::Draw);
        }
        let file = self.needed(&material, Sort::Values)?;
        let value = file.value(at);
        value.map_err(|fault| broken(&material, Sort::Values, fault))
    }

    fn needed(&self, material: &Material, sort: Sort) -> Result<Arc<SyzygyFile>, SyzygyError> {
        let file = match material.pieces() <= MOST_PIECES {
            true => self.file(material, sort)?,
            false => None,
        };
        file.ok_or_else(|| SyzygyError::Missing {
            file: name(material, sort),
        })
    }

    /// A file, opened on first use.
    fn file(
        &self,
        material: &Material,
        sort: Sort,
    ) -> Result<Option<Arc<SyzygyFile>>, SyzygyError> {
        let key = (*material, sort);
        {
            let opened = self.opened.read().unwrap_or_else(PoisonError::into_inner);
            if let Some(file) = opened.get(&key) {
                return Ok(Some(Arc::clone(file)));
            }
        }
        let fault = |fault| broken(material, sort, fault);
        let found = (self.open)(&name(material, sort));
        let Some(bytes) = found.map_err(|error| fault(Fault::Io(error)))? else {
            return Ok(None);
        };
        let file = SyzygyFile::open(bytes, *material, sort).map_err(fault)?;
        let mut opened = self.opened.write().unwrap_or_else(PoisonError::into_inner);
        let file = opened.entry(key).or_insert_with(|| Arc::new(file));
        Ok(Some(Arc::clone(file)))
    }
}

fn name(material: &Material, sort: Sort) -> String {
    format!("{material}.{}", sort.ending())
}

fn broken(material: &Material, sort: Sort, fault: Fault) -> SyzygyError {
    SyzygyError::Broken {
        file: name(material, sort),
        reason: match fault {
            Fault::Damaged(what) => {
                format!("is damaged, or no Syzygy table of that material: it has {what}")
            }
            Fault::Io(error) => format!("cannot be read: {error}"),
        },
    }
}

/// The distance if the next move is zeroing.
fn at_once(wdl: Wdl) -> Dtz {
    Dtz {
        plies: 1 + late(wdl),
        exact: true,
    }
}

/// Added to distances that the fifty-move rule cuts off.
fn late(wdl: Wdl) -> u32 {
    if wdl.is_late() { 100 } else { 0 }
}

fn is_pawn(at: &Position, mv: Move) -> bool {
    at.kind_at(mv.from()) == Some(Kind::Pawn)
}

fn takes(at: &Position, mv: Move) -> bool {
    at.piece_at(mv.to()).is_some() || is_pawn(at, mv) && at.en_passant() == Some(mv.to())
}
