//! Positions as a book keeps them: of several images that play alike, the one with the smallest key.

use std::sync::LazyLock;

use yomikiri_book::{Header, Place};
use yomikiri_game_api::{BoardSymmetry, Game, Notation};

use super::OtherBook;

/// The version of everything in this file: which image is kept, and what its text is.
const KEY_VERSION: u32 = 1;

/// What a book has to know about a game.
pub struct BookHooks<G: Game> {
    /// The ways to lay a board on itself that keep the rules, the identity first.
    pub symmetries: &'static [BoardSymmetry],
    /// A position laid on itself.
    pub image: fn(&G, &G::Position, BoardSymmetry) -> G::Position,
    /// A move on that image.
    pub image_move: fn(&G, G::Move, BoardSymmetry) -> G::Move,
    /// A position as text without clocks and counters; it is read again as every position.
    pub text: fn(&G, &G::Position) -> String,
    /// The names of openings: a code, moves and the name in English, Japanese and Chinese a line, with tabs between.
    pub names: &'static str,
    /// The formats of other programs that know this game.
    pub others: Vec<OtherBook<G>>,
    /// The book that is part of the program.
    pub built_in: Option<&'static LazyLock<Vec<u8>>>,
}

impl<G: Notation> Default for BookHooks<G> {
    /// A game whose positions have no images and no clocks.
    fn default() -> Self {
        BookHooks {
            symmetries: &[BoardSymmetry::Same],
            image: |_, at, _| at.clone(),
            image_move: |_, mv, _| mv,
            text: |game, at| game.write_position(at),
            names: "",
            others: Vec::new(),
            built_in: None,
        }
    }
}

/// A position as a book keeps it.
pub(crate) struct Folded<G: Game> {
    pub(crate) place: Place,
    /// The image that is kept.
    pub(crate) position: G::Position,
    /// The ways that lead to it: several if the position is its own image.
    ways: Vec<BoardSymmetry>,
}

impl<G: Game> Folded<G> {
    /// Whether the position was turned or mirrored.
    pub(crate) fn is_image(&self) -> bool {
        self.ways[0] != BoardSymmetry::Same
    }
}

impl<G: Notation> BookHooks<G> {
    /// The image of a position that is kept.
    pub(crate) fn fold(&self, game: &G, at: &G::Position) -> Folded<G> {
        let mut kept = at.clone();
        let mut key = game.key(at);
        let mut ways = vec![BoardSymmetry::Same];
        for &symmetry in &self.symmetries[1..] {
            let image = (self.image)(game, at, symmetry);
            let own = game.key(&image);
            if own > key {
                continue;
            }
            if own == key && image == kept {
                ways.push(symmetry);
                continue;
            }
            // Two images with one key: the text decides, so that every image leads to the same one.
            if own < key || (self.text)(game, &image) < (self.text)(game, &kept) {
                (kept, key) = (image, own);
                ways.clear();
                ways.push(symmetry);
            }
        }
        Folded {
            place: Place {
                key,
                position: (self.text)(game, &kept),
            },
            position: kept,
            ways,
        }
    }

    /// A move of a position as text on the image that is kept. Of moves that are images of one another, where the
    /// position is its own image, it is the last by name (xiangqi: those on Red's right, as books write them).
    pub(crate) fn fold_move(&self, game: &G, folded: &Folded<G>, mv: G::Move) -> String {
        let images = folded.ways.iter().map(|&way| {
            let image = (self.image_move)(game, mv, way);
            game.write_move(&folded.position, image)
        });
        images.max().unwrap_or_default()
    }

    /// The move of a position that a text on its image stands for; `None` if it is not legal.
    pub(crate) fn unfold_move(&self, game: &G, folded: &Folded<G>, text: &str) -> Option<G::Move> {
        let mv = game.read_move(&folded.position, text).ok()?;
        Some((self.image_move)(game, mv, inverse(folded.ways[0])))
    }

    /// What books of a game say about themselves. Another key function gives the positions below other keys.
    pub(crate) fn header(&self, game: &G, id: &str, spec: &str) -> Header {
        let mut at = game.start();
        let mut keys = Vec::new();
        for ply in 0..5 {
            let folded = self.fold(game, &at);
            keys.push(folded.place.key);
            let mut moves = Vec::new();
            game.legal_moves(&at, &mut moves);
            // Somewhere into the list, differently at every ply.
            let Some(&mv) = moves.get(moves.len() * ply / 5) else {
                break;
            };
            game.play(&mut at, mv);
        }
        let text: Vec<String> = keys.iter().map(|key| format!("{key:016x}")).collect();
        Header {
            game: id.to_owned(),
            spec: spec.to_owned(),
            keys: format!("{KEY_VERSION} {}", text.join(" ")),
        }
    }
}

const fn inverse(symmetry: BoardSymmetry) -> BoardSymmetry {
    match symmetry {
        BoardSymmetry::QuarterRight => BoardSymmetry::QuarterLeft,
        BoardSymmetry::QuarterLeft => BoardSymmetry::QuarterRight,
        own => own,
    }
}

/// The first words of a text: boards with their counters left out.
pub(crate) fn first_words(text: &str, words: usize) -> String {
    let kept: Vec<&str> = text.split(' ').take(words).collect();
    kept.join(" ")
}
