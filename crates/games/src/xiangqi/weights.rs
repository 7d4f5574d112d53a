//! The weights of the evaluation.
//!
//! They were fitted, together with the piece-square tables, by logistic regression to the results
//! of self-play games and to search scores, regularised towards their first values: three rounds,
//! the last one on 400,000 quiet positions from games at 2,500 to 4,000 nodes per move. At equal
//! nodes the first round scored +23 =8 -8 against hand-set numbers, the second +39 =16 -25 against
//! the first, and the third, which added threats and the tables for a full board, +56 =24 -24
//! against the second.

/// Defines the weights with names and values, so that no list can miss one.
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

            /// The name of the weight in text.
            pub fn name(self) -> &'static str {
                match self {
                    $(Weight::$variant => $name,)+
                }
            }

            /// The evaluation term that it belongs to.
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

/// The five terms of the thesis that this game follows (section 5).
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

/// Number of weights.
pub(super) const COUNT: usize = Weight::ALL.len();

/// Every number of the evaluation except the tables of `placement.rs`. The unit is that of the
/// thesis: a rook is worth about 1000.
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
    Advisor = "advisor", Material, 143;
    /// An elephant.
    Elephant = "elephant", Material, 121;
    /// A horse.
    Horse = "horse", Material, 409;
    /// A rook.
    Rook = "rook", Material, 1109;
    /// A cannon.
    Cannon = "cannon", Material, 409;
    /// A pawn.
    Pawn = "pawn", Material, 90;
    /// How much placement counts, in per cent of the tables.
    Placement = "placement", PieceSquare, 100;
    /// Having the move.
    Tempo = "tempo", Mobility, 24;
    /// For each point that a rook reaches.
    RookMobility = "rook-mobility", Mobility, 6;
    /// A rook that reaches fewer than four points.
    RookTrapped = "rook-trapped", Mobility, -25;
    /// For each point that a horse reaches or protects.
    HorseMobility = "horse-mobility", Mobility, 13;
    /// A horse that reaches fewer than three points.
    HorseTrapped = "horse-trapped", Mobility, -13;
    /// For each point that a cannon reaches.
    CannonMobility = "cannon-mobility", Mobility, 3;
    /// For each point that a pawn steps to.
    PawnMobility = "pawn-mobility", Mobility, 0;
    /// For each point that an advisor steps to.
    AdvisorMobility = "advisor-mobility", Mobility, 2;
    /// For each point that an elephant steps to.
    ElephantMobility = "elephant-mobility", Mobility, -1;
    /// A rook that attacks a protected horse or cannon.
    RookHits = "rook-hits", Mobility, 30;
    /// A rook that attacks an unprotected horse or cannon.
    RookHitsLoose = "rook-hits-loose", Mobility, 106;
    /// A rook that attacks an unprotected advisor or elephant.
    RookHitsGuard = "rook-hits-guard", Mobility, 57;
    /// A rook that attacks an unprotected pawn.
    RookHitsPawn = "rook-hits-pawn", Mobility, 36;
    /// A horse that attacks a rook.
    HorseHitsRook = "horse-hits-rook", Mobility, 40;
    /// A horse that attacks a cannon.
    HorseHitsCannon = "horse-hits-cannon", Mobility, 53;
    /// A horse that attacks an unprotected advisor or elephant.
    HorseHitsGuard = "horse-hits-guard", Mobility, 28;
    /// A horse that attacks an unprotected pawn.
    HorseHitsPawn = "horse-hits-pawn", Mobility, 32;
    /// A cannon that attacks a rook.
    CannonHitsRook = "cannon-hits-rook", Mobility, 104;
    /// A cannon that attacks a protected horse.
    CannonHitsHorse = "cannon-hits-horse", Mobility, 42;
    /// A cannon that attacks an unprotected horse.
    CannonHitsLoose = "cannon-hits-loose", Mobility, 76;
    /// A cannon that attacks an unprotected advisor or elephant.
    CannonHitsGuard = "cannon-hits-guard", Mobility, 61;
    /// A pawn that attacks a horse or cannon.
    PawnHits = "pawn-hits", Mobility, 131;
    /// Two adjacent pawns across the river.
    PawnsAbreast = "pawns-abreast", Coordination, -42;
    /// A horse that protects the other horse.
    HorsesLinked = "horses-linked", Coordination, 11;
    /// Two cannons with one piece between them.
    CannonsLinked = "cannons-linked", Coordination, -2;
    /// Two rooks that protect each other.
    RooksLinked = "rooks-linked", Coordination, 34;
    /// A rook that attacks a horse or cannon behind which stands a rook, horse or cannon.
    RookPins = "rook-pins", Coordination, 11;
    /// A rook, horse or cannon that alone shields its king from an enemy rook; counts for the pinning side.
    RookPinsToKing = "rook-pins-to-king", Coordination, -4;
    /// The same where it is one of two pieces between its king and an enemy cannon.
    CannonPinsToKing = "cannon-pins-to-king", Coordination, 17;
    /// Both advisors are on the board.
    AdvisorPair = "advisor-pair", Coordination, -27;
    /// Both elephants are on the board.
    ElephantPair = "elephant-pair", Coordination, -30;
    /// Per advisor and per piece on the board above sixteen.
    AdvisorCrowd = "advisor-crowd", Coordination, 11;
    /// The same for each elephant.
    ElephantCrowd = "elephant-crowd", Coordination, 12;
    /// The same for each horse: horses need space.
    HorseCrowd = "horse-crowd", Coordination, 16;
    /// The same for each rook.
    RookCrowd = "rook-crowd", Coordination, 39;
    /// The same for each cannon: cannons need screens.
    CannonCrowd = "cannon-crowd", Coordination, 25;
    /// The same for each pawn.
    PawnCrowd = "pawn-crowd", Coordination, 2;
    /// An enemy cannon on the king's file with nothing between.
    BareCannon = "bare-cannon", KingSafety, 60;
    /// An enemy cannon on the king's file with two pieces between.
    MiddleCannon = "middle-cannon", KingSafety, 11;
    /// An enemy cannon on the king's rank with no piece or two pieces between.
    BottomCannon = "bottom-cannon", KingSafety, -3;
    /// An enemy rook on the king's file or rank with one piece between.
    RookBehind = "rook-behind", KingSafety, 20;
    /// An enemy rook that reaches a point of the palace.
    RookBears = "rook-bears", KingSafety, -27;
    /// An enemy horse that reaches a point of the palace.
    HorseBears = "horse-bears", KingSafety, -18;
    /// An enemy pawn next to the palace or in it.
    PawnBears = "pawn-bears", KingSafety, -25;
    /// For each pair of enemy pieces that attack the palace in one of these ways.
    Together = "together", KingSafety, 44;
    /// For each enemy piece across the river, by its strength (rook 3, horse 2, cannon 2, pawn 1).
    Pressure = "pressure", KingSafety, -1;
    /// The same per missing advisor.
    AdvisorMissing = "advisor-missing", KingSafety, 13;
    /// The same per missing elephant.
    ElephantMissing = "elephant-missing", KingSafety, 12;
    /// For each enemy rook, horse, cannon or pawn across the river above two on one wing.
    Wing = "wing", KingSafety, 14;
}
