//! The numbering against the plain rules.

use yomikiri_game_api::conformance;

use super::*;

fn index(name: &str) -> ChessIndex {
    ChessIndex::new(Material::read(name).unwrap(), Goal::Mate).unwrap()
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
        let index = index(name);
        let most = match index.material().men() {
            3 => u64::MAX,
            _ => 20_000,
        };
        conformance::numbering(&Chess::default(), &index, most, 1)
            .unwrap_or_else(|fault| panic!("{name}: {fault}"));
    }
}

/// What a solve may let go, and when.
#[test]
fn only_far_pawns_lead_to_what_they_become_and_only_with_the_other_to_move() {
    let index = index("KRPvKR");
    let needs = index.material().conversions();
    let layers = index.layers().len();
    assert_eq!(layers, 6);
    for layer in 0..layers {
        let leads_to = index.leads_to(layer).unwrap();
        for (need, slots) in needs.iter().zip(leads_to) {
            let other = self::index(&need.to_string());
            let expected = match (need.men(), need.pawns()) {
                // After a promotion, which is White's.
                (5, 0) if layer == 0 => other.slots_of(Side::Second),
                (5, 0) => 0..0,
                // After a promotion that takes.
                (4, 0) if layer > 0 && need.count(Side::Second, Kind::Rook) == 0 => 0..0,
                // Taken by White, or by Black, whose rook is then the stronger man's.
                (4, _) if need.count(Side::Second, Kind::Rook) == 0 => other.slots_of(Side::Second),
                _ => 0..other.slots(),
            };
            assert!(
                expected.start <= slots.start && slots.end <= expected.end,
                "{need} from layer {layer}: {slots:?}, not {expected:?}"
            );
            assert_eq!(slots.is_empty(), expected.is_empty(), "{need} {layer}");
        }
    }
}

#[test]
fn layers_of_rows_are_those_of_slots_and_it_is_known_beforehand_who_has_rows() {
    use yomikiri_game_api::RowCursor;
    for material in (3..=4).flat_map(Material::all) {
        let index = ChessIndex::new(material, Goal::Mate).unwrap();
        let rows = index.rows();
        assert_eq!(rows.is_some(), material.comes_in_rows(), "{material}");
        let layers = rows.map_or(index.layers().len(), |rows| rows.layers().len());
        assert_eq!(layers, index.layers().len(), "{material}");
    }
}

/// What the solver asks instead of legal moves: all steps, of which the illegal ones lead to empty
/// slots.
#[test]
fn nearby_slots_are_the_successors_and_empty_ones() {
    use yomikiri_game_api::{Cursor, Standing};
    for name in ["KQvK", "KPvKP", "KRvKR", "KPPvK", "KRPvKR", "KNNNvK"] {
        let index = index(name);
        let (mut cursor, mut other) = (index.cursor(), index.cursor());
        for slot in (0..index.slots()).step_by((index.slots() as usize / 20_000) | 1) {
            cursor.seek(slot);
            if cursor.standing() != Standing::Open {
                continue;
            }
            let (mut legal, mut near) = (Vec::new(), Vec::new());
            cursor.successors(|next| {
                legal.push(next);
                true
            });
            cursor.nearby(|next| {
                other.seek(next);
                if other.standing() != Standing::Empty {
                    near.push(next);
                }
                true
            });
            legal.sort_unstable();
            near.sort_unstable();
            assert_eq!(legal, near, "{name} {slot}");
        }
    }
}

#[test]
fn the_hunt_for_a_promotion_is_numbered_too() {
    let game = Chess {
        goal: Goal::Promotion,
        ..Chess::default()
    };
    let index = ChessIndex::new(Material::read("KPvK").unwrap(), game.goal).unwrap();
    conformance::numbering(&game, &index, u64::MAX, 1).unwrap_or_else(|fault| panic!("{fault}"));
}
