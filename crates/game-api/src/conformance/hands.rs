//! The laws of what happens to a position besides moves: changed by hand, counted, asked about.

use std::collections::HashSet;

use crate::{Arrange, Console, Game, Line, Outcome, Settle, SplitMix64};

use super::{Fault, Plan, Tally, hold, walk};

/// The laws of [`Arrange`] and of [`Line::alter`].
pub fn arrange<G: Arrange>(game: &G, plan: Plan) -> Result<Tally, Fault> {
    walk(game, plan, |line| {
        let at = line.last();
        let show = || format!("at {at:?} after {:?}", line.moves());
        let turn = game.turn(at);
        hold(
            "the turn given to the side that has it changes nothing",
            game.with_turn(at, turn).is_none_or(|same| same == *at),
            show,
        )?;
        let mut changed = Vec::new();
        if let Some(other) = game.with_turn(at, !turn) {
            hold(
                "a side that gets the turn is to move",
                game.turn(&other) == !turn,
                show,
            )?;
            changed.push(other);
        }
        if let Some(resumed) = game.resumed(at) {
            hold(
                "play resumes only where it has stopped, and then goes on",
                game.outcome(at).is_some() && game.outcome(&resumed).is_none(),
                show,
            )?;
            changed.push(resumed);
        }
        if let Ok(same) = game.with_cells(at, &[]) {
            hold(
                "no change of cells leaves the turn",
                game.turn(&same) == turn,
                show,
            )?;
            changed.push(same);
        }
        changed
            .into_iter()
            .try_for_each(|position| altered(game, line, position))
    })
}

/// A line whose end is changed by hand, and played on from.
fn altered<G: Game>(game: &G, line: &Line<G>, position: G::Position) -> Result<(), Fault> {
    let show = || format!("{position:?} after {:?}", line.moves());
    let same = |a: &Line<G>, b: &Line<G>| {
        a.positions() == b.positions() && a.keys().eq(b.keys()) && a.moves() == b.moves()
    };
    let mut other = line.clone();
    other.alter(game, position.clone());
    hold(
        "an altered line ends with the altered position and its key",
        *other.last() == position
            && other.key(other.ply()) == game.key(&position)
            && other.contains_key(game.key(&position))
            && other.moves() == line.moves(),
        show,
    )?;
    hold(
        "the positions before an alteration stay",
        other.positions()[..other.ply()] == line.positions()[..line.ply()],
        show,
    )?;
    let mut moves = Vec::new();
    if game.outcome(&position).is_none() {
        game.legal_moves(&position, &mut moves);
    }
    if let Some(&mv) = moves.first() {
        other.push(game, mv);
        hold("pop returns what push took", other.pop() == Some(mv), show)?;
        hold(
            "pop leaves earlier alterations",
            *other.last() == position,
            show,
        )?;
    }
    let mut undone = other.clone();
    hold(
        "undo_alter takes an alteration back, once",
        undone.undo_alter() && same(&undone, line) && !undone.undo_alter(),
        show,
    )?;
    let mut before = line.clone();
    let (popped, expected) = (other.pop(), before.pop());
    hold(
        "pop takes a move back with what was altered since",
        popped == expected && same(&other, &before),
        show,
    )
}

/// The laws of [`Settle`].
pub fn settle<G: Settle>(game: &G, plan: Plan) -> Result<Tally, Fault> {
    let mut rng = SplitMix64::new(plan.seed);
    walk(game, plan, |line| {
        let at = line.last();
        let show = || format!("at {at:?} after {:?}", line.moves());
        let plain = game.count(at, &[]);
        let cells = plain.owners.len();
        hold(
            "a stopped position is over, with the count of the board as it stands",
            !game.is_stopped(at) || game.outcome(at) == Some(plain.outcome),
            || format!("{:?} against {plain:?}, {}", game.outcome(at), show()),
        )?;
        let strings: Vec<Vec<usize>> = (0..cells).map(|cell| game.together(at, cell)).collect();
        for (cell, string) in strings.iter().enumerate() {
            hold(
                "a cell is part of what it belongs to, and so says every part",
                (string.is_empty() || string.contains(&cell))
                    && string.is_sorted()
                    && string.iter().all(|&other| strings[other] == *string),
                || format!("cell {cell}: {string:?}, {}", show()),
            )?;
        }
        hold(
            "outside the board there is nothing",
            game.together(at, cells).is_empty() && game.count(at, &[cells]) == plain,
            show,
        )?;
        let dead: Vec<usize> = strings
            .iter()
            .filter(|_| rng.below(4) == 0)
            .flatten()
            .copied()
            .collect();
        let count = game.count(at, &dead);
        let sum: i32 = count
            .parts
            .iter()
            .map(|part| part.first - part.second)
            .sum();
        hold(
            "the parts of a count sum up to the margin, which names the winner",
            count.outcome == Outcome::by_margin(sum, count.outcome.reason),
            || format!("{count:?}, {}", show()),
        )?;
        let reversed: Vec<usize> = dead.iter().rev().copied().collect();
        hold(
            "the order of the dead does not matter",
            game.count(at, &reversed) == count && count.owners.len() == cells,
            show,
        )
    })
}

/// The laws of [`Console`].
pub fn console<G: Game>(game: &G, console: &impl Console<G>, plan: Plan) -> Result<Tally, Fault> {
    let commands = console.commands();
    let names: HashSet<&str> = commands.iter().map(|command| command.name).collect();
    let is_word = |name: &&str| !name.is_empty() && !name.contains(char::is_whitespace);
    hold(
        "commands are different words",
        names.len() == commands.len() && names.iter().all(is_word),
        || format!("{commands:?}"),
    )?;
    walk(game, plan, |line| {
        let answer = console.obey(game, line, "no such command", &[]);
        hold(
            "an unknown command is an error",
            answer.is_err(),
            String::new,
        )?;
        for name in commands.iter().map(|command| command.name) {
            for args in [&[][..], &["1"], &["b", "\u{e9}", "", "-1"]] {
                let answers = [(); 2].map(|()| console.obey(game, line, name, args));
                hold(
                    "the same question has the same answer",
                    answers[0] == answers[1],
                    || format!("{name} {args:?}: {answers:?}"),
                )?;
            }
        }
        Ok(())
    })
}
