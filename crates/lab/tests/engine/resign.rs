//! An engine that resigns says so in each protocol.

use yomikiri_game_api::{Game, Limits, Line, Observer, Player, PlayerFault, Thought};
use yomikiri_games::tictactoe::TicTacToe;
use yomikiri_lab::{
    GameDefinition, Lab, NoObserver, Place, PlayerSpec, Registration, Seat, Settings,
};

use crate::line::Engine;

/// Resigns whenever it is asked.
struct Quitter;

impl Player<TicTacToe> for Quitter {
    fn think(
        &mut self,
        game: &TicTacToe,
        line: &Line<TicTacToe>,
        _limits: &Limits,
        _observer: &mut dyn Observer<TicTacToe>,
    ) -> Result<Thought<<TicTacToe as Game>::Move>, PlayerFault> {
        let mut legal = Vec::new();
        line.legal_moves(game, &mut legal);
        Ok(Thought::resignation(legal[0]))
    }
}

/// Tic-tac-toe whose engine is the quitter.
fn lab() -> Lab {
    let define = |game: GameDefinition<TicTacToe>| {
        game.player("alphabeta", &[], |_, _: &mut Settings<'_>| {
            Ok(Seat {
                player: Box::new(Quitter),
                limits: Limits::default(),
            })
        })
    };
    let game = Registration::new("tictactoe", define);
    Lab::builder().game(game).build()
}

fn engine(protocol: &str) -> Engine {
    Engine::start_in(&lab(), "tictactoe", Some(protocol))
}

#[test]
fn usi_and_ucci_have_a_word_for_it() {
    let usi = engine("usi");
    usi.say("usi\nisready\nposition startpos\ngo depth 2");
    assert_eq!(usi.hear("bestmove"), "bestmove resign");
    usi.hang_up();
    let ucci = engine("ucci");
    ucci.say("ucci\nposition startpos\ngo depth 2");
    let said = ucci.hear("bestmove");
    assert!(said.ends_with(" resign"), "{said}");
    ucci.hang_up();
}

/// UCI has no word for it: the front end gets a legal move.
#[test]
fn uci_plays_on() {
    let uci = engine("uci");
    uci.say("uci\nposition startpos\ngo depth 2");
    let said = uci.hear("bestmove");
    assert!(!said.contains("resign") && said.len() > "bestmove ".len());
    uci.hang_up();
}

#[test]
fn xboard_and_gtp_have_a_word_for_it() {
    let xboard = engine("xboard");
    xboard.say("xboard\nprotover 2\nnew\ngo");
    assert_eq!(xboard.hear("resign"), "resign");
    xboard.hang_up();
    let gtp = engine("gtp");
    gtp.say("genmove b");
    assert_eq!(gtp.hear("="), "= resign");
    // Nothing was played.
    gtp.say("1 genmove b");
    assert_eq!(gtp.hear("=1"), "=1 resign");
    gtp.hang_up();
}

#[test]
fn a_session_reports_it() {
    let game = lab().open_game("tictactoe").unwrap();
    let mut session = game.session(&Place::default()).unwrap();
    let player = PlayerSpec::named("alphabeta");
    let report = session.think(&player, &Limits::default(), &mut NoObserver);
    let report = report.unwrap();
    assert!(report.resigns);
    let json = serde_json::to_value(&report).unwrap();
    assert_eq!(json["resigns"], true);
}
