//! Tables, opening books and networks that are part of the program, small as they are.

use std::sync::LazyLock;

/// Names of tables and their bytes.
pub(crate) type Tables = &'static [(&'static str, &'static [u8])];

/// Anpanman shogi, and janken's last cubes.
pub(crate) const SMALL_GAMES: Tables = &[
    ("anpanman", include_bytes!("../tables/anpanman.ytb")),
    ("janken/1v1", include_bytes!("../tables/janken/1v1.ytb")),
    ("janken/2v1", include_bytes!("../tables/janken/2v1.ytb")),
    ("janken/1v2", include_bytes!("../tables/janken/1v2.ytb")),
];

/// An opening book, unpacked when it is first used.
pub(crate) type PackedBook = LazyLock<Vec<u8>>;

/// Xiangqi: games of the program against itself, scored near the start (`docs/book.md`).
pub(crate) static XIANGQI_BOOK: PackedBook = LazyLock::new(|| {
    let packed: &[u8] = include_bytes!("../books/xiangqi.ybk.zst");
    zstd::decode_all(packed).unwrap_or_default()
});

/// The network that corrects a game's evaluation (`docs/tuning.md`).
pub(crate) fn network(game: &str) -> Option<&'static [u8]> {
    Some(match game {
        "minishogi" => include_bytes!("../networks/minishogi.ynn"),
        "xiangqi" => include_bytes!("../networks/xiangqi.ynn"),
        _ => return None,
    })
}

/// Tables of endings: `$kinds` are the metrics of each.
macro_rules! endings {
    ($game:literal: $([$($kind:literal)*] $name:tt)*) => {
        &[$($(
            (
                concat!($game, "/", $name, $kind),
                include_bytes!(concat!("../tables/", $game, "/", $name, $kind, ".ytb")),
            ),
        )*)*]
    };
}

/// Xiangqi: one attacker without guards against up to four guards (the set `1a0`), by distance to the end and to the
/// next capture, and with the rule on perpetual check; and what is left when the attacker is taken.
pub(crate) const XIANGQI: Tables = endings! {
    "xiangqi":
    ["" ".conversion" ".check"] "KCvK"
    ["" ".conversion" ".check"] "KNvK"
    ["" ".conversion" ".check"] "KPvK"
    ["" ".conversion" ".check"] "KRvK"
    ["" ".conversion" ".check"] "KCvKA"
    ["" ".conversion" ".check"] "KCvKB"
    ["" ".conversion" ".check"] "KNvKA"
    ["" ".conversion" ".check"] "KNvKB"
    ["" ".conversion" ".check"] "KPvKA"
    ["" ".conversion" ".check"] "KPvKB"
    ["" ".conversion" ".check"] "KRvKA"
    ["" ".conversion" ".check"] "KRvKB"
    ["" ".conversion" ".check"] "KCvKAA"
    ["" ".conversion" ".check"] "KCvKAB"
    ["" ".conversion" ".check"] "KCvKBB"
    ["" ".conversion" ".check"] "KNvKAA"
    ["" ".conversion" ".check"] "KNvKAB"
    ["" ".conversion" ".check"] "KNvKBB"
    ["" ".conversion" ".check"] "KPvKAA"
    ["" ".conversion" ".check"] "KPvKAB"
    ["" ".conversion" ".check"] "KPvKBB"
    ["" ".conversion" ".check"] "KRvKAA"
    ["" ".conversion" ".check"] "KRvKAB"
    ["" ".conversion" ".check"] "KRvKBB"
    ["" ".conversion" ".check"] "KCvKAAB"
    ["" ".conversion" ".check"] "KCvKABB"
    ["" ".conversion" ".check"] "KNvKAAB"
    ["" ".conversion" ".check"] "KNvKABB"
    ["" ".conversion" ".check"] "KPvKAAB"
    ["" ".conversion" ".check"] "KPvKABB"
    ["" ".conversion" ".check"] "KRvKAAB"
    ["" ".conversion" ".check"] "KRvKABB"
    ["" ".conversion" ".check"] "KCvKAABB"
    ["" ".conversion" ".check"] "KNvKAABB"
    ["" ".conversion" ".check"] "KPvKAABB"
    ["" ".conversion" ".check"] "KRvKAABB"
    ["" ".check"] "KAAvK"
    ["" ".check"] "KABvK"
    ["" ".check"] "KBBvK"
    ["" ".check"] "KAABvK"
    ["" ".check"] "KABBvK"
    ["" ".check"] "KAABBvK"
};
