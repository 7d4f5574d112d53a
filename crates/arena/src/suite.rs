//! Test suites: positions with known best moves.
//!
//! One position a line, after EPD: `POSITION bm MOVE MOVE; am MOVE; id "name";`. At least one of
//! `bm` (best moves, any of them solves) and `am` (moves to avoid) must be there.

/// A position with its known best moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// Its name, or its line number.
    pub id: String,
    /// The position.
    pub position: String,
    /// Moves that solve it.
    pub best: Vec<String>,
    /// Moves that do not.
    pub avoid: Vec<String>,
}

impl Problem {
    /// Whether a move solves it.
    pub fn is_solved_by(&self, mv: &str) -> bool {
        let named = |list: &[String]| list.iter().any(|known| known == mv);
        (self.best.is_empty() || named(&self.best)) && !named(&self.avoid)
    }
}

/// Reads a suite. Comments (`#`) and empty lines are left out.
pub fn read_suite(text: &str) -> Result<Vec<Problem>, String> {
    let mut problems = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let problem = read_problem(line, at + 1);
        problems.push(problem.map_err(|reason| format!("line {}: {reason}", at + 1))?);
    }
    match problems.is_empty() {
        true => Err("expected a position with best moves, got none".into()),
        false => Ok(problems),
    }
}

fn read_problem(line: &str, number: usize) -> Result<Problem, String> {
    let begins = [" bm ", " am "]
        .into_iter()
        .filter_map(|word| line.find(word));
    let begins = begins
        .min()
        .ok_or("expected \"bm MOVE;\" or \"am MOVE;\" after the position")?;
    let (position, operations) = line.split_at(begins);
    let mut problem = Problem {
        id: format!("line {number}"),
        position: position.trim().to_owned(),
        best: Vec::new(),
        avoid: Vec::new(),
    };
    for operation in operations.split(';') {
        let operation = operation.trim();
        let (code, rest) = operation.split_once(' ').unwrap_or((operation, ""));
        let moves = || rest.split_whitespace().map(str::to_owned);
        match code {
            "" => {}
            "bm" => problem.best.extend(moves()),
            "am" => problem.avoid.extend(moves()),
            "id" => problem.id = rest.trim_matches('"').to_owned(),
            // Other EPD operations do not concern the move.
            _ => {}
        }
    }
    match problem.best.is_empty() && problem.avoid.is_empty() {
        true => Err("expected a move after bm or am".into()),
        false => Ok(problem),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suites_are_read() {
        let text = "# a suite\n\nhbd/3/3/3/CAS b - bm b5a4 b5b4; id \"start\"; c0 \"x\";\n\
                    hbd/3/3/3/CAS w - am b1b2;\n";
        let problems = read_suite(text).unwrap();
        assert_eq!(problems.len(), 2);
        assert_eq!(problems[0].id, "start");
        assert_eq!(problems[0].position, "hbd/3/3/3/CAS b -");
        assert!(problems[0].is_solved_by("b5b4") && !problems[0].is_solved_by("a5a4"));
        assert_eq!(problems[1].id, "line 4");
        assert!(problems[1].is_solved_by("a1a2") && !problems[1].is_solved_by("b1b2"));
        for bad in ["", "# only this", "hbd/3/3/3/CAS b -", "x bm ;"] {
            assert!(read_suite(bad).is_err(), "{bad}");
        }
    }
}
