//! How a program sees the board: one file a layer, each a pure function of the position.
//!
//! | File | Layer |
//! |---|---|
//! | `strings.rs` | strings 連 with their life or death |
//! | `links.rs` | linkages 結線 |
//! | `groups.rs` | groups 群 and the five questions about their life |
//! | `influence.rs` | the document's experiments 1 and 2 on territory |
//! | `territory.rs` | what all kinds of territory have in common; gains |
//! | `estimate.rs` | territory of our own, with its grades |
//! | `sight.rs` | all of them at once |
//! | `about.rs` | what each says about a point that somebody points at |
//! | `mod.rs` | the layers by name, for programs, as text and drawn |

mod about;
mod estimate;
mod groups;
mod influence;
mod links;
mod sight;
mod strings;
mod territory;

use yomikiri_game_api::{Explanation, Facts, Line, Overlay, Side, Teach};

pub use self::estimate::{Estimate, Grade};
pub(super) use self::groups::listed as listed_groups;
pub use self::groups::{Answer, Group, Life};
pub use self::influence::{REACH, territory1, territory2};
pub(super) use self::links::listed as listed_links;
pub use self::links::{Link, LinkKind, LinkStatus, links};
pub use self::sight::{Sight, territory3};
pub(super) use self::strings::listed as listed_strings;
pub use self::strings::{Chain, ChainStatus, Chains, Status, chains, status, statuses};
pub use self::territory::{Gains, See, Territory, gains};
pub(super) use self::territory::{best_text, text as territory_text};
use super::game::Go;
use super::points;
use super::position::{NO_KO, Position};
use super::reading::ReadingLimits;
use super::thinks::{self, Classic};

/// The layers of Go.
#[derive(Copy, Clone, Debug, Default)]
pub struct GoLayers;

const LAYERS: &[&str] = &[
    "strings",
    "links",
    "groups",
    "life",
    "territory1",
    "territory2",
    "territory3",
    "gains1",
    "gains2",
    "gains3",
    "candidates",
];

/// The kind of territory of a number, as the layers `territoryN` and `gainsN` are called.
pub fn see(number: &str) -> Option<See> {
    match number {
        "1" => Some(territory1),
        "2" => Some(territory2),
        "3" => Some(territory3),
        _ => None,
    }
}

impl Teach<Go> for GoLayers {
    fn layers(&self) -> &'static [&'static str] {
        LAYERS
    }

    fn overlay(&self, game: &Go, at: &Position, layer: &str) -> Option<Overlay> {
        if let Some(see) = layer.strip_prefix("gains").and_then(see) {
            return Some(territory::gain_overlay(game, at, see));
        }
        let sight = || Sight::of(game, at, ReadingLimits::QUICK);
        Some(match layer {
            "strings" => Overlay {
                readings: thinks::readings(game, at),
                ..strings::overlay(game, at)
            },
            "links" => {
                let sight = sight();
                links::overlay(game, &sight.chains, &sight.links)
            }
            "groups" | "life" => {
                let sight = sight();
                groups::overlay(game, &sight.chains, &sight.groups, layer == "life")
            }
            "territory1" => territory::overlay(at, &territory1(game, at)),
            "territory2" => territory::overlay(at, &territory2(game, at)),
            "candidates" => thinks::overlay(game, &Classic::candidates(game, at, at.turn())),
            "territory3" => sight::overlay(at, &Sight::of(game, at, ReadingLimits::SWIFT)),
            _ => return None,
        })
    }

    fn facts(&self, game: &Go, at: &Position, layer: &str) -> Option<Facts> {
        if let Some(see) = layer.strip_prefix("gains").and_then(see) {
            return Some(territory::gain_facts(game, at, see));
        }
        let sight = || Sight::of(game, at, ReadingLimits::QUICK);
        Some(match layer {
            "strings" => strings::facts(game, at),
            "links" => links::facts(game, &sight().links),
            "groups" => groups::facts(&sight().groups),
            "life" => groups::life_facts(game, &sight().groups),
            "territory1" => territory::facts(game, at, territory1),
            "territory2" => territory::facts(game, at, territory2),
            "candidates" => thinks::facts(game, &Classic::candidates(game, at, at.turn())),
            "territory3" => sight::facts(game, at, &Sight::of(game, at, ReadingLimits::SWIFT)),
            _ => return None,
        })
    }

    fn explains(&self) -> bool {
        true
    }

    fn explain(&self, game: &Go, line: &Line<Go>) -> Option<Explanation> {
        Some(thinks::explain(game, line))
    }

    fn estimate(&self, game: &Go, at: &Position) -> Option<f32> {
        Some(thinks::lead(game, at))
    }
}

/// The position with a side to move, play not stopped.
pub(super) fn with_turn(at: &Position, side: Side) -> Position {
    let mut turned = *at;
    turned.passes = 0;
    if turned.turn != side {
        turned.turn = side;
        turned.ko = NO_KO;
    }
    turned
}

fn vertex(game: &Go, cell: usize) -> String {
    points::write_gtp(game.size(), cell)
}

fn vertices(game: &Go, cells: &[usize]) -> Vec<String> {
    cells.iter().map(|&cell| vertex(game, cell)).collect()
}

/// The letter for a side in GTP.
const fn side_letter(side: Side) -> char {
    match side {
        Side::First => 'b',
        Side::Second => 'w',
    }
}
