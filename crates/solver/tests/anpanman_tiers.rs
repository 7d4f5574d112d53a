//! Anpanman shogi solved in tiers: the same values as solved as a whole.

mod common;
mod cut;

use std::collections::HashMap;
use std::sync::Arc;

use common::{answer, game, settings, solved};
use cut::Cut;
use yomikiri_game_api::conformance;
use yomikiri_game_api::{Indexer, Metric, Tier, Tiers};
use yomikiri_games::koma::Koma;
use yomikiri_solver::local::{Settings, solve_tier};
use yomikiri_solver::tablebase::{SolveOrder, TableLocation, Tablebase, TablebaseSpec};
use yomikiri_solver::{Cells, NoProgress};

#[test]
fn anpanman_in_tiers_is_anpanman() {
    let (_, flat, whole) = solved("anpanman");
    let cut = Arc::new(Cut::new(game("anpanman")));
    let tiers = cut.parse_tiers(None).unwrap();
    assert_eq!(tiers.len(), 9);
    let mut tables: HashMap<Tier, Arc<Cells>> = HashMap::new();
    let mut compared = 0;
    for &of in &tiers {
        if tables.contains_key(&of) {
            continue;
        }
        let indexer = cut.indexer(of).unwrap();
        conformance::indexer(&cut.game, &indexer, 500, 1).unwrap();
        let children = cut.children(of);
        let earlier = |child: usize, index: u64| tables[&children[child]].answer(index);
        let solve = |settings: &Settings| {
            solve_tier::<Koma, _>(&indexer, &earlier, settings, &NoProgress)
                .unwrap()
                .cells
        };
        let cells = solve(&settings(2));
        assert!(cells == solve(&settings(1)), "threads change nothing");
        for (index, &of_flat) in indexer.members.iter().enumerate() {
            let expected = answer(&whole.cells, of_flat);
            assert_eq!(answer(&cells, index as u64), expected, "{}", cut.name(of));
            compared += 1;
        }
        for part in cut.group(of) {
            let cells = cells.part(cut.part(&indexer, part));
            tables.insert(part, Arc::new(cells));
        }
    }
    let positions = flat.size()
        - (0..flat.size())
            .filter(|&s| flat.position(s).is_none())
            .count() as u64;
    assert_eq!(compared, positions);

    // The same by the tablebase, and every file against the plain rules, with what the other files
    // say.
    let folder = tempfile::tempdir().unwrap();
    let spec = TablebaseSpec::new(|game: &Koma| Ok(Cut::new(game.clone())));
    let location = TableLocation::new(folder.path(), "cut");
    let base = Tablebase::new(cut.game.clone(), spec, location, Arc::default()).unwrap();
    let order = SolveOrder {
        threads: 2,
        ..SolveOrder::default()
    };
    let mut written = 0;
    base.solve(&tiers, &order, &NoProgress, |solved| {
        assert_eq!(solved.cells.as_ref(), Some(&tables[&solved.tier]));
        written += 1;
        Ok(())
    })
    .unwrap();
    assert_eq!(written, tiers.len());
    let mut checked = 0;
    for of in tiers {
        assert!(base.path(of, Metric::End).exists());
        let verified = base.verify(of, Metric::End, None, 2, &NoProgress).unwrap();
        assert_eq!(verified.verdict.faults, [], "{}", cut.name(of));
        checked += verified.verdict.checked;
    }
    assert_eq!(checked, positions);
}
