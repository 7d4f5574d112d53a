//! The screen as text, and the effect of keys.

use std::time::Duration;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Rect;
use ratatui::style::Color;
use yomikiri_lab::{Lab, Lang, Place};

use super::state::{Mode, Purpose, Question, Spot, State};
use super::thinker::Thinker;
use super::{draw, input, text};
use crate::draw::with_native_names;
use crate::session::PlaySession;

/// Longer than any player in these tests thinks, even on a busy machine.
const LONG: Duration = Duration::from_secs(120);

/// A screen without a terminal.
struct Desk {
    state: State,
    thinker: Thinker,
    terminal: Terminal<TestBackend>,
    shelf: tempfile::TempDir,
}

impl Desk {
    fn open(game: &str, players: [&str; 2], position: Option<&str>, lang: Lang) -> Desk {
        let lab = Lab::new();
        let game = lab.open_game(game).unwrap();
        let play = PlaySession {
            session: game.session(&Place::at(position)).unwrap(),
            game,
            players: players.map(|player| player.parse().unwrap()),
            texts: lab.texts(lang).clone(),
            lab,
            colour: false,
        };
        let shelf = tempfile::tempdir().unwrap();
        let mut state = State::new(play);
        state.shelf = shelf.path().join("games");
        Desk {
            state,
            thinker: Thinker::start(),
            terminal: Terminal::new(TestBackend::new(80, 24)).unwrap(),
            shelf,
        }
    }

    /// Two humans at one terminal.
    fn people(game: &str) -> Desk {
        Desk::open(game, ["human", "human"], None, Lang::En)
    }

    fn resize(&mut self, width: u16, height: u16) {
        self.terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    }

    fn key(&mut self, code: KeyCode) {
        let key = Event::Key(KeyEvent::new(code, KeyModifiers::NONE));
        self.event(&key);
    }

    fn event(&mut self, event: &Event) {
        let size = self.terminal.size().unwrap();
        let area = Rect::new(0, 0, size.width, size.height);
        input::handle(&mut self.state, event, area);
    }

    /// Types characters; `←→↑↓` are arrows, `⏎` Enter, `⎋` Escape, `⇥` Tab, `⌫` Backspace.
    fn keys(&mut self, keys: &str) {
        for key in keys.chars() {
            self.key(match key {
                '←' => KeyCode::Left,
                '→' => KeyCode::Right,
                '↑' => KeyCode::Up,
                '↓' => KeyCode::Down,
                '⏎' => KeyCode::Enter,
                '⎋' => KeyCode::Esc,
                '⇥' => KeyCode::Tab,
                '⌫' => KeyCode::Backspace,
                other => KeyCode::Char(other),
            });
        }
    }

    fn point_at(&mut self, cell: usize) {
        self.state.home = cell;
        self.state.cursor = Spot::Cell(cell);
    }

    /// Starts the next task and waits for its answer.
    fn let_think(&mut self) {
        self.state.tick(Duration::from_secs(1));
        if let Some(task) = self.state.task() {
            self.thinker.think(task);
        }
        while self.state.thinking.is_some() {
            let news = self.thinker.news(LONG).expect("an answer");
            self.state.hear(news);
        }
    }

    /// The screen, line by line.
    fn screen(&mut self) -> String {
        let state = &self.state;
        self.terminal
            .draw(|frame| draw::draw(frame, state))
            .unwrap();
        let buffer = self.terminal.backend().buffer();
        let mut lines = String::new();
        for y in 0..buffer.area.height {
            let mut line = String::new();
            let mut x = 0;
            while x < buffer.area.width {
                let symbol = buffer[(x, y)].symbol();
                line.push_str(symbol);
                x += text::width(symbol).max(1);
            }
            assert_eq!(text::width(&line), buffer.area.width, "row {y}: {line:?}");
            lines.push_str(line.trim_end());
            lines.push('\n');
        }
        lines
    }

    #[track_caller]
    fn sees(&mut self, text: &str) {
        let screen = self.screen();
        assert!(screen.contains(text), "expected {text:?} on\n{screen}");
    }

    #[track_caller]
    fn misses(&mut self, text: &str) {
        let screen = self.screen();
        assert!(!screen.contains(text), "unexpected {text:?} on\n{screen}");
    }

    fn moves(&self) -> Vec<String> {
        self.state.play.session.record().moves
    }
}

#[test]
fn dobutsu_in_japanese_at_80_by_24() {
    let mut desk = Desk::open("dobutsu", ["human", "random"], None, Lang::Ja);
    let screen = desk.screen();
    let board: Vec<String> = screen.lines().map(|line| text::cut(line, 35)).collect();
    let board: Vec<&str> = board
        .iter()
        .map(|line| line.trim_end_matches(['…', ' ']))
        .collect();
    let expected = "
 ▽ 後手
        3       2       1
    ┌───────┬───────┬───────┐
    │   ·   │ · · · │ ·   · │
 一 │ ·▽キ· │ ·▽ラ· │  ▽ゾ  │
    │   ·   │ · · · │ ·   · │
    ├───────┼───────┼───────┤
    │       │       │       │
 二 │       │  ▽ヒ  │       │
    │       │   ·   │       │
    ├───────┼───────┼───────┤
    │       │   ·   │       │
 三 │       │[ ▲ヒ ]│       │
    │       │       │       │
    ├───────┼───────┼───────┤
    │ ·   · │ · · · │   ·   │
 四 │  ▲ゾ  │ ·▲ラ· │ ·▲キ· │
    │ ·   · │ · · · │   ·   │
    └───────┴───────┴───────┘
 ▲ 先手";
    assert_eq!(board[..21].join("\n"), expected);
    for text in [
        "どうぶつしょうぎ",
        "►▲ 先手 人間",
        "▽ 後手 random",
        "棋譜",
        "先手番",
    ] {
        desk.sees(text);
    }
}

#[test]
fn every_game_fits_80_by_24_in_every_language() {
    for id in Lab::new().game_ids() {
        for lang in Lang::ALL {
            let mut desk = Desk::open(id, ["human", "human"], None, lang);
            let name = desk.state.play.game.info().name(lang).to_owned();
            desk.sees(&name);
            let files = desk.state.view.diagram.files.clone();
            for file in files {
                desk.sees(&format!("  {file} "));
            }
            // The key line is not truncated.
            for keys in [
                "",
                "-picked",
                "-thinking",
                "-watch",
                "-over",
                "-choose",
                "-help",
            ] {
                let keys = desk.state.say(&format!("tui-keys{keys}"));
                assert!(text::width(&keys) < 80, "{lang:?} {keys}");
            }
            desk.key(KeyCode::F(1));
            desk.sees(&desk.state.say("tui-help-title"));
            desk.sees("F1, H");
            desk.sees("PgUp");
        }
    }
}

#[test]
fn a_piece_is_picked_up_and_put_down() {
    let mut desk = Desk::people("anpanman");
    desk.sees("│[ ▲C ]│  ▲A  │  ▲S  │");
    desk.keys("⏎");
    desk.sees("│{ ▲C }│");
    desk.sees("│   •  │   •  │      │");
    desk.keys("↑⏎");
    assert_eq!(desk.moves(), ["a5a4"]);
    desk.sees("Second to move");
    desk.sees("1. ▲a5a4");
    // Without colours, origin and target of the last move are also marked.
    desk.sees("5 │     *│  ▲A  │");
    desk.keys("l");
    desk.sees("4 │  ▲C *│[    ]│");
}

#[test]
fn a_wrong_place_is_refused_in_words() {
    let mut desk = Desk::people("anpanman");
    desk.keys("↑⏎");
    desk.sees("no legal move with this square");
    desk.keys("↓⏎↑↑↑⏎");
    desk.sees("it cannot move there");
    desk.keys("⎋");
    desk.misses("•");
    desk.keys("⇥");
    desk.sees("nothing in hand");
    desk.keys("p");
    desk.sees("passing is not allowed");
    assert!(desk.moves().is_empty());
}

#[test]
fn moves_are_typed_in_any_notation() {
    let mut desk = Desk::people("anpanman");
    desk.keys("ib5");
    desk.sees("b5a4 b5b4 b5c4");
    desk.keys("b4⏎");
    assert_eq!(desk.moves(), ["b5b4"]);
    // A file, a capital or a digit starts a move directly.
    desk.keys("Bb2⏎");
    desk.keys("3四食⏎");
    desk.keys("c1c2⏎uu");
    assert_eq!(desk.moves(), ["b5b4", "b1b2"]);
    desk.keys("c5c4⏎");
    assert_eq!(desk.moves(), ["b5b4", "b1b2", "c5c4"]);
    desk.keys("iz9z9⏎");
    desk.sees("not a legal move: z9z9");
    assert!(matches!(desk.state.mode, Mode::Typing(Purpose::Move, _)));
    desk.keys("⌫⌫⌫⌫h1h2⎋");
    desk.misses("not a legal move");
    assert_eq!(desk.state.mode, Mode::Board);
    assert_eq!(desk.moves().len(), 3);
}

#[test]
fn tab_completes_a_typed_move() {
    let mut desk = Desk::people("anpanman");
    desk.keys("ia⇥");
    assert_eq!(desk.state.mode, Mode::Typing(Purpose::Move, "a5".into()));
    desk.keys("a⇥⏎");
    assert_eq!(desk.moves(), ["a5a4"]);
}

#[test]
fn moves_are_taken_back() {
    let mut desk = Desk::people("anpanman");
    desk.keys("⏎↑⏎u");
    assert!(desk.moves().is_empty());
    desk.keys("u");
    desk.sees("nothing to take back");
    let mut desk = Desk::open("anpanman", ["human", "rai"], None, Lang::En);
    desk.keys("⏎↑⏎");
    desk.let_think();
    assert_eq!(desk.moves().len(), 2);
    desk.keys("u");
    assert!(desk.moves().is_empty(), "to the last turn of a person");
}

#[test]
fn a_thought_that_was_taken_back_is_not_played() {
    let mut desk = Desk::open("anpanman", ["human", "rai"], None, Lang::En);
    desk.keys("⏎↑⏎");
    desk.state.tick(Duration::ZERO);
    desk.thinker.think(desk.state.task().unwrap());
    desk.keys("u");
    let news = desk.thinker.news(LONG).unwrap();
    desk.state.hear(news);
    assert!(desk.moves().is_empty());
    // The thinker follows to the other line.
    desk.keys("ib5b4⏎");
    desk.let_think();
    assert_eq!(desk.moves().len(), 2);
}

#[test]
fn the_board_is_turned_round() {
    let mut desk = Desk::people("anpanman");
    desk.keys("f");
    let screen = desk.screen();
    let rows: Vec<&str> = screen.lines().collect();
    let first = rows
        .iter()
        .position(|row| row.contains("│  ▼S  │  ▼A  │[ ▼C ]│"));
    let second = rows
        .iter()
        .position(|row| row.contains("│  △d  │  △b  │  △h  │"));
    assert!(first.unwrap() < second.unwrap(), "{screen}");
    // Up is up on the screen.
    desk.keys("⏎↓⏎");
    assert_eq!(desk.moves(), ["a5a4"]);
    // A human who plays only Second is at the bottom.
    let desk = Desk::open("anpanman", ["rai", "human"], None, Lang::En);
    assert!(desk.state.look.flipped);
}

#[test]
fn a_person_resigns_after_a_question() {
    let mut desk = Desk::people("anpanman");
    desk.keys("r");
    desk.sees("Resign? (y/n)");
    desk.keys("n");
    assert!(!desk.state.is_over());
    desk.keys("ry");
    desk.sees("Second wins: resignation");
    desk.keys("⏎");
    desk.sees("the game is over");
    desk.keys("u");
    assert!(!desk.state.is_over());
    let mut desk = Desk::open("anpanman", ["rai", "rai"], None, Lang::En);
    desk.keys("r");
    desk.sees("you are only watching, so you cannot resign");
}

#[test]
fn promotion_is_chosen() {
    let position = "4k/P4/5/5/K4 b -";
    let mut desk = Desk::open("minishogi", ["human", "human"], Some(position), Lang::Ja);
    desk.point_at(5);
    desk.keys("⏎↑⏎");
    // A pawn on the last rank must promote; a silver may choose.
    assert_eq!(desk.moves(), ["a2a1+"]);

    let position = "4k/S4/5/5/K4 b -";
    let mut desk = Desk::open("minishogi", ["human", "human"], Some(position), Lang::Ja);
    desk.point_at(5);
    desk.keys("⏎↑⏎");
    desk.sees("どの手を指しますか？");
    desk.sees("▲銀");
    desk.sees("▲全");
    desk.keys("⎋");
    assert!(desk.moves().is_empty());
    desk.keys("⏎");
    let Mode::Choosing(choices, _) = &desk.state.mode else {
        panic!("no choice");
    };
    let at = choices.iter().position(|choice| choice.mv.text == "a2a1+");
    desk.keys(&(at.unwrap() + 1).to_string());
    assert_eq!(desk.moves(), ["a2a1+"]);
}

#[test]
fn pieces_are_dropped_from_the_hand() {
    let position = "4k/5/5/5/K4 b G2P";
    let mut desk = Desk::open("minishogi", ["human", "human"], Some(position), Lang::En);
    desk.keys("⇥");
    let hand = desk.state.view.diagram.hands[0].clone();
    let pawns = hand.iter().position(|entry| entry.piece.letter == "P");
    for _ in 0..pawns.unwrap() {
        desk.keys("→");
    }
    desk.sees("[P2]");
    desk.keys("⏎");
    desk.sees("{P2}");
    // A pawn may not be dropped on the last rank.
    let targets = desk.state.targets();
    assert!(targets.contains(&6) && !targets.contains(&0));
    desk.point_at(11);
    desk.keys("⏎");
    assert_eq!(desk.moves(), ["P*b3"]);
    // Without a selection, an empty cell offers what can be dropped there.
    desk.keys("u");
    desk.keys("⏎");
    desk.sees("Which move?");
    desk.sees("G*b3");
    desk.sees("P*b3");
}

#[test]
fn stones_are_placed_at_once() {
    let mut desk = Desk::people("tictactoe");
    let middle = desk.screen();
    assert!(!middle.contains("▲X"), "marks face no direction");
    desk.keys("⏎");
    assert_eq!(desk.moves(), ["b2"]);
    desk.sees("[  X  ]");
}

#[test]
fn a_hint_tells_move_score_and_author() {
    let mut desk = Desk::people("anpanman");
    desk.keys("?");
    desk.state.hurry();
    desk.let_think();
    desk.sees("hint: ");
    // The tablebase of this game is built in.
    desk.sees("perfect)");
    desk.sees(" ?│");
    assert!(desk.moves().is_empty());
    desk.keys("⏎↑⏎");
    assert!(desk.state.advice.is_none());
}

#[test]
fn escape_makes_an_engine_answer_now() {
    let players = ["human", "alphabeta:time=1000s"];
    let mut desk = Desk::open("minishogi", players, None, Lang::En);
    desk.keys("⏎↑⏎");
    desk.state.tick(Duration::ZERO);
    desk.thinker.think(desk.state.task().unwrap());
    desk.sees("alphabeta:time=1000s is thinking…");
    desk.sees("Esc move now");
    // The board stays usable meanwhile.
    desk.keys("ff⏎");
    desk.sees("it is not your turn");
    desk.keys("⎋");
    desk.let_think();
    assert_eq!(desk.moves().len(), 2);
}

#[test]
fn engines_are_watched_and_paused() {
    let mut desk = Desk::open(
        "dobutsu",
        ["random:seed=1", "random:seed=2"],
        None,
        Lang::En,
    );
    desk.let_think();
    assert_eq!(desk.moves().len(), 1);
    desk.keys(" ");
    desk.sees("paused");
    desk.let_think();
    assert_eq!(desk.moves().len(), 1);
    desk.keys("⏎");
    desk.let_think();
    assert_eq!(desk.moves().len(), 2, "one move at a time");
    desk.keys(" ");
    for _ in 0..1000 {
        desk.let_think();
    }
    assert!(desk.state.is_over());
    desk.sees("u undo · n new game");
    desk.keys("n");
    assert!(desk.moves().is_empty());
}

#[test]
fn games_are_saved_and_opened() {
    let mut desk = Desk::people("dobutsu");
    desk.keys("⏎↑⏎");
    let file = desk.shelf.path().join("mine.json");
    let name = file.display().to_string();
    desk.keys("s");
    let Mode::Typing(Purpose::Save, offered) = &desk.state.mode else {
        panic!("not asked for a file");
    };
    assert_eq!(offered, "dobutsu-1.json");
    desk.event(&Event::Key(KeyEvent::new(
        KeyCode::Char('u'),
        KeyModifiers::CONTROL,
    )));
    desk.keys(&name);
    desk.keys("⏎");
    assert!(!desk.state.unsaved());
    let saved = std::fs::read_to_string(&file).unwrap();
    assert!(saved.contains("\"b3b2\""));
    // Another game is not overwritten without asking.
    desk.keys("n⏎↑⏎s");
    desk.state.mode = Mode::Typing(Purpose::Save, name.clone());
    desk.keys("⏎");
    assert!(matches!(
        desk.state.mode,
        Mode::Asking(Question::Overwrite(_))
    ));
    desk.keys("n");
    desk.state.mode = Mode::Typing(Purpose::Load, name);
    desk.keys("⏎");
    assert_eq!(desk.moves(), ["b3b2"]);
    desk.state.mode = Mode::Typing(Purpose::Load, "no/such/file.json".into());
    desk.keys("⏎");
    assert!(desk.state.note.as_ref().unwrap().is_error);
    assert_eq!(desk.moves(), ["b3b2"]);
}

#[test]
fn an_unsaved_game_is_kept_when_leaving() {
    let mut desk = Desk::people("dobutsu");
    desk.keys("q");
    assert!(desk.state.leaving, "nothing to keep, nothing to ask");
    assert_eq!(desk.state.shelve(), None);
    desk.state.leaving = false;
    desk.keys("⏎↑⏎q");
    desk.sees("Quit? The game will be saved.");
    assert!(!desk.state.leaving);
    desk.keys("y");
    assert!(desk.state.leaving);
    let file = desk.state.shelve().unwrap().unwrap();
    assert!(std::fs::read_to_string(file).unwrap().contains("b3b2"));
    assert_eq!(desk.state.shelve(), None);
}

#[test]
fn check_is_shown() {
    let position = "4k/4R/5/5/K4 w -";
    let mut desk = Desk::open("minishogi", ["human", "human"], Some(position), Lang::En);
    desk.sees("Second to move · check!");
    desk.keys("↓↓↓");
    desk.sees("▽k !│");
}

#[test]
fn long_games_scroll() {
    let mut desk = Desk::people("dobutsu");
    for _ in 0..40 {
        let text = desk.state.view.legal.first().map(|mv| mv.text.clone());
        let Some(text) = text else { break };
        desk.state.play(&text);
    }
    assert!(desk.moves().len() > 5);
    let mut desk = Desk::open(
        "minishogi",
        ["random:seed=3", "random:seed=4"],
        None,
        Lang::En,
    );
    while desk.moves().len() < 60 && !desk.state.is_over() {
        desk.let_think();
    }
    assert_eq!(desk.moves().len(), 60);
    desk.sees(" 30. ");
    desk.misses(" 1. ");
    for _ in 0..6 {
        desk.key(KeyCode::PageUp);
    }
    desk.sees(" 1. ");
    desk.misses(" 30. ");
    for _ in 0..9 {
        desk.key(KeyCode::PageDown);
    }
    desk.sees(" 30. ");
}

#[test]
fn the_mouse_picks_and_puts() {
    let mut desk = Desk::people("dobutsu");
    let screen = desk.screen();
    let row = |sign: &str| screen.lines().position(|line| line.contains(sign)).unwrap();
    let (from, to) = (row("▲C"), row("▽c"));
    for row in [from, to] {
        desk.event(&Event::Mouse(MouseEvent {
            kind: MouseEventKind::Down(MouseButton::Left),
            column: 15,
            row: row as u16,
            modifiers: KeyModifiers::NONE,
        }));
    }
    assert_eq!(desk.moves(), ["b3b2"]);
}

#[test]
fn small_terminals_are_told_so() {
    let mut desk = Desk::people("anpanman");
    for (width, height) in [(79, 24), (80, 23), (20, 5), (1, 1)] {
        desk.resize(width, height);
        desk.screen();
        if width > 70 {
            desk.sees("The terminal is too small: at least 80 × 24 is needed.");
        }
    }
    desk.resize(120, 40);
    desk.sees("│   ·   │");
}

#[test]
fn colours_are_used_only_when_wanted() {
    let coloured = |desk: &mut Desk| {
        desk.screen();
        let cells = desk.terminal.backend().buffer().content();
        cells
            .iter()
            .any(|cell| cell.fg != Color::Reset || cell.bg != Color::Reset)
    };
    let mut desk = Desk::people("dobutsu");
    desk.keys("⏎");
    assert!(!coloured(&mut desk));
    desk.state.look.theme.colour = true;
    assert!(coloured(&mut desk));
}

#[test]
fn no_sequence_of_keys_breaks_the_screen() {
    const KEYS: &str = "←→↑↓⏎⎋⇥⌫hjkl⏎⏎↑↓←→ifutmypn?r y12Ab5H:⏎";
    let keys: Vec<char> = KEYS.chars().collect();
    for (seed, id) in (1u64..).zip(Lab::new().game_ids()) {
        let mut desk = Desk::open(id, ["human", "random"], None, Lang::Zh);
        let mut random = seed;
        for step in 0..3000 {
            random = random
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            let key = keys[(random >> 33) as usize % keys.len()];
            desk.keys(&key.to_string());
            if step % 7 == 0 {
                desk.state.hurry();
                desk.let_think();
            }
            if step % 50 == 0 {
                desk.screen();
            }
        }
        // In any case, the twin positions agree.
        desk.screen();
        let play = &desk.state.play;
        let view = with_native_names(play.session.view(), &*play.game, Lang::Zh);
        assert_eq!(desk.state.view, view);
    }
}

#[test]
fn wide_screens_list_legal_moves_and_exact_values() {
    let mut desk = Desk::people("anpanman");
    desk.misses("Legal moves");
    desk.resize(120, 40);
    desk.sees("Legal moves");
    desk.sees("Press v to show exact");
    desk.misses("loss in 22");
    desk.keys("v");
    desk.sees("exact value: draw");
    desk.sees("loss in 22");
    // The losing move is played: the graph has a bar for Second.
    assert!(desk.state.play("b5b4"));
    desk.sees("win in 21");
    desk.sees("▒");
    desk.keys("v");
    desk.misses("win in 21");
}

#[test]
fn values_need_a_table() {
    let mut desk = Desk::people("minishogi");
    desk.resize(120, 40);
    desk.keys("v");
    desk.sees("There is no table of this position");
}

#[test]
fn every_piece_carries_the_mark_of_its_side() {
    for (game, pieces) in [("chess", ["▲N", "▽n"]), ("xiangqi", ["▲N", "▽b"])] {
        let mut desk = Desk::people(game);
        desk.resize(100, 40);
        for piece in pieces {
            desk.sees(piece);
        }
    }
    // Stones tell by themselves.
    let mut desk = Desk::people("tictactoe");
    desk.keys("⏎");
    desk.misses("▲X");
}

#[test]
fn placing_cubes_is_explained() {
    let mut desk = Desk::people("janken");
    desk.sees("place a cube on a1");
    desk.sees("G rock > C scissors");
    // The cursor is where something can be done.
    desk.keys("⏎");
    assert!(matches!(desk.state.mode, Mode::Choosing(..)));
}
