//! The result of a game that is counted, with the pieces that were marked dead.

use yomikiri_protocols::engine::GtpCommand;

use super::{Answer, Talk, done};
use crate::view::CountView;
use crate::{Diagram, Side};

impl Talk {
    pub(super) fn obey_count(&mut self, command: &GtpCommand) -> Answer {
        match command.name.as_str() {
            "final_score" => Ok(score(&self.count()?)),
            "final_status" => {
                let cell = self.cell(command.arg(0, "a vertex")?);
                let cell = cell.ok_or("syntax error: expected a vertex of the board")?;
                self.status(cell)
            }
            "final_status_list" => {
                let status = command.arg(0, "alive, dead or seki")?;
                let known = [
                    "alive",
                    "dead",
                    "seki",
                    "black_territory",
                    "white_territory",
                    "dame",
                ];
                if !known.contains(&status) {
                    return Err("syntax error: expected alive, dead or seki".into());
                }
                self.list(status)
            }
            _ => {
                self.count()?;
                let mut dead = Vec::new();
                for vertex in &command.args {
                    let cell = self.cell(vertex);
                    let cell = cell.ok_or("syntax error: expected vertices of the board")?;
                    dead.extend(self.thinker.session().together(cell));
                }
                self.dead = dead;
                done()
            }
        }
    }

    fn count(&self) -> Result<CountView, String> {
        let count = self.thinker.session().count(&self.dead);
        count.ok_or_else(|| "cannot score".into())
    }

    /// What becomes of a cell: nobody here judges life and death, so that pieces live unless somebody
    /// marked them dead.
    fn status(&self, cell: usize) -> Answer {
        let count = self.count()?;
        let view = self.view();
        Ok(status_of(&view.diagram, &count, &self.dead, cell).into())
    }

    /// The pieces with a status, what belongs together on a line.
    fn list(&self, status: &str) -> Answer {
        let count = self.count()?;
        let diagram = self.view().diagram;
        let mut listed: Vec<Vec<usize>> = Vec::new();
        for cell in 0..diagram.cells.len() {
            let seen = listed.iter().any(|string| string.contains(&cell));
            if seen || status_of(&diagram, &count, &self.dead, cell) != status {
                continue;
            }
            let string = self.thinker.session().together(cell);
            listed.push(if string.is_empty() {
                vec![cell]
            } else {
                string
            });
        }
        let name = |&cell: &usize| {
            let (file, rank) = (cell % diagram.width, cell / diagram.width);
            format!("{}{}", diagram.files[file], diagram.ranks[rank])
        };
        let line = |string: &Vec<usize>| string.iter().map(name).collect::<Vec<_>>().join(" ");
        let lines: Vec<String> = listed.iter().map(line).collect();
        Ok(lines.join("\n"))
    }
}

fn status_of(diagram: &Diagram, count: &CountView, dead: &[usize], cell: usize) -> &'static str {
    match (&diagram.cells[cell], count.owners.get(cell)) {
        (Some(_), _) if dead.contains(&cell) => "dead",
        (Some(_), _) => "alive",
        (None, Some(Some(Side::First))) => "black_territory",
        (None, Some(Some(Side::Second))) => "white_territory",
        _ => "dame",
    }
}

/// `B+3.5`, `W+2` or `0`.
fn score(count: &CountView) -> String {
    let half = count.outcome.margin.unwrap_or(0);
    let points = f64::from(half.abs()) / 2.0;
    match half {
        0 => "0".into(),
        1.. => format!("B+{points}"),
        _ => format!("W+{points}"),
    }
}
