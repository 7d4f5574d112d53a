//! Reasons for moves, one file a reason. Each looks at the layers and proposes moves with points. What several
//! share is in `stakes.rs` (strings, groups, links), `shapes.rs` (patterns) and `gains.rs` (territory).

mod attack;
mod capture;
mod connect;
mod cut;
mod dame;
mod defend;
mod enclose;
mod endgame;
mod enlarge;
mod escape;
mod extend;
mod eyes;
mod gains;
mod hane;
mod invade;
mod joseki;
mod jump;
mod kill;
mod knight;
mod ko_threat;
mod opening;
mod reduce;
mod shape;
mod shapes;
mod stakes;
mod tesuji;

use super::candidates::View;
use crate::go::reading::ReadingLimits;

macro_rules! reasons {
    ($($(#[$doc:meta])* $name:ident $word:literal $message:literal,)*) => {
        /// A reason for a move, in the order in which the chooser `priority` asks for them.
        #[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Reason {
            $($(#[$doc])* $name,)*
        }

        impl Reason {
            /// All reasons.
            pub const ALL: [Reason; [$($word),*].len()] = [$(Reason::$name),*];

            /// The word for programs.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Reason::$name => $word,)*
                }
            }

            /// The message that says it.
            pub const fn message(self) -> &'static str {
                match self {
                    $(Reason::$name => $message,)*
                }
            }

            /// The message that says it of a single stone, where that needs other words.
            pub const fn message_of_one(self) -> Option<&'static str> {
                match self {
                    Reason::Capture => Some("go-reason-capture-one"),
                    Reason::Escape => Some("go-reason-escape-one"),
                    _ => None,
                }
            }

            /// Whether it answers something that happens now, near what the enemy has just played.
            pub const fn is_urgent(self) -> bool {
                matches!(
                    self,
                    Reason::Capture
                        | Reason::Escape
                        | Reason::Kill
                        | Reason::Eyes
                        | Reason::Cut
                        | Reason::Connect
                        | Reason::Joseki
                        | Reason::Defend
                )
            }
        }
    };
}

reasons! {
    /// Takes enemy stones.
    Capture "capture" "go-reason-capture",
    /// Saves stones that could be taken.
    Escape "escape" "go-reason-escape",
    /// Kills a group.
    Kill "kill" "go-reason-kill",
    /// Makes eyes for a group.
    Eyes "eyes" "go-reason-eyes",
    /// Separates enemy stones.
    Cut "cut" "go-reason-cut",
    /// Joins stones.
    Connect "connect" "go-reason-connect",
    /// Goes on with a joseki.
    Joseki "joseki" "go-reason-joseki",
    /// Takes a large point of the opening.
    Opening "opening" "go-reason-opening",
    /// A tesuji.
    Tesuji "tesuji" "go-reason-tesuji",
    /// Strengthens a weak group.
    Defend "defend" "go-reason-defend",
    /// Presses a weak enemy group.
    Attack "attack" "go-reason-attack",
    /// Goes into enemy framework.
    Invade "invade" "go-reason-invade",
    /// Makes framework into territory.
    Enclose "enclose" "go-reason-enclose",
    /// Makes enemy framework smaller.
    Reduce "reduce" "go-reason-reduce",
    /// Gives a small group more room.
    Enlarge "enlarge" "go-reason-enlarge",
    /// A named shape.
    Shape "shape" "go-reason-shape",
    /// Bends around enemy stones.
    Hane "hane" "go-reason-hane",
    /// Extends along a line.
    Extend "extend" "go-reason-extend",
    /// Jumps by one.
    Jump "jump" "go-reason-jump",
    /// A knight's move.
    Knight "knight" "go-reason-knight",
    /// Gains points at a border.
    Endgame "endgame" "go-reason-endgame",
    /// Threatens something elsewhere while a ko is fought.
    KoThreat "ko-threat" "go-reason-ko-threat",
    /// The last neutral points.
    Dame "dame" "go-reason-dame",
}

/// Asks every reason; those with territory last, as they look at what the others have proposed.
pub(super) fn find_all(view: &mut View<'_>, limits: ReadingLimits) {
    let finders: [fn(&mut View<'_>); 17] = [
        capture::find,
        escape::find,
        ko_threat::find,
        connect::find,
        cut::find,
        eyes::find,
        kill::find,
        attack::find,
        defend::find,
        shape::find,
        hane::find,
        extend::find,
        jump::find,
        knight::find,
        tesuji::find,
        joseki::find,
        opening::find,
    ];
    for find in finders {
        find(view);
    }
    let gains = gains::of(view, limits);
    let finders: [fn(&mut View<'_>, &[gains::Gain]); 6] = [
        enlarge::find,
        enclose::find,
        invade::find,
        reduce::find,
        endgame::find,
        dame::find,
    ];
    for find in finders {
        find(view, &gains);
    }
}
