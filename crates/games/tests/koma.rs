//! The koma family against slow twins, published perft numbers and the conformance suite.

mod twins;

use twins::hand_anpanman::HandAnpanman;
use twins::slow::{Board, SlowAnpanman, SlowDobutsu, SlowRules};
use yomikiri_game_api::conformance::{self, Plan};
use yomikiri_game_api::{
    Game, GameOptions, Line, MoveOrdering, MoveStyles, Notation, SplitMix64, Tactics, perft,
};
use yomikiri_games::koma::{Action, BUILTIN, Koma, KomaEval};

fn koma(id: &str) -> Koma {
    Koma::builtin(id).expect("a built-in game")
}

/// A game with options, as `dobutsu?goal=any&captures=remove`.
fn with_options(spec: &str) -> Koma {
    let (id, options) = spec.split_once('?').unwrap_or((spec, ""));
    let mut game = koma(id);
    for option in options.split('&').filter(|option| !option.is_empty()) {
        let (key, value) = option.split_once('=').expect("key=value");
        game.set_option(key, value).unwrap();
    }
    game
}

#[test]
fn perft_numbers_of_the_data_file() {
    let data = include_str!("../src/koma/data/perft.txt");
    let mut cases = 0;
    for line in data
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
    {
        let (game, rest) = line.split_once(';').expect("game; position; numbers");
        let (position, numbers) = rest.split_once(';').expect("game; position; numbers");
        let game = with_options(game.trim());
        let at = game.read_position(position.trim()).unwrap();
        for (i, number) in numbers.split_whitespace().enumerate() {
            let depth = i as u32 + 1;
            let number: u64 = number.parse().unwrap();
            assert_eq!(
                perft::perft(&game, &at, depth),
                number,
                "{line} depth {depth}"
            );
            cases += 1;
        }
    }
    assert!(cases > 30, "only {cases} cases in the data file");
}

#[test]
fn every_game_obeys_the_contract() {
    let plan = Plan::from_env(150);
    for id in BUILTIN {
        let game = koma(id);
        conformance::rules(&game, plan).unwrap();
        conformance::notation(&game, plan).unwrap();
        conformance::picture(
            &game,
            Plan {
                games: plan.games / 10,
                ..plan
            },
        )
        .unwrap();
    }
}

#[test]
fn every_option_obeys_the_contract() {
    let plan = Plan::from_env(40);
    for id in BUILTIN {
        for option in koma(id).options() {
            for value in &option.allowed {
                let mut game = koma(id);
                // The range of a number is given in words; it is tested elsewhere.
                if game.set_option(option.key, value).is_ok() {
                    conformance::rules(&game, plan).unwrap();
                    conformance::notation(&game, Plan { games: 10, ..plan }).unwrap();
                }
            }
        }
    }
    for spec in [
        "anpanman?model=capture&goal=any&no_moves=pass",
        "anpanman?model=capture&goal=safe&no_moves=draw",
        "anpanman?no_moves=pass",
        "dobutsu?captures=remove&goal=any",
        "dobutsu?model=check",
        "minishogi?goal=any&model=capture",
    ] {
        conformance::rules(&with_options(spec), plan).unwrap();
    }
}

/// Plays random games and compares the legal moves with the slow twin's at every step.
fn agrees_with_slow_twin(game: &Koma, slow: &dyn SlowRules, games: usize) {
    let plan = Plan {
        games,
        plies: 200,
        seed: 7,
    };
    conformance::walk(game, plan, |line| {
        let at = line.last();
        let text = game.write_position(at);
        let mut moves = Vec::new();
        game.legal_moves(at, &mut moves);
        let fast = moves.iter().map(|&mv| game.write_move(at, mv)).collect();
        assert_eq!(slow.move_names(&Board::read(&text)), fast, "at {text}");
        Ok(())
    })
    .unwrap();
}

#[test]
fn anpanman_moves_are_the_slow_twins() {
    agrees_with_slow_twin(&koma("anpanman"), &SlowAnpanman, 300);
}

#[test]
fn dobutsu_moves_are_the_slow_twins() {
    agrees_with_slow_twin(&koma("dobutsu"), &SlowDobutsu { plays_on: false }, 300);
}

#[test]
fn perft_of_the_twins() {
    let game = koma("anpanman");
    let start = Board::read("hbd/3/3/3/CAS b -");
    for depth in 1..=7 {
        let nodes = perft::perft(&game, &game.start(), depth);
        assert_eq!(SlowAnpanman.perft(&start, depth), nodes);
        assert_eq!(
            perft::perft(&HandAnpanman, &HandAnpanman.start(), depth),
            nodes
        );
    }
    let game = koma("dobutsu");
    let start = Board::read("gle/1c1/1C1/ELG b -");
    for depth in 1..=6 {
        let nodes = perft::perft(&game, &game.start(), depth);
        assert_eq!(SlowDobutsu { plays_on: false }.perft(&start, depth), nodes);
    }
}

#[test]
fn a_lion_left_on_the_far_rank_explains_the_other_published_count() {
    // 643,982 at depth 7 is counted by programs that play on until the lion is safe.
    let start = Board::read("gle/1c1/1C1/ELG b -");
    assert_eq!(SlowDobutsu { plays_on: true }.perft(&start, 7), 643_982);
}

#[test]
fn the_hand_written_twin_obeys_the_contract() {
    conformance::rules(&HandAnpanman, Plan::new(200)).unwrap();
}

#[test]
fn styled_moves_read_back_in_every_game() {
    for id in BUILTIN {
        let game = koma(id);
        let plan = Plan {
            games: 12,
            plies: 120,
            seed: 5,
        };
        conformance::walk(&game, plan, |line| {
            let at = line.last();
            let mut moves = Vec::new();
            game.legal_moves(at, &mut moves);
            for style in game.styles() {
                for &mv in &moves {
                    let text = game.write_styled(style, at, mv).unwrap();
                    assert_eq!(game.read_styled(style, at, &text), Ok(mv), "{id} {text}");
                }
            }
            Ok(())
        })
        .unwrap();
    }
}

/// Moving commutes with mirroring.
#[test]
fn left_and_right_are_alike() {
    let results = |game: &Koma, at: &<Koma as Game>::Position| {
        let mut moves = Vec::new();
        game.legal_moves(at, &mut moves);
        let after = moves.into_iter().map(|mv| {
            let mut next = *at;
            game.play(&mut next, mv);
            next
        });
        after.collect::<Vec<_>>()
    };
    let mut turned = 0;
    for id in BUILTIN {
        let game = koma(id);
        let mut at = game.start();
        for ply in 0..60 {
            let twin = game.mirrored(&at);
            assert_eq!(game.mirrored(&twin), at);
            assert_eq!(game.outcome(&twin), game.outcome(&at));
            turned += usize::from(twin != at);
            let (here, there) = (results(&game, &at), results(&game, &twin));
            assert_eq!(here.len(), there.len());
            for next in &here {
                assert!(there.contains(&game.mirrored(next)), "{id}: {at:?}");
            }
            match here.len() {
                0 => break,
                moves => at = here[(ply * 7 + 3) % moves],
            }
        }
    }
    assert!(turned > 20, "{turned}");
}

/// What the searches are told at once is what the rules say by trying every move.
#[test]
fn knowledge_is_what_the_rules_say() {
    let (mut checks, mut spared) = (0, 0);
    for id in BUILTIN {
        let game = koma(id);
        let eval = KomaEval::new(&game);
        for seed in 0..12 {
            let mut rng = SplitMix64::new(seed);
            let mut line = Line::new(&game);
            while line.ply() < 60 && line.outcome(&game).is_none() {
                let at = *line.last();
                let mut moves = Vec::new();
                game.legal_moves(&at, &mut moves);
                for &mv in &moves {
                    let mut after = at;
                    game.play(&mut after, mv);
                    let gives_check = eval.in_check(&game, &after);
                    assert_eq!(eval.gives_check(&game, &at, mv), gives_check, "{id} {mv:?}");
                }
                let mut quiet = Vec::new();
                eval.quiet_checks(&game, &at, &mut quiet);
                // Where any are listed, no drop with check is missing.
                let lists = ["minishogi", "gorogoro"].contains(id);
                for &mv in moves.iter().filter(|_| lists) {
                    let drops = matches!(mv.action(), Action::Drop { .. });
                    if drops && eval.gives_check(&game, &at, mv) {
                        assert!(quiet.contains(&mv), "{id} {mv:?}");
                    }
                }
                for mv in quiet {
                    assert!(moves.contains(&mv), "{id} {mv:?}");
                    assert!(!eval.is_forcing(&game, &at, mv), "{id} {mv:?}");
                    assert!(eval.gives_check(&game, &at, mv), "{id} {mv:?}");
                    checks += 1;
                }
                if eval.is_quiet_nonterminal(&game, &at) {
                    assert_eq!(game.outcome(&at), None, "{id}");
                    spared += 1;
                }
                // Every number is the move that it packs, if that is legal, and none else.
                if line.ply().is_multiple_of(7) {
                    let packed: Vec<Option<u32>> = moves.iter().map(|&mv| eval.pack(mv)).collect();
                    for number in 0..=u32::from(u16::MAX) {
                        let which = packed.iter().position(|&one| one == Some(number));
                        let legal = which.map(|which| moves[which]);
                        assert_eq!(eval.unpack(&game, &at, number), legal, "{id} {number}");
                    }
                }
                line.push(&game, moves[rng.below(moves.len())]);
            }
        }
    }
    assert!(checks > 100 && spared > 100, "{checks} {spared}");
}
