//! What the program says about a corrupted file, beside the truth.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use serde_json::Value;
use yomikiri_game_api::SplitMix64;
use yomikiri_lab::{Lab, NoProgress};

use crate::anatomy::Repair;
use crate::damage::{Damaged, WAYS, value_changed};
use crate::subjects::{Subject, probe};

/// Files of up to so many bytes are compared with their hash when they are opened.
const SMALL_FILE: usize = 1 << 20;
/// Probes of one corrupted file.
const PROBES: usize = 6;
/// Entries of a large table that are verified where nothing looks wrong.
const SAMPLE: u64 = 2000;
/// One of so many corruptions is of a large table, and one of so many of those has checksums that fit.
const LARGE: usize = 50;
const LARGE_FORGED: usize = 40;

/// What came of a corruption.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Finding {
    /// Nothing was answered.
    Refused,
    /// Some or all questions were answered, and the answers are true.
    True,
    /// As before, without some distances.
    Weaker,
    /// The forged file says something else, and verification does not pass.
    Verified,
    /// An answer is wrong and nothing reports it.
    Wrong(String),
    Panicked(String),
}

/// How an answer compares with the truth.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Likeness {
    Same,
    /// Something is left out.
    Weaker,
    Other,
}

fn compare(answer: &Value, truth: &Value) -> Likeness {
    let all = |parts: &mut dyn Iterator<Item = Likeness>| parts.max().unwrap_or(Likeness::Same);
    match (answer, truth) {
        _ if answer == truth => Likeness::Same,
        (Value::Null, _) => Likeness::Weaker,
        (Value::Object(answer), Value::Object(truth)) => {
            if answer.len() != truth.len() {
                return Likeness::Other;
            }
            let part = |(key, truth): (&String, &Value)| match answer.get(key) {
                Some(answer) => compare(answer, truth),
                None => Likeness::Other,
            };
            all(&mut truth.iter().map(part))
        }
        (Value::Array(answer), Value::Array(_)) if answer.is_empty() => Likeness::Weaker,
        (Value::Array(answer), Value::Array(truth)) => {
            if answer.len() != truth.len() {
                return Likeness::Other;
            }
            // Moves without distances are in another order.
            let name = |value: &Value| value.get("move").map(Value::to_string);
            let (mut answer, mut truth): (Vec<_>, Vec<_>) =
                (answer.iter().collect(), truth.iter().collect());
            if answer.iter().all(|value| name(value).is_some()) {
                answer.sort_by_key(|value| name(value));
                truth.sort_by_key(|value| name(value));
            }
            let mut both = answer.into_iter().zip(truth);
            all(&mut both.by_ref().map(|(answer, truth)| compare(answer, truth)))
        }
        _ => Likeness::Other,
    }
}

/// A directory of tables, one of which is corrupted at a time.
pub(crate) struct Bench {
    dir: PathBuf,
    lab: Lab,
    subjects: Vec<Subject>,
    files: Vec<Vec<u8>>,
    small: Vec<usize>,
    large: Vec<usize>,
    /// Written files differ in their time of change, however fast they follow each other.
    written: u64,
}

impl Bench {
    /// The tables lie in `dir`; `subjects` is the truth.
    pub(crate) fn new(dir: &Path, subjects: Vec<Subject>) -> Self {
        let file = |subject: &Subject| {
            fs::read(dir.join(&subject.root).join(&subject.file)).expect("a table")
        };
        let is_large = |&number: &usize| subjects[number].is_large;
        let (large, small) = (0..subjects.len()).partition(is_large);
        Bench {
            dir: dir.to_owned(),
            lab: Lab::new(),
            files: subjects.iter().map(file).collect(),
            small,
            large,
            subjects,
            written: 0,
        }
    }

    pub(crate) fn subjects(&self) -> &[Subject] {
        &self.subjects
    }

    pub(crate) fn file(&self, subject: usize) -> &[u8] {
        &self.files[subject]
    }

    fn path(&self, subject: usize) -> PathBuf {
        let Subject { root, file, .. } = &self.subjects[subject];
        self.dir.join(root).join(file)
    }

    fn write(&mut self, subject: usize, bytes: &[u8]) {
        let path = self.path(subject);
        let temporary = path.with_extension("corrupt");
        fs::write(&temporary, bytes).unwrap();
        self.written += 1;
        let time = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000 + self.written);
        let file = fs::File::options().write(true).open(&temporary).unwrap();
        file.set_modified(time).unwrap();
        fs::rename(temporary, path).unwrap();
    }

    /// The corruption of a number: which table, how, and what came of it.
    pub(crate) fn corrupt(&mut self, number: u64) -> (String, &'static str, Finding) {
        let mut random = SplitMix64::new(number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let is_large = !self.large.is_empty() && random.below(LARGE) == 0;
        let some = if is_large { &self.large } else { &self.small };
        let subject = some[random.below(some.len())];
        let (way, damaged) = loop {
            let other = random.below(self.files.len());
            if other == subject {
                continue;
            }
            let way = random.below(WAYS.len() + 1);
            let (name, damaged) = match WAYS.get(way) {
                Some((name, way)) => {
                    let (file, other) = (&self.files[subject], &self.files[other]);
                    (*name, way(file, other, &mut random))
                }
                None if is_large && random.below(LARGE_FORGED) > 0 => continue,
                None => (
                    "value changed",
                    value_changed(&self.path(subject), &mut random),
                ),
            };
            let skipped =
                is_large && damaged.repair == Repair::Everything && random.below(LARGE_FORGED) > 0;
            if damaged.bytes != self.files[subject] && !skipped {
                break (name, damaged);
            }
        };
        let (how, finding) = self.judge(subject, &damaged, &mut random);
        (
            format!("{}: {way}: {how}", self.subjects[subject].name()),
            way,
            finding,
        )
    }

    /// Puts a corrupted file in place of a table, asks, and puts the table back.
    pub(crate) fn judge(
        &mut self,
        subject: usize,
        damaged: &Damaged,
        random: &mut SplitMix64,
    ) -> (String, Finding) {
        self.write(subject, &damaged.bytes);
        // What fits in all its checksums is a table of something else, which only verification tells.
        let fits = damaged.repair == Repair::Everything
            || damaged.repair == Repair::Sums && damaged.bytes.len() > SMALL_FILE;
        let asked = catch_unwind(AssertUnwindSafe(|| self.ask(subject, fits, random)));
        let finding = asked.unwrap_or_else(|panic| {
            let text = panic.downcast_ref::<String>().cloned();
            let text = text.or_else(|| panic.downcast_ref::<&str>().map(|&text| text.to_owned()));
            Finding::Panicked(text.unwrap_or_default())
        });
        let original = self.files[subject].clone();
        self.write(subject, &original);
        (damaged.how.clone(), finding)
    }

    fn ask(&self, subject: usize, fits: bool, random: &mut SplitMix64) -> Finding {
        let subject = &self.subjects[subject];
        let tables = subject.open(&self.lab, &self.dir);
        let mut answers = vec![("stats".to_owned(), subject.count(&*tables), &subject.stats)];
        for _ in 0..PROBES {
            let (at, truth) = &subject.questions[random.below(subject.questions.len())];
            answers.push((at.clone(), probe(&*tables, at), truth));
        }
        let answered = answers.iter().filter_map(|(about, answer, truth)| {
            let answer = answer.as_ref().ok()?;
            Some((compare(answer, truth), about, answer))
        });
        let worst = answered.max_by_key(|(likeness, ..)| *likeness);
        let is_wrong = matches!(worst, Some((Likeness::Other, ..)));
        let sample = (subject.is_large && !is_wrong).then_some(SAMPLE);
        let verified = tables.verify(subject.selection(), sample, 1, &NoProgress);
        // A table of values only never passes: the program says that it cannot be proved.
        let passes =
            verified.is_ok_and(|reports| reports.iter().all(|report| report.faults.is_empty()));
        match worst {
            Some((Likeness::Other, about, answer)) if passes || !fits => {
                let truth = answers.iter().find(|(other, ..)| other == about);
                let truth = truth.map_or(&Value::Null, |(.., truth)| truth);
                Finding::Wrong(format!("{about}: expected {truth}, got {answer}"))
            }
            Some((Likeness::Other, ..)) => Finding::Verified,
            Some((Likeness::Weaker, ..)) => Finding::Weaker,
            Some((Likeness::Same, ..)) => Finding::True,
            None if passes => {
                Finding::Wrong("verified although nothing can be answered".to_owned())
            }
            None => Finding::Refused,
        }
    }
}
