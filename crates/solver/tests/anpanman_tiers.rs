//! Anpanman shogi solved in tiers: the same values as solved in one piece.

mod common;
mod cut;

use std::collections::HashMap;
use std::sync::Arc;

use common::{answer, game, settings, solved};
use cut::Cut;
use yomikiri_game_api::conformance::numbering;
use yomikiri_game_api::{Indexed, Metric, Tier, Tiered};
use yomikiri_games::koma::{Koma, Position};
use yomikiri_solver::local::{Settings, solve_tier};
use yomikiri_solver::probe::{TableProbe, TierProbe};
use yomikiri_solver::table::{Contents, Header, Held, Packing, Table, write};
use yomikiri_solver::verify::verify;
use yomikiri_solver::{Cells, Silent, Solved};

#[test]
fn anpanman_in_tiers_is_anpanman() {
    let (_, flat, whole) = solved("anpanman");
    let cut = Arc::new(Cut::new(game("anpanman")));
    let tiers = cut.find(None).unwrap();
    assert_eq!(tiers.len(), 9);
    let folder = tempfile::tempdir().unwrap();
    let mut tables: HashMap<Tier, Arc<Cells>> = HashMap::new();
    let mut compared = 0;
    for &of in &tiers {
        if tables.contains_key(&of) {
            continue;
        }
        let index = cut.index(of).unwrap();
        numbering(&cut.game, &index, 500, 1).unwrap();
        let needs = cut.needs(of);
        let earlier = |need: usize, slot: u64| tables[&needs[need]].answer(slot);
        let solve = |settings: &Settings| {
            solve_tier::<Koma, _>(&index, &earlier, settings, &Silent)
                .unwrap()
                .cells
        };
        let cells = solve(&settings(2));
        assert!(cells == solve(&settings(1)), "threads change nothing");
        for (slot, &of_flat) in index.members.iter().enumerate() {
            let expected = answer(&whole.cells, of_flat);
            assert_eq!(answer(&cells, slot as u64), expected, "{}", cut.name(of));
            compared += 1;
        }
        for part in cut.group(of) {
            let cells = cells.part(cut.part(&index, part));
            let slots = cells.slots();
            let header = Header {
                description: String::new(),
                fingerprint: [2; 32],
                contents: Contents::Distance,
                coding: cells.coding(),
                slots: slots.end - slots.start,
                held: Held::all(slots.end - slots.start),
                block: 1024,
                deepest: 0,
            };
            write(
                &folder.path().join(cut.name(part)),
                &header,
                &cells,
                Packing::Quick,
                1,
            )
            .unwrap();
            tables.insert(part, Arc::new(cells));
        }
    }
    let positions = flat.slots()
        - (0..flat.slots())
            .filter(|&s| flat.position(s).is_none())
            .count() as u64;
    assert_eq!(compared, positions);

    // Every file against the plain rules, with what the other files say.
    let (dir, numbering) = (folder.path().to_owned(), Arc::clone(&cut));
    let probe = TierProbe::<Koma, _>::new(
        Arc::clone(&cut),
        Metric::End,
        Box::new(move |tier, _| {
            let table = Table::open(&dir.join(numbering.name(tier))).unwrap();
            let index = Arc::new(numbering.index(tier).unwrap());
            let part = numbering.part(&index, tier);
            Ok(Some(TableProbe::of_part(index, Arc::new(table), part)))
        }),
    );
    let elsewhere = |at: &Position| probe.stored(at).unwrap();
    let mut checked = 0;
    for of in tiers {
        let index = cut.index(of).unwrap();
        let table = Table::open(&folder.path().join(cut.name(of))).unwrap();
        let first = cut.part(&index, of).start;
        let cells = table.load().unwrap().starting_at(first);
        let solved = Solved::tier(&cut.game, &index, &cells, &elsewhere, Metric::End);
        let verdict = verify(&solved, None, 2, &Silent);
        assert_eq!(verdict.faults, [], "{}", cut.name(of));
        checked += verdict.checked;
    }
    assert_eq!(checked, positions);
}
