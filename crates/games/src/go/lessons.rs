//! The rules in pictures, and tasks that teach them, on small boards.

use yomikiri_game_api::{Lesson, RuleDiagram, Task};

/// What the pictures and tasks are drawn on.
const SMALL: &str = "size=5";

const fn diagram(
    section: usize,
    number: usize,
    position: &'static str,
    point: &'static str,
) -> RuleDiagram {
    RuleDiagram::new(section, number, position, point).with_options(SMALL)
}

const fn lesson(position: &'static str, task: Task, point: &'static str) -> Lesson {
    Lesson::new(position, task, point).with_options(SMALL)
}

/// The opening of a game, which shows it in lists.
pub(super) const PICTURE: &str =
    "19/19/5X13/3X11O3/19/16O2/19/19/19/19/19/19/19/2X16/19/3O11X3/13X5/19/19 b -";
/// White's stone with one liberty left.
const ATARI: &str = "5/2X2/1XOX1/5/5 b -";
/// White has just captured at B3; Black may not recapture at C3.
const KO: &str = "5/1XO2/XO1O1/1XO2/5 b C3";
/// The same with another move each since.
const KO_LATER: &str = "X3O/1XO2/XO1O1/1XO2/5 b -";
/// Black's group lives if it makes two eyes.
const EYES: &str = "5/5/OOOOO/XXXXO/3XO b -";
/// White has passed, and nothing is left to gain.
const FINISHED: &str = "1XXO1/1XXO1/1XXO1/1XXO1/1XXO1 b - 1";

pub(super) const DIAGRAMS: &[RuleDiagram] = &[
    diagram(1, 1, "5/1X1O1/5/2X2/5 w -", ""),
    diagram(2, 1, ATARI, "C2"),
    diagram(2, 2, "5/1XX2/XOOX1/1X3/5 b -", "C2"),
    diagram(3, 1, "5/2O2/1O1O1/2O2/5 b -", ""),
    diagram(3, 2, KO, ""),
    diagram(4, 1, FINISHED, ""),
    diagram(4, 2, "5/5/OOOOO/XXXXO/1X1XO w -", ""),
];

pub(super) const LESSONS: &[Lesson] = &[
    lesson("", Task::Move, ""),
    lesson(ATARI, Task::Capture, ""),
    lesson("5/1XX2/XOOX1/1X3/5 b -", Task::Capture, ""),
    lesson(KO, Task::Move, ""),
    lesson(KO_LATER, Task::Capture, ""),
    lesson(EYES, Task::Move, "B1"),
    lesson(FINISHED, Task::Win, ""),
];
