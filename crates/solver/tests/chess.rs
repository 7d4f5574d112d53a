//! Chess endings: known numbers, and a slow solver without symmetry or un-moves.

#[path = "common/endings.rs"]
mod endings;

use std::collections::HashMap;
use std::sync::OnceLock;

use yomikiri_game_api::{Game, Indexer, Metric, Notation, Side, Value};
use yomikiri_games::chess::{Chess, ChessIndexer, Position};
use yomikiri_solver::census::{Census, Convention, census};
use yomikiri_solver::verify::verify;
use yomikiri_solver::{NoProgress, Solved};

use endings::Tables;

impl Tables {
    fn probe(&self, fen: &str) -> (Value, Option<u32>) {
        let at = Chess::default().read_position(fen).unwrap();
        let probed = self.look(&at).unwrap();
        (probed.value, probed.distance)
    }

    /// Wins of the side to move, its longest win, and legal positions, on the whole board.
    fn wins(&self, name: &str, side: Side) -> (u64, Option<u32>, u64) {
        let tier = self.tier(name);
        let (indexer, cells) = (&*self.indexer(tier), &self.solved[&tier]);
        let mut sum = Census::default();
        for indices in indexer.indices_of(side) {
            sum.merge(&census::<Chess, ChessIndexer>(
                indexer,
                indices,
                cells,
                Convention::All,
                None,
                2,
                &NoProgress,
            ));
        }
        let legal = sum.positions() + sum.finished;
        (sum.wins(), sum.longest_win(), legal)
    }
}

/// The numbers of the thesis and those it quotes: see docs/pawn-endings.md.
#[test]
fn king_and_pawn_against_king() {
    let mut mate = Tables::new(Metric::End);
    mate.solve("KPvK");
    // 62,480 of 81,664 with the pawn on files a to d.
    assert_eq!(mate.wins("KPvK", Side::First), (124_960, Some(55), 163_328));
    assert_eq!(mate.wins("KQvK", Side::First), (144_508, Some(19), 144_508));
    assert_eq!(mate.wins("KRvK", Side::First), (175_168, Some(31), 175_168));
    assert_eq!(mate.wins("KBvK", Side::First).0, 0);
    assert_eq!(mate.wins("KNvK", Side::First).0, 0);
    let start = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    assert_eq!(mate.probe(start), (Value::Win, Some(43)));

    let mut promotion = Tables::new(Metric::Conversion);
    promotion.solve("KPvK");
    assert_eq!(
        promotion.wins("KPvK", Side::First),
        (124_960, Some(37), 163_328)
    );
    assert_eq!(promotion.probe(start), (Value::Win, Some(27)));

    let mut zeroing = Tables::new(Metric::Zeroing);
    zeroing.solve("KPvK");
    assert_eq!(zeroing.probe(start), (Value::Win, Some(9)));

    // Either colour, either wing.
    assert_eq!(mate.probe("4k3/3p4/8/8/8/8/8/4K3 b - - 0 1").0, Value::Win);
    assert_eq!(
        mate.probe("4k3/4p3/8/8/8/8/8/4K3 b - - 0 1"),
        (Value::Win, Some(43))
    );
}

#[test]
fn tables_are_what_their_moves_say() {
    let game = Chess::default();
    for metric in [Metric::End, Metric::Conversion, Metric::Zeroing] {
        let mut tables = Tables::new(metric);
        tables.solve("KPvK");
        for (&tier, cells) in &tables.solved {
            let elsewhere = |at: &Position| tables.look(at);
            let indexer = tables.indexer(tier);
            let solved = Solved::tier(&game, &*indexer, cells, &elsewhere, metric);
            assert_eq!(verify(&solved, None, 2, &NoProgress).faults, []);
        }
    }
}

/// Every position of two kings and one piece, by forward iteration over the plain rules.
#[test]
fn a_slow_solver_agrees_on_every_position_of_three_pieces() {
    let game = Chess::default();
    let mut tables = Tables::new(Metric::End);
    tables.solve("KPvK");

    // 1. Every placement that is a valid position.
    let mut at: HashMap<u64, u32> = HashMap::new();
    let mut positions: Vec<Position> = Vec::new();
    for piece in ["Q", "R", "B", "N", "P"] {
        for (white, black, other) in triples() {
            for side in ["w", "b"] {
                let fen = fen(&[(white, "K"), (black, "k"), (other, piece)], side);
                if let Ok(position) = game.read_position(&fen) {
                    at.insert(game.key(&position), positions.len() as u32);
                    positions.push(position);
                }
            }
        }
    }

    assert_eq!(at.len(), positions.len(), "keys tell positions apart");

    // 2. The results of their moves. Without an index: bare kings, a draw.
    let mut moves = Vec::new();
    let mut results: Vec<Vec<Option<u32>>> = Vec::with_capacity(positions.len());
    for position in &positions {
        moves.clear();
        game.legal_moves(position, &mut moves);
        let after = |&mv| {
            let mut next = *position;
            game.play(&mut next, mv);
            at.get(&game.key(&next)).copied()
        };
        results.push(moves.iter().map(after).collect());
    }

    // 3. Lost if mated; won in n + 1 if a move leads to a loss in n; lost in n + 1 if all lead to
    //    wins in at most n.
    let mut values: Vec<Option<(Value, u32)>> = positions
        .iter()
        .zip(&results)
        .map(|(position, results)| {
            (results.is_empty() && game.in_check(position)).then_some((Value::Loss, 0))
        })
        .collect();
    for distance in 1..=60 {
        let mut found = Vec::new();
        for (i, results) in results.iter().enumerate() {
            if values[i].is_some() || results.is_empty() {
                continue;
            }
            let value = |next: &Option<u32>| next.and_then(|next| values[next as usize]);
            if results
                .iter()
                .any(|next| value(next).is_some_and(|known| known.0 == Value::Loss))
            {
                found.push((i, (Value::Win, distance)));
            } else if results
                .iter()
                .all(|next| value(next).is_some_and(|known| known.0 == Value::Win))
            {
                found.push((i, (Value::Loss, distance)));
            }
        }
        for (i, value) in found {
            values[i] = Some(value);
        }
    }

    // 4. Equal to the tables.
    assert!(values.iter().flatten().all(|&(_, distance)| distance < 60));
    for (position, value) in positions.iter().zip(&values) {
        let probed = tables.look(position).unwrap();
        let slow = value.unwrap_or((Value::Draw, 0));
        let told = (probed.value, probed.distance.unwrap_or(0));
        assert_eq!(told, slow, "{}", game.write_position(position));
    }
}

fn triples() -> impl Iterator<Item = (usize, usize, usize)> {
    (0..64 * 64 * 64)
        .map(|n| (n & 63, n >> 6 & 63, n >> 12))
        .filter(|&(a, b, c)| a != b && b != c && a != c)
}

fn fen(pieces: &[(usize, &str)], side: &str) -> String {
    let mut rows = vec!["1"; 64];
    for &(square, letter) in pieces {
        rows[square ^ 56] = letter;
    }
    let rows: Vec<String> = rows.chunks(8).map(<[&str]>::concat).collect();
    format!("{} {side} - - 0 1", rows.join("/"))
}

/// A queen stalemates, a rook wins.
#[test]
fn under_promotion_to_a_rook_wins_where_a_queen_stalemates() {
    let mut tables = Tables::new(Metric::End);
    tables.solve("KPvK");
    assert_eq!(
        tables.probe("8/k1P5/2K5/8/8/8/8/8 w - - 0 1"),
        (Value::Win, Some(3))
    );
    let game = Chess::default();
    let queen = game.read_position("2Q5/k7/2K5/8/8/8/8/8 b - - 0 1");
    let end = game.outcome(&queen.unwrap());
    assert_eq!(end.map(|end| end.reason), Some("stalemate"));
}

/// Tables of four pieces, solved once for several tests.
fn four_pieces() -> &'static Tables {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    TABLES.get_or_init(|| {
        let mut tables = Tables::new(Metric::End);
        for name in ["KBNvK", "KQvKR", "KPvKP", "KPPvK"] {
            tables.solve(name);
        }
        tables
    })
}

/// The longest published mates with four pieces, stronger side to move.
#[test]
fn longest_mates_of_four_pieces() {
    for (name, plies) in [("KBNvK", 65), ("KQvKR", 69), ("KPvKP", 65), ("KPPvK", 63)] {
        let (_, longest, _) = four_pieces().wins(name, Side::First);
        assert_eq!(longest, Some(plies), "{name}");
    }
}

/// The same pieces with and without the en passant right: it wins, it saves, it shortens.
#[test]
fn en_passant_changes_the_value() {
    for (fen, with, without) in [
        (
            "7K/k7/8/8/5Pp1/8/8/8 b - f3 0 1",
            (Value::Win, Some(21)),
            (Value::Draw, None),
        ),
        (
            "8/8/8/8/1pP5/1K6/8/1k6 b - c3 0 1",
            (Value::Draw, None),
            (Value::Loss, Some(26)),
        ),
        (
            "3K4/8/8/8/2pP4/8/2k5/8 b - d3 0 1",
            (Value::Win, Some(21)),
            (Value::Win, Some(39)),
        ),
    ] {
        assert_eq!(four_pieces().probe(fen), with, "{fen}");
        let fields: Vec<&str> = fen.split(' ').collect();
        let plain = fen.replace(&format!(" {} ", fields[3]), " - ");
        assert_eq!(four_pieces().probe(&plain), without, "{plain}");
    }
}

/// Both sides have pawns, so en passant matters.
#[test]
fn king_and_pawn_against_king_and_pawn_is_what_its_moves_say() {
    let (game, tables) = (Chess::default(), four_pieces());
    let tier = tables.tier("KPvKP");
    let (indexer, cells) = (tables.indexer(tier), &tables.solved[&tier]);
    let elsewhere = |at: &Position| tables.look(at);
    let solved = Solved::tier(&game, &*indexer, cells, &elsewhere, Metric::End);
    assert_eq!(verify(&solved, None, 2, &NoProgress).faults, []);
}
