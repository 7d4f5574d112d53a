//! The tables that are corrupted, and the truth about them.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use yomikiri_game_api::{Indexer, Notation, SplitMix64, Tiers};
use yomikiri_games::chess::{Chess, ChessTiers};
use yomikiri_games::janken::{Janken, JankenTiers};
use yomikiri_games::koma::{Koma, KomaTiers, builtin_rules};
use yomikiri_lab::{AnyTablebase, Lab, LabError, Metric, NoProgress, Place, Selection, SolveOrder};

/// Questions about each table.
const QUESTIONS: usize = 40;
/// Tables with more slots are counted and verified in seconds, the others in milliseconds.
const MOST_SMALL: u64 = 250_000;

/// The root of tables without distances.
const VALUES: &str = "values";

/// A table file with the truth about it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Subject {
    /// The directory of tables that it is in, below the one of all.
    pub(crate) root: String,
    pub(crate) spec: String,
    pub(crate) tier: Option<String>,
    metric: String,
    /// Its file, below its root.
    pub(crate) file: PathBuf,
    /// Whether counting and verifying takes long.
    pub(crate) is_large: bool,
    pub(crate) stats: Value,
    /// Positions with what probing them says.
    pub(crate) questions: Vec<(String, Value)>,
}

impl Subject {
    pub(crate) fn metric(&self) -> Metric {
        let all = [Metric::End, Metric::Conversion, Metric::Zeroing];
        let mut all = all.into_iter();
        all.find(|metric| metric.word() == self.metric)
            .expect("a metric")
    }

    pub(crate) fn selection(&self) -> Selection<'_> {
        Selection {
            tiers: self.tier.as_deref(),
            metric: self.metric(),
        }
    }

    pub(crate) fn open(&self, lab: &Lab, dir: &Path) -> Box<dyn AnyTablebase> {
        let game = lab.open_game(&self.spec).expect("a game");
        game.tablebase(Some(&dir.join(&self.root))).expect("tables")
    }

    pub(crate) fn name(&self) -> String {
        let tier = self.tier.as_deref().unwrap_or("");
        format!("{} {tier} {}", self.spec, self.metric)
    }

    /// The counts, as data.
    pub(crate) fn count(&self, tables: &dyn AnyTablebase) -> Result<Value, LabError> {
        let stats = tables.stats(self.selection(), 1, false, &NoProgress)?;
        Ok(serde_json::to_value(stats).expect("data"))
    }
}

/// What probing a position says, as data.
pub(crate) fn probe(tables: &dyn AnyTablebase, at: &str) -> Result<Value, LabError> {
    let report = tables.probe(&Place::at(Some(at)))?;
    Ok(serde_json::to_value(report).expect("data"))
}

/// Which tables are made.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Size {
    /// In a second or two.
    Few,
    Many,
}

struct Making<'m> {
    dir: &'m Path,
    lab: Lab,
    random: SplitMix64,
    subjects: Vec<Subject>,
}

/// A rule file of a game so small that it is solved at once.
fn rule_file(dir: &Path, root: &str, goal: &str) -> String {
    let rules = builtin_rules("anpanman").expect("built in");
    let rules = rules
        .replace("hbd/3/3/3/CAS b -", "1bd/3/3/3/CA1 b -")
        .replace("goal = \"safe\"", &format!("goal = \"{goal}\""));
    let folder = dir.join("rules").join(root);
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join("small.toml");
    fs::write(&path, rules).unwrap();
    path.display().to_string()
}

/// Solves the tables into a directory.
pub(crate) fn make(dir: &Path, size: Size) -> Vec<Subject> {
    let mut making = Making {
        dir,
        lab: Lab::new(),
        random: SplitMix64::new(23),
        subjects: Vec::new(),
    };
    let metrics = [Metric::End, Metric::Conversion, Metric::Zeroing];
    let three = ["KPvK", "KRvK", "KQvK", "KBvK", "KNvK"];
    let four = ["KQvKR", "KBNvK", "KNNvK", "KPvKP"];
    let materials = match size {
        Size::Few => three[..2].to_vec(),
        Size::Many => [&three[..], &four[..]].concat(),
    };
    let chess = Chess::default();
    let tiers = ChessTiers::new(&chess);
    for &material in &materials {
        for metric in metrics {
            making.table(("a", "chess", Some(material), metric), (&chess, &tiers));
        }
    }
    for material in &three[..2] {
        making.table(
            (VALUES, "chess", Some(material), Metric::End),
            (&chess, &tiers),
        );
    }
    let promotion = "chess?goal=promotion";
    making.table(
        ("a", promotion, Some("KPvK"), Metric::End),
        (&chess, &tiers),
    );
    let janken = Janken::default();
    let tiers = JankenTiers::new(&janken).expect("tiers");
    let pairs: &[&str] = match size {
        Size::Few => &["1v1"],
        Size::Many => &["1v1", "2v1", "1v2"],
    };
    for pair in pairs {
        making.table(("a", "janken", Some(pair), Metric::End), (&janken, &tiers));
    }
    let other = "janken?return_rule=turn_origin";
    making.table(("a", other, Some("1v1"), Metric::End), (&janken, &tiers));
    // Two rule files of one name, in directories of their own.
    for (root, goal) in [("a", "safe"), ("b", "any")] {
        let path = rule_file(dir, root, goal);
        let small = Koma::from_toml(&path, &fs::read_to_string(&path).unwrap()).unwrap();
        let (spec, tiers) = (format!("koma:{path}"), KomaTiers::new(&small));
        making.table((root, &spec, None, Metric::End), (&small, &tiers));
        let spec = format!("{spec}?no_moves=draw");
        making.table((root, &spec, None, Metric::End), (&small, &tiers));
    }
    if size == Size::Many {
        let game = Koma::builtin("anpanman").unwrap();
        let tiers = KomaTiers::new(&game);
        for spec in ["anpanman", "anpanman?goal=none", "anpanman?model=capture"] {
            making.table(("a", spec, None, Metric::End), (&game, &tiers));
        }
    }
    making.ask()
}

impl Making<'_> {
    /// Solves a table and notes positions of it.
    fn table<G: Notation, T: Tiers<G>>(
        &mut self,
        (root, spec, tier, metric): (&str, &str, Option<&str>, Metric),
        (game, tiers): (&G, &T),
    ) {
        let dir = self.dir.join(root);
        let tables = self.lab.open_game(spec).unwrap();
        let tables = tables.tablebase(Some(&dir)).unwrap();
        let values_only = root == VALUES;
        let order = SolveOrder {
            threads: 2,
            values_only,
            metric,
            ..SolveOrder::default()
        };
        let solved = tables.solve(tier, &order, &NoProgress).unwrap();
        let file = solved[0].file.clone();
        let numbered = tiers.parse_tiers(tier).expect("a tier")[0];
        let indexer = tiers.indexer(numbered).expect("an indexer");
        let part = tiers.part(&indexer, numbered);
        let mut positions = Vec::new();
        while positions.len() < QUESTIONS {
            let index = part.start + self.random.below((part.end - part.start) as usize) as u64;
            if let Some(at) = indexer.position(index) {
                positions.push((game.write_position(&at), Value::Null));
            }
        }
        self.subjects.push(Subject {
            root: root.to_owned(),
            spec: spec.to_owned(),
            tier: tier.map(str::to_owned),
            metric: metric.word().to_owned(),
            file: file.strip_prefix(&dir).unwrap().to_owned(),
            is_large: part.end - part.start > MOST_SMALL,
            stats: Value::Null,
            questions: positions,
        });
    }

    /// The truth, when all tables are there.
    fn ask(self) -> Vec<Subject> {
        let (dir, lab) = (self.dir, self.lab);
        let answered = |mut subject: Subject| {
            // Of values without distances the whole truth is known, too.
            let root = std::mem::take(&mut subject.root);
            subject.root = match root.as_str() {
                VALUES => "a".to_owned(),
                _ => root.clone(),
            };
            let tables = subject.open(&lab, dir);
            subject.root = root;
            subject.stats = subject.count(&*tables).unwrap();
            // Positions of one variant of a game may not be legal in another.
            let questions = subject.questions.drain(..);
            let told = questions.filter_map(|(at, _)| {
                let told = probe(&*tables, &at).ok()?;
                Some((at, told))
            });
            subject.questions = told.collect();
            assert!(!subject.questions.is_empty(), "{}", subject.name());
            subject
        };
        self.subjects.into_iter().map(answered).collect()
    }
}
