//! Xiangqi endings played out under the full judge: what players make of the tables, and of endings
//! without them.
//!
//! `YOMIKIRI_SLOW_TESTS=1` plays 10,000 games instead of a few dozen, and takes every ending of `1a0`.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use yomikiri_game_api::{
    Game as _, Indexer as _, Limits, Line, Metric, NoObserver, Notation as _, Outcome, Player,
    Probe as _, Probed, Side, SplitMix64, Tier, Value,
};
use yomikiri_games::xiangqi::{Options, Position, Repetition, Xiangqi, XiangqiEval, XiangqiTiers};
use yomikiri_search::{AlphaBeta, AlphaBetaOptions, Perfect, Random};
use yomikiri_solver::NoProgress;
use yomikiri_solver::tablebase::{SolveOrder, TableLocation, Tablebase, TablebaseSpec};

type Tables = Tablebase<Xiangqi, XiangqiTiers>;
type Engine = AlphaBeta<Xiangqi, XiangqiEval, XiangqiEval>;

fn is_slow() -> bool {
    std::env::var_os("YOMIKIRI_SLOW_TESTS").is_some()
}

fn tables(game: Xiangqi, dir: &Path) -> Tables {
    let spec = TablebaseSpec {
        in_check: Some(Xiangqi::in_check),
        can_check: Some(XiangqiTiers::can_check),
        check_loses: Xiangqi::perpetual_check_loses,
        ..TablebaseSpec::new(|game| Ok(XiangqiTiers::new(game)))
    };
    let location = TableLocation::new(dir, "xiangqi");
    Tablebase::new(game, spec, location, Arc::default()).unwrap()
}

/// Tables of endings by the rules of a game.
struct Endings {
    game: Xiangqi,
    base: Arc<Tables>,
    tiers: Vec<Tier>,
    /// Goes away with the tables.
    dir: Arc<tempfile::TempDir>,
}

impl Endings {
    fn new(names: &[&str], metric: Metric, game: Xiangqi) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let base = tables(game, dir.path());
        let tiers = names.iter().map(|name| base.parse_tiers(Some(name)));
        let tiers: Vec<Tier> = tiers.flat_map(|tiers| tiers.unwrap()).collect();
        let order = SolveOrder {
            threads: 2,
            metric,
            ..SolveOrder::default()
        };
        base.solve(&tiers, &order, &NoProgress, |_| Ok(())).unwrap();
        Endings {
            game,
            base: Arc::new(base),
            tiers,
            dir: Arc::new(dir),
        }
    }

    /// The same tables in a game of other rules.
    fn by_the_rules_of(&self, game: Xiangqi) -> Self {
        Endings {
            game,
            base: Arc::new(tables(game, self.dir.path())),
            tiers: self.tiers.clone(),
            dir: Arc::clone(&self.dir),
        }
    }

    /// What players are told of a position.
    fn told(&self, at: &Position) -> Probed {
        let told = self.base.probe(&self.game, at).unwrap();
        told.unwrap_or_else(|| panic!("no table of {}", self.game.write_position(at)))
    }

    /// Any position of a tier in which the game is not over, of either colour.
    fn any(&self, tier: Tier, rng: &mut SplitMix64) -> Position {
        let indexer = self.base.indexer(tier).unwrap();
        loop {
            let at = indexer.position(rng.below(indexer.size() as usize) as u64);
            if let Some(at) = at.filter(|at| self.game.outcome(at).is_none()) {
                return self.of_either_colour(at, rng);
            }
        }
    }

    /// The positions of a tier that the rule on perpetual check decides.
    fn decided_by_the_rule(&self, tier: Tier) -> Vec<Position> {
        let changes = self.base.load(tier, Metric::Check, &NoProgress).unwrap();
        let indexer = self.base.indexer(tier).unwrap();
        let changed = changes.indices().filter(|&index| {
            let answer = changes.answer(index);
            answer.is_some_and(|answer| answer.distance.is_some())
        });
        changed
            .filter_map(|index| indexer.position(index))
            .collect()
    }

    fn of_either_colour(&self, at: Position, rng: &mut SplitMix64) -> Position {
        match rng.below(2) {
            0 => at,
            _ => with_colours_exchanged(&self.game, &at),
        }
    }

    fn perfect(&self, seed: u64) -> Perfect<Xiangqi> {
        Perfect::new(self.base.clone(), seed)
    }

    /// Plays a game out; the first player has the side to move.
    fn play(
        &self,
        at: Position,
        players: [&mut dyn Player<Xiangqi>; 2],
    ) -> (Line<Xiangqi>, Outcome) {
        let mut line = Line::from_position(&self.game, at);
        for player in 0.. {
            if let Some(outcome) = line.outcome(&self.game) {
                return (line, outcome);
            }
            let player: &mut dyn Player<Xiangqi> = &mut *players[player % 2];
            let limits = Limits::default();
            let thought = player.think(&self.game, &line, &limits, &mut NoObserver);
            line.push(&self.game, thought.unwrap().best);
        }
        unreachable!("the move limit ends the game")
    }

    /// The best that a line has let a side come to: the value of its start, and what can later be won
    /// before the move limit.
    fn attainable(&self, line: &Line<Xiangqi>, side: Side) -> Value {
        let open = line.positions().iter().enumerate();
        let open = open.filter(|(_, at)| self.game.outcome(at).is_none());
        let told = open.filter_map(|(ply, at)| {
            let told = self.told(at).before_move(at.turn() != side, 0);
            let (clock, limit) = self.game.capture_clock(at);
            let in_time = |plies| clock + plies <= limit;
            let counts =
                ply == 0 || told.value == Value::Draw || told.distance.is_some_and(in_time);
            counts.then_some(told.value)
        });
        told.max().expect("the game was not over")
    }

    fn text(&self, line: &Line<Xiangqi>) -> String {
        let mut text = self.game.write_position(line.start());
        for (at, &mv) in line.positions().iter().zip(line.moves()) {
            text += " ";
            text += &self.game.write_move(at, mv);
        }
        text
    }
}

/// Red's men for Black's and the board turned round.
fn with_colours_exchanged(game: &Xiangqi, at: &Position) -> Position {
    let text = game.write_position(at);
    let mut fields = text.split(' ');
    let board = fields.next().unwrap().chars().rev();
    let board: String = board
        .map(|letter| match letter.is_ascii_lowercase() {
            true => letter.to_ascii_uppercase(),
            false => letter.to_ascii_lowercase(),
        })
        .collect();
    let turn = match fields.next() {
        Some("w") => "b",
        _ => "w",
    };
    game.read_position(&format!("{board} {turn}")).unwrap()
}

/// Alpha-beta that is bounded by nodes, and so repeats.
fn engine(nodes: u64) -> Engine {
    let options = AlphaBetaOptions {
        hash_mb: 8,
        depth: None,
        nodes: Some(nodes),
        ..AlphaBetaOptions::default()
    };
    AlphaBeta::incremental(XiangqiEval::default(), XiangqiEval::default(), options)
}

/// Plays `perfect` against others and compares each result with the table of the rule on checks, which is
/// not to be fallen short of but by a verdict on a chase.
fn perfect_keeps(endings: &Endings, plays: usize) -> BTreeMap<String, usize> {
    let mut rng = SplitMix64::new(20);
    let judged: Vec<Vec<Position>> = match endings.game.perpetual_check_loses() {
        true => endings
            .tiers
            .iter()
            .map(|&tier| endings.decided_by_the_rule(tier))
            .collect(),
        false => vec![Vec::new(); endings.tiers.len()],
    };
    let mut perfect = endings.perfect(1);
    let mut counts = BTreeMap::new();
    for number in 0..plays {
        let which = number % endings.tiers.len();
        let at = match judged[which].len() {
            // Few values differ: every third game begins at one of those.
            several if several > 0 && rng.below(3) == 0 => {
                endings.of_either_colour(judged[which][rng.below(several)], &mut rng)
            }
            _ => endings.any(endings.tiers[which], &mut rng),
        };
        let mut opponent: Box<dyn Player<Xiangqi>> = match rng.below(2) {
            0 => Box::new(Random::new(number as u64)),
            _ => Box::new(engine(200)),
        };
        let begins = rng.below(2) == 0;
        let side = match begins {
            true => endings.game.turn(&at),
            false => !endings.game.turn(&at),
        };
        let (line, outcome) = match begins {
            true => endings.play(at, [&mut perfect, &mut *opponent]),
            false => endings.play(at, [&mut *opponent, &mut perfect]),
        };
        let result = outcome.value_for(side);
        let told = endings.attainable(&line, side);
        let kind = match result.cmp(&told) {
            Ordering::Equal => "as the table says".to_owned(),
            Ordering::Greater => format!("the opponent lets it end by {}", outcome.reason),
            Ordering::Less => format!("less by {}", outcome.reason),
        };
        assert!(
            result >= told || outcome.reason == "perpetual-chase",
            "{told:?} for {side:?}, {outcome:?}: {}",
            endings.text(&line)
        );
        *counts.entry(kind).or_default() += 1;
    }
    println!("{plays} plays: {counts:?}");
    counts
}

#[test]
fn perfect_keeps_what_the_table_of_the_rule_says() {
    let (names, plays): (&[&str], _) = match is_slow() {
        true => (&["KRvKN", "KNvKP", "KRvKAB", "KNvKA"], 10_000),
        false => (&["KRvKN", "KNvKA"], 40),
    };
    let endings = Endings::new(names, Metric::Check, Xiangqi::default());
    perfect_keeps(&endings, plays);
}

/// Wins that need the rule are won by its ranks, against the best defence; where every repetition is a
/// draw, players ask the plain table.
#[test]
fn the_rule_is_asked_for_where_it_holds() {
    let endings = Endings::new(&["KRvKN"], Metric::Check, Xiangqi::default());
    let plain = endings.by_the_rules_of(Xiangqi {
        options: Options {
            repetition: Repetition::Draw,
            ..Options::default()
        },
    });
    let mut rng = SplitMix64::new(18);
    let mut defender = endings.perfect(1);
    let decided = endings.decided_by_the_rule(endings.tiers[0]);
    let mut verdicts = 0;
    for number in 0..if is_slow() { 500 } else { 20 } {
        let at = decided[rng.below(decided.len())];
        let at = endings.of_either_colour(at, &mut rng);
        assert_eq!(plain.told(&at), Probed::DRAW);
        let told = endings.told(&at);
        assert!(told.value != Value::Draw && told.distance.is_none());
        let mut winner: Box<dyn Player<Xiangqi>> = match number % 2 {
            0 => Box::new(endings.perfect(number)),
            _ => Box::new(engine(1_000).with_probe(endings.base.clone())),
        };
        let (side, (line, outcome)) = match told.value {
            Value::Win => (at.turn(), endings.play(at, [&mut *winner, &mut defender])),
            _ => (!at.turn(), endings.play(at, [&mut defender, &mut *winner])),
        };
        assert_eq!(outcome.winner, Some(side), "{}", endings.text(&line));
        verdicts += usize::from(outcome.reason == "perpetual-check");
    }
    println!("{verdicts} won by a verdict on perpetual check");
    perfect_keeps(&plain, if is_slow() { 1_000 } else { 10 });
}

/// Won positions of the one-attacker endings, of either colour, and their distances.
fn won(endings: &Endings, count: usize, longest: u32) -> Vec<(Position, u32)> {
    let mut rng = SplitMix64::new(19);
    let mut found = Vec::new();
    while found.len() < count {
        let tier = endings.tiers[rng.below(endings.tiers.len())];
        let at = endings.any(tier, &mut rng);
        if let Probed {
            value: Value::Win,
            distance: Some(plies),
        } = endings.told(&at)
            && plies <= longest
        {
            found.push((at, plies));
        }
    }
    let red = found.iter().filter(|(at, _)| at.turn() == Side::First);
    assert!((count / 4..=count - count / 4).contains(&red.count()));
    found
}

#[test]
fn the_engine_wins_what_is_won() {
    let (names, count): (&[&str], _) = match is_slow() {
        true => (&["1a0"], 200),
        false => (&["KRvKA", "KRvKB", "KNvKA", "KNvKB", "KPvKA", "KPvKB"], 20),
    };
    let endings = Endings::new(names, Metric::End, Xiangqi::default());
    // The defender holds out as long as it can.
    let mut defender = endings.perfect(1);
    for (at, plies) in won(&endings, count, u32::MAX) {
        let mut player = engine(1_000).with_probe(endings.base.clone());
        let (line, outcome) = endings.play(at, [&mut player, &mut defender]);
        let text = || endings.text(&line);
        assert_eq!(outcome.winner, Some(at.turn()), "{}", text());
        assert!(line.ply() <= plies as usize, "{plies} plies: {}", text());
    }
    let mut wins = 0;
    for (at, plies) in won(&endings, count, 25) {
        let (line, outcome) = endings.play(at, [&mut engine(NODES), &mut defender]);
        match outcome.winner == Some(at.turn()) {
            true => wins += 1,
            false => println!(
                "not won, in {plies} plies by the table: {}",
                endings.text(&line)
            ),
        }
    }
    println!("{wins} of {count} won without tables, {NODES} nodes a move");
    assert!(10 * wins >= 9 * count, "{wins} of {count}");
}

/// Positions that the engine without tables looks at before each move.
const NODES: u64 = 100_000;
