//! Attacks and defences on generated problems: every string that is said to be taken is taken whatever the
//! defender does, and where GNU Go says something else, it is wrong. `YOMIKIRI_SLOW_TESTS=1` reads 2,000 problems.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use yomikiri_game_api::{Arrange, Game, SplitMix64};
use yomikiri_games::go::reading::{Reader, ReadingLimits, Success, read_out};
use yomikiri_games::go::{Go, Move, Position, points};

use crate::peer::{COLOURS, Peer};
use crate::problems::{Problem, ladder_takes, problem};
use crate::twin::{Answers, Effort, End, Says, Walk};

/// Problems that the suite reads, and those of the slow run.
const PROBLEMS: (usize, usize) = (40, 2_000);

/// Questions of the twin after which it gives up.
const MOST_QUESTIONS: usize = 200_000;

/// The same where every legal answer is tried: with two quiet moves every pair of answers, which are 130,000 on
/// 19 lines.
const MOST_QUESTIONS_EVERYWHERE: usize = 600_000;

/// The same where GNU Go is the attacker: it answers about a thousand in a second.
const MOST_QUESTIONS_TO_GNU_GO: usize = 20_000;

/// Nodes with which a reading that a limit cut is done again: after an answer of the defender it may be larger
/// than the one that it belongs to.
const MORE: ReadingLimits = ReadingLimits {
    nodes: 20_000_000,
    ..ReadingLimits::DEEP
};

fn our_move(game: &Go, at: &Position, cell: usize, effort: Effort) -> Says {
    let limits = match effort {
        Effort::Usual => ReadingLimits::DEEP,
        Effort::Most => MORE,
    };
    let reading = Reader::new(game, at, limits).attack(cell).unwrap();
    match (reading.success, reading.point) {
        (Success::Yes, Some(point)) => Says::Plays(point),
        _ if reading.cut => Says::DoesNotKnow,
        _ => Says::GivesUp,
    }
}

/// Where we defend a string; a pass where it needs no defence.
fn our_defence(game: &Go, at: &Position, cell: usize) -> Option<Move> {
    let reading = Reader::new(game, at, ReadingLimits::DEEP).defend(cell)?;
    Some(reading.point.map_or(Move::PASS, Move::at))
}

fn set_up(game: &Go, at: &Position) -> Vec<String> {
    let size = game.size();
    let mut commands = vec![
        format!("boardsize {}", size.width()),
        "clear_board".to_owned(),
    ];
    for cell in 0..size.points() {
        if let Some(side) = at.stone(cell) {
            let (colour, vertex) = (COLOURS[side.index()], points::write_gtp(size, cell));
            commands.push(format!("play {colour} {vertex}"));
        }
    }
    commands
}

/// What GNU Go says: a code, and a move where it has one.
fn their_answers<const N: usize>(
    peer: &mut Peer,
    game: &Go,
    at: &Position,
    cell: usize,
    verbs: [&str; N],
) -> [(u8, Option<usize>); N] {
    let vertex = points::write_gtp(game.size(), cell);
    let mut commands = set_up(game, at);
    commands.extend(verbs.map(|verb| format!("{verb} {vertex}")));
    let answers = peer.ask(&commands);
    std::array::from_fn(|verb| {
        let text = &answers[answers.len() - N + verb];
        let mut words = text.trim_start_matches('=').split_whitespace();
        let code = words.next().and_then(|word| word.parse().ok());
        let cell = words
            .next()
            .and_then(|word| points::read_gtp(game.size(), word));
        (code.unwrap_or(9), cell)
    })
}

/// Whether the string is taken when our reading attacks it; `None`: too large. A failure is told.
fn is_taken_by_us(
    problem: &Problem,
    at: &Position,
    answers: Answers,
    questions: usize,
) -> Option<bool> {
    let Problem { game, cell, .. } = problem;
    let walk = Walk {
        game,
        cell: *cell,
        answers,
        questions,
        first_answer: |_, _, _| None,
    };
    match walk.follow(at, &mut |at, effort| our_move(game, at, *cell, effort)) {
        End::Taken => Some(true),
        End::TooLarge => None,
        End::Saved(moves) => {
            let pass = || "pass".to_owned();
            let name = |mv: &Move| mv.cell().map_or_else(pass, |cell| problem.name(cell));
            let line: Vec<String> = moves.iter().map(name).collect();
            println!("given up after {}", line.join(" "));
            Some(false)
        }
    }
}

/// Whether the string survives GNU Go's attack; our defence is what is tried first.
fn survives_gnu_go(problem: &Problem, at: &Position, peer: &mut Peer) -> Option<bool> {
    let Problem { game, cell, .. } = problem;
    let walk = Walk {
        game,
        cell: *cell,
        answers: Answers::InZone,
        questions: MOST_QUESTIONS_TO_GNU_GO,
        first_answer: our_defence,
    };
    let end = walk.follow(
        at,
        &mut |at, _| match their_answers(peer, game, at, *cell, ["attack"])[0] {
            (1, Some(point)) if game.is_legal(at, point) => Says::Plays(point),
            // It is told the stones and not the ko.
            (1, Some(_)) => Says::DoesNotKnow,
            _ => Says::GivesUp,
        },
    );
    match end {
        End::Taken => Some(false),
        End::Saved(_) => Some(true),
        End::TooLarge => None,
    }
}

#[derive(Default, Debug)]
struct Tally {
    said_taken: usize,
    confirmed: usize,
    too_large: usize,
    ladders: usize,
    ladders_missed: usize,
    /// Ladders that begin, and those of them where ataris alone take the string.
    ladders_asked: usize,
    ladders_work: usize,
    ladders_wrong: usize,
    longest_ladder: usize,
    compared: usize,
    agreed: usize,
    ours_right: usize,
    theirs_right: usize,
    undecided: usize,
}

impl Tally {
    fn add(&mut self, other: &Tally) {
        self.said_taken += other.said_taken;
        self.confirmed += other.confirmed;
        self.too_large += other.too_large;
        self.ladders += other.ladders;
        self.ladders_missed += other.ladders_missed;
        self.ladders_asked += other.ladders_asked;
        self.ladders_work += other.ladders_work;
        self.ladders_wrong += other.ladders_wrong;
        self.longest_ladder = self.longest_ladder.max(other.longest_ladder);
        self.compared += other.compared;
        self.agreed += other.agreed;
        self.ours_right += other.ours_right;
        self.theirs_right += other.theirs_right;
        self.undecided += other.undecided;
    }
}

/// What came of a problem: numbers, and lines for people about what was not as it should be.
#[derive(Default)]
struct Report {
    tally: Tally,
    wrong: Vec<String>,
}

/// Asks about all problems on all cores, each with a GNU Go of its own. The reports add up in their order.
fn report(ask: impl Fn(&Problem, Option<&mut Peer>, &mut Report) + Sync) -> Report {
    let slow = std::env::var_os("YOMIKIRI_SLOW_TESTS").is_some();
    let number = if slow { PROBLEMS.1 } else { PROBLEMS.0 };
    let mut rng = SplitMix64::new(18);
    let problems: Vec<Problem> = (0..number).map(|round| problem(round, &mut rng)).collect();
    let next = AtomicUsize::new(0);
    let found = Mutex::new(Vec::new());
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                let mut peer = Peer::start();
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(problem) = problems.get(at) else {
                        break;
                    };
                    let mut report = Report::default();
                    ask(problem, peer.as_mut(), &mut report);
                    for line in &report.wrong {
                        println!("{at}: {line}");
                    }
                    if slow && at % 50 == 49 {
                        println!("{} of {number}", at + 1);
                    }
                    found.lock().unwrap().push((at, report));
                }
            });
        }
    });
    let mut found = found.into_inner().unwrap();
    found.sort_unstable_by_key(|&(at, _)| at);
    let mut whole = Report::default();
    for (_, report) in found {
        whole.tally.add(&report.tally);
        whole.wrong.extend(report.wrong);
    }
    println!("{number} problems: {:?}", whole.tally);
    for line in &whole.wrong {
        println!("{line}");
    }
    whole
}

/// Whether a string that reading takes really is taken.
fn confirm(
    problem: &Problem,
    answers: Answers,
    questions: usize,
    report: &mut Report,
) -> Option<bool> {
    let Report { tally, wrong } = report;
    tally.said_taken += 1;
    tally.ladders += usize::from(problem.ladder);
    let confirmed = is_taken_by_us(problem, &problem.at, answers, questions);
    match confirmed {
        Some(true) => tally.confirmed += 1,
        Some(false) => wrong.push(format!("not taken: {}", problem.text())),
        None => {
            tally.too_large += 1;
            wrong.push(format!("too large: {}", problem.text()));
        }
    }
    confirmed
}

#[test]
fn what_is_taken_is_taken_and_gnu_go_agrees() {
    let Report { tally, wrong } = report(|problem, peer, report| {
        let Problem { game, at, cell, .. } = problem;
        let mut reader = Reader::new(game, at, ReadingLimits::DEEP);
        let ours = reader.attack(*cell).unwrap();
        let mut confirmed = None;
        if ours.success == Success::Yes {
            confirmed = confirm(problem, Answers::InZone, MOST_QUESTIONS, report);
        }
        // No ladder is missed; those that are claimed were followed above. Stones taken in a ko may come back.
        if ours.success == Success::No && ladder_takes(game, at, *cell, 200) {
            report.tally.ladders_missed += 1;
            let line = format!("ladder missed: {}", problem.text());
            report.wrong.push(line);
        }
        if problem.ladder {
            ladder_by_ataris(problem, report);
        }
        if let Some(peer) = peer {
            compare(peer, problem, confirmed, report);
        }
    });
    assert!(!wrong.iter().any(|line| line.starts_with("not taken")));
    assert_eq!(tally.confirmed, tally.said_taken);
    assert_eq!(tally.ladders_missed, 0);
    assert_eq!(tally.ladders_wrong, 0);
    assert!(tally.ladders_work > 0 && tally.ladders_work < tally.ladders_asked);
    let theirs: Vec<&String> = wrong
        .iter()
        .filter(|line| line.ends_with("theirs is right"))
        .collect();
    assert_eq!(theirs, Vec::<&String>::new());
    assert!(tally.agreed * 100 >= tally.compared * 98, "{tally:?}");
}

/// Reading that may only give atari says of a ladder what its definition says: whether it works or is broken. (With
/// other moves a net takes the string anyway.)
fn ladder_by_ataris(problem: &Problem, report: &mut Report) {
    let Problem { game, at, cell, .. } = problem;
    let limits = ReadingLimits {
        depth: 0,
        ..ReadingLimits::DEEP
    };
    let Report { tally, wrong } = report;
    let ours = Reader::new(game, at, limits).attack(*cell).unwrap();
    let works = ladder_takes(game, at, *cell, 200);
    tally.ladders_asked += 1;
    tally.ladders_work += usize::from(works);
    if works {
        let attacker = !at.stone(*cell).unwrap();
        let line = read_out(game, at, *cell, attacker, limits);
        tally.longest_ladder = line.len();
    }
    if works != (ours.success == Success::Yes) {
        tally.ladders_wrong += 1;
        wrong.push(format!("ladder wrong: {}", problem.text()));
    }
}

/// The twin without zones, as far as it comes.
#[test]
fn trying_every_answer_says_the_same() {
    let Report { tally, .. } = report(|problem, _, report| {
        let Problem { game, at, cell, .. } = problem;
        let mut reader = Reader::new(game, at, ReadingLimits::DEEP);
        if reader.attack(*cell).unwrap().success == Success::Yes {
            confirm(problem, Answers::All, MOST_QUESTIONS_EVERYWHERE, report);
        }
    });
    assert_eq!(tally.confirmed + tally.too_large, tally.said_taken);
    assert!(tally.too_large * 1_000 <= tally.said_taken, "{tally:?}");
}

/// Compares attack and defence where nobody names a ko, and finds out who is right where they differ.
fn compare(peer: &mut Peer, problem: &Problem, confirmed: Option<bool>, report: &mut Report) {
    let Problem { game, at, cell, .. } = problem;
    let mut reader = Reader::new(game, at, ReadingLimits::DEEP);
    let (attack, defend) = (reader.attack(*cell).unwrap(), reader.defend(*cell).unwrap());
    let theirs = their_answers(peer, game, at, *cell, ["attack", "defend"]);
    let codes = (attack.success.code(), theirs[0].0);
    if codes.0 > 1 || codes.1 > 1 {
        return;
    }
    report.tally.compared += 1;
    let is_ours_right = match codes {
        (1, 0) => confirmed,
        (0, 1) => survives_gnu_go(problem, at, peer),
        _ => {
            report.tally.agreed += 1;
            if codes.0 == 1 {
                let ours = (defend.success, defend.point);
                compare_defence(peer, problem, ours, theirs[1], report);
            }
            return;
        }
    };
    judge("attack", problem, codes, is_ours_right, report);
}

fn compare_defence(
    peer: &mut Peer,
    problem: &Problem,
    ours: (Success, Option<usize>),
    theirs: (u8, Option<usize>),
    report: &mut Report,
) {
    let Problem { game, at, cell, .. } = problem;
    let codes = (ours.0.code(), theirs.0);
    if codes.0 > 1 || codes.1 > 1 {
        return;
    }
    report.tally.compared += 1;
    let after = |point: Option<usize>| {
        let mut after = game.with_turn(at, at.stone(*cell).unwrap()).unwrap();
        game.play(&mut after, point.map_or(Move::PASS, Move::at));
        after
    };
    let is_ours_right = match codes {
        (1, 0) => survives_gnu_go(problem, &after(ours.1), peer),
        (0, 1) => is_taken_by_us(problem, &after(theirs.1), Answers::InZone, MOST_QUESTIONS),
        _ => {
            report.tally.agreed += 1;
            return;
        }
    };
    judge("defend", problem, codes, is_ours_right, report);
}

fn judge(
    verb: &str,
    problem: &Problem,
    (ours, theirs): (u8, u8),
    is_ours_right: Option<bool>,
    report: &mut Report,
) {
    let Report { tally, wrong } = report;
    let (number, who) = match is_ours_right {
        Some(true) => (&mut tally.ours_right, "ours is right"),
        Some(false) => (&mut tally.theirs_right, "theirs is right"),
        None => (&mut tally.undecided, "not decided"),
    };
    *number += 1;
    wrong.push(format!(
        "{verb} {}: ours {ours}, GNU Go {theirs}: {who}",
        problem.text()
    ));
}
