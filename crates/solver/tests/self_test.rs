//! Verification by mutation: one value of a table is changed, with checksums and hash that fit, and
//! verification finds it. A thousand of a thousand over all families of games.

#[path = "common/endings.rs"]
mod endings;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use yomikiri_game_api::{Indexer, Metric, Notation, Tiers};
use yomikiri_games::janken::{Janken, JankenTiers};
use yomikiri_games::koma::{Koma, KomaTiers, builtin_rules};
use yomikiri_games::xiangqi::{Xiangqi, XiangqiTiers};
use yomikiri_solver::NoProgress;
use yomikiri_solver::tablebase::{SolveOrder, TableLocation, Tablebase, TablebaseSpec};

/// Values changed in each table.
const CHANGES: u64 = 250;

fn check<G: Notation, T: Tiers<G>>(base: &Tablebase<G, T>, name: Option<&str>, metric: Metric) {
    let tier = base.parse_tier(name).unwrap();
    let order = SolveOrder {
        threads: 2,
        metric,
        ..SolveOrder::default()
    };
    base.solve(&[tier], &order, &NoProgress, |_| Ok(()))
        .unwrap();
    let path = base.path(tier, metric);
    let before = std::fs::read(&path).unwrap();
    let tested = base.self_test((tier, metric), CHANGES, 1, 2, &NoProgress);
    let tested = tested.unwrap();
    assert_eq!(
        (tested.changed, tested.found),
        (CHANGES, CHANGES),
        "{name:?}"
    );
    assert!(tested.missed.is_empty());
    // The table itself is as it was, and nothing is left beside it.
    assert_eq!(std::fs::read(&path).unwrap(), before);
    let folder = std::fs::read_dir(path.parent().unwrap()).unwrap();
    for entry in folder {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(name.ends_with(".ytb"), "{name}");
    }
    // A copy with nothing changed is the same file, block by block.
    let copy = path.with_extension("copy");
    let table = base.open(tier, metric).unwrap();
    table.table().write_edited(&copy, &BTreeMap::new()).unwrap();
    assert_eq!(std::fs::read(copy).unwrap(), before);
}

fn tablebase<G: Notation, T: Tiers<G>>(
    game: G,
    dir: &Path,
    tiers: fn(&G) -> Result<T, String>,
) -> Tablebase<G, T> {
    let location = TableLocation::new(dir, "game");
    Tablebase::new(game, TablebaseSpec::new(tiers), location, Arc::default()).unwrap()
}

/// One side to move is stored, by columns.
#[test]
fn changes_are_found_in_chess_endings() {
    let folder = tempfile::tempdir().unwrap();
    let base = endings::tablebase(folder.path());
    check(&base, Some("KRvK"), Metric::End);
}

/// Pawns: layers, cells of two bytes, conversions into other tables.
#[test]
fn changes_are_found_in_pawn_endings_by_another_metric() {
    let folder = tempfile::tempdir().unwrap();
    let base = endings::tablebase(folder.path());
    check(&base, Some("KPvK"), Metric::Zeroing);
}

/// Turns of several actions.
#[test]
fn changes_are_found_in_janken() {
    let folder = tempfile::tempdir().unwrap();
    let base = tablebase(Janken::default(), folder.path(), JankenTiers::new);
    check(&base, Some("1v1"), Metric::End);
}

/// A game from a rule file, solved as a whole.
#[test]
fn changes_are_found_in_small_shogi() {
    let rules = builtin_rules("anpanman").unwrap();
    let rules = rules.replace("hbd/3/3/3/CAS b -", "1bd/3/3/3/CA1 b -");
    let game = Koma::from_toml("small.toml", &rules).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let base = tablebase(game, folder.path(), |game| Ok(KomaTiers::new(game)));
    check(&base, None, Metric::End);
}

/// Most moves are not played in verification: the indexer tells where they lead.
#[test]
fn changes_are_found_in_xiangqi_endings() {
    for (name, metric) in [("KARvKB", Metric::End), ("KNvKP", Metric::Conversion)] {
        let folder = tempfile::tempdir().unwrap();
        let base = tablebase(Xiangqi::default(), folder.path(), |game| {
            Ok(XiangqiTiers::new(game))
        });
        check(&base, Some(name), metric);
    }
}

/// Several tables are verified one after the other as each alone, and a fault is told of the table that
/// has it, and of those that lead to it.
#[test]
fn tables_are_verified_together() {
    let folder = tempfile::tempdir().unwrap();
    let base = tablebase(Xiangqi::default(), folder.path(), |game| {
        Ok(XiangqiTiers::new(game))
    });
    let names = ["KNvKAB", "KNvK", "KNvKA", "KNvKB"];
    let tiers = names.map(|name| base.parse_tier(Some(name)).unwrap());
    let order = SolveOrder {
        threads: 2,
        ..SolveOrder::default()
    };
    base.solve(&tiers, &order, &NoProgress, |_| Ok(())).unwrap();
    let together = base.verify_all(&tiers, Metric::End, None, 2, &NoProgress);
    let together = together.unwrap();
    assert!(together.iter().map(|one| one.tier).eq(tiers));
    for (one, tier) in together.iter().zip(tiers) {
        let alone = base.verify(tier, Metric::End, None, 2, &NoProgress);
        assert_eq!(one.verdict, alone.unwrap().verdict);
        assert!(one.verdict.faults.is_empty() && one.verdict.checked > 4_000);
    }
    // A win of the horse alone that is told as a draw.
    let path = base.path(tiers[1], Metric::End);
    let copy = path.with_extension("copy");
    let table = base.open(tiers[1], Metric::End).unwrap();
    let wins = 0..table.indexer().size() / 2;
    let won = wins.filter(|&index| table.indexer().position(index).is_some());
    let edited = won.map(|index| (index, 0)).step_by(50).collect();
    table.table().write_edited(&copy, &edited).unwrap();
    std::fs::rename(&copy, &path).unwrap();
    base.refresh();
    let told = base.verify_all(&tiers, Metric::End, None, 2, &NoProgress);
    let faulty: Vec<bool> = told
        .unwrap()
        .iter()
        .map(|one| !one.verdict.faults.is_empty())
        .collect();
    assert_eq!(faulty, [false, true, true, true]);
}

/// Entries that say nothing about legal positions do not support each other. With the pawn on a home square
/// nothing leads to a position from elsewhere, so no other entry tells that they are missing.
#[test]
fn missing_answers_are_found_although_their_neighbours_are_missing_too() {
    let folder = tempfile::tempdir().unwrap();
    let base = endings::tablebase(folder.path());
    let (tier, metric) = (base.parse_tier(Some("KPvK")).unwrap(), Metric::Conversion);
    let order = SolveOrder {
        threads: 2,
        metric,
        ..SolveOrder::default()
    };
    base.solve(&[tier], &order, &NoProgress, |_| Ok(()))
        .unwrap();
    let path = base.path(tier, metric);
    let whole = std::fs::read(&path).unwrap();
    let mut with_faults = 0;
    for layer in base
        .indexer(tier)
        .unwrap()
        .layers()
        .into_iter()
        .rev()
        .take(4)
    {
        base.refresh();
        let table = base.open(tier, metric).unwrap();
        let header = table.table().header();
        let stored = layer.filter(|&index| header.stored.place(index).is_some());
        let edited = stored.map(|index| (index, u16::MAX)).collect();
        let copy = path.with_extension("copy");
        table.table().write_edited(&copy, &edited).unwrap();
        std::fs::rename(&copy, &path).unwrap();
        let verified = base.verify(tier, metric, None, 2, &NoProgress);
        // Where the longest distance is missing, too, the file is refused.
        if let Ok(verified) = verified {
            assert!(!verified.verdict.faults.is_empty());
            with_faults += 1;
        }
        std::fs::write(&path, &whole).unwrap();
    }
    assert!(with_faults > 0);
}
