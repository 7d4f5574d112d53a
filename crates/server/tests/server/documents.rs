//! The requests of `docs/server.md` are made again and must be answered as the page says.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use yomikiri_lab::Lab;

use crate::common::House;

const PAGE: &str = include_str!("../../../../docs/server.md");
const SERVER: &str = "http://127.0.0.1:7878";

/// A request of the page: method, path, body, and the answer that is shown.
type Example = (&'static str, String, String, String);

/// The blocks that begin with `$ curl`, each with one request and its answer.
fn examples() -> Vec<Example> {
    let blocks = PAGE.split("```console\n$ curl ").skip(1);
    blocks
        .map(|block| {
            let block = block.split("\n```").next().unwrap();
            // A command may go on after a backslash at the end of a line.
            let block = block.replace("\\\n  ", "");
            let (command, answer) = block.split_once('\n').unwrap();
            let path = command.split_whitespace().find_map(|word| {
                let word = word.trim_matches('\'');
                word.strip_prefix(SERVER)
            });
            let path = path.unwrap_or_else(|| panic!("{command}: expected an address"));
            let body = command
                .split_once("-d '")
                .map(|(_, rest)| rest.trim_end_matches('\''));
            let method = if body.is_some() { "POST" } else { "GET" };
            let body = body.unwrap_or_default().to_owned();
            (method, path.to_owned(), body, answer.to_owned())
        })
        .collect()
}

/// Whether an answer is what the page shows; `"…"` stands for anything.
fn agrees(shown: &Value, got: &Value) -> bool {
    match (shown, got) {
        (Value::String(text), _) if text == "…" => true,
        (Value::Array(shown), Value::Array(got)) => {
            let alike = shown.iter().zip(got).all(|(shown, got)| agrees(shown, got));
            shown.len() == got.len() && alike
        }
        (Value::Object(shown), Value::Object(got)) => {
            let alike = |(key, shown): (&String, &Value)| {
                got.get(key).is_some_and(|got| agrees(shown, got))
            };
            shown.len() == got.len() && shown.iter().all(alike)
        }
        _ => shown == got,
    }
}

#[tokio::test]
async fn the_requests_of_the_page_are_answered_as_it_says() {
    let house = House::open().await;
    let examples = examples();
    assert!(examples.len() >= 5, "{}", examples.len());
    for (method, path, body, shown) in examples {
        let (_, _, got) = house.raw(method, &path, &[], &body).await;
        let Ok(shown_value) = serde_json::from_str::<Value>(&shown) else {
            assert_eq!(got.trim_end(), shown, "{path}");
            continue;
        };
        let got_value: Value = serde_json::from_str(&got).unwrap();
        assert!(
            agrees(&shown_value, &got_value),
            "{path}\nshown {shown}\ncame  {got}"
        );
    }
}

/// The server and the page's core know no game: what differs between games is declared by them.
#[test]
fn no_game_is_named_in_the_server_or_the_core_of_the_page() {
    fn files(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => files(&path, found),
                false => found.push(path),
            }
        }
    }
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut all = Vec::new();
    for folder in ["src", "../../web/js", "../../web/css"] {
        files(&own.join(folder), &mut all);
    }
    assert!(all.len() > 50, "{all:?}");
    let lab = Lab::new();
    // Ids of two letters are words of English, too.
    let ids: Vec<&str> = lab.game_ids().filter(|id| id.len() > 3).collect();
    for path in all {
        let text = fs::read_to_string(&path).unwrap().to_lowercase();
        let named: Vec<&&str> = ids.iter().filter(|id| text.contains(**id)).collect();
        assert!(named.is_empty(), "{}: {named:?}", path.display());
    }
}

/// Every code of an error has words in three languages (`error-CODE`), which the page shows.
#[test]
fn every_error_has_words() {
    fn files(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => files(&path, found),
                false => found.push(path),
            }
        }
    }
    let mut found = Vec::new();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    files(&source, &mut found);
    let mut codes = Vec::new();
    for file in found {
        let text = fs::read_to_string(&file).unwrap();
        for made in ["bad(", "conflict(", "limited(", "with("] {
            for call in text.split(&format!("ApiError::{made}")).skip(1) {
                // The first text of the call is its code.
                let call = call.split(')').next().unwrap_or_default();
                let code = call.split('"').nth(1).unwrap_or_default();
                let plain = |c: char| c.is_ascii_lowercase() || c == '_';
                if !code.is_empty() && code.chars().all(plain) {
                    codes.push(code.replace('_', "-"));
                }
            }
        }
    }
    codes.sort();
    codes.dedup();
    assert!(codes.len() > 25, "{codes:?}");
    let lab = Lab::new();
    for code in codes {
        for lang in yomikiri_lab::Lang::ALL {
            let words = lab.texts(lang).find(&format!("error-{code}"), &[]);
            assert!(words.is_some(), "error-{code} {lang:?}");
        }
    }
}
