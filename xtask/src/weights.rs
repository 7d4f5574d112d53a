//! `weights FILE`: writes the weights of a file that `yomikiri tune` has written into xiangqi's source.

use std::fs;
use std::path::Path;

const WEIGHTS: &str = "crates/games/src/xiangqi/weights.rs";
const PLACEMENT: &str = "crates/games/src/xiangqi/placement.rs";

pub(crate) fn write(root: &Path, file: &str) -> Result<String, String> {
    let text = fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
    let (mut weights, mut placement) = (read(root, WEIGHTS)?, read(root, PLACEMENT)?);
    if !text.lines().any(|line| line == "game = \"xiangqi\"") {
        return Err(format!("{file}: expected weights of xiangqi"));
    }
    let lines = text.lines().skip_while(|line| *line != "[weights]").skip(1);
    let mut written = 0;
    for line in lines.filter(|line| !line.trim().is_empty()) {
        let entry = line.split_once('=').and_then(|(name, value)| {
            Some((name.trim().trim_matches('"'), value.trim().parse().ok()?))
        });
        let Some((name, value)) = entry else {
            return Err(format!("{file}: expected NAME = NUMBER, got {line:?}"));
        };
        let done = set_weight(&mut weights, name, value) || set_place(&mut placement, name, value);
        if !done {
            return Err(format!(
                "{file}: expected a weight of xiangqi's evaluation, got {name:?}; parameters of the search are \
                 shared by all games and are set in crates/search/src/alphabeta/params.rs"
            ));
        }
        written += 1;
    }
    for (path, text) in [(WEIGHTS, weights), (PLACEMENT, placement)] {
        fs::write(root.join(path), text).map_err(|error| format!("{path}: {error}"))?;
    }
    Ok(format!(
        "{written} weights written; `cargo fmt` and `cargo xtask golden` come next"
    ))
}

fn read(root: &Path, path: &str) -> Result<String, String> {
    fs::read_to_string(root.join(path)).map_err(|error| format!("{path}: {error}"))
}

/// Sets the number of a line such as `Rook = "rook", Material, 1090;`.
fn set_weight(source: &mut String, name: &str, value: i32) -> bool {
    let mark = format!(" = \"{name}\", ");
    let Some(begin) = source.find(&mark).map(|at| at + mark.len()) else {
        return false;
    };
    let place = source[begin..].find(", ").zip(source[begin..].find(';'));
    let Some((comma, end)) = place else {
        return false;
    };
    source.replace_range(begin + comma + 2..begin + end, &value.to_string());
    true
}

/// Sets a number of a table: `horse-c4` is in row 4 of `HORSE`, two files from the middle.
fn set_place(source: &mut String, name: &str, value: i32) -> bool {
    let (name, ending) = match name.strip_suffix("-crowd") {
        Some(name) => (name, "_ROOM"),
        None => (name, ""),
    };
    let Some((kind, point)) = name.split_once('-') else {
        return false;
    };
    let &[file @ b'a'..=b'e', rank @ b'0'..=b'9'] = point.as_bytes() else {
        return false;
    };
    let mark = format!("const {}{ending}: Half = [\n", kind.to_uppercase());
    let Some(begin) = source.find(&mark).map(|at| at + mark.len()) else {
        return false;
    };
    let mut at = begin;
    for _ in 0..rank - b'0' {
        let Some(line) = source[at..].find('\n') else {
            return false;
        };
        at += line + 1;
    }
    let Some(row) = source[at..].lines().next() else {
        return false;
    };
    let mut numbers: Vec<String> = row
        .trim_matches([' ', '[', ']', ','])
        .split(", ")
        .map(str::to_owned)
        .collect();
    let Some(number) = numbers.get_mut(usize::from(b'e' - file)) else {
        return false;
    };
    *number = value.to_string();
    let length = row.len();
    source.replace_range(at..at + length, &format!("    [{}],", numbers.join(", ")));
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_set_where_they_stand() {
        let mut weights =
            "    Rook = \"rook\", Material, 1090;\n    Pawn = \"pawn\", Material, 84;\n".to_owned();
        assert!(set_weight(&mut weights, "rook", 1000));
        assert!(
            weights.contains("\"rook\", Material, 1000;\n    Pawn"),
            "{weights}"
        );
        assert!(!set_weight(&mut weights, "queen", 1));
        let mut places =
            "const PAWN: Half = [\n    [1, 2, 3, 4, 5],\n    [6, 7, 8, 9, 0],\n];\n".to_owned();
        assert!(set_place(&mut places, "pawn-c1", -8));
        assert!(places.contains("    [6, 7, -8, 9, 0],\n];"), "{places}");
        assert!(!set_place(&mut places, "pawn-c1-crowd", 1));
        assert!(!set_place(&mut places, "pawn-j1", 1));
    }
}
