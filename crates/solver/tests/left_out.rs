//! Tables that leave one side's slots out say the same as whole ones.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use yomikiri_game_api::{Game, Indexed, Metric, Probe, Probed, Tier, Tiered};
use yomikiri_games::chess::{Chess, ChessIndex, ChessTiers};
use yomikiri_solver::local::{self, Settings};
use yomikiri_solver::probe::{TableProbe, TierProbe};
use yomikiri_solver::table::{Contents, Header, Held, Packing, Table, write};
use yomikiri_solver::{Cells, Silent, complete};

type Solved = HashMap<(Tier, Metric), (Arc<ChessIndex>, Arc<Cells>)>;

/// Solves a tier by a metric and what it needs by the end of the game.
fn solve(tiers: &ChessTiers, tier: Tier, metric: Metric, solved: &mut Solved) {
    if solved.contains_key(&(tier, metric)) {
        return;
    }
    let needs = tiers.needs(tier);
    for &need in &needs {
        solve(tiers, need, Metric::End, solved);
    }
    let index = Arc::new(tiers.index(tier).unwrap());
    let earlier = |need: usize, slot: u64| solved[&(needs[need], Metric::End)].1.answer(slot);
    let settings = Settings {
        threads: 2,
        metric,
        ..Settings::default()
    };
    let solution = local::solve_tier::<Chess, _>(&*index, &earlier, &settings, &Silent).unwrap();
    solved.insert((tier, metric), (index, Arc::new(solution.cells)));
}

fn name(folder: &Path, tier: Tier, metric: Metric) -> std::path::PathBuf {
    folder.join(format!("{}-{}", tier.0, metric.word()))
}

#[test]
fn what_is_left_out_is_told_by_one_move() {
    let tiers = Arc::new(ChessTiers::new(&Chess::default()));
    let mut solved = Solved::new();
    let all = [
        ("KPvK", Metric::End),
        ("KPvK", Metric::Conversion),
        ("KPvK", Metric::Zeroing),
        ("KRvKN", Metric::End),
        ("KRvKN", Metric::Conversion),
        ("KBvKB", Metric::End),
    ];
    let asked = all.map(|(material, metric)| (tiers.find(Some(material)).unwrap()[0], metric));
    for (tier, metric) in asked {
        solve(&tiers, tier, metric, &mut solved);
    }
    let folder = tempfile::tempdir().unwrap();
    for (&(tier, metric), (index, cells)) in &solved {
        let held = Held::some(index.slots(), &index.held());
        let held = held.unwrap().by_columns(index.columns()).unwrap();
        // Without pawns, and with different men, the numbering asks for columns.
        let material = tiers.name(tier);
        let in_columns = !material.contains('P') && material != "KBvKB";
        assert_eq!(held.columns().is_some(), in_columns, "{material}");
        let header = Header {
            description: String::new(),
            fingerprint: [0; 32],
            contents: Contents::Distance,
            coding: cells.coding(),
            slots: index.slots(),
            held,
            block: 8192,
            deepest: 0,
        };
        write(
            &name(folder.path(), tier, metric),
            &header,
            cells,
            Packing::Small,
            2,
        )
        .unwrap();
    }
    let dir = folder.path().to_owned();
    let indexes: HashMap<Tier, Arc<ChessIndex>> = solved
        .iter()
        .map(|((tier, _), (index, _))| (*tier, Arc::clone(index)))
        .collect();
    let open = move |tier: Tier, metric: Metric| {
        let table = Table::open(&name(&dir, tier, metric)).unwrap();
        let index = Arc::clone(&indexes[&tier]);
        Ok(Some(TableProbe::new(index, Arc::new(table))))
    };
    let open = Arc::new(open);
    let game = Chess::default();
    for (tier, metric) in asked {
        let again = Arc::clone(&open);
        let again = Box::new(move |tier, metric| again(tier, metric));
        let probe = TierProbe::<Chess, _>::new(Arc::clone(&tiers), metric, again);
        let (index, cells) = &solved[&(tier, metric)];
        let table = Table::open(&name(folder.path(), tier, metric)).unwrap();
        let header = table.header();
        table.check().unwrap();
        let is_symmetric = tiers.name(tier) == "KBvKB";
        assert_eq!(header.held.is_all(), is_symmetric);
        assert_eq!(
            header.held.count() * if is_symmetric { 1 } else { 2 },
            header.slots
        );

        // The whole table at once.
        let needs = tiers.needs(tier);
        let earlier = |need: usize, slot: u64| probe.at_slot(needs[need], slot).unwrap();
        let loaded = table.load().unwrap();
        let completed =
            complete::<Chess, _>(&**index, loaded, &header.held, metric, &earlier, 2, &Silent);
        let completed = completed.unwrap();
        // Every slot, and by probing some.
        let (mut told, mut checked) = (0, 0);
        for slot in 0..index.slots() {
            let right: Option<Probed> = cells.answer(slot);
            if right.is_some() {
                assert_eq!(completed.answer(slot), right, "{slot}");
                told += u64::from(header.held.place(slot).is_none());
            } else if header.held.place(slot).is_none() {
                assert_eq!(completed.answer(slot), None, "{slot}");
            }
            let Some(at) = index.position(slot).filter(|_| slot % 29 == 0) else {
                continue;
            };
            if game.outcome(&at).is_none() {
                assert_eq!(probe.probe(&game, &at).unwrap(), right, "{slot}");
                checked += 1;
            }
        }
        assert_eq!(told > 0, !is_symmetric);
        assert!(checked > 1000);
    }
}
