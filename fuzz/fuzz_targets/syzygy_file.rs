//! Syzygy files: whatever the bytes, they are refused with the file's name or give an answer.
#![no_main]

use yomikiri_game_api::Notation;
use yomikiri_games::chess::Chess;
use yomikiri_games::chess::syzygy::Syzygy;

/// Led by three pieces, by two kings, by a pawn and by pawns of both sides.
const POSITIONS: [&str; 4] = [
    "8/8/8/3k4/8/8/8/K1Q5 w - - 0 1",
    "8/8/8/3k4/8/8/8/KRR5 b - - 0 1",
    "8/8/8/3k4/8/8/6P1/K7 w - - 0 1",
    "8/3p4/8/3k4/8/8/6P1/K7 b - - 0 1",
];

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    for fen in POSITIONS {
        let at = Chess::default().read_position(fen).expect("a position");
        let file = Syzygy::file_of(&at).expect("a file");
        let material = file.trim_end_matches("rtbw").to_owned();
        let bytes = data.to_vec();
        let syzygy = Syzygy::new(move |name| {
            let asked = name.starts_with(&material);
            Ok(asked.then(|| Box::new(bytes.clone()) as _))
        });
        for fault in [syzygy.wdl(&at).err(), syzygy.dtz(&at).err()] {
            assert!(fault.is_none_or(|fault| fault.to_string().contains(".rtb")));
        }
    }
});
