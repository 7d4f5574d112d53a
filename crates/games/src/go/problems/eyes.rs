//! Whether an enclosed group gets two eyes, by trying everything inside.
//!
//! Life is unconditional life (Benson), so an answer is a proof: after it the group cannot be taken even if its
//! owner never plays there again. Whoever claims something may not use a ko; the other side may retake kos at
//! once, and positions that come back count against the claim. Seki is not life here.

use std::collections::HashMap;

use yomikiri_game_api::{Game, Side};

use crate::go::benson::{Unconditional, unconditional};
use crate::go::game::Go;
use crate::go::position::{NO_KO, Position};

/// The largest space that is read.
const MOST_CELLS: usize = 12;
/// Boards looked at for one question.
const MOST_NODES: u64 = 200_000;

/// A group with the space inside of it.
pub(super) struct EyeSpace<'a> {
    game: &'a Go,
    owner: Side,
    /// A stone of the group.
    target: usize,
    /// Where both sides may play.
    cells: Vec<usize>,
    /// Who says that he succeeds.
    claims: Side,
    nodes: u64,
    /// Boards that are known, whatever led to them.
    known: HashMap<Position, (bool, Option<usize>)>,
}

/// What was found: whether the group lives, where the mover plays, and whether that depends on the way here.
struct Found {
    lives: bool,
    cell: Option<usize>,
    by_path: bool,
}

impl<'a> EyeSpace<'a> {
    /// The space of the group of a stone: what can be reached from its liberties through empty points and
    /// through enemy stones that have no liberties elsewhere. `None` if that is too large to be read.
    pub(super) fn new(game: &'a Go, at: &Position, target: usize, claims: Side) -> Option<Self> {
        let owner = at.stone(target)?;
        let mut cells = game.string(at, target).1;
        let mut next = 0;
        while next < cells.len() {
            if cells.len() > MOST_CELLS {
                return None;
            }
            let cell = cells[next];
            next += 1;
            for to in game.beside(cell) {
                match at.stone(to) {
                    _ if cells.contains(&to) => {}
                    None => cells.push(to),
                    // Friends inside belong to the group, and have liberties in its space.
                    Some(side) if side == owner => {
                        let (_, liberties) = game.string(at, to);
                        for liberty in liberties {
                            if !cells.contains(&liberty) {
                                cells.push(liberty);
                            }
                        }
                    }
                    Some(_) => {}
                }
            }
            if next == cells.len() {
                // Enemy strings that are shut in.
                let shut_in: Vec<usize> = (0..game.size().points())
                    .filter(|&stone| at.stone(stone) == Some(!owner) && !cells.contains(&stone))
                    .filter(|&stone| {
                        let (_, liberties) = game.string(at, stone);
                        liberties.iter().all(|liberty| cells.contains(liberty))
                    })
                    .collect();
                cells.extend(shut_in);
            }
        }
        if cells.len() > MOST_CELLS {
            return None;
        }
        cells.sort_unstable();
        Some(EyeSpace {
            game,
            owner,
            target,
            cells,
            claims,
            nodes: 0,
            known: HashMap::new(),
        })
    }

    /// Whether the group lives with the side to move playing first, and that side's move. `None`: too many
    /// boards.
    pub(super) fn read(&mut self, at: &Position) -> Option<(bool, Option<usize>)> {
        let found = self.search(at, &mut Vec::new())?;
        Some((found.lives, found.cell))
    }

    fn search(&mut self, at: &Position, path: &mut Vec<Position>) -> Option<Found> {
        let certain = |lives| {
            Some(Found {
                lives,
                cell: None,
                by_path: false,
            })
        };
        if at.stone(self.target) != Some(self.owner) {
            return certain(false);
        }
        if unconditional(self.game, at)[self.target] == Unconditional::Alive(self.owner) {
            return certain(true);
        }
        if at.passes >= 2 {
            return certain(false);
        }
        let mut here = *at;
        here.taken = [0; 2];
        if here.turn() != self.claims {
            here.ko = NO_KO;
        }
        if let Some(&(lives, cell)) = self.known.get(&here) {
            return Some(Found {
                lives,
                cell,
                by_path: false,
            });
        }
        if path.contains(&here) {
            // Whoever claims something has not shown it.
            return Some(Found {
                lives: self.claims != self.owner,
                cell: None,
                by_path: true,
            });
        }
        self.nodes += 1;
        if self.nodes > MOST_NODES {
            return None;
        }
        let wants = here.turn() == self.owner;
        let mut moves = Vec::new();
        self.game.legal_moves(&here, &mut moves);
        moves.retain(|mv| mv.cell().is_none_or(|cell| self.cells.contains(&cell)));
        let mut found = Found {
            lives: !wants,
            cell: None,
            by_path: false,
        };
        path.push(here);
        for mv in moves {
            let mut next = here;
            self.game.play(&mut next, mv);
            let answer = self.search(&next, path)?;
            if answer.lives == wants {
                found = Found {
                    lives: wants,
                    cell: mv.cell(),
                    by_path: answer.by_path,
                };
                break;
            }
            found.by_path |= answer.by_path;
        }
        path.pop();
        if !found.by_path {
            self.known.insert(here, (found.lives, found.cell));
        }
        Some(found)
    }
}
