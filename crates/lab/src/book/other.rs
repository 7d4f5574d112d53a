//! Books of other programs, which keep keys and no positions: the positions are found again by playing.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::Path;

use yomikiri_book::{
    Book, Draft, Edge, NewEdge, OtherEntry, OtherFormat, Place, UNMARKED, expected,
};
use yomikiri_game_api::{Game, Notation, Picture};

use super::{Folded, MergeReport, book_error};
use crate::{GameDefinition, LabError};

/// How a format of another program writes the positions and moves of a game.
pub struct OtherBook<G: Game> {
    /// The format.
    pub format: OtherFormat,
    /// The key of a position.
    pub key: fn(&G, &G::Position) -> u64,
    /// A legal move as a number.
    pub mv: fn(&G, &G::Position, G::Move) -> u32,
}

/// The heaviest mark of a move.
const HEAVIEST: u64 = 1000;

/// A book as the file of another program, and what it holds.
pub(super) fn export<G: Notation + Picture>(
    definition: &GameDefinition<G>,
    book: &Book,
    other: &OtherBook<G>,
) -> Result<(Vec<u8>, MergeReport), LabError> {
    let (game, hooks) = (&definition.game, &definition.book);
    let format = other.format;
    let mut entries: Vec<OtherEntry> = Vec::new();
    let mut places = HashSet::new();
    let mut left_out = 0;
    let seen = book.visit(&mut |place, _, edge| {
        let read = game.read_position(&place.position).ok();
        let folded = read.map(|at| hooks.fold(game, &at));
        let found = folded.and_then(|folded| {
            let mv = hooks.unfold_move(game, &folded, &edge.mv)?;
            // Readers look for every image, so any of them will do.
            hooks.symmetries.iter().find_map(|&way| {
                let image = (hooks.image)(game, &folded.position, way);
                let key = (other.key)(game, &image);
                let mv = (hooks.image_move)(game, mv, way);
                let held = format.holds_key(key);
                held.then(|| (key, (other.mv)(game, &image, mv)))
            })
        });
        let weight = weight_of(edge, format);
        match found.filter(|_| weight > 0 || format.keeps_forbidden()) {
            None => left_out += 1,
            Some((key, mv)) => {
                places.insert(key);
                entries.push(OtherEntry {
                    key,
                    mv,
                    weight,
                    counts: match format.has_counts() {
                        true => edge.counts,
                        false => Default::default(),
                    },
                    note: edge.note.clone().filter(|_| format.has_counts()),
                });
            }
        }
        true
    });
    seen.map_err(book_error)?;
    let report = MergeReport {
        positions: places.len() as u64,
        edges: entries.len() as u64,
        left_out,
    };
    let bytes = format.write(entries).map_err(LabError::Input)?;
    Ok((bytes, report))
}

/// What a move weighs there: its mark where there are counts beside it; otherwise what the policy `weighted` makes of
/// mark, counts and learning.
fn weight_of(edge: &Edge, format: OtherFormat) -> u32 {
    if format.has_counts() || edge.weight == 0 {
        return edge.weight.into();
    }
    let learned = 1.0 + f64::from(edge.learned) / 1000.0;
    let weight = 10.0 * f64::from(edge.weight) * expected(edge.counts) * learned;
    (weight.round() as u32).clamp(1, format.heaviest())
}

/// Makes a book of the file of another program.
pub(super) fn import<G: Notation + Picture>(
    definition: &GameDefinition<G>,
    bytes: &[u8],
    source: &str,
    out: &Path,
    other: &OtherBook<G>,
) -> Result<MergeReport, LabError> {
    let (game, hooks) = (&definition.game, &definition.book);
    let wrong = |told: String| LabError::Input(format!("{source}: {told}"));
    let mut by_key: HashMap<u64, Vec<OtherEntry>> = HashMap::new();
    let mut all = 0;
    for entry in other.format.read(bytes).map_err(wrong)? {
        all += 1;
        by_key.entry(entry.key).or_default().push(entry);
    }
    for entries in by_key.values_mut() {
        scale(entries, other.format);
    }
    let draft = Draft::begin(out, &definition.book_header()).map_err(book_error)?;
    let number = draft.add_source(source).map_err(book_error)?;
    let mut report = MergeReport {
        positions: 0,
        edges: 0,
        left_out: 0,
    };
    let mut used: HashSet<u64> = HashSet::new();
    let mut known = 0;
    let mut met: HashSet<Place> = HashSet::new();
    let images = |at: &G::Position| {
        let mut ways = hooks.symmetries.iter();
        ways.any(|&way| by_key.contains_key(&(other.key)(game, &(hooks.image)(game, at, way))))
    };
    // By plies, so that every position gets its distance from the start.
    let mut open = BTreeMap::from([(0_u32, vec![game.start()])]);
    while let Some((ply, positions)) = open.pop_first() {
        for at in positions {
            // From here on only the image that is kept: its moves are looked up, and its followers.
            let folded = hooks.fold(game, &hooks.fold(game, &at).position);
            if !met.insert(folded.place.clone()) {
                continue;
            }
            let found = look_up(definition, other, &by_key, &folded);
            if let Some((key, moves)) = &found {
                let edges: Vec<NewEdge> = moves
                    .iter()
                    .map(|(mv, entry)| NewEdge {
                        weight: entry.weight as u16,
                        note: entry.note.clone(),
                        ..NewEdge::new(mv, entry.counts, number)
                    })
                    .collect();
                report.positions += 1;
                report.edges += edges.len() as u64;
                if used.insert(*key) {
                    known += by_key[key].len() as u64;
                }
                draft.add(&folded.place, ply, &edges).map_err(book_error)?;
            }
            // A book of one side has no moves of the other one: what follows its moves may be outside.
            let is_played = |mv| {
                let text = hooks.fold_move(game, &folded, mv);
                let there = |(_, moves): &Found| moves.contains_key(&text);
                ply == 0 || found.as_ref().is_some_and(there)
            };
            for (mv, after) in followers(game, &folded.position) {
                if images(&after) {
                    open.entry(ply + 1).or_default().push(after);
                } else if is_played(mv) {
                    let answers = followers(game, &after).map(|(_, answer)| answer);
                    let mut later = answers.filter(|answer| images(answer)).peekable();
                    if later.peek().is_some() {
                        open.entry(ply + 2).or_default().extend(later);
                    }
                }
            }
        }
    }
    report.left_out = all - known;
    if report.edges == 0 {
        return Err(wrong(format!(
            "expected positions that can be reached from the start, got none among {all} moves"
        )));
    }
    draft.finish().map_err(book_error)?;
    Ok(report)
}

/// The key of a position and its moves as this program's books write them.
type Found = (u64, BTreeMap<String, OtherEntry>);

/// What follows a position, unless its game is over.
fn followers<'a, G: Game>(
    game: &'a G,
    at: &'a G::Position,
) -> impl Iterator<Item = (G::Move, G::Position)> + 'a {
    let mut moves = Vec::new();
    game.legal_moves(at, &mut moves);
    moves.into_iter().map(|mv| {
        let mut after = at.clone();
        game.play(&mut after, mv);
        (mv, after)
    })
}

/// The entries of a position with its moves, if all of them are legal there: a key of 32 bits may be another
/// position's.
fn look_up<G: Notation + Picture>(
    definition: &GameDefinition<G>,
    other: &OtherBook<G>,
    by_key: &HashMap<u64, Vec<OtherEntry>>,
    folded: &Folded<G>,
) -> Option<Found> {
    let (game, hooks) = (&definition.game, &definition.book);
    hooks.symmetries.iter().find_map(|&way| {
        let image = (hooks.image)(game, &folded.position, way);
        let key = (other.key)(game, &image);
        let entries = by_key.get(&key)?;
        let mut moves = Vec::new();
        game.legal_moves(&folded.position, &mut moves);
        let mut found: BTreeMap<String, OtherEntry> = BTreeMap::new();
        for entry in entries {
            let mv = moves.iter().find(|&&mv| {
                let mv = (hooks.image_move)(game, mv, way);
                (other.mv)(game, &image, mv) == entry.mv
            })?;
            let text = hooks.fold_move(game, folded, *mv);
            // Two images of one move.
            found
                .entry(text)
                .and_modify(|both| {
                    both.counts = both.counts.plus(entry.counts);
                    both.weight = both.weight.max(entry.weight);
                })
                .or_insert_with(|| entry.clone());
        }
        Some((key, found))
    })
}

/// Makes marks of the weights of a position: in proportion, the heaviest 1000. Where there are counts beside them,
/// weights up to 1000 are marks as they are, and where nobody has given any, no move has a mark.
fn scale(entries: &mut [OtherEntry], format: OtherFormat) {
    let most = entries.iter().map(|entry| entry.weight).max().unwrap_or(0);
    let mute = format.has_counts() && most <= 1;
    let as_it_is = format.has_counts() && u64::from(most) <= HEAVIEST;
    for entry in entries {
        let weight = u64::from(entry.weight);
        entry.weight = match weight {
            0 => 0,
            _ if mute => UNMARKED.into(),
            _ if as_it_is => weight as u32,
            _ => (HEAVIEST * weight / u64::from(most)).max(1) as u32,
        };
    }
}
