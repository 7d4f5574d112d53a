//! The index against the plain rules.

use yomikiri_game_api::conformance;

use super::*;

fn indexer(name: &str) -> ChessIndexer {
    ChessIndexer::new(Material::read(name).unwrap(), Goal::Mate).unwrap()
}

#[test]
fn materials_have_names() {
    for (text, name) in [
        ("KPvK", "KPvK"),
        ("KvKP", "KPvK"),
        ("KPRvKR", "KRPvKR"),
        ("KNvKB", "KBvKN"),
    ] {
        let material = Material::read(text).unwrap();
        assert_eq!(material.to_string(), name);
        assert_eq!(Material::of_tier(material.tier()), material);
    }
    for text in ["", "K", "KvQ", "KKvK", "kpvk", "KPvKx", "KvK-"] {
        assert_eq!(Material::read(text), None, "{text}");
    }
    assert_eq!(Material::all(3).len(), 5);
    assert_eq!(Material::all(4).len(), 30);
    assert_eq!(Material::all(5).len(), 110);
}

/// A capture, a promotion and both lead on.
#[test]
fn conversions_are_named_once() {
    let names = |name: &str| {
        let mut names: Vec<String> = Material::read(name)
            .unwrap()
            .conversions()
            .iter()
            .map(ToString::to_string)
            .collect();
        names.sort();
        names.join(" ")
    };
    assert_eq!(names("KPvK"), "KBvK KNvK KQvK KRvK");
    assert_eq!(
        names("KRPvKR"),
        "KQRvK KQRvKR KRBvK KRBvKR KRNvK KRNvKR KRPvK KRRvK KRRvKR KRvKP KRvKR"
    );
}

#[test]
fn numbers_and_positions_are_inverse_and_moves_mutual() {
    for name in [
        "KQvK", "KPvK", "KRvKR", "KPvKP", "KBBvK", "KPPvK", "KRvKP", "KRPvKR", "KNNNvK", "KPPvKP",
    ] {
        let indexer = indexer(name);
        let most = match indexer.material().pieces() {
            3 => u64::MAX,
            _ => 20_000,
        };
        conformance::indexer(&Chess::default(), &indexer, most, 1)
            .unwrap_or_else(|fault| panic!("{name}: {fault}"));
    }
}

/// What a solve may free, and when.
#[test]
fn only_far_pawns_lead_to_what_they_become_and_only_with_the_other_to_move() {
    let indexer = indexer("KRPvKR");
    let children = indexer.material().conversions();
    let layers = indexer.layers().len();
    assert_eq!(layers, 6);
    for layer in 0..layers {
        let child_ranges = indexer.child_ranges(layer).unwrap();
        for (child, indices) in children.iter().zip(child_ranges) {
            let other = self::indexer(&child.to_string());
            let expected = match (child.pieces(), child.pawns()) {
                // After a promotion, which is White's.
                (5, 0) if layer == 0 => hull(&other.indices_of(Side::Second)),
                (5, 0) => 0..0,
                // After a promotion with capture.
                (4, 0) if layer > 0 && child.count(Side::Second, Kind::Rook) == 0 => 0..0,
                // Captured by White, or by Black, whose rook is then the stronger side's.
                (4, _) if child.count(Side::Second, Kind::Rook) == 0 => {
                    hull(&other.indices_of(Side::Second))
                }
                _ => 0..other.size(),
            };
            assert!(
                expected.start <= indices.start && indices.end <= expected.end,
                "{child} from layer {layer}: {indices:?}, not {expected:?}"
            );
            assert_eq!(indices.is_empty(), expected.is_empty(), "{child} {layer}");
        }
    }
}

#[test]
fn layers_of_rows_are_those_of_indices_and_it_is_known_beforehand_who_has_rows() {
    use yomikiri_game_api::{LaneIndexer, Lanes};
    for material in (3..=4).flat_map(Material::all) {
        let indexer = ChessIndexer::new(material, Goal::Mate).unwrap();
        let rows = indexer.lanes();
        assert_eq!(rows.is_some(), material.comes_in_lanes(), "{material}");
        let layers = rows.map_or(indexer.layers().len(), |rows| rows.layers().len());
        assert_eq!(layers, indexer.layers().len(), "{material}");
    }
}

/// What the solver uses instead of legal moves: all steps; the illegal ones lead to empty indices.
#[test]
fn nearby_indices_are_the_successors_and_empty_ones() {
    use yomikiri_game_api::{Cursor, Terminal};
    for name in ["KQvK", "KPvKP", "KRvKR", "KPPvK", "KRPvKR", "KNNNvK"] {
        let indexer = indexer(name);
        let (mut cursor, mut other) = (indexer.cursor(), indexer.cursor());
        for index in (0..indexer.size()).step_by((indexer.size() as usize / 20_000) | 1) {
            cursor.seek(index);
            if cursor.terminal() != Terminal::Undecided {
                continue;
            }
            let (mut legal, mut near) = (Vec::new(), Vec::new());
            cursor.successors(|next| {
                legal.push(next);
                true
            });
            cursor.nearby(|next| {
                other.seek(next);
                if other.terminal() != Terminal::Illegal {
                    near.push(next);
                }
                true
            });
            legal.sort_unstable();
            near.sort_unstable();
            assert_eq!(legal, near, "{name} {index}");
        }
    }
}

#[test]
fn the_hunt_for_a_promotion_is_numbered_too() {
    let game = Chess {
        goal: Goal::Promotion,
        ..Chess::default()
    };
    let indexer = ChessIndexer::new(Material::read("KPvK").unwrap(), game.goal).unwrap();
    conformance::indexer(&game, &indexer, u64::MAX, 1).unwrap_or_else(|fault| panic!("{fault}"));
}
