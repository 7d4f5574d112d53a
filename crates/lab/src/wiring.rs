//! Which engines, lessons and tables each game of the program has. Only this needs the games' types;
//! what is plain data about a game stands in its own folder.

use std::fs;
use std::io::Read;

use yomikiri_book::OtherFormat;
use yomikiri_game_api::{BoardSymmetry, Declare, Limits, Metric, Notation, Player, Recomputed};
use yomikiri_games::chess::syzygy::SyzygyFiles;
use yomikiri_games::chess::{
    Chess, ChessEval, ChessIndexer, ChessLessons, ChessTiers, Goal, PawnEndingEval, Perm,
};
use yomikiri_games::go::thinks::{Chooser, Classic, Reason, Weights};
use yomikiri_games::go::{
    Go, GoConsole, GoLayers, GoProblems, RandomPoints, TerritoryPlayer, sees,
};
use yomikiri_games::janken::{
    Janken, JankenEval, JankenLessons, JankenTiers, Options as JankenOptions, PRESETS, SetUps,
};
use yomikiri_games::koma::{
    Coverage, Koma, KomaEval, KomaFeatures, KomaIndexer, KomaLessons, KomaTiers,
};
use yomikiri_games::tictactoe::{OpenLines, ThreatsFirst, TicTacToe, TicTacToeTiers};
use yomikiri_games::xiangqi::{
    OPENINGS, Xiangqi, XiangqiEval, XiangqiFeatures, XiangqiLessons, XiangqiTiers,
};
use yomikiri_solver::lanes;

use crate::book::first_words;
use crate::built_in;
use crate::error::shorten;
use crate::players::seed;
use crate::registry::shorten_error;
use crate::{
    BookHooks, BuiltInSuite, GameDefinition, LabError, Lang, MetricHooks, OtherBook, Seat,
    Settings, StartInfo, TablebaseSpec,
};

pub(crate) fn tictactoe(game: GameDefinition<TicTacToe>) -> GameDefinition<TicTacToe> {
    game.random("random")
        .eval(OpenLines, ThreatsFirst)
        .explain(OpenLines)
        .books(BookHooks {
            symmetries: BoardSymmetry::SQUARE,
            image: TicTacToe::image,
            image_move: TicTacToe::image_move,
            ..BookHooks::default()
        })
        .tablebase(TablebaseSpec::new(|_| Ok(TicTacToeTiers)))
}

/// `level1` to `level5` are for people: random, then one turn further each.
pub(crate) fn janken(game: GameDefinition<Janken>) -> GameDefinition<Janken> {
    let starts = PRESETS.iter().map(|preset| StartInfo {
        position: format!("preset:{}", preset.name),
        name: format!("preset-janken-{}", preset.name),
    });
    let eval = JankenEval::default();
    game.starts(starts.collect())
        .teach(JankenLessons)
        .eval(eval.clone(), eval.clone())
        .level("level2", eval.clone(), eval.clone(), 1)
        .level("level3", eval.clone(), eval.clone(), 2)
        .level("level4", eval.clone(), eval.clone(), 3)
        .level("level5", eval.clone(), eval.clone(), 4)
        .decorate_players(|player, seed| Box::new(SetUps::new(player, seed)))
        .random("random")
        .random("level1")
        .tablebase(TablebaseSpec {
            null_move: Janken::with_turn_passed,
            options: &JankenOptions::SOLVED_KEYS,
            built_in: built_in::SMALL_GAMES,
            ..TablebaseSpec::new(JankenTiers::new)
        })
        .probe_filter(Janken::has_few_cubes)
        .explain(eval.clone())
        .tunable(eval.named_weights(), move |weights| {
            eval.with_weights(weights)
        })
}

/// `peai` and `perm` are the players of the pawn-ending document.
pub(crate) fn chess(game: GameDefinition<Chess>) -> GameDefinition<Chess> {
    let goal = game.rules().goal;
    game.styles()
        .check(Chess::in_check)
        .random("random")
        .eval(ChessEval, ChessEval)
        .explain(ChessEval)
        .noisy_lookahead("peai", PawnEndingEval)
        .explain_player("peai", PawnEndingEval)
        .player("perm", &["seed"], |_, settings| {
            Ok(Seat {
                player: Box::new(Perm::new(seed(settings)?)),
                limits: Limits::default(),
            })
        })
        .tablebase(TablebaseSpec {
            null_move: Chess::with_turn_passed,
            options: &["goal"],
            solve_tier: lanes::solve_tier::<Chess, ChessIndexer>,
            lane_shares: Some(lanes::LaneShares::new::<Chess>()),
            reconstruct: lanes::reconstruct::<Chess, ChessIndexer>,
            metrics: (goal == Goal::Mate).then_some(MetricHooks {
                zeroed_by: Metric::Zeroing,
                clock: Chess::zeroing_clock,
                may_promote: Chess::may_promote,
                is_promotion: Chess::is_promotion,
            }),
            in_check: Some(Chess::in_check),
            is_under_promotion: Chess::is_under_promotion,
            external: Some(SyzygyFiles::open),
            ..TablebaseSpec::new(|game| Ok(ChessTiers::new(game)))
        })
        .probe_filter(Chess::has_few_pieces)
        // Nearly every opening has castling rights, which a mirror takes away: there is nothing to fold.
        .books(BookHooks {
            text: |game, at| first_words(&game.write_position(at), 4),
            others: vec![OtherBook {
                format: OtherFormat::Polyglot,
                key: Chess::polyglot_key,
                mv: Chess::polyglot_move,
            }],
            ..BookHooks::default()
        })
        .teach_from_tables(|tables| Box::new(ChessLessons::new(move || tables().ok())))
}

/// Positions of our own making; `suite make` has found them.
const XIANGQI_SUITES: &[BuiltInSuite] = &[
    BuiltInSuite {
        name: "mates",
        text: include_str!("../../../suites/xiangqi-mates.epd"),
    },
    BuiltInSuite {
        name: "tactics",
        text: include_str!("../../../suites/xiangqi-tactics.epd"),
    },
    BuiltInSuite {
        name: "endings",
        text: include_str!("../../../suites/xiangqi-endings.epd"),
    },
    BuiltInSuite {
        name: "openings",
        text: include_str!("../../../suites/xiangqi-openings.epd"),
    },
];

pub(crate) fn xiangqi(game: GameDefinition<Xiangqi>) -> GameDefinition<Xiangqi> {
    game.styles()
        .check(Xiangqi::in_check)
        .random("random")
        .suites(XIANGQI_SUITES)
        .tunable_linear(
            XiangqiEval::parameters(),
            XiangqiEval::with_parameters,
            |eval, _, at, slopes| eval.slopes(at, slopes),
        )
        .eval_with_network(
            XiangqiEval::default(),
            XiangqiFeatures,
            XiangqiEval::default(),
        )
        .tablebase(TablebaseSpec {
            null_move: Xiangqi::with_turn_passed,
            mirror: Xiangqi::mirrored,
            built_in: built_in::XIANGQI,
            metrics: Some(MetricHooks {
                zeroed_by: Metric::Conversion,
                clock: Xiangqi::capture_clock,
                may_promote: |_, _| false,
                is_promotion: |_, _, _| false,
            }),
            in_check: Some(Xiangqi::in_check),
            can_check: Some(XiangqiTiers::can_check),
            check_loses: Xiangqi::perpetual_check_loses,
            ..TablebaseSpec::new(|game| Ok(XiangqiTiers::new(game)))
        })
        .probe_filter(Xiangqi::has_few_pieces)
        .books(BookHooks {
            symmetries: BoardSymmetry::MIRROR,
            image: |game, at, symmetry| match symmetry {
                BoardSymmetry::LeftRight => game.mirrored(at),
                _ => *at,
            },
            image_move: |game, mv, symmetry| match symmetry {
                BoardSymmetry::LeftRight => game.mirrored_move(mv),
                _ => mv,
            },
            text: |game, at| first_words(&game.write_position(at), 2),
            names: OPENINGS,
            others: vec![
                OtherBook {
                    format: OtherFormat::Obk,
                    key: Xiangqi::obk_key,
                    mv: Xiangqi::obk_move,
                },
                OtherBook {
                    format: OtherFormat::Eleeye,
                    key: Xiangqi::eleeye_key,
                    mv: Xiangqi::eleeye_move,
                },
            ],
            built_in: Some(&built_in::XIANGQI_BOOK),
        })
        .teach_from_tables(|tables| Box::new(XiangqiLessons::new(move || tables().ok())))
}

/// The settings of `classic`: the way to choose, and the weight of every reason in hundredths.
fn classic_settings() -> Vec<&'static str> {
    let weights = Reason::ALL.into_iter().map(Reason::name);
    ["chooser", "depth"].into_iter().chain(weights).collect()
}

/// The largest weight of a reason.
const HEAVIEST: u64 = 1000;

/// The weights of `classic` by name, as they are.
fn classic_weights() -> Vec<(String, i32)> {
    let weights = Weights::default();
    let named = |reason: Reason| (reason.name().to_owned(), weights.of(reason));
    Reason::ALL.into_iter().map(named).collect()
}

fn classic(_: &Go, settings: &mut Settings<'_>) -> Result<Seat<Go>, LabError> {
    let depth = settings.number("depth", 1, 2)?.unwrap_or(1) as u32;
    let chooser = match settings.word("chooser") {
        None | Some("sum") => Chooser::Sum,
        Some("priority") => Chooser::Priority,
        Some("search") => Chooser::Search { depth },
        Some(other) => return Err(settings.wrong("chooser", "sum, priority or search", other)),
    };
    let mut weights = Weights::default();
    for reason in Reason::ALL {
        if let Some(weight) = settings.number(reason.name(), 0, HEAVIEST)? {
            weights = weights.with(reason, weight as i32);
        }
    }
    Ok(Seat {
        player: Box::new(Classic::new(chooser, weights)),
        limits: Limits::default(),
    })
}

/// `random1`, `territory1` and `territory2` are the players of the document; `random2` is random but keeps its eyes.
pub(crate) fn go(game: GameDefinition<Go>) -> GameDefinition<Go> {
    let random = |make: fn(u64) -> RandomPoints| {
        move |_: &Go, settings: &mut Settings<'_>| {
            Ok(Seat {
                player: Box::new(make(seed(settings)?)) as Box<dyn Player<Go>>,
                limits: Limits::default(),
            })
        }
    };
    let territory = |see: sees::See| {
        move |_: &Go, _: &mut Settings<'_>| {
            Ok(Seat {
                player: Box::new(TerritoryPlayer::new(see)) as Box<dyn Player<Go>>,
                limits: Limits::default(),
            })
        }
    };
    let symmetries = game.rules().profile().symmetries;
    game.arrange()
        .settle()
        .console(GoConsole)
        .problems(GoProblems)
        .teach(GoLayers)
        .random("random")
        .player("random1", &["seed"], random(RandomPoints::new))
        .player("random2", &["seed"], random(RandomPoints::keeping_eyes))
        .player("territory1", &[], territory(sees::territory1))
        .player("territory2", &[], territory(sees::territory2))
        .player("territory3", &[], territory(sees::territory3))
        .player("classic", &classic_settings(), classic)
        .with_book()
        .tunable_player(classic_weights(), |weights| {
            let named = Reason::ALL.into_iter().zip(weights);
            let with = |all: Weights, (reason, &weight): (Reason, &i32)| {
                all.with(reason, weight.clamp(0, HEAVIEST as i32))
            };
            Classic::new(Chooser::Sum, named.fold(Weights::default(), with))
        })
        .record_abilities(|rules, able| able.settle().sgf().position_formats(rules))
        .books(BookHooks {
            symmetries,
            image: Go::image,
            image_move: Go::image_move,
            text: |game, at| game.write_position(&game.without_prisoners(at)),
            ..BookHooks::default()
        })
}

/// Small shogi from a rule file. `asai` and `rai` are the players of the Anpanman document, where
/// every win is worth the same whatever its distance.
pub(crate) fn koma(mut definition: GameDefinition<Koma>) -> GameDefinition<Koma> {
    let game = definition.rules().clone();
    let eval = KomaEval::new(&game);
    let has_mate = game.has_mate();
    let symmetries = match game.mirrors() {
        true => BoardSymmetry::MIRROR,
        false => &[BoardSymmetry::Same],
    };
    for lang in Lang::ALL {
        definition = definition.name(lang, game.name(lang.code()));
    }
    let weights = eval.named_weights(&game);
    let (weighted, rules) = (eval.clone(), game.clone());
    let with_weights = move |weights: &[i32]| weighted.with_weights(&rules, weights);
    definition = match eval.knows_slopes() {
        true => definition.tunable_by_slopes(weights, with_weights, KomaEval::slopes),
        false => definition.tunable(weights, with_weights),
    };
    definition
        .styles()
        .check(Koma::in_check)
        .random("random")
        .eval_with_network(Recomputed(eval.clone()), KomaFeatures, eval.clone())
        .teach(KomaLessons)
        .lookahead_with(
            "asai",
            false,
            &asai_settings(&eval.plain(), &game),
            asai(&eval.plain(), &game),
        )
        .random("rai")
        .books(BookHooks {
            symmetries,
            image: |game, at, symmetry| match symmetry {
                BoardSymmetry::LeftRight => game.mirrored(at),
                _ => *at,
            },
            image_move: |game, mv, symmetry| match symmetry {
                BoardSymmetry::LeftRight => game.mirrored_move(mv),
                _ => mv,
            },
            ..BookHooks::default()
        })
        .tablebase(TablebaseSpec {
            with_king_captures: Some(|game| {
                KomaIndexer::covering(game, Coverage::WithEnds).map_err(|error| error.to_string())
            }),
            in_check: has_mate.then_some(Koma::in_check),
            null_move: Koma::with_turn_passed,
            mirror: Koma::mirrored,
            options: &["captures", "model", "goal", "no_moves"],
            built_in: built_in::SMALL_GAMES,
            ..TablebaseSpec::new(|game| Ok(KomaTiers::new(game)))
        })
}

/// The settings of `asai` besides those of every player that looks ahead: its weights, so that two
/// weightings can play each other, and what mobility counts.
fn asai_settings(eval: &KomaEval, game: &Koma) -> Vec<String> {
    let weights = eval.named_weights(game).into_iter().map(|(name, _)| name);
    weights.chain(["legal".to_owned()]).collect()
}

/// The evaluation of `asai` with its settings.
fn asai(
    eval: &KomaEval,
    game: &Koma,
) -> impl Fn(&Settings<'_>) -> Result<KomaEval, LabError> + Send + Sync + 'static {
    const HEAVIEST: u64 = 10_000;
    let (eval, game) = (eval.clone(), game.clone());
    move |settings| {
        let weights = eval.named_weights(&game).into_iter();
        let weights = weights.map(|(name, usual)| {
            let set = settings.number(&name, 0, HEAVIEST)?;
            Ok(set.map_or(usual, |weight| weight as i32))
        });
        let weights = weights.collect::<Result<Vec<i32>, LabError>>()?;
        let mut eval = eval.with_weights(&game, &weights);
        eval.counts_legal_moves = settings.number("legal", 0, 1)? == Some(1);
        Ok(eval)
    }
}

/// The small shogi of a rule file.
pub(crate) fn read_rule_file(path: &str) -> Result<Koma, LabError> {
    /// Rule files are written by people.
    const LARGEST: u64 = 1 << 20;
    let shown = shorten(path);
    let wrong = |reason: String| LabError::RuleFile(format!("rule file {shown:?}: {reason}"));
    let file = fs::File::open(path).map_err(|error| wrong(error.to_string()))?;
    let mut bytes = Vec::new();
    file.take(LARGEST + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| wrong(error.to_string()))?;
    if bytes.len() as u64 > LARGEST {
        return Err(wrong(format!("expected at most {LARGEST} bytes, got more")));
    }
    let text = String::from_utf8(bytes)
        .map_err(|_| wrong("expected UTF-8 text, got other bytes".into()))?;
    Koma::from_toml(path, &text).map_err(|error| LabError::RuleFile(shorten_error(&error)))
}
