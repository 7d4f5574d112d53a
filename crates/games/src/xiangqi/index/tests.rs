//! The index against the plain rules, and what the endings' names mean.

use yomikiri_game_api::{Cursor, Notation, Tiers, conformance};

use super::*;
use crate::xiangqi::pieces::turned;
use crate::xiangqi::tables::points;

fn indexer(name: &str) -> XiangqiIndexer {
    XiangqiIndexer::new(Material::read(name).unwrap()).unwrap()
}

#[test]
fn materials_have_names() {
    for (text, name) in [
        ("KRvK", "KRvK"),
        ("KvKN", "KNvK"),
        ("KCAvK", "KACvK"),
        ("KHvKEA", "KNvKAB"),
        ("KAvKPP", "KPPvKA"),
        ("KPvKN", "KNvKP"),
    ] {
        let material = Material::read(text).unwrap();
        assert_eq!(material.to_string(), name);
        assert_eq!(Material::of_tier(material.tier()), material);
    }
    for text in [
        "", "K", "RvK", "KKvK", "krvk", "KRRRvK", "KAAAvK", "KRvKx", "KR-K",
    ] {
        assert_eq!(Material::read(text), None, "{text}");
    }
}

#[test]
fn sets_have_as_many_endings_as_their_names_say() {
    let tiers = XiangqiTiers;
    let count = |what| {
        let mut found = tiers.parse_tiers(Some(what)).unwrap();
        found.sort();
        found.dedup();
        found.len()
    };
    assert_eq!(count("3men"), 6);
    assert_eq!(count("1a0"), 36);
    assert_eq!(count("1a"), 324);
    assert_eq!(count("1v1"), 10);
    assert_eq!(count("2a2"), 36);
    for what in [None, Some("KRRRvK"), Some("6men"), Some("KvK")] {
        let error = tiers.parse_tiers(what).unwrap_err();
        assert!(error.contains("1a0"), "{error}");
    }
}

#[test]
fn captures_lead_to_other_endings() {
    let names = |name: &str| {
        let conversions = Material::read(name).unwrap().conversions();
        let mut names: Vec<String> = conversions.iter().map(ToString::to_string).collect();
        names.sort();
        names.join(" ")
    };
    assert_eq!(names("KRvK"), "");
    assert_eq!(names("KRvKN"), "KNvK KRvK");
    assert_eq!(names("KNvKAB"), "KABvK KNvKA KNvKB");
}

/// What verification reads quickly, beside one position and one move at a time.
#[test]
fn neighbours_are_read_as_one_by_one() {
    use yomikiri_game_api::{Game as _, SplitMix64};
    let game = Xiangqi::default();
    let mut rng = SplitMix64::new(4);
    let mut moves = Vec::new();
    for name in [
        "KRvK", "KCvKAB", "KNvKP", "KPPvKA", "KABRvKBB", "KPPPvK", "KRvKR", "KAvKA",
    ] {
        let indexer = indexer(name);
        let (mut told, mut asked) = (0, 0);
        for _ in 0..60 {
            let from = rng.below(indexer.size() as usize) as u64;
            let range = from..indexer.size().min(from + 1 + rng.below(300) as u64);
            let mut found = Vec::new();
            indexer.positions(range.clone(), |index, at| found.push((index, *at)));
            let plain = range.filter_map(|index| Some((index, indexer.position(index)?)));
            assert_eq!(found, plain.collect::<Vec<_>>(), "{name}");
            for (index, at) in found {
                moves.clear();
                game.legal_moves(&at, &mut moves);
                for &mv in &moves {
                    asked += 1;
                    let mut next = at;
                    game.play(&mut next, mv);
                    if let Some(after) = indexer.index_after(index, &at, mv) {
                        told += 1;
                        assert_eq!(Some(after), indexer.index(&next), "{name} {index} {mv:?}");
                    }
                }
            }
        }
        assert!(asked > 500 && 3 * told > asked, "{name}: {told} of {asked}");
    }
}

/// An index straight from the sets of pieces is the one of the pieces placed one by one, in either colour.
#[test]
fn indices_are_the_same_straight_from_sets() {
    use yomikiri_game_api::SplitMix64;
    let mut rng = SplitMix64::new(19);
    for name in [
        "KRvK",
        "KRvKAABB",
        "KNvKAB",
        "KAABBPvKAABB",
        "KPvKP",
        "KPPvKA",
        "KPPPvK",
        "KRRvKCC",
        "KNNPvK",
    ] {
        let indexer = indexer(name);
        let geometry = &*indexer.geometry;
        let mut seen = 0;
        while seen < 300 {
            let index = rng.below(indexer.size() as usize) as u64;
            let Some(at) = indexer.position(index) else {
                continue;
            };
            seen += 1;
            let mut other = Position::EMPTY;
            for point in points(at.occupied()) {
                let (kind, side) = at.at(point).unwrap();
                other.put(turned(point), kind, !side);
            }
            other.set_turn(!at.turn(), 0, 1);
            for (at, exchanged) in [(&at, false), (&other, true)] {
                let placed = geometry.place(at, exchanged).unwrap();
                assert_eq!(geometry.index(&placed), Some(index), "{name}");
                assert_eq!(geometry.index_of(at, exchanged), Some(index), "{name}");
                let otherwise = geometry.place(at, !exchanged);
                let otherwise = otherwise.and_then(|placed| geometry.index(&placed));
                assert_eq!(geometry.index_of(at, !exchanged), otherwise, "{name}");
            }
        }
    }
}

/// The material of a position by going through its pieces, and by counting each kind; an index only for
/// its own material, in either colour.
#[test]
fn material_is_what_is_on_the_board() {
    use yomikiri_game_api::{Game as _, SplitMix64};
    let game = Xiangqi::default();
    let mut rng = SplitMix64::new(5);
    let names = [
        "KRvKA", "KRvKB", "KARvKB", "KRvKN", "KNvKR", "KRvKR", "KAvKB",
    ];
    let indexers = names.map(indexer);
    let mut moves = Vec::new();
    for _ in 0..300 {
        let mut at = game.start();
        for _ in 0..200 {
            moves.clear();
            game.legal_moves(&at, &mut moves);
            if moves.is_empty() {
                break;
            }
            game.play(&mut at, moves[rng.below(moves.len())]);
            let counts = |side| NAMED.map(|kind| at.count_of(kind, side) as usize);
            let (material, exchanged) = Material::of(&at);
            let sides = match exchanged {
                false => Side::BOTH,
                true => [Side::Second, Side::First],
            };
            for (of, side) in Side::BOTH.into_iter().zip(sides) {
                assert_eq!(NAMED.map(|kind| material.count(of, kind)), counts(side));
            }
        }
        for indexer in &indexers {
            let is_its = Material::of(&at).0 == indexer.material();
            assert!(is_its || indexer.index(&at).is_none());
        }
    }
    for indexer in &indexers {
        for _ in 0..50 {
            let index = rng.below(indexer.size() as usize) as u64;
            let Some(at) = indexer.position(index) else {
                continue;
            };
            for other in &indexers {
                let is_its = other.material() == indexer.material();
                assert_eq!(other.index(&at), is_its.then_some(index));
            }
        }
    }
}

#[test]
fn indices_and_positions_are_inverse_and_moves_mutual() {
    for name in [
        "KRvK",
        "KNvK",
        "KCvK",
        "KPvK",
        "KAvK",
        "KRvKN",
        "KNvKP",
        "KPPvKA",
        "KCCvKB",
        "KPPPvK",
        "KAABBCvKAABB",
        "KRvKR",
    ] {
        let indexer = indexer(name);
        let most = match indexer.material().pieces() {
            3 => u64::MAX,
            _ => 10_000,
        };
        conformance::indexer(&Xiangqi::default(), &indexer, most, 1)
            .unwrap_or_else(|fault| panic!("{name}: {fault}"));
    }
}

/// Going from an index to the next changes the last pieces only; a cursor that jumps there agrees.
#[test]
fn steps_and_jumps_agree() {
    for name in [
        "KRvK",
        "KRvKN",
        "KPPvKA",
        "KCCvKAB",
        "KRvKAABB",
        "KNvKPPPPP",
    ] {
        let indexer = indexer(name);
        let seen = |cursor: &mut XiangqiCursor<'_>, index: u64| {
            cursor.seek(index);
            let mut after = Vec::new();
            cursor.successors(|next| {
                after.push(next);
                true
            });
            let mut before = Vec::new();
            cursor.predecessors(|other| before.push(other));
            (cursor.terminal(), after, before)
        };
        let size = indexer.size();
        for part in 0..8 {
            let mut walking = indexer.cursor();
            for index in (part * size / 8..size).take(2_000) {
                let jumped = seen(&mut indexer.cursor(), index);
                assert_eq!(seen(&mut walking, index), jumped, "{name} {index}");
            }
        }
    }
}

/// Both colours of an ending have one table.
#[test]
fn colours_are_exchanged() {
    let game = Xiangqi::default();
    let indexer = indexer("KRvKA");
    let red = game.read_position("3k5/4a4/9/9/9/9/9/9/4R4/4K4 w").unwrap();
    let black = game.read_position("4k4/4r4/9/9/9/9/9/9/4A4/5K3 b").unwrap();
    assert_eq!(indexer.index(&red), indexer.index(&black));
    assert!(indexer.index(&red).is_some());
}

/// What was asked for keeps its colours in its name.
#[test]
fn turned_names_are_known() {
    let tiers = XiangqiTiers;
    for (text, name) in [
        ("KvKN", Some("KvKN")),
        ("KAvKRC", Some("KAvKRC")),
        ("KBAvKCR", Some("KABvKRC")),
        ("KNvK", None),
        ("KCAvK", None),
        ("KRvKR", None),
        ("1a0", None),
    ] {
        assert_eq!(tiers.turned_name(text).as_deref(), name, "{text}");
    }
}

/// A pawn on its own second rank was never a pawn of this game.
#[test]
fn impossible_pawns_have_no_table() {
    let game = Xiangqi::default();
    let tiers = XiangqiTiers;
    let tier = |text: &str| {
        let at = game.read_position(text).ok()?;
        tiers.tier_of(&at)
    };
    assert!(tier("3k5/9/9/9/9/9/P8/9/9/4K4 w").is_some());
    assert_eq!(tier("3k5/9/9/9/9/9/1P7/9/9/4K4 w"), None);
    let at = game.read_position("3k5/9/9/9/9/9/1P7/9/9/4K4 w").unwrap();
    let refusal = tiers.refusal(&at).unwrap();
    assert!(refusal.contains("b3"), "{refusal}");
    let at = game.read_position("3k5/9/9/9/9/9/P8/9/9/4K4 w").unwrap();
    assert_eq!(tiers.refusal(&at), None);
}

/// Endings that are taken for small enough without counting have tables.
#[test]
fn two_attackers_and_all_guards_fit() {
    for name in [
        "KAABBRRvKAABB",
        "KAABBRvKAABBR",
        "KAABBRvKAABBN",
        "KAABBPPvKAABB",
    ] {
        let material = Material::read(name).unwrap();
        assert!(geometry::size_of(&material).is_some(), "{name}");
    }
}
