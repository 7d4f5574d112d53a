//! Tables that leave one side's indices out say the same as whole ones.

#[path = "common/endings.rs"]
mod endings;

use std::collections::HashMap;

use yomikiri_game_api::{Game, Indexer, Metric, Probed, Tiers};
use yomikiri_solver::NoProgress;
use yomikiri_solver::local::Settings;
use yomikiri_solver::tablebase::SolveOrder;

#[test]
fn what_is_left_out_is_told_by_one_move() {
    let folder = tempfile::tempdir().unwrap();
    let base = endings::tablebase(folder.path());
    let mut solved = HashMap::new();
    let all = [
        ("KPvK", Metric::End),
        ("KPvK", Metric::Conversion),
        ("KPvK", Metric::Zeroing),
        ("KRvKN", Metric::End),
        ("KRvKN", Metric::Conversion),
        ("KBvKB", Metric::End),
    ];
    let asked = all.map(|(material, metric)| (base.parse_tier(Some(material)).unwrap(), metric));
    for (tier, metric) in asked {
        let order = SolveOrder {
            threads: 2,
            metric,
            ..SolveOrder::default()
        };
        base.solve(&[tier], &order, &NoProgress, |_| Ok(()))
            .unwrap();
        let settings = Settings {
            threads: 2,
            metric,
            ..Settings::default()
        };
        let cells = base.solve_in_memory(tier, &settings, &NoProgress).unwrap();
        solved.insert((tier, metric), cells);
    }
    for (tier, metric) in asked {
        let table = base.open(tier, metric).unwrap();
        let (indexer, cells) = (table.indexer(), &solved[&(tier, metric)]);
        let header = table.table().header();
        table.table().check().unwrap();
        // Distances to the end are predicted. Of the others, those without pawns and with different pieces
        // stand by columns, as the indexer asks.
        let material = base.tiers().name(tier);
        let is_predicted = metric == Metric::End;
        assert_eq!(header.prediction.is_some(), is_predicted, "{material}");
        let in_columns = !is_predicted && !material.contains('P') && material != "KBvKB";
        assert_eq!(header.stored.columns().is_some(), in_columns, "{material}");
        let is_symmetric = material == "KBvKB";
        assert_eq!(header.stored.is_all(), is_symmetric);
        assert_eq!(
            header.stored.count() * if is_symmetric { 1 } else { 2 },
            header.size
        );

        // The whole table at once.
        let completed = base.load(tier, metric, &NoProgress).unwrap();
        // Every index, and by probing some.
        let (mut told, mut checked) = (0, 0);
        for index in 0..indexer.size() {
            let right: Option<Probed> = cells.answer(index);
            if right.is_some() {
                assert_eq!(completed.answer(index), right, "{index}");
                told += u64::from(header.stored.place(index).is_none());
            } else if header.stored.place(index).is_none() {
                assert_eq!(completed.answer(index), None, "{index}");
            }
            let Some(at) = indexer.position(index).filter(|_| index % 29 == 0) else {
                continue;
            };
            if base.game().outcome(&at).is_none() {
                assert_eq!(base.value(&at, metric).unwrap(), right, "{index}");
                checked += 1;
            }
        }
        assert_eq!(told > 0, !is_symmetric);
        assert!(checked > 1000);
    }
}

#[test]
fn lanes_fill_in_the_same_as_one_by_one() {
    let folder = tempfile::tempdir().unwrap();
    let in_lanes = endings::tablebase(folder.path());
    let one_by_one = endings::tablebase_one_by_one(folder.path());
    for material in ["KPvK", "KRvKN", "KNNvK"] {
        let tier = in_lanes.parse_tier(Some(material)).unwrap();
        let order = SolveOrder {
            threads: 2,
            ..SolveOrder::default()
        };
        in_lanes
            .solve(&[tier], &order, &NoProgress, |_| Ok(()))
            .unwrap();
        let fast = in_lanes.load(tier, Metric::End, &NoProgress).unwrap();
        let slow = one_by_one.load(tier, Metric::End, &NoProgress).unwrap();
        let table = in_lanes.open(tier, Metric::End).unwrap();
        let omitted = table.table().header().stored.omitted();
        let mut told = 0;
        for index in omitted.into_iter().flatten() {
            assert_eq!(fast.code(index), slow.code(index), "{material} {index}");
            told += u64::from(fast.answer(index).is_some());
        }
        assert!(told > 20_000, "{material}: {told}");
    }
}
