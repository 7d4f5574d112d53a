//! Test suites: positions with known best moves.
//!
//! One position a line, after EPD: `POSITION bm MOVE MOVE; am MOVE; dm N; id "name"; c0 "comment";`. At least one of
//! `bm` (best moves, any of them solves) and `am` (moves to avoid) must be there; `dm` is the number of moves to a
//! mate. Ids that are alike up to the last dot make a group.

use std::fmt::Write;

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
    /// Moves to a mate that is there.
    pub mate: Option<u32>,
    /// What is to be said about it.
    pub comment: Option<String>,
}

impl Problem {
    /// Whether a move solves it.
    pub fn is_solved_by(&self, mv: &str) -> bool {
        let named = |list: &[String]| list.iter().any(|known| known == mv);
        (self.best.is_empty() || named(&self.best)) && !named(&self.avoid)
    }

    /// The part of its id before the last dot; empty if there is none.
    pub fn group(&self) -> &str {
        self.id.rsplit_once('.').map_or("", |(group, _)| group)
    }
}

/// Writes a suite as [`read_suite`] reads it.
pub fn write_suite(problems: &[Problem]) -> String {
    let mut text = String::new();
    for problem in problems {
        text += &problem.position;
        for (code, moves) in [("bm", &problem.best), ("am", &problem.avoid)] {
            if !moves.is_empty() {
                let _ = write!(text, " {code} {};", moves.join(" "));
            }
        }
        if let Some(moves) = problem.mate {
            let _ = write!(text, " dm {moves};");
        }
        let quoted = |text: &str| text.replace(['"', ';', '\n'], ",");
        let _ = write!(text, " id \"{}\";", quoted(&problem.id));
        if let Some(comment) = &problem.comment {
            let _ = write!(text, " c0 \"{}\";", quoted(comment));
        }
        text.push('\n');
    }
    text
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
        mate: None,
        comment: None,
    };
    for operation in operations.split(';') {
        let operation = operation.trim();
        let (code, rest) = operation.split_once(' ').unwrap_or((operation, ""));
        let moves = || rest.split_whitespace().map(str::to_owned);
        match code {
            "" => {}
            "bm" => problem.best.extend(moves()),
            "am" => problem.avoid.extend(moves()),
            "dm" => {
                let moves = rest.trim().parse().ok().filter(|moves| *moves > 0);
                let wrong = || format!("dm: expected a number of moves, got {rest:?}");
                problem.mate = Some(moves.ok_or_else(wrong)?);
            }
            "id" => problem.id = rest.trim_matches('"').to_owned(),
            "c0" => problem.comment = Some(rest.trim_matches('"').to_owned()),
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
        assert_eq!(problems[0].comment.as_deref(), Some("x"));
        assert_eq!(problems[0].group(), "");
        assert_eq!(problems[1].id, "line 4");
        assert!(problems[1].is_solved_by("a1a2") && !problems[1].is_solved_by("b1b2"));
        for bad in [
            "",
            "# only this",
            "hbd/3/3/3/CAS b -",
            "x bm ;",
            "x bm a; dm 0;",
            "x bm a; dm two;",
        ] {
            assert!(read_suite(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let text =
            "hbd/3/3/3/CAS b - bm b5a4 b5b4; am a5a4; dm 3; id \"mates.in3.001\"; c0 \"a b\";\n";
        let problems = read_suite(text).unwrap();
        assert_eq!(problems[0].group(), "mates.in3");
        assert_eq!(write_suite(&problems), text);
    }
}
