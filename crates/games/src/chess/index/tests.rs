//! The numbering against the plain rules.

use yomikiri_game_api::conformance;

use super::*;

fn index(name: &str) -> ChessIndex {
    ChessIndex::new(Material::read(name).unwrap()).unwrap()
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
