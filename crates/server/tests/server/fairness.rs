//! One visitor who wants everything does not keep the engines from the others.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::json;
use yomikiri_game_api::{Game, Limits, Line, Observer, Player, PlayerFault, Thought};
use yomikiri_games::tictactoe::TicTacToe;
use yomikiri_lab::{GameDefinition, Lab, Registration, Seat};
use yomikiri_server::ServerLimits;

use crate::common::{House, quick};

/// The visitors; Linux answers at all of these addresses.
const ATTACKER: [u8; 4] = [127, 0, 0, 66];
const HONEST: [u8; 4] = [127, 0, 0, 7];

/// Plays the first legal move, at once or never.
struct Thinker {
    endless: bool,
    thinking: Arc<AtomicUsize>,
}

impl Player<TicTacToe> for Thinker {
    fn think(
        &mut self,
        game: &TicTacToe,
        line: &Line<TicTacToe>,
        _limits: &Limits,
        observer: &mut dyn Observer<TicTacToe>,
    ) -> Result<Thought<<TicTacToe as Game>::Move>, PlayerFault> {
        let mut legal = Vec::new();
        line.legal_moves(game, &mut legal);
        self.thinking.fetch_add(1, Ordering::SeqCst);
        while self.endless && !observer.stop() {
            std::thread::sleep(Duration::from_millis(1));
        }
        self.thinking.fetch_sub(1, Ordering::SeqCst);
        Ok(Thought::plain(legal[0]))
    }
}

/// 35 rooms and 30 analyses of one address, in all of which engines think as long as they may: an
/// hour. An honest visitor's engine moves, having waited for two of them at most. When the attacker
/// has left, no engine thinks any more.
#[tokio::test]
async fn an_honest_move_does_not_wait_for_the_attackers_rooms() {
    let thinking = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&thinking);
    let define = move |game: GameDefinition<TicTacToe>| {
        [("endless", true), ("quick", false)]
            .into_iter()
            .fold(game, |game, (name, endless)| {
                let thinking = Arc::clone(&counted);
                game.player(name, &[], move |_, _| {
                    let thinking = Arc::clone(&thinking);
                    let player = Box::new(Thinker { endless, thinking });
                    let limits = Limits::default();
                    Ok(Seat { player, limits })
                })
            })
    };
    let lab = |data: &Path| {
        let game = Registration::new("tictactoe", define);
        let lab = Lab::builder().game(game).build();
        lab.with_data_dir(data.to_owned())
    };
    let hour = Duration::from_secs(3600);
    let limits = ServerLimits {
        engine_threads: 2,
        engine_slice: Duration::from_millis(50),
        abandon: Duration::from_millis(50),
        move_time: hour,
        study_time: hour,
        ..quick()
    };
    let house = House::with_lab(limits, None, lab).await;
    let against = |player: &str| {
        json!({"game": "tictactoe", "first": {"kind": "engine", "player": player},
            "second": {"kind": "here"}})
    };
    let mut attackers = Vec::new();
    let mut rooms = Vec::new();
    for _ in 0..35 {
        let (room, [_, token]) = house.room(against("endless")).await;
        let path = format!("/api/v1/rooms/{room}/ws");
        let mut client = house.connect_from(ATTACKER, &path).await;
        client.say(json!({"type": "hello", "token": token})).await;
        client.hear("welcome").await;
        attackers.push(client);
        rooms.push(room);
    }
    for _ in 0..30 {
        let mut client = house.connect_from(ATTACKER, "/api/v1/analysis/ws").await;
        let asked =
            json!({"type": "analyze", "game": "tictactoe", "player": "endless", "lines": 1});
        client.say(asked).await;
        attackers.push(client);
    }
    while thinking.load(Ordering::SeqCst) < 2 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }

    let (room, [_, token]) = house.room(against("quick")).await;
    let path = format!("/api/v1/rooms/{room}/ws");
    let mut honest = house.connect_from(HONEST, &path).await;
    honest.say(json!({"type": "hello", "token": token})).await;
    let welcome = honest.hear("welcome").await;
    if welcome["room"]["ply"] == 0 {
        assert_eq!(honest.event().await["state"]["ply"], 1);
    }
    let mut moved = 0;
    for room in &rooms {
        let view = house.get(&format!("/api/v1/rooms/{room}")).await;
        moved += view["ply"].as_u64().unwrap();
    }
    assert!(moved <= 2, "{moved} moves of the attacker came before");

    drop(attackers);
    while thinking.load(Ordering::SeqCst) > 0 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    // Nor do they begin again: the next honest thought is the only one.
    let ply = house.get(&format!("/api/v1/rooms/{room}")).await["ply"].clone();
    assert_eq!(ply, 1);
    honest
        .say(json!({"type": "move", "moves": ["c3"], "ply": 1}))
        .await;
    assert_eq!(honest.event().await["state"]["ply"], 2);
    assert_eq!(honest.event().await["state"]["ply"], 3);
    assert_eq!(thinking.load(Ordering::SeqCst), 0);
}
