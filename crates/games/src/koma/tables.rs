//! The rules compiled to bitboards, so that move generation only reads attack tables.

use yomikiri_game_api::Side;

use crate::koma::rules::{MAX_HAND_KINDS, MAX_KINDS, MAX_RAYS, PromotionWhen, Rules, Vector};

/// Codes 0 (empty) to 15.
pub(crate) const CODES: usize = MAX_KINDS + 1;

/// The leader's code: the rules list it first.
pub(crate) const ROYAL: usize = 1;

/// A slide direction from every square.
#[derive(Clone, Debug)]
pub(crate) struct Ray {
    /// The squares reached from each square on an empty board.
    pub(crate) reach: [u64; 64],
    /// Whether square numbers grow along the ray.
    pub(crate) grows: bool,
}

impl Ray {
    /// The squares reached from `from` if `occupied` stops the slide, including the stopping
    /// square.
    #[inline(always)]
    pub(crate) fn attack(&self, from: usize, occupied: u64) -> u64 {
        let reach = self.reach[from];
        let blockers = reach & occupied;
        if blockers == 0 {
            return reach;
        }
        let first = if self.grows {
            blockers.trailing_zeros()
        } else {
            63 - blockers.leading_zeros()
        };
        reach ^ self.reach[first as usize]
    }

    /// The empty squares from which a slide could have reached `to`.
    pub(crate) fn origins(&self, to: usize, occupied: u64) -> u64 {
        (0..64)
            .filter(|&from| occupied >> from & 1 == 0)
            .filter(|&from| self.attack(from, occupied & !(1 << to)) >> to & 1 == 1)
            .fold(0, |sum, from| sum | 1 << from)
    }
}

/// Properties of a kind for one side, besides its steps.
#[derive(Clone, Debug)]
pub(crate) struct KindTables {
    /// Indices of its rays.
    pub(crate) rays: Vec<u8>,
    pub(crate) promotion_forced: bool,
    /// Squares from which it could never move again.
    pub(crate) stuck: u64,
    /// Squares on which it may be dropped if they are empty.
    pub(crate) drops: u64,
}

/// The compiled rules.
#[derive(Clone, Debug)]
pub(crate) struct Tables {
    /// All squares.
    pub(crate) board: u64,
    pub(crate) files: usize,
    pub(crate) ranks: usize,
    /// Codes of kinds are 1 to this number.
    pub(crate) kinds: usize,
    /// Steps by side, code and square. Square 64, which `trailing_zeros` of an empty board gives,
    /// has none; this saves the generator a branch for missing pieces.
    pub(crate) steps: [[[u64; 65]; CODES]; 2],
    /// By side, code and square: the squares from which a step leads here.
    pub(crate) origins: [[[u64; 64]; CODES]; 2],
    /// By side and square: the squares from which any kind reaches it on an empty board.
    pub(crate) near: [[u64; 64]; 2],
    /// By square: the squares from which any slide of either side reaches it on an empty board.
    pub(crate) lines: [u64; 64],
    /// The kinds of each side, in the order of their codes.
    pub(crate) pieces: [Vec<KindTables>; 2],
    pub(crate) rays: Vec<Ray>,
    /// The code that a code promotes to, or 0.
    pub(crate) promoted: [usize; CODES],
    /// The code a code is the promoted form of.
    pub(crate) base: [Option<usize>; CODES],
    pub(crate) promotion_zone: [u64; 2],
    /// Whether a move out of the zone also promotes.
    pub(crate) promotes_from_zone: bool,
    /// The last rank of each side.
    pub(crate) goal: [u64; 2],
    /// The hand kind that a captured code becomes; `None` for leaders.
    pub(crate) hand_kind: [Option<u8>; CODES],
    /// The codes of the hand kinds.
    pub(crate) hand_codes: Vec<usize>,
    pub(crate) drop_one_per_file: [bool; CODES],
    pub(crate) drop_mate: [bool; CODES],
    pub(crate) file_masks: Vec<u64>,
    /// Whether every piece moves to the left as it moves to the right.
    pub(crate) mirrors: bool,
    /// How many king's steps two squares are apart, less one, and at most 3.
    distances: Vec<[u8; 64]>,
}

/// Mirrors left to right; the masks are those of the files.
#[inline(always)]
pub(crate) fn mirror(file_masks: &[u64], board: u64) -> u64 {
    let files = file_masks.len();
    let mut turned = 0;
    for file in 0..files / 2 {
        let by = files - 1 - 2 * file;
        turned |= (board & file_masks[file]) << by | (board & file_masks[files - 1 - file]) >> by;
    }
    if files % 2 == 1 {
        turned |= board & file_masks[files / 2];
    }
    turned
}

impl Tables {
    /// How many king's steps two squares are apart, less one, and at most 3.
    #[inline(always)]
    pub(crate) fn distance(&self, a: usize, b: usize) -> usize {
        usize::from(self.distances[a & 63][b & 63])
    }

    /// A side's kind by its code.
    #[inline(always)]
    pub(crate) fn kind(&self, side: Side, code: usize) -> &KindTables {
        &self.pieces[side.index()][code - 1]
    }

    pub(crate) fn compile(rules: &Rules) -> Tables {
        let (files, ranks) = (rules.files, rules.ranks);
        let squares = files * ranks;
        let board = if squares == 64 {
            u64::MAX
        } else {
            (1 << squares) - 1
        };
        let mut directions: Vec<Vector> = rules
            .kinds
            .iter()
            .flat_map(|kind| kind.slides.concat())
            .collect();
        directions.sort_unstable();
        directions.dedup();
        debug_assert!(directions.len() <= MAX_RAYS);
        let rays = directions.iter().map(|&by| ray(files, ranks, by)).collect();
        let row = |rank: usize| ((1u64 << files) - 1) << (rank * files);
        let zone = |side: Side| {
            (0..rules.promotion_zone).fold(0, |sum, i| {
                sum | match side {
                    Side::First => row(i),
                    Side::Second => row(ranks - 1 - i),
                }
            })
        };
        let mut tables = Tables {
            board,
            files,
            ranks,
            kinds: rules.kinds.len(),
            steps: [[[0; 65]; CODES]; 2],
            origins: [[[0; 64]; CODES]; 2],
            near: [[0; 64]; 2],
            lines: [0; 64],
            pieces: [Vec::new(), Vec::new()],
            rays,
            promoted: [0; CODES],
            base: [None; CODES],
            promotion_zone: [zone(Side::First), zone(Side::Second)],
            promotes_from_zone: rules.promotion_when == PromotionWhen::Touch,
            goal: [row(0), row(ranks - 1)],
            hand_kind: [None; CODES],
            hand_codes: Vec::new(),
            drop_one_per_file: [false; CODES],
            drop_mate: [true; CODES],
            mirrors: files > 1 && rules.is_mirror_symmetric(),
            distances: (0..64)
                .map(|a: usize| {
                    std::array::from_fn(|b| {
                        let apart = (a % files)
                            .abs_diff(b % files)
                            .max((a / files).abs_diff(b / files));
                        apart.clamp(1, 4) as u8 - 1
                    })
                })
                .collect(),
            file_masks: (0..files)
                .map(|file| (0..ranks).fold(0, |sum, rank| sum | 1 << (rank * files + file)))
                .collect(),
        };
        for (i, kind) in rules.kinds.iter().enumerate() {
            let code = i + 1;
            tables.promoted[code] = kind.promotes_to.map_or(0, |to| to + 1);
            tables.base[code] = kind.base.map(|base| base + 1);
            tables.drop_one_per_file[code] = kind.drop_one_per_file;
            tables.drop_mate[code] = kind.drop_mate;
            if !kind.royal && kind.base.is_none() {
                tables.hand_kind[code] = Some(tables.hand_codes.len() as u8);
                tables.hand_codes.push(code);
            }
            for side in Side::BOTH {
                let steps: [u64; 65] = std::array::from_fn(|square| {
                    if square >= squares {
                        return 0;
                    }
                    let targets = kind.steps[side.index()].iter();
                    targets
                        .filter_map(|&by| go(files, ranks, square, by))
                        .fold(0, |sum, to| sum | 1 << to)
                });
                let own_rays: Vec<u8> = kind.slides[side.index()]
                    .iter()
                    .filter_map(|by| directions.iter().position(|other| other == by))
                    .map(|i| i as u8)
                    .collect();
                let stuck = (0..squares).fold(0, |sum, square| {
                    let slides = own_rays
                        .iter()
                        .any(|&ray| tables.rays[usize::from(ray)].reach[square] != 0);
                    let free = slides || steps[square] != 0;
                    if free { sum } else { sum | 1 << square }
                });
                let drops = if rules.dead_drops {
                    board
                } else {
                    board & !stuck
                };
                for (from, &targets) in steps[..squares].iter().enumerate() {
                    for to in (0..squares).filter(|to| targets >> to & 1 == 1) {
                        tables.origins[side.index()][code][to] |= 1 << from;
                    }
                }
                for (from, &stepped) in steps[..squares].iter().enumerate() {
                    let reach = |ray: &u8| tables.rays[usize::from(*ray)].reach[from];
                    let slides = own_rays.iter().fold(0, |sum, ray| sum | reach(ray));
                    for to in (0..squares).filter(|to| (slides | stepped) >> to & 1 == 1) {
                        tables.near[side.index()][to] |= 1 << from;
                        tables.lines[to] |= (slides >> to & 1) << from;
                    }
                }
                tables.steps[side.index()][code] = steps;
                tables.pieces[side.index()].push(KindTables {
                    rays: own_rays,
                    promotion_forced: kind.promotion_forced,
                    stuck,
                    drops,
                });
            }
        }
        // In hand, promoted pieces become their base.
        for (i, kind) in rules.kinds.iter().enumerate() {
            if let Some(base) = kind.base {
                tables.hand_kind[i + 1] = tables.hand_kind[base + 1];
            }
        }
        debug_assert!(tables.hand_codes.len() <= MAX_HAND_KINDS);
        tables
    }
}

/// The target square of a step, if it is on the board.
fn go(files: usize, ranks: usize, square: usize, by: Vector) -> Option<usize> {
    let file = (square % files) as isize + isize::from(by.0);
    // Forward is towards the top, where rank numbers are small.
    let rank = (square / files) as isize - isize::from(by.1);
    let inside = (0..files as isize).contains(&file) && (0..ranks as isize).contains(&rank);
    inside.then(|| rank as usize * files + file as usize)
}

fn ray(files: usize, ranks: usize, by: Vector) -> Ray {
    let reach = std::array::from_fn(|square| {
        let mut sum = 0;
        let mut at = (square < files * ranks).then_some(square);
        while let Some(to) = at.and_then(|at| go(files, ranks, at, by)) {
            sum |= 1 << to;
            at = Some(to);
        }
        sum
    });
    Ray {
        reach,
        grows: by.1 < 0 || by.1 == 0 && by.0 > 0,
    }
}
