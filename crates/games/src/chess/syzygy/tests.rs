//! Hand-made files: constant, damaged and misnamed ones. The solver's tests compare real tables
//! with our own.

use std::collections::HashMap;

use yomikiri_game_api::{Notation, SplitMix64};

use super::*;
use crate::chess::{Chess, Position};

const KNIGHT: &str = "4k3/8/8/8/8/8/8/4KN2 w - - 0 1";

fn read(fen: &str) -> Position {
    Chess::default().read_position(fen).unwrap()
}

/// Files in memory.
fn of_files(files: &[(&str, Vec<u8>)]) -> Syzygy {
    let files = files.iter().cloned();
    let files: HashMap<String, Vec<u8>> = files
        .map(|(name, bytes)| (name.to_owned(), bytes))
        .collect();
    Syzygy::new(move |name| {
        let found = files.get(name).cloned();
        Ok(found.map(|bytes| Box::new(bytes) as Box<dyn Bytes>))
    })
}

/// A knight never wins: the shortest of all files, with the pieces K, k, N in that order.
fn knight_never_wins() -> Vec<u8> {
    let mut file = vec![
        0x71, 0xe8, 0x23, 0x5d, 1, 0x00, 0x66, 0xee, 0x22, 0, 0x80, 2, 0x80, 2,
    ];
    file.resize(80, 0);
    file
}

/// A table with one block, one symbol and one code of one bit for each side.
fn bishop_never_wins() -> Vec<u8> {
    let mut file = vec![0x71, 0xe8, 0x23, 0x5d, 1, 0x00, 0x66, 0xee, 0x33, 0];
    // Blocks of 4096 bytes, an index entry per 2^15 values, no more lengths, one block; codes of
    // one bit; one symbol, the value 2, and a padding byte.
    let coding = [0, 12, 15, 0, 1, 0, 0, 0, 1, 1, 0, 0, 1, 0, 2, 0xf0, 0xff, 0];
    file.extend([coding, coding].concat());
    // An index entry refers to the middle of its 2^15 values.
    let index = [0, 0, 0, 0, 0, 0x40];
    file.extend([index, index].concat());
    // Of 31,332 values.
    let length = 31_331u16.to_le_bytes();
    file.extend([length, length].concat());
    file.resize(file.len().next_multiple_of(64), 0);
    // A value takes a bit, and the first of the longest codes is zero.
    file.resize(file.len() + 2 * 4096, 0);
    file.resize(file.len() + 16, 0);
    file
}

fn told(name: &str, bytes: Vec<u8>, fen: &str) -> String {
    match of_files(&[(name, bytes)]).wdl(&read(fen)) {
        Ok(wdl) => format!("{wdl:?}"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn small_files_are_read_for_either_colour_and_side() {
    let bishop = "4k3/8/8/8/8/8/8/4KB2 w - - 0 1";
    for fen in [
        KNIGHT,
        "4k3/8/8/8/8/8/8/4KN2 b - - 0 1",
        "4kn2/8/8/8/8/8/8/4K3 w - - 0 1",
        "7k/8/8/n7/8/8/8/K7 b - - 40 60",
    ] {
        assert_eq!(told("KNvK.rtbw", knight_never_wins(), fen), "Draw");
        let fen = fen.replace('N', "B").replace('n', "b");
        assert_eq!(
            told("KBvK.rtbw", bishop_never_wins(), &fen),
            "Draw",
            "{fen}"
        );
    }
    let syzygy = of_files(&[("KNvK.rtbw", knight_never_wins())]);
    assert_eq!(syzygy.dtz(&read(KNIGHT)), Ok(None));
    assert_eq!(syzygy.covers(&read(KNIGHT)), Ok(true));
    assert_eq!(syzygy.covers(&read(bishop)), Ok(false));
    // Without a file: mates, stalemates and bare kings are decided by the rules.
    assert_eq!(
        syzygy.wdl(&read("8/8/8/8/8/8/8/K1k5 w - - 0 1")),
        Ok(Wdl::Draw)
    );
    let mate = read("R5k1/8/6K1/8/8/8/8/8 b - - 0 1");
    assert_eq!(syzygy.wdl(&mate), Ok(Wdl::Loss));
    assert_eq!(
        syzygy.dtz(&mate),
        Ok(Some(Dtz {
            plies: 0,
            exact: true
        }))
    );
}

#[test]
fn a_missing_file_is_named() {
    let syzygy = of_files(&[("KNvK.rtbw", knight_never_wins())]);
    // A capture leads to bare kings, any other move to what is missing.
    let error = syzygy.wdl(&read("4k3/8/8/8/8/8/8/4KQ2 w - - 0 1"));
    assert_eq!(error.unwrap_err().to_string(), "KQvK.rtbw not found");
    assert_eq!(Syzygy::file_of(&read(KNIGHT)).as_deref(), Some("KNvK.rtbw"));
    for fen in [
        "4k3/8/8/8/8/8/PPPPPP2/4K3 w - - 0 1",
        "8/8/8/8/8/8/8/K1k5 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
    ] {
        assert_eq!(Syzygy::file_of(&read(fen)), None, "{fen}");
    }
}

#[test]
fn damaged_and_misnamed_files_are_told_with_their_name() {
    let starts = "KNvK.rtbw is damaged, or no Syzygy table of that material: it has ";
    let said = |bytes: Vec<u8>| {
        let said = told("KNvK.rtbw", bytes, KNIGHT);
        said.strip_prefix(starts).map(str::to_owned).unwrap_or(said)
    };
    let whole = knight_never_wins();
    assert_eq!(said(Vec::new()), "an end before its time");
    assert_eq!(
        said(b"PK\x03\x04 this is a zip".to_vec()),
        "a beginning that no such file has"
    );
    assert_eq!(said(bishop_never_wins()), "other pieces than its name says");
    for cut in 0..whole.len() {
        assert!(told("KNvK.rtbw", whole[..cut].to_vec(), KNIGHT).starts_with(starts));
    }
    let mut longer = whole.clone();
    longer.push(0);
    assert_eq!(said(longer), "another length than its header says");
    let mut swapped = whole.clone();
    swapped[5] = 0x22;
    assert_eq!(said(swapped), "leading pieces without a place");
}

/// Whatever bytes are changed, an answer or an error comes.
#[test]
fn no_damage_leads_to_more_than_an_error() {
    let mut random = SplitMix64::new(5);
    let fens = [
        "4k3/8/8/8/8/8/8/4KB2 w - - 0 1",
        "7k/8/8/8/1b6/8/8/K7 w - - 0 1",
    ];
    let mut errors = 0;
    for whole in [bishop_never_wins(), knight_never_wins()] {
        for _ in 0..4000 {
            let mut bytes = whole.clone();
            for _ in 0..1 + random.below(3) {
                // Mostly in the head, where more can go wrong.
                let most = if random.below(8) == 0 {
                    bytes.len()
                } else {
                    70
                };
                bytes[random.below(most)] = random.below(256) as u8;
            }
            let name = if whole.len() == 80 {
                "KNvK.rtbw"
            } else {
                "KBvK.rtbw"
            };
            let fen = fens[random.below(2)];
            let fen = match whole.len() {
                80 => fen.replace('B', "N").replace('b', "n"),
                _ => fen.to_owned(),
            };
            errors += usize::from(told(name, bytes, &fen).starts_with(name));
        }
    }
    assert!(errors > 1000, "{errors}");
}
