//! What every engine of every game thinks about a few positions: move, score, nodes.

use serde_json::Value;

use crate::json::{line, list, number, text};
use crate::lab::Game;

/// What is searched of a game. The lines are those of `yomikiri bench`.
struct Course {
    game: &'static str,
    /// Of `alphabeta`.
    depth: u32,
    /// Of `lookahead` and its kin.
    lookahead: u32,
    /// Move sequences from the start.
    lines: &'static [&'static str],
}

const COURSES: &[Course] = &[
    Course {
        game: "anpanman",
        depth: 12,
        lookahead: 3,
        lines: &[
            "",
            "b5a4 b1a2 c5c4 a1b1",
            "a5a4 c1b2 b5a5 b2a3 a4b3 a1a2 c5b5 b1c1",
        ],
    },
    Course {
        game: "dobutsu",
        depth: 9,
        lookahead: 3,
        lines: &[
            "",
            "b3b2 b1b2 b4c3 C*a2 c3b4 a2a3",
            "c4c3 b2b3 b4c4 b1a2 a4b3 a2a3 c4b4 a1a2 C*a1 C*c2 b3a4 a3b2",
        ],
    },
    Course {
        game: "gorogoro",
        depth: 6,
        lookahead: 2,
        lines: &[
            "",
            "d4d3 b1a2 b6c5 d1e2 P*a4 a2a3 b4b3 a3b4",
            "a6b5 c1b2 b4b3 b2a2 b6a5 c3c4 P*a6 P*e5 a5b4 d1d2 d6d5 a1b2 b4a3 a2a1 a3a4 d2d1",
        ],
    },
    Course {
        game: "minishogi",
        depth: 6,
        lookahead: 2,
        lines: &[
            "",
            "c5c4 a1a4 b5a4 e1d2 R*a2 P*c2 e5e4 b1a2",
            "a4a3 d1c2 b5a4 c1b2 d5c4 c2d2 a4b3 d2d1 a5a4 b1c2 a3a2 c2b3 a4b4 G*d3 c4d5 b2c1",
        ],
    },
    Course {
        game: "xiangqi",
        depth: 7,
        lookahead: 2,
        lines: &[
            "",
            "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 h0h6 c6c5 b0c2 b7b5",
            "h2e2 h7e7 h0g2 h9g7 i0h0 i9i8 h0h6 i8d8 b0c2 d8d3 g3g4 b9a7",
        ],
    },
    Course {
        game: "janken",
        depth: 3,
        lookahead: 2,
        lines: &[
            "a1=GPC b2=CPG a3=PGC c1=GCP f6=GPC e5=PCG f4=CGP d6=GCP",
            "a1=GCP b2=CPG a3=PGC c1=GPC f6=GCP e5=CPG f4=PGC d6=GPC b2b3 b3c3 e5e4 e4d4",
        ],
    },
    Course {
        game: "chess",
        depth: 6,
        lookahead: 2,
        lines: &[
            "",
            "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6",
            "d2d4 d7d5 c2c4 e7e6 b1c3 g8f6 c1g5 f8e7",
        ],
    },
    Course {
        game: "chess?goal=promotion",
        depth: 9,
        lookahead: 4,
        lines: &["", "e2e4 e8e7 e1e2 e7e6"],
    },
    Course {
        game: "tictactoe",
        depth: 9,
        lookahead: 4,
        lines: &["", "b2 a1", "a1 b2 c3"],
    },
];

/// Games with options whose engines are asked, besides the games as they are.
pub(crate) const WITH_OPTIONS: &[&str] = &["chess?goal=promotion"];

/// For a game that nobody has written a course for.
const USUAL: Course = Course {
    game: "",
    depth: 3,
    lookahead: 2,
    lines: &[""],
};

/// Positions that the tables inside the program know.
const SOLVED: &[(&str, &str)] = &[
    ("anpanman", "hbd/3/3/3/CAS b -"),
    ("janken", "6/6/3gpc2/6/1GPC4/6 1 3 -"),
];

/// Settings of `alphabeta` that are no switches of its steps.
const NO_SWITCHES: &[&str] = &[
    "depth",
    "nodes",
    "time",
    "hash",
    "threads",
    "tables",
    "weights",
    "network",
    "book",
    "policy",
    "temperature",
    "plies",
    "min_games",
];

pub(crate) fn write(game: &Game, id: &str) -> String {
    let found = COURSES.iter().find(|course| course.game == id);
    let course = found.unwrap_or(&USUAL);
    let mut written = format!("# {id}\n");
    let info = game.info();
    let players = list(&info["players"]);
    for moves in course.lines {
        written += &format!("\n## {}\n", if moves.is_empty() { "start" } else { moves });
        for player in players {
            for spec in specs(player, course) {
                written += &thought(game, None, moves, &spec);
            }
        }
    }
    written += "\n## Steps of alphabeta\n";
    let moves = course.lines.last().expect("a course has lines");
    for player in players
        .iter()
        .filter(|player| player["name"] == "alphabeta")
    {
        for spec in step_specs(player, course) {
            written += &thought(game, None, moves, &spec);
        }
    }
    for (_, position) in SOLVED.iter().filter(|(of, _)| *of == id) {
        written += &format!("\n## {position}\n");
        for spec in [
            "perfect:seed=1",
            "perfect:seed=5,errors=60",
            "perfect:seed=1,traps=1",
            "alphabeta:depth=4,hash=1,tables=1",
        ] {
            written += &thought(game, Some(position), "", spec);
        }
    }
    written
}

/// How a player is asked.
fn specs(player: &Value, course: &Course) -> Vec<String> {
    let (name, near, far) = (text(&player["name"]), course.lookahead, course.depth);
    let specs: &[String] = &match name {
        // People do not compute, and tables are there only where somebody has solved.
        "human" | "perfect" => vec![],
        "random" | "random1" | "random2" | "rai" | "level1" | "perm" => {
            let seeded = |seed| format!("{name}:seed={seed}");
            (1..=4).map(seeded).collect()
        }
        "lookahead" | "asai" => vec![
            format!("{name}:depth=1"),
            format!("{name}:depth={near},seed=3"),
            format!("{name}:depth={near},seed=3,sooner=0"),
            format!("{name}:depth={near},nodes=100"),
        ],
        "peai" => vec![
            format!("{name}:depth={near},seed=3"),
            format!("{name}:depth={near},seed=3,noise=0"),
            format!("{name}:depth=1,seed=4,noise=50"),
        ],
        "alphabeta" => vec![
            format!("{name}:depth={far},hash=16"),
            format!("{name}:depth=1,hash=1"),
            format!("{name}:depth=50,nodes=3000,hash=1"),
        ],
        "mcts" => vec![
            format!("{name}:playouts=300,seed=1"),
            format!("{name}:playouts=100,seed=2,cutoff=4"),
            format!("{name}:playouts=400,seed=1,memory=100"),
        ],
        "level2" | "level3" | "territory1" | "territory2" => vec![name.to_owned()],
        // Reads all strings after every move of a large board: too slow for a test.
        "territory3" | "classic" => vec![],
        // As `alphabeta` at depth 3 and 4: too slow for a test.
        "level4" | "level5" => vec![],
        _ => panic!("say here how to ask the player {name}"),
    };
    specs.to_vec()
}

/// Alpha-beta with each of its steps switched on and off.
fn step_specs(player: &Value, course: &Course) -> Vec<String> {
    let depth = course.depth.saturating_sub(2).max(2);
    let settings = list(&player["settings"]).iter().map(text);
    let switches = settings.filter(|key| {
        !NO_SWITCHES.contains(key) && !yomikiri_search::SearchParams::NAMES.contains(key)
    });
    switches
        .flat_map(|key| {
            ["on", "off"].map(|to| format!("alphabeta:depth={depth},hash=1,{key}={to}"))
        })
        .collect()
}

/// A player's answer in one line.
fn thought(game: &Game, position: Option<&str>, moves: &str, player: &str) -> String {
    let report = game.session(position, moves).think(player);
    let mut written = format!("{player}: {}", text(&report["best"]["text"]));
    written += &format!(
        " depth {} nodes {}",
        report["depth"],
        number(&report["nodes"])
    );
    for found in list(&report["lines"]) {
        let moves = list(&found["moves"]).iter().take(8);
        let moves: Vec<&str> = moves.map(|mv| text(&mv["text"])).collect();
        let moves = moves.join(" ");
        written += &format!(" | {} {moves}", line(&found["score"]));
    }
    written + "\n"
}
