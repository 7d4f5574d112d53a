//! Syzygy files against our own tables: real files, if a directory is named, and small ones written
//! here.

#[path = "../common/endings.rs"]
mod endings;
mod placements;
mod writer;
mod written;

use std::path::{Path, PathBuf};

use yomikiri_game_api::{Indexer, Metric, Notation, SplitMix64, Tiers, Value};
use yomikiri_games::chess::syzygy::{Syzygy, Wdl};
use yomikiri_games::chess::{Chess, ChessTiers, Position};

use endings::Tables;
use written::Distances;

/// Files of a directory.
fn of_dir(dir: PathBuf) -> Syzygy {
    Syzygy::new(move |name| match std::fs::read(dir.join(name)) {
        Ok(bytes) => Ok(Some(Box::new(bytes))),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    })
}

/// The result of a comparison.
#[derive(Default, Debug)]
struct Compared {
    positions: u64,
    values: u64,
    distances: u64,
    /// Distances of files that are one ply too low, as allowed.
    rounded: u64,
    /// Whether to skip distances.
    values_only: bool,
}

impl Compared {
    /// Compares our values of a position with the files. With three and four pieces the fifty-move
    /// rule takes no win away.
    fn look(&mut self, syzygy: &Syzygy, at: &Position, value: Value, zeroing: Option<u32>) {
        let told = || Chess::default().write_position(at);
        self.positions += 1;
        let expected = match value {
            Value::Win => Wdl::Win,
            Value::Draw => Wdl::Draw,
            Value::Loss => Wdl::Loss,
        };
        let wdl = syzygy.wdl(at).unwrap();
        if wdl != expected {
            self.values += 1;
            println!("{}: {expected:?} by our table, {wdl:?} by the file", told());
        }
        if self.values_only {
            return;
        }
        let dtz = syzygy.dtz(at).unwrap();
        let agrees = match (dtz, zeroing) {
            (None, None) => true,
            (Some(dtz), Some(zeroing)) if dtz.plies == zeroing => true,
            (Some(dtz), Some(zeroing)) if !dtz.exact && dtz.plies + 1 == zeroing => {
                self.rounded += 1;
                true
            }
            _ => false,
        };
        if !agrees {
            self.distances += 1;
            if self.distances < 20 {
                println!("{}: {zeroing:?} by our table, {dtz:?} by the file", told());
            }
        }
    }
}

/// The same position with colours exchanged.
fn changed(at: &Position) -> Position {
    let text = Chess::default().write_position(at);
    let fields: Vec<&str> = text.split(' ').collect();
    let board: Vec<&str> = fields[0].split('/').rev().collect();
    let swap = |c: char| match c.is_ascii_uppercase() {
        true => c.to_ascii_lowercase(),
        false => c.to_ascii_uppercase(),
    };
    let board: String = board.join("/").chars().map(swap).collect();
    let turn = if fields[1] == "w" { "b" } else { "w" };
    let passed = fields[3]
        .replace('6', "x")
        .replace('3', "6")
        .replace('x', "3");
    let text = format!("{board} {turn} - {passed} 0 1");
    Chess::default().read_position(&text).unwrap()
}

/// Compares every `step`th position of a material, and every `16 * step`th with colours exchanged.
fn compare(syzygy: &Syzygy, zeroing: &mut Tables, name: &str, step: usize) -> Compared {
    let solved = zeroing.solve(name);
    let (indexer, cells) = &solved;
    let mut compared = Compared {
        values_only: std::env::var_os("YOMIKIRI_TEST_SYZYGY_VALUES").is_some(),
        ..Compared::default()
    };
    for index in (0..indexer.size()).step_by(step) {
        let Some(at) = indexer.position(index) else {
            continue;
        };
        let Some(known) = cells.answer(index) else {
            continue;
        };
        compared.look(syzygy, &at, known.value, known.distance);
        if (index / step as u64).is_multiple_of(16) {
            compared.look(syzygy, &changed(&at), known.value, known.distance);
        }
    }
    compared
}

/// With `YOMIKIRI_TEST_SYZYGY=DIR`, compares all tables of three and four pieces in the directory
/// with ours, position by position (`YOMIKIRI_TEST_SYZYGY_STEP=97`: every 97th;
/// `YOMIKIRI_TEST_SYZYGY_VALUES=1`: values without distances, several times as fast).
#[test]
fn files_of_others_agree_with_our_tables() {
    let Some(dir) = std::env::var_os("YOMIKIRI_TEST_SYZYGY") else {
        return;
    };
    let step = std::env::var("YOMIKIRI_TEST_SYZYGY_STEP");
    let step = step.map_or(1, |step| step.parse().unwrap());
    let syzygy = of_dir(dir.clone().into());
    let mut zeroing = Tables::new(Metric::Zeroing);
    let tiers = ChessTiers::default();
    let mut wrong = 0;
    for tier in tiers.parse_tiers(Some("4men")).unwrap() {
        let name = tiers.name(tier);
        if !Path::new(&dir).join(format!("{name}.rtbw")).exists() {
            continue;
        }
        let compared = compare(&syzygy, &mut zeroing, &name, step);
        println!("{name}: {compared:?}");
        wrong += compared.values + compared.distances;
    }
    assert_eq!(wrong, 0);
}

/// With `YOMIKIRI_TEST_SYZYGY=DIR` and `YOMIKIRI_TEST_SYZYGY_TABLES=FOLDER`, compares the table files in the
/// folder with those of the directory: 100,000 random positions of each material of three and four pieces,
/// either side to move.
#[test]
fn files_of_others_agree_with_our_files() {
    let [Some(dir), Some(folder)] =
        ["YOMIKIRI_TEST_SYZYGY", "YOMIKIRI_TEST_SYZYGY_TABLES"].map(std::env::var_os)
    else {
        return;
    };
    let syzygy = of_dir(dir.into());
    let base = endings::tablebase(Path::new(&folder));
    let mut random = SplitMix64::new(2026);
    let mut materials = 0;
    for men in ["3men", "4men"] {
        for tier in base.parse_tiers(Some(men)).unwrap() {
            if men == "4men" && base.tiers().name(tier).len() < 5 {
                continue;
            }
            let indexer = base.indexer(tier).unwrap();
            let mut compared = Compared {
                values_only: true,
                ..Compared::default()
            };
            while compared.positions < 100_000 {
                let index = random.below(indexer.size() as usize) as u64;
                let Some(at) = indexer.position(index) else {
                    continue;
                };
                let known = base.value(&at, Metric::End).unwrap().expect("a table");
                compared.look(&syzygy, &at, known.value, None);
            }
            println!("{}: {compared:?}", base.tiers().name(tier));
            assert_eq!(compared.values, 0);
            materials += 1;
        }
    }
    assert_eq!(materials, 35);
}

/// Our own tables as Syzygy files: values of both sides, distances in three forms, led by three
/// different pieces, by two kings and by a pawn; every position of three pieces is read back, and
/// every 19th of four.
#[test]
fn files_written_here_are_read_back() {
    let mut zeroing = Tables::new(Metric::Zeroing);
    zeroing.solve("KPvK");
    zeroing.solve("KQQvK");
    let layouts = [
        ("KQvK", placements::three(['K', 'Q', 'k']), Distances::White),
        (
            "KRvK",
            placements::three(['k', 'R', 'K']),
            Distances::BlackMapped,
        ),
        ("KBvK", placements::three(['B', 'k', 'K']), Distances::White),
        ("KNvK", placements::three(['K', 'k', 'N']), Distances::White),
        ("KPvK", placements::pawn(), Distances::BlackInMoves),
        ("KQQvK", placements::kings_and_two('Q'), Distances::White),
    ];
    let dir = tempfile::tempdir().unwrap();
    for (name, layout, how) in &layouts {
        let put = |ending: &str, bytes: Vec<u8>| {
            std::fs::write(dir.path().join(format!("{name}.{ending}")), bytes).unwrap();
        };
        put("rtbw", written::values(&zeroing, layout));
        put("rtbz", written::distances(&zeroing, layout, *how));
    }
    let syzygy = of_dir(dir.path().to_owned());
    for (name, _, how) in &layouts {
        let step = if name.len() > 4 { 19 } else { 1 };
        let compared = compare(&syzygy, &mut zeroing, name, step);
        assert_eq!(
            (compared.values, compared.distances),
            (0, 0),
            "{name}: {compared:?}"
        );
        assert!(compared.positions > 20_000, "{name}: {compared:?}");
        let rounds = *how == Distances::BlackInMoves;
        assert_eq!(compared.rounded > 0, rounds, "{name}: {compared:?}");
    }
    damage(dir.path());
}

/// Whatever bytes of files are changed, the result is an answer or an error with the file's name.
fn damage(dir: &Path) {
    let positions = [
        ("KRvK", "8/8/8/3k4/8/8/1R6/K7 b - - 0 1"),
        ("KPvK", "8/8/8/3k4/8/8/1P6/K7 w - - 0 1"),
        ("KQQvK", "8/8/8/3k4/8/8/1QQ5/K7 b - - 0 1"),
    ];
    let mut random = SplitMix64::new(3);
    let (mut errors, mut answers) = (0, 0);
    for (name, fen) in positions {
        let at = Chess::default().read_position(fen).unwrap();
        for ending in ["rtbw", "rtbz"] {
            let damaged = format!("{name}.{ending}");
            let whole = std::fs::read(dir.join(&damaged)).unwrap();
            for _ in 0..300 {
                let mut bytes = whole.clone();
                for _ in 0..1 + random.below(3) {
                    // Mostly in the header, where more can go wrong.
                    let most = if random.below(4) == 0 {
                        bytes.len()
                    } else {
                        200
                    };
                    bytes[random.below(most)] = random.below(256) as u8;
                }
                let (dir, damaged) = (dir.to_owned(), damaged.clone());
                let syzygy = Syzygy::new(move |name| {
                    let bytes = match name == damaged {
                        true => bytes.clone(),
                        false => std::fs::read(dir.join(name))?,
                    };
                    Ok(Some(Box::new(bytes)))
                });
                match syzygy.wdl(&at).and_then(|_| syzygy.dtz(&at)) {
                    Ok(_) => answers += 1,
                    Err(error) => {
                        assert!(error.to_string().starts_with(name), "{error}");
                        errors += 1;
                    }
                }
            }
        }
    }
    assert!(
        errors > 300 && answers > 300,
        "{errors} errors, {answers} answers"
    );
}
