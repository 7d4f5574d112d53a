//! Several servers on one PostgreSQL. The second one is a process of its own, so that it can be killed.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::task::JoinSet;
use yomikiri_lab::Lab;
use yomikiri_server::{Server, ServerLimits, Settings};
use yomikiri_test_postgres::Postgres;

use crate::common::{Client, House, PATIENCE, at, quick};

/// The database of a server that is started by another test.
const DATABASE: &str = "YOMIKIRI_TEST_SERVER_DATABASE";
const ADDRESS: &str = "listening at ";

/// All clients of these tests have one address.
fn roomy() -> ServerLimits {
    ServerLimits {
        connections_per_address: 1_000,
        tcp_per_address: 1_000,
        requests_at_once: 10_000,
        ..quick()
    }
}

/// Not a test: the server that other tests start and kill.
#[tokio::test]
#[ignore = "started by other tests as a process of its own"]
async fn a_server_of_its_own() {
    let Ok(database) = std::env::var(DATABASE) else {
        return;
    };
    let data = tempfile::tempdir().unwrap();
    let settings = Settings {
        addr: ([127, 0, 0, 1], 0).into(),
        database: Some(database),
        limits: roomy(),
        ..Settings::local(Lab::new().with_data_dir(data.path().to_owned()))
    };
    let server = Server::open(settings).await.unwrap();
    println!("\n{ADDRESS}{}", server.addr());
    server.serve(std::future::pending()).await.unwrap();
}

/// A server as a process.
struct Elsewhere {
    process: Child,
    addr: SocketAddr,
}

impl Elsewhere {
    fn start(database: &str) -> Elsewhere {
        let mut process = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "several_servers::a_server_of_its_own"])
            .args(["--ignored", "--nocapture"])
            .env(DATABASE, database)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let mut lines = lines.map(Result::unwrap);
        let addr = lines.find_map(|line| Some(line.strip_prefix(ADDRESS)?.parse().unwrap()));
        Elsewhere {
            process,
            addr: addr.expect("it says where it listens"),
        }
    }

    /// `kill -9`.
    fn kill(mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

impl Drop for Elsewhere {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn two_people() -> Value {
    json!({"game": "anpanman", "first": {"kind": "here"}, "second": {"kind": "open"}, "listed": true, "hints": true,
        "clock": {"kind": "fischer", "main_ms": 3_600_000, "increment_ms": 1_000}})
}

/// Moves of a game of Anpanman shogi that does not end.
const MOVES: [&str; 6] = ["b5b4", "b1b2", "a5a4", "a1a2", "c5c4", "c1c2"];

/// Two players of a room, one at each server.
struct Pair {
    room: String,
    tokens: [String; 2],
    clients: [Client; 2],
}

impl Pair {
    /// Opens a room through the first of two servers, which has it unless its visitor is `late`.
    async fn open(servers: [SocketAddr; 2], late: bool) -> Pair {
        let made = at(servers[0]).post("/api/v1/rooms", two_people()).await;
        let room = made["room"].as_str().unwrap().to_owned();
        let first = made["tokens"]["first"].as_str().unwrap().to_owned();
        if !late {
            at(servers[0]).get(&format!("/api/v1/rooms/{room}")).await;
        }
        // Whoever is asked first has the room.
        let second = at(servers[1]).sit(&room).await;
        let tokens = [first, second];
        let mut order = [0, 1];
        if late {
            order.reverse();
        }
        let mut clients = Vec::new();
        for side in order {
            let (client, welcome) = at(servers[side]).join(&room, Some(&tokens[side])).await;
            assert_eq!(welcome["you"], ["first", "second"][side]);
            clients.push((side, client));
        }
        clients.sort_by_key(|(side, _)| *side);
        let clients: Vec<Client> = clients.into_iter().map(|(_, client)| client).collect();
        Pair {
            room,
            tokens,
            clients: clients.try_into().unwrap_or_else(|_| unreachable!()),
        }
    }

    /// Plays a move; both players hear of it.
    async fn play(&mut self, ply: usize) {
        let mv = json!({"type": "move", "moves": [MOVES[ply]], "ply": ply});
        self.clients[ply % 2].say(mv).await;
        for client in &mut self.clients {
            loop {
                let event = client.event().await;
                // The first event of a room is that somebody sat down.
                if event["event"]["kind"] == "moved" {
                    assert_eq!(event["event"]["moves"][0]["text"], MOVES[ply]);
                    assert_eq!(event["state"]["ply"], ply + 1);
                    break;
                }
            }
        }
    }
}

/// Players at different servers play with each other, whoever has the room; one server sees what the other
/// does, and errors come back as they are.
#[tokio::test]
async fn players_at_two_servers_play_one_game() {
    let Some(postgres) = Postgres::start() else {
        return;
    };
    let here = House::with(roomy(), Some(postgres.address().to_owned())).await;
    let there = Elsewhere::start(postgres.address());
    for servers in [[here.addr, there.addr], [there.addr, here.addr]] {
        for late in [false, true] {
            let mut pair = Pair::open(servers, late).await;
            for ply in 0..3 {
                pair.play(ply).await;
            }
            // Out of turn, from whichever side: told to the one who did it, as one server would.
            for (side, client) in pair.clients.iter_mut().enumerate() {
                let ply = 2 + side;
                client
                    .say(json!({"type": "move", "moves": ["b1b2"], "ply": ply, "ref": "x"}))
                    .await;
                if side == 0 {
                    let error = client.error_message().await;
                    assert_eq!(
                        (&error["ref"], &error["error"]["code"]),
                        (&json!("x"), &json!("stale"))
                    );
                } else {
                    assert_eq!(client.error().await, "bad_move");
                }
            }
            // Everything that can be asked over HTTP is the same at both.
            let path = format!("/api/v1/rooms/{}", pair.room);
            let mut views = Vec::new();
            for server in servers {
                let mut view = at(server).get(&path).await;
                view["clock"] = Value::Null;
                views.push(view);
                let record = at(server).get(&format!("{path}/record?format=json")).await;
                assert!(record.to_string().contains(MOVES[2]), "{record}");
                // A server that has just begun is known to the others after a second.
                let is_listed = async {
                    loop {
                        let listed = at(server).get("/api/v1/rooms?limit=50").await;
                        let listed = listed["rooms"].as_array().unwrap();
                        if listed.iter().any(|one| one["id"] == pair.room.as_str()) {
                            return;
                        }
                        tokio::time::sleep(Duration::from_millis(50)).await;
                    }
                };
                let listed = tokio::time::timeout(PATIENCE, is_listed).await;
                listed.expect("both servers list the room");
            }
            assert_eq!(views[0], views[1]);
            assert_eq!(views[0]["watchers"], 0);
            assert_eq!(views[0]["seats"]["second"]["present"], true);
            let (status, _, _) = at(servers[1])
                .raw("POST", &format!("{path}/sit"), &[], "{}")
                .await;
            assert_eq!(status, 409, "both seats are taken");
            // A live analysis at either server.
            for client in &mut pair.clients {
                client.say(json!({"type": "analyze", "lines": 1})).await;
                assert_eq!(client.hear("lines").await["ply"], 3);
                client.say(json!({"type": "stop"})).await;
            }
            // A wrong token is refused, through the other server too.
            for server in servers {
                let mut client = at(server).connect(&format!("{path}/ws")).await;
                client.say(json!({"type": "hello", "token": "wrong"})).await;
                assert_eq!(client.error().await, "bad_token");
            }
        }
    }
    let unknown = at(here.addr)
        .raw("GET", "/api/v1/rooms/aaaaaaaaaaaa", &[], "")
        .await;
    assert_eq!(unknown.0, 404);
}

/// A hundred rooms on two servers, one of which is killed: every move that was told is there, and the
/// players go on through the other one. With `YOMIKIRI_SLOW_TESTS=1`, on a quiet machine, within ten seconds.
#[tokio::test]
async fn a_killed_server_loses_no_move_and_the_other_goes_on() {
    let Some(postgres) = Postgres::start() else {
        return;
    };
    let here = House::with(roomy(), Some(postgres.address().to_owned())).await;
    let there = Elsewhere::start(postgres.address());
    let servers = [here.addr, there.addr];
    let mut opening = JoinSet::new();
    for number in 0..100 {
        opening.spawn(async move {
            // Both servers have rooms, and both have visitors in rooms of the other.
            let order = [servers[number % 2], servers[(number + 1) % 2]];
            let mut pair = Pair::open(order, number % 4 >= 2).await;
            for ply in 0..number % 4 {
                pair.play(ply).await;
            }
            (number, pair)
        });
    }
    let pairs = opening.join_all().await;
    assert_eq!(pairs.len(), 100);
    there.kill();
    let killed = Instant::now();
    let mut going_on = JoinSet::new();
    for (number, pair) in pairs {
        going_on.spawn(async move {
            let played = number % 4;
            let mut clients = Vec::new();
            for token in &pair.tokens {
                let (client, welcome) = at(servers[0]).join(&pair.room, Some(token)).await;
                let texts = welcome["room"]["played"].as_array().unwrap();
                let texts: Vec<_> = texts
                    .iter()
                    .map(|mv| mv["text"].as_str().unwrap())
                    .collect();
                assert_eq!(texts, MOVES[..played], "every move that was told is there");
                clients.push(client);
            }
            let clients = clients.try_into().unwrap_or_else(|_| unreachable!());
            let mut pair = Pair { clients, ..pair };
            pair.play(played).await;
            let gone_on = killed.elapsed();
            for ply in played + 1..MOVES.len() {
                pair.play(ply).await;
            }
            let view = at(servers[0])
                .get(&format!("/api/v1/rooms/{}", pair.room))
                .await;
            assert_eq!(view["ply"], MOVES.len());
            assert_eq!(view["outcome"], Value::Null, "nobody lost on time");
            gone_on
        });
    }
    let gone_on = going_on.join_all().await;
    let longest = gone_on.into_iter().max().unwrap_or_default();
    println!(
        "all 100 rooms went on {longest:?} after the kill and were over {:?} after it",
        killed.elapsed()
    );
    if std::env::var_os("YOMIKIRI_SLOW_TESTS").is_some() {
        assert!(longest < Duration::from_secs(10), "{longest:?}");
    }
}

/// A room without visitors whose clock runs goes on at another server by itself; and a player who stays
/// connected through a server that lives is sent to look for the room again.
#[tokio::test]
async fn rooms_of_a_killed_server_go_on_by_themselves() {
    let Some(postgres) = Postgres::start() else {
        return;
    };
    let here = House::with(roomy(), Some(postgres.address().to_owned())).await;
    let there = Elsewhere::start(postgres.address());
    // An engine plays the second side: its answer is due when its server is killed.
    let asked = json!({"game": "anpanman", "first": {"kind": "here"},
        "second": {"kind": "engine", "player": "random"}});
    let made = at(there.addr).post("/api/v1/rooms", asked).await;
    let room = made["room"].as_str().unwrap();
    let token = made["tokens"]["first"].as_str();
    let (mut owner, _) = at(there.addr).join(room, token).await;
    let (mut relayed, _) = here.join(room, token).await;
    owner
        .say(json!({"type": "move", "moves": ["b5b4"], "ply": 0}))
        .await;
    let seen = relayed.event().await["seq"].as_u64().unwrap();
    there.kill();
    // What was told stays told; then the connection ends, and the page comes back.
    loop {
        match relayed.next().await {
            Some(message) if message["type"] == "closing" => {
                assert_eq!(message["reason"], "moved");
                break;
            }
            Some(_) => {}
            None => panic!("closed without a reason"),
        }
    }
    let mut client = here.connect(&format!("/api/v1/rooms/{room}/ws")).await;
    client
        .say(json!({"type": "hello", "token": token, "seen": seen}))
        .await;
    let welcome = client.hear("welcome").await;
    assert!(welcome["seq"].as_u64().unwrap() >= seen);
    let mut ply = welcome["room"]["ply"].as_u64().unwrap();
    while ply < 2 {
        ply = client.event().await["state"]["ply"].as_u64().unwrap();
    }
}

/// A server that ends in order hands its rooms over.
#[tokio::test]
async fn a_server_that_ends_hands_its_rooms_over() {
    let Some(postgres) = Postgres::start() else {
        return;
    };
    let stays = House::with(roomy(), Some(postgres.address().to_owned())).await;
    let ends = House::with(roomy(), Some(postgres.address().to_owned())).await;
    let mut pair = Pair::open([ends.addr, stays.addr], false).await;
    pair.play(0).await;
    ends.close().await;
    for (side, reason) in [(0, "shutdown"), (1, "moved")] {
        assert_eq!(pair.clients[side].hear("closing").await["reason"], reason);
    }
    let (first, _) = stays.join(&pair.room, Some(&pair.tokens[0])).await;
    let (second, welcome) = stays.join(&pair.room, Some(&pair.tokens[1])).await;
    assert_eq!(welcome["room"]["ply"], 1);
    let clients = [first, second];
    let mut pair = Pair { clients, ..pair };
    pair.play(1).await;
}

/// A server that believes it has a room which another has taken cannot write over the other's moves.
#[tokio::test]
async fn a_room_that_was_taken_cannot_be_written_to() {
    let Some(postgres) = Postgres::start() else {
        return;
    };
    let here = House::with(roomy(), Some(postgres.address().to_owned())).await;
    let there = House::with(roomy(), Some(postgres.address().to_owned())).await;
    let asked = json!({"game": "anpanman", "first": {"kind": "here"}, "second": {"kind": "here"}});
    let (room, [token, _]) = here.room(asked).await;
    let (mut a, _) = here.join(&room, token.as_deref()).await;
    // As if this server's lock had been free for a moment.
    let database = sqlx::PgPool::connect(postgres.address()).await.unwrap();
    let taken = sqlx::query("UPDATE rooms SET owner = NULL WHERE id = $1").bind(&room);
    assert_eq!(taken.execute(&database).await.unwrap().rows_affected(), 1);
    let (mut b, _) = there.join(&room, token.as_deref()).await;
    b.play(0, "b5b4").await;
    for (ply, mv) in [(0, "a5a4"), (1, "b1b2")] {
        a.say(json!({"type": "move", "moves": [mv], "ply": ply}))
            .await;
        match ply {
            0 => assert_eq!(a.hear("closing").await["reason"], "storage"),
            _ => {
                assert_eq!(b.event().await["state"]["ply"], 2);
            }
        }
        // It looks again, and finds the room at the other server.
        let (again, welcome) = here.join(&room, token.as_deref()).await;
        assert_eq!(welcome["room"]["ply"], 1 + ply);
        assert_eq!(welcome["room"]["played"][0]["text"], "b5b4");
        a = again;
    }
}
