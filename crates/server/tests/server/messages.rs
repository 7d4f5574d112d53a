//! The reader of messages on mutated messages: it refuses with a short sentence or it reads, and it
//! never falls over. The fuzz target `message` asks the same with a nightly compiler.

use yomikiri_server::messages::{read_client_message, read_study_message};

const GOOD: &[&str] = &[
    r#"{"type":"hello","token":"0123456789abcdef","seen":7}"#,
    r#"{"type":"move","moves":["b5b4","b1b2"],"ply":3,"ref":"x1"}"#,
    r#"{"type":"take_back"}"#,
    r#"{"type":"answer","offer":1,"accept":true}"#,
    r#"{"type":"claim","result":"win"}"#,
    r#"{"type":"analyze","moves":["a"],"lines":3,"player":"alphabeta:time=1s"}"#,
    r#"{"type":"analyze","game":"go?size=9","position":"x","moves":[],"lines":1}"#,
    r#"{"type":"ping","t":1.5e3}"#,
];

#[test]
fn good_messages_are_read() {
    for text in &GOOD[..6] {
        assert!(read_client_message(text).1.is_ok(), "{text}");
    }
    assert!(read_study_message(GOOD[6]).1.is_ok());
    assert_eq!(read_client_message(GOOD[1]).0.as_deref(), Some("x1"));
    // What is not known is refused, in messages with and without fields of their own.
    for text in [
        r#"{"type":"resign","x":1}"#,
        r#"{"type":"hello","Token":"a"}"#,
        r#"{"type":"stop","type2":1}"#,
    ] {
        assert_eq!(
            read_client_message(text).1.unwrap_err().body.code,
            "bad_json"
        );
    }
    for text in [
        r#"{"type":"analyze","game":"dobutsu","lines":1,"line":2}"#,
        r#"{"type":"analyze","moves":[],"lines":1}"#,
    ] {
        let error = read_study_message(text).1.unwrap_err();
        assert_eq!(error.body.code, "bad_json", "{text}");
    }
}

#[test]
fn mutated_messages_harm_nobody() {
    let mut state = 0x1234_5678_9abc_def0_u64;
    let mut below = |most: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % most as u64) as usize
    };
    let pieces = [
        "\"", "{", "}", "[", "]", ":", ",", "-1", "1e999", "null", "\\u0000", "type", "ref",
    ];
    for round in 0..20_000 {
        let mut bytes = GOOD[round % GOOD.len()].as_bytes().to_vec();
        for _ in 0..=below(4) {
            let at = below(bytes.len() + 1);
            match below(4) {
                0 => bytes.truncate(at),
                1 => bytes.insert(at, below(256) as u8),
                2 => {
                    let piece = pieces[below(pieces.len())].bytes();
                    bytes.splice(at..at, piece);
                }
                _ => {
                    let end = (at + below(5)).min(bytes.len());
                    bytes.drain(at..end);
                }
            }
        }
        let text = String::from_utf8_lossy(&bytes);
        for error in [
            read_client_message(&text).1.err(),
            read_study_message(&text).1.err(),
        ]
        .into_iter()
        .flatten()
        {
            assert_eq!(error.body.code, "bad_json");
            assert!(error.body.message.len() < 4000);
        }
    }
}
