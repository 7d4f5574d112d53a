//! The list of games: the one place that names them all.

use std::fs;
use std::io::Read;

use yomikiri_game_api::Limits;
use yomikiri_games::chess::{Chess, ChessEval, ChessLessons, ChessTiers, PawnEndingEval, Perm};
use yomikiri_games::janken::{
    Janken, JankenEval, JankenLessons, JankenTiers, Options as JankenOptions, PRESETS, SetUps,
};
use yomikiri_games::koma::{Coverage, Koma, KomaEval, KomaIndex, KomaLessons};
use yomikiri_games::tictactoe::{OpenLines, ThreatsFirst, TicTacToe};
use yomikiri_games::xiangqi::{self, Xiangqi, XiangqiEval};

use crate::error::{nearest, shorten};
use crate::players::seed;
use crate::{
    AnyGame, GameDefinition, GameName, LabError, Lang, Numbering, OptionInfo, Seat, StartInfo,
    Tiering,
};

/// The ids of the built-in games.
pub const GAMES: &[&str] = &[
    "anpanman",
    "dobutsu",
    "gorogoro",
    "minishogi",
    "janken",
    "chess",
    "tictactoe",
    "xiangqi",
];

/// Tables that are part of the program, small as they are.
const BUILT_IN: &[(&str, &[u8])] = &[
    ("anpanman", include_bytes!("../tables/anpanman.ytb")),
    ("janken/1v1", include_bytes!("../tables/janken/1v1.ytb")),
    ("janken/2v1", include_bytes!("../tables/janken/2v1.ytb")),
    ("janken/1v2", include_bytes!("../tables/janken/1v2.ytb")),
];

/// Opens a game by its name: `anpanman`, `anpanman?no_moves=draw`, `koma:my-rules.toml`.
pub fn open_game(name: &str) -> Result<Box<dyn AnyGame>, LabError> {
    let name = GameName::read(name)?;
    if let Some(path) = name.id.strip_prefix("koma:") {
        return koma_kit(&name, read_rule_file(path)?);
    }
    if let Some(game) = Koma::builtin(&name.id) {
        return koma_kit(&name, game);
    }
    match name.id.as_str() {
        "janken" => janken(&name),
        "chess" => chess(&name),
        "tictactoe" => tictactoe(&name),
        "xiangqi" => xiangqi(&name),
        id => Err(unknown(id)),
    }
}

/// Every built-in game with its default options.
pub fn all_games() -> Vec<Box<dyn AnyGame>> {
    let open = |id: &&str| open_game(id).expect("a built-in game opens");
    GAMES.iter().map(open).collect()
}

fn tictactoe(name: &GameName) -> Result<Box<dyn AnyGame>, LabError> {
    no_options(name)?;
    let definition = GameDefinition::new("tictactoe", TicTacToe)
        .random("random")
        .eval(OpenLines, ThreatsFirst)
        .explain(OpenLines);
    Ok(definition.erase())
}

/// Janken shogi. `level1` to `level5` are for people: random, then one turn further each.
fn janken(name: &GameName) -> Result<Box<dyn AnyGame>, LabError> {
    let mut game = Janken::default();
    for (key, value) in &name.options {
        set_option(name, &JankenOptions::KEYS, key, || {
            game.options.set(key, value)
        })?;
    }
    let starts = PRESETS.iter().map(|preset| StartInfo {
        position: format!("preset:{}", preset.name),
        name: format!("preset-janken-{}", preset.name),
    });
    let eval = JankenEval::default();
    let definition = GameDefinition::new(&name.id, game)
        .options(option_infos(game.options.list()))
        .starts(starts.collect())
        .teach(JankenLessons)
        .probe_filter(Janken::has_few_cubes)
        .eval(eval.clone(), eval.clone())
        .level("level2", eval.clone(), eval.clone(), 1)
        .level("level3", eval.clone(), eval.clone(), 2)
        .level("level4", eval.clone(), eval.clone(), 3)
        .level("level5", eval.clone(), eval.clone(), 4)
        .decorate_players(|player, seed| Box::new(SetUps::new(player, seed)))
        .random("random")
        .random("level1")
        .tiered(Tiering {
            build: JankenTiers::new,
            switch: Janken::with_turn_passed,
            options: &JankenOptions::SOLVED_KEYS,
            built_in: BUILT_IN,
            borrow: None,
        })
        .explain(eval.clone())
        .tunable(eval.named_weights(), move |weights| {
            eval.with_weights(weights)
        });
    Ok(definition.erase())
}

fn chess(name: &GameName) -> Result<Box<dyn AnyGame>, LabError> {
    let mut game = Chess::default();
    for (key, value) in &name.options {
        set_option(name, &Chess::OPTIONS, key, || game.set_option(key, value))?;
    }
    let definition = GameDefinition::new("chess", game)
        .options(option_infos(game.options()))
        .styles()
        .check(Chess::in_check)
        .random("random")
        .eval(ChessEval, ChessEval)
        .explain(ChessEval)
        .noisy_lookahead("peai", PawnEndingEval)
        .player("perm", &["seed"], |_, settings| {
            Ok(Seat {
                player: Box::new(Perm::new(seed(settings)?)),
                limits: Limits::default(),
            })
        })
        .tiered(Tiering {
            build: |game| Ok(ChessTiers::new(game)),
            switch: Chess::with_turn_passed,
            options: &["goal"],
            built_in: &[],
            borrow: Some(crate::tables::syzygy_of),
        });
    let tables = definition.opener();
    let definition = definition.teach(ChessLessons::new(move || tables().ok()));
    Ok(definition.erase())
}

/// Xiangqi.
fn xiangqi(name: &GameName) -> Result<Box<dyn AnyGame>, LabError> {
    let mut game = Xiangqi::default();
    for (key, value) in &name.options {
        set_option(name, xiangqi::Options::KEYS, key, || {
            game.options.set(key, value)
        })?;
    }
    let definition = GameDefinition::new("xiangqi", game)
        .options(option_infos(game.options.list()))
        .styles()
        .check(Xiangqi::in_check)
        .random("random")
        .eval_incremental(XiangqiEval::default(), XiangqiEval::default())
        .explain(XiangqiEval::default());
    let weights = *XiangqiEval::default().weights();
    let definition = definition.tunable(weights.named(), move |values| {
        XiangqiEval::new(weights.with(values))
    });
    Ok(definition.erase())
}

/// Small shogi from a rule file. `asai` and `rai` are the players of the Anpanman document, where
/// every win is worth the same whatever its distance.
fn koma_kit(name: &GameName, mut game: Koma) -> Result<Box<dyn AnyGame>, LabError> {
    for (key, value) in &name.options {
        let options = game.options();
        let keys: Vec<&str> = options.iter().map(|option| option.key).collect();
        set_option(name, &keys, key, || game.set_option(key, value))?;
    }
    let options = option_infos(game.options());
    let eval = KomaEval::new(&game);
    let mut definition = GameDefinition::new(&name.id, game.clone())
        .options(options)
        .styles()
        .check(Koma::in_check)
        .random("random")
        .eval(eval.clone(), eval.clone())
        .explain(eval.clone())
        .teach(KomaLessons)
        .lookahead("asai", eval.clone(), false)
        .random("rai");
    let (weights, koma) = (eval.named_weights(&game), game.clone());
    definition = definition.tunable(weights, move |weights| eval.with_weights(&koma, weights));
    definition = definition.solvable(Numbering {
        build: |game| KomaIndex::new(game).map_err(|error| error.to_string()),
        build_with_ends: |game| {
            KomaIndex::covering(game, Coverage::WithEnds).map_err(|error| error.to_string())
        },
        estimate: KomaIndex::estimate,
        identity: KomaIndex::identity,
        switch: Koma::with_turn_passed,
        twin: Koma::mirrored,
        options: &["captures", "model", "goal", "no_moves"],
        built_in: BUILT_IN,
    });
    for lang in Lang::ALL {
        definition = definition.name(lang, game.name(lang.code()));
    }
    Ok(definition.erase())
}

/// A game's options as they are shown.
fn option_infos(options: Vec<yomikiri_games::OptionInfo>) -> Vec<OptionInfo> {
    let shown = |option: yomikiri_games::OptionInfo| OptionInfo {
        key: option.key.to_owned(),
        value: option.value,
        default: option.default,
        allowed: option.allowed,
    };
    options.into_iter().map(shown).collect()
}

/// Sets one of the options of a game that has these.
fn set_option<E: std::fmt::Display>(
    name: &GameName,
    keys: &[&str],
    key: &str,
    set: impl FnOnce() -> Result<(), E>,
) -> Result<(), LabError> {
    let wrong = |reason| LabError::Option {
        game: name.id.clone(),
        reason,
    };
    if !keys.contains(&key) {
        let near = nearest(key, keys.iter().copied())
            .map_or_else(String::new, |near| format!(" (did you mean {near:?}?)"));
        return Err(wrong(format!(
            "unknown option {:?}{near}; the options are {}",
            shorten(key),
            keys.join(" ")
        )));
    }
    set().map_err(|error| wrong(format!("option {key}: {}", shorten_error(&error))))
}

/// An error of the game as one readable line.
fn shorten_error(error: &dyn std::fmt::Display) -> String {
    let text = error.to_string();
    let mut shown: String = text.chars().take(400).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown
}

fn read_rule_file(path: &str) -> Result<Koma, LabError> {
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

/// For games without options: refuses any.
fn no_options(name: &GameName) -> Result<(), LabError> {
    match name.options.first() {
        None => Ok(()),
        Some((key, _)) => Err(LabError::Option {
            game: name.id.clone(),
            reason: format!("unknown option {:?}; it has none", shorten(key)),
        }),
    }
}

fn unknown(id: &str) -> LabError {
    let known = GAMES.iter().copied().chain(["koma:PATH.toml"]);
    LabError::UnknownGame {
        name: shorten(id),
        near: nearest(id, GAMES.iter().copied()).map(str::to_owned),
        known: known.map(str::to_owned).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_names_every_koma_game() {
        assert!(
            yomikiri_games::koma::BUILTIN
                .iter()
                .all(|id| GAMES.contains(id))
        );
        assert_eq!(all_games().len(), GAMES.len());
    }

    #[test]
    fn every_game_opens_under_its_canonical_name() {
        for id in GAMES {
            let game = open_game(id).unwrap();
            assert_eq!(game.spec(), *id);
            for lang in Lang::ALL {
                assert!(
                    !game.info().name(lang).is_empty(),
                    "{id} has no name in {lang:?}"
                );
            }
        }
        let game = open_game("anpanman?no_moves=draw&model=check").unwrap();
        assert_eq!(game.spec(), "anpanman?no_moves=draw");
        assert_eq!(open_game(game.spec()).unwrap().spec(), game.spec());
    }

    #[test]
    fn errors_say_what_there_is() {
        let told = |name: &str| open_game(name).err().unwrap().to_string();
        assert!(told("anpaman").contains("did you mean \"anpanman\"?"));
        assert!(told("quarto").contains("dobutsu gorogoro"));
        assert!(told("anpanman?no_move=draw").contains("did you mean \"no_moves\"?"));
        assert!(told("anpanman?no_moves=win").contains("draw"));
        assert!(told("tictactoe?size=4").contains("it has none"));
        assert!(told("koma:no-such-file.toml").contains("no-such-file.toml"));
        assert!(told(&"x".repeat(10_000_000)).len() < 300);
        let long = format!("anpanman?no_moves={}", "y".repeat(10_000_000));
        assert!(told(&long).len() < 600);
    }
}
