//! Tables that leave one side's indices out say the same as whole ones.

#[path = "common/endings.rs"]
mod endings;

use std::collections::HashMap;

use yomikiri_game_api::{Game, Indexer, Metric, Probe, Probed, SplitMix64, Tiers};
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

/// Searches and batches ask in other ways, of tables with and without distances; the second time everything has been
/// decoded.
#[test]
fn every_way_to_ask_tells_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let names = ["KPvK", "KQvKR", "KBvKB"];
    for values_only in [false, true] {
        let base = endings::tablebase(&folder.path().join(values_only.to_string()));
        let tiers = names.map(|name| base.parse_tier(Some(name)).unwrap());
        let order = SolveOrder {
            threads: 2,
            values_only,
            ..SolveOrder::default()
        };
        base.solve(&tiers, &order, &NoProgress, |_| Ok(())).unwrap();
        let settings = Settings::default();
        let mut asked = Vec::new();
        for tier in tiers {
            let cells = base.solve_in_memory(tier, &settings, &NoProgress).unwrap();
            let indexer = base.indexer(tier).unwrap();
            for index in (0..indexer.size()).step_by(331) {
                if let Some(at) = indexer.position(index) {
                    let right = cells.answer(index).unwrap();
                    let is_over = base.game().outcome(&at).is_some();
                    asked.push((at, right, is_over));
                }
            }
        }
        let mut rng = SplitMix64::new(1);
        for i in (1..asked.len()).rev() {
            asked.swap(i, rng.below(i + 1));
        }
        assert!(asked.len() > 10_000 && asked.iter().any(|(.., is_over)| *is_over));
        let positions: Vec<_> = asked.iter().map(|(at, ..)| *at).collect();
        for threads in [1, 2] {
            // Mates are told by the rules even where the table has no distances.
            for (at, right, is_over) in &asked {
                let found = base.value(at, Metric::End).unwrap().unwrap();
                let has_distance = !values_only || *is_over;
                let distance = right.distance.filter(|_| has_distance);
                assert_eq!(found, Probed { distance, ..*right });
            }
            let all = base.values(&positions, Metric::End, threads).unwrap();
            for ((at, right, _), found) in asked.iter().zip(all) {
                let distance = right.distance.filter(|_| !values_only);
                let right = Some(Probed { distance, ..*right });
                assert_eq!(found, right);
                assert_eq!(base.probe(base.game(), at).unwrap(), right);
            }
        }
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
