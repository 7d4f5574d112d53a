//! `cargo xtask pyffish`: legal moves of xiangqi positions, ours beside those of pyffish, the Python
//! library of Fairy-Stockfish. Nothing is installed here; the command says what it needs. YOMIKIRI may
//! name a program that is built already.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// Prints one position a line with its legal moves, ranks counted from 0.
const SCRIPT: &str = r"
import random, re, sys
import pyffish
count, seed = int(sys.argv[1]), int(sys.argv[2])
random.seed(seed)
def ends(move):
    a, b, c, d = re.match(r'([a-i])(\d+)([a-i])(\d+)$', move).groups()
    return (a, int(b) - 1), (c, int(d) - 1)
def lowered(move):
    return '{}{}{}{}'.format(*(part for end in ends(move) for part in end))
def pieces(fen):
    rows = [re.sub(r'\d+', lambda gap: '.' * int(gap[0]), row) for row in fen.split()[0].split('/')]
    return {('abcdefghi'[file], 9 - row) for row, line in enumerate(rows)
            for file, piece in enumerate(line) if piece != '.'}
start = pyffish.start_fen('xiangqi')
for _ in range(count):
    # Every call of the library costs milliseconds, so it is asked once a ply.
    played, taken = [], pieces(start)
    for ply in range(random.randrange(2, 160)):
        moves = pyffish.legal_moves('xiangqi', start, played)
        if not moves:
            break
        # Captures are preferred now and then, so that open boards come up, too.
        takes = [m for m in moves if ends(m)[1] in taken]
        pick = random.choice(takes if takes and random.random() < 0.3 else moves)
        played.append(pick)
        taken.remove(ends(pick)[0])
        taken.add(ends(pick)[1])
    fen = pyffish.get_fen('xiangqi', start, played)
    board, side = fen.split()[:2]
    moves = sorted(map(lowered, pyffish.legal_moves('xiangqi', fen, [])))
    print(f'{board} {side} - - 0 1\t' + ' '.join(moves))
";

const NEEDS: &str = "needs a Python that can import pyffish (`pip install pyffish`); PYTHON names \
                     another interpreter than python3";

/// Compares `count` random positions; every difference is a fault.
pub(crate) fn check(root: &Path, count: u32) -> Vec<String> {
    match compare(root, count) {
        Ok(faults) => faults,
        Err(fault) => vec![fault],
    }
}

fn compare(root: &Path, count: u32) -> Result<Vec<String>, String> {
    let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".into());
    let theirs = Command::new(&python)
        .args(["-c", SCRIPT, &count.to_string(), "1"])
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("{python}: {error}; {NEEDS}"))?;
    if !theirs.status.success() {
        return Err(format!("{python} failed; {NEEDS}"));
    }
    let theirs = String::from_utf8_lossy(&theirs.stdout).into_owned();
    let rows: Vec<(&str, &str)> = theirs
        .lines()
        .filter_map(|row| row.split_once('\t'))
        .collect();
    if rows.len() != count as usize {
        return Err(format!(
            "expected {count} positions of pyffish, got {}",
            rows.len()
        ));
    }
    let positions: String = rows.iter().map(|(fen, _)| format!("{fen}\n")).collect();
    let ours = ours(root, &positions)?;
    let ours: Vec<&str> = ours.lines().collect();
    if ours.len() != rows.len() {
        return Err(format!(
            "expected {} answers of ours, got {}",
            rows.len(),
            ours.len()
        ));
    }
    let mut faults = Vec::new();
    for ((fen, moves), answer) in rows.iter().zip(ours) {
        let listed = listed_moves(answer);
        if listed != *moves {
            faults.push(format!("{fen}: pyffish {moves}; ours {listed}"));
        }
    }
    eprintln!("{} positions compared, {} differ", rows.len(), faults.len());
    Ok(faults)
}

/// What `moves xiangqi -p -` answers, one JSON object a line: by the program that YOMIKIRI names, or
/// by one that is built now.
fn ours(root: &Path, positions: &str) -> Result<String, String> {
    let mut program = match std::env::var("YOMIKIRI") {
        Ok(path) => Command::new(path),
        Err(_) => {
            let mut cargo = Command::new(env!("CARGO"));
            cargo.args("run --quiet --package yomikiri --".split(' '));
            cargo
        }
    };
    let mut program = program
        .args("moves xiangqi -p -".split(' '))
        .current_dir(root)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("the program: {error}"))?;
    let mut input = program
        .stdin
        .take()
        .ok_or("no way to write to the program")?;
    let text = positions.to_owned();
    // Written from a thread: both pipes may fill up.
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = program
        .wait_with_output()
        .map_err(|error| error.to_string())?;
    let _ = writer.join();
    if !output.status.success() {
        return Err(format!("the program ended with {}", output.status));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The moves of an answer, sorted as they come, with spaces between.
fn listed_moves(answer: &str) -> String {
    let list = answer
        .split_once("\"moves\":[")
        .map_or("", |(_, rest)| rest);
    let list = list.split_once(']').map_or("", |(list, _)| list);
    list.replace('"', "").replace(',', " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_taken_from_an_answer() {
        let answer = r#"{"position":"x","moves":["a0a1","b2e2"],"outcome":null}"#;
        assert_eq!(listed_moves(answer), "a0a1 b2e2");
        assert_eq!(listed_moves(r#"{"moves":[]}"#), "");
    }
}
