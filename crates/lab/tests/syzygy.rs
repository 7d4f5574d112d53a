//! Syzygy files of a user from outside: where our own tables are missing, and only there. The files
//! are written here from our own tables.

#[path = "../../solver/tests/common/endings.rs"]
mod endings;
#[path = "../../solver/tests/syzygy/placements.rs"]
mod placements;
#[path = "../../solver/tests/syzygy/writer.rs"]
mod writer;
#[path = "../../solver/tests/syzygy/written.rs"]
mod written;

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use endings::Tables;
use written::Distances;
use yomikiri_lab::{
    Exit, Lab, LabError, Limits, Metric, NoObserver, Place, PlayerSpec, ProbeReport, Source, Value,
};

/// The directory of the files: K+Q+Q v K and what it leads to
/// are there, K+Q+R v K is cut short, K+Q+B v K is another's file, K+R+R v K has no distances.
fn files() -> &'static Path {
    static DIR: OnceLock<PathBuf> = OnceLock::new();
    DIR.get_or_init(|| {
        let dir = tempfile::tempdir().unwrap().keep();
        let mut zeroing = Tables::new(Metric::Zeroing);
        let mut put = |name: &str, layout: &placements::Layout, distances: bool| {
            zeroing.solve(name);
            let values = written::values(&zeroing, layout);
            std::fs::write(dir.join(format!("{name}.rtbw")), values).unwrap();
            if distances {
                let bytes = written::distances(&zeroing, layout, Distances::White);
                std::fs::write(dir.join(format!("{name}.rtbz")), bytes).unwrap();
            }
        };
        put("KQvK", &placements::three(['K', 'Q', 'k']), true);
        put("KRvK", &placements::three(['K', 'R', 'k']), true);
        put("KQQvK", &placements::kings_and_two('Q'), true);
        put("KRRvK", &placements::kings_and_two('R'), false);
        let whole = std::fs::read(dir.join("KQQvK.rtbw")).unwrap();
        std::fs::write(dir.join("KQRvK.rtbw"), &whole[..whole.len() - 64]).unwrap();
        std::fs::write(dir.join("KQBvK.rtbw"), &whole).unwrap();
        dir
    })
}

fn lab() -> Lab {
    let dir = files();
    let lab = Lab::new().with_data_dir(dir.join("data"));
    lab.with_syzygy_dirs(vec![dir.join("empty"), dir.to_owned()])
}

fn probe(fen: &str) -> Result<ProbeReport, LabError> {
    let tables = lab()
        .open_game("chess")
        .unwrap()
        .tablebase(Some(Path::new("nowhere")))
        .unwrap();
    tables.probe(&Place::at(Some(fen)))
}

#[test]
fn values_and_distances_come_from_files_where_our_table_is_missing() {
    let told = serde_json::to_value(probe("8/8/8/3k4/8/8/8/KQQ5 w - - 0 1").unwrap()).unwrap();
    assert_eq!(told["source"], "syzygy");
    assert_eq!(told["value"], "win");
    for unknown in ["distance", "dtm", "dtc", "promotion"] {
        assert!(told[unknown].is_null(), "{unknown}");
    }
    assert_eq!(told["value50"], "win");
    let dtz = told["dtz"].as_u64().unwrap();
    assert_eq!(told["precise_dtz"], dtz);
    // The first move is a best one, and those that lose a queen come last.
    let moves = told["moves"].as_array().unwrap();
    assert_eq!(
        (&moves[0]["value"], &moves[0]["dtz"]),
        (&"win".into(), &dtz.into())
    );
    let plies: Vec<_> = moves.iter().filter_map(|mv| mv["dtz"].as_u64()).collect();
    assert_eq!(plies.len(), moves.len());
    assert!(plies.is_sorted(), "{plies:?}");

    let value50 = |clock: u64| {
        let fen = format!("8/8/8/3k4/8/8/8/KQQ5 w - - {clock} 80");
        probe(&fen).unwrap().metrics.unwrap().value50
    };
    assert_eq!(value50(100 - dtz), Some(Value::Win));
    assert_eq!(value50(101 - dtz), Some(Value::Draw));

    // A queen that is taken leaves the other.
    let attacked = probe("8/8/8/3k4/3Q4/8/8/K6Q b - - 0 1").unwrap();
    assert_eq!(attacked.answer.value, Value::Loss);

    // Three pieces are ours.
    assert_eq!(
        probe("8/8/8/3k4/8/8/8/K1Q5 w - - 0 1").unwrap().source,
        Source::Table
    );
}

#[test]
fn without_distances_values_are_told_and_a_clock_leaves_it_open() {
    let rooks = |clock| probe(&format!("8/8/8/3k4/8/8/8/KR5R w - - {clock} 80")).unwrap();
    for (clock, value50) in [(0, Some(Value::Win)), (1, None)] {
        let told = rooks(clock);
        let metrics = told.metrics.unwrap();
        assert_eq!((told.answer.value, metrics.dtz), (Value::Win, None));
        assert_eq!(metrics.value50, value50, "at {clock}");
    }
}

#[test]
fn what_is_missing_or_damaged_is_named() {
    let error = |fen: &str| {
        let error = probe(fen).unwrap_err();
        assert_eq!(error.exit(), Exit::Table);
        error.to_string()
    };
    let missing = error("8/8/8/3k4/8/8/7B/KR6 w - - 0 1");
    assert!(
        missing.contains("yomikiri solve 'chess' KRBvK"),
        "{missing}"
    );
    assert!(missing.contains("KRBvK.rtbw"), "{missing}");
    let cut = error("8/8/8/3k4/8/8/8/KQ5R w - - 0 1");
    let place = files().join("KQRvK.rtbw").display().to_string();
    assert!(cut.contains(&place) && cut.contains("is damaged"), "{cut}");
    let other = error("8/8/8/3k4/8/8/7B/KQ6 w - - 0 1");
    assert!(
        other.contains("KQBvK.rtbw") && other.contains("other pieces"),
        "{other}"
    );
}

/// Two queens mate against every defence, and with little time left on the clock of the rule.
#[test]
fn perfect_wins_by_the_files() {
    files();
    let game = lab().open_game("chess").unwrap();
    for (fen, defender) in [
        ("8/8/8/3k4/8/8/8/KQQ5 w - - 0 1", "perfect"),
        ("8/8/8/3k4/8/8/8/KQQ5 w - - 88 60", "perfect"),
        ("6k1/8/8/8/3K4/8/1Q6/Q7 w - - 0 1", "random:seed=2"),
        ("QQ6/8/8/8/8/8/2k5/K7 b - - 0 1", "random:seed=5"),
    ] {
        let mut session = game.session(&Place::at(Some(fen))).unwrap();
        let players = ["perfect", defender].map(|name| name.parse::<PlayerSpec>().unwrap());
        while !session.is_over() {
            let player = &players[session.turn().index()];
            let thought = session
                .think(player, &Limits::default(), &mut NoObserver)
                .unwrap();
            session.play(&thought.best.text).unwrap();
        }
        let end = session.outcome().unwrap();
        assert_eq!(end.reason, "mate", "{fen} against {defender}: {end:?}");
    }
}
