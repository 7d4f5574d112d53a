//! The numbers of the evaluation, in one list for printing and tuning.
//!
//! They were fitted, together with the tables of placement, by logistic regression to how games of
//! the program against itself ended and to what its search said (two rounds: 60,000 quiet positions
//! of games at 3,000 nodes a move, then 205,000 at 2,500), held near their first values. At equal
//! nodes the first round won +23 =8 -8 against numbers set by hand, the second +39 =16 -25 against
//! the first.

/// Writes the names of the weights with their numbers, so that none can be forgotten in a list.
macro_rules! weights {
    ($($(#[$doc:meta])+ $variant:ident = $name:literal, $term:ident, $value:literal;)+) => {
        /// The name of a weight.
        #[derive(Copy, Clone, PartialEq, Eq, Debug)]
        #[repr(usize)]
        pub enum Weight {
            $($(#[$doc])+ $variant,)+
        }

        impl Weight {
            /// All of them, in order.
            pub const ALL: &'static [Weight] = &[$(Weight::$variant),+];

            /// The name as people write it.
            pub fn name(self) -> &'static str {
                match self {
                    $(Weight::$variant => $name,)+
                }
            }

            /// The term of the evaluation that it belongs to.
            pub(super) fn term(self) -> TermName {
                match self {
                    $(Weight::$variant => TermName::$term,)+
                }
            }
        }

        impl Default for Weights {
            fn default() -> Self {
                Weights([$($value),+])
            }
        }
    };
}

/// The five terms of the document that this game follows (its section 5).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum TermName {
    Material,
    PieceSquare,
    Mobility,
    Coordination,
    KingSafety,
}

/// The message ids of the terms, in order.
pub(super) const TERMS: [&str; 5] = [
    "material",
    "piece-square",
    "mobility",
    "coordination",
    "king-safety",
];

/// How many weights there are.
pub(super) const COUNT: usize = Weight::ALL.len();

/// Every number of the evaluation but the tables of `placement.rs`. Points are those of the
/// document: a rook is worth about 1000.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Weights([i32; COUNT]);

impl Weights {
    /// The value of a weight.
    #[inline(always)]
    pub const fn get(&self, weight: Weight) -> i32 {
        self.0[weight as usize]
    }

    /// Every weight with its name.
    pub fn named(&self) -> Vec<(String, i32)> {
        let all = Weight::ALL.iter();
        all.map(|&weight| (weight.name().to_owned(), self.get(weight)))
            .collect()
    }

    /// Other values, in the order of [`Weights::named`].
    #[must_use]
    pub fn with(mut self, values: &[i32]) -> Weights {
        for (weight, &value) in self.0.iter_mut().zip(values) {
            *weight = value;
        }
        self
    }
}

weights! {
    /// An advisor.
    Advisor = "advisor", Material, 129;
    /// An elephant.
    Elephant = "elephant", Material, 122;
    /// A horse.
    Horse = "horse", Material, 357;
    /// A rook.
    Rook = "rook", Material, 989;
    /// A cannon.
    Cannon = "cannon", Material, 380;
    /// A pawn.
    Pawn = "pawn", Material, 81;
    /// How much placement counts, in per cent of the tables.
    Placement = "placement", PieceSquare, 100;
    /// Having the move.
    Tempo = "tempo", Mobility, 10;
    /// For each point that a rook reaches.
    RookMobility = "rook-mobility", Mobility, 7;
    /// A rook that reaches fewer than four points.
    RookTrapped = "rook-trapped", Mobility, -31;
    /// For each point that a horse reaches or protects.
    HorseMobility = "horse-mobility", Mobility, 13;
    /// A horse that reaches fewer than three points.
    HorseTrapped = "horse-trapped", Mobility, -1;
    /// For each point that a cannon reaches.
    CannonMobility = "cannon-mobility", Mobility, 4;
    /// Two pawns side by side beyond the river.
    PawnsAbreast = "pawns-abreast", Coordination, -62;
    /// A horse that protects the other horse.
    HorsesLinked = "horses-linked", Coordination, 32;
    /// Two cannons with one man between them.
    CannonsLinked = "cannons-linked", Coordination, 13;
    /// Two rooks that see each other.
    RooksLinked = "rooks-linked", Coordination, 25;
    /// Both advisors are there.
    AdvisorPair = "advisor-pair", Coordination, -10;
    /// Both elephants are there.
    ElephantPair = "elephant-pair", Coordination, -14;
    /// For each man on the board above sixteen and each advisor.
    AdvisorCrowd = "advisor-crowd", Coordination, 11;
    /// The same for each elephant.
    ElephantCrowd = "elephant-crowd", Coordination, 11;
    /// The same for each horse: horses need room.
    HorseCrowd = "horse-crowd", Coordination, 17;
    /// The same for each rook.
    RookCrowd = "rook-crowd", Coordination, 40;
    /// The same for each cannon: cannons need screens.
    CannonCrowd = "cannon-crowd", Coordination, 25;
    /// The same for each pawn.
    PawnCrowd = "pawn-crowd", Coordination, 3;
    /// An enemy cannon on the king's file with nothing between.
    BareCannon = "bare-cannon", KingSafety, 50;
    /// An enemy cannon on the king's file with two men between.
    MiddleCannon = "middle-cannon", KingSafety, 14;
    /// An enemy cannon on the king's rank with nothing or two men between.
    BottomCannon = "bottom-cannon", KingSafety, -5;
    /// An enemy rook on the king's file or rank with one man between.
    RookBehind = "rook-behind", KingSafety, 18;
    /// An enemy rook that reaches a point of the palace.
    RookBears = "rook-bears", KingSafety, -21;
    /// An enemy horse that reaches a point of the palace.
    HorseBears = "horse-bears", KingSafety, -11;
    /// An enemy pawn next to the palace or in it.
    PawnBears = "pawn-bears", KingSafety, -27;
    /// For each pair of enemy men that bear on the palace in one of these ways.
    Together = "together", KingSafety, 51;
    /// For each enemy man beyond the river, by its strength (rook 3, horse 2, cannon 2, pawn 1).
    Pressure = "pressure", KingSafety, -1;
    /// The same for each advisor that is missing.
    AdvisorMissing = "advisor-missing", KingSafety, 13;
    /// The same for each elephant that is missing.
    ElephantMissing = "elephant-missing", KingSafety, 10;
}
