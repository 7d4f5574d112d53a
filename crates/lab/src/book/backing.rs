//! What the later moves of a book say about the earlier ones.

use std::cmp::Reverse;

use yomikiri_book::{Book, Place as Spot, Scored};
use yomikiri_game_api::{Notation, Picture};

use super::book_error;
use super::score::{ENGINE, Node, Tree, WON, after};
use crate::LabError;
use crate::erased_game::ErasedGame;

/// Won and lost games are so far from all other scores.
const FAR: i32 = 2000;

/// Gives every scored move that leads to a position with scored moves the score of the best of those. The last
/// positions come first, and only later ones count, so that repetitions end nothing. Doing it again changes nothing.
pub(super) fn back_up<G: Notation + Picture>(
    game: &ErasedGame<G>,
    book: &mut Book,
    tree: &mut Tree,
) -> Result<(), LabError> {
    let mut spots: Vec<Spot> = tree.keys().cloned().collect();
    spots.sort_by_key(|spot| (Reverse(tree[spot].ply), Reverse(spot.clone())));
    for spot in &spots {
        let (ply, turn) = (tree[spot].ply, turn(game, spot)?);
        let scored = tree[spot].edges.iter();
        let scored = scored.filter_map(|(mv, (_, said))| Some((mv.clone(), (*said)?)));
        let scored: Vec<(String, Scored)> = scored.collect();
        for (mv, said) in scored {
            if said.table.is_some() {
                continue;
            }
            let (next, _) = after(game, spot, &mv)?;
            let Some(best) = tree
                .get(&next)
                .filter(|node| node.ply > ply)
                .and_then(Node::best)
            else {
                continue;
            };
            let sign = if self::turn(game, &next)? == turn {
                1
            } else {
                -1
            };
            let backed = Scored {
                score: a_ply_further(best.score * sign),
                depth: best.depth + 1,
                table: None,
            };
            if backed == said {
                continue;
            }
            book.put_score(spot, ply, &mv, ENGINE, &backed)
                .map_err(book_error)?;
            if let Some((_, said)) = tree.get_mut(spot).and_then(|node| node.edges.get_mut(&mv)) {
                *said = Some(backed);
            }
        }
    }
    Ok(())
}

fn turn<G: Notation + Picture>(
    game: &ErasedGame<G>,
    spot: &Spot,
) -> Result<yomikiri_game_api::Side, LabError> {
    let game = &game.0.game;
    let at = game.read_position(&spot.position);
    Ok(game.turn(&at.map_err(LabError::Position)?))
}

/// A score that is a ply further away: only won and lost games notice.
fn a_ply_further(score: i32) -> i32 {
    match score {
        won if won > WON - FAR => won - 1,
        lost if lost < FAR - WON => lost + 1,
        other => other,
    }
}
