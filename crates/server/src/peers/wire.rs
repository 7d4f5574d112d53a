//! What servers say to each other, and how it fits into notifications, which are short.

use std::collections::HashMap;
use std::net::IpAddr;

use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use yomikiri_lab::Side;

use super::ServerId;
use crate::messages::{ApiError, ClientMessage, ErrorBody};

/// What one server says to another.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum Relayed {
    /// A visitor of the sender comes into a room of the receiver.
    Join {
        room: String,
        caller: u64,
        token: Option<String>,
        seen: Option<u64>,
        address: IpAddr,
    },
    /// That visitor says something.
    Said {
        caller: u64,
        reference: Option<String>,
        message: ClientMessage,
    },
    /// That visitor goes.
    Leave { caller: u64 },
    /// The answer to `Join`: nothing, or why not.
    Joined {
        caller: u64,
        error: Option<RelayedError>,
    },
    /// A message for a visitor of the receiver.
    Text { caller: u64, text: String },
    /// A visitor of the receiver has been sent away.
    Gone { caller: u64, reason: String },
    /// Wants an answer with the same number.
    Ask { number: u64, question: Question },
    /// The answer.
    Answer {
        number: u64,
        answer: Result<Value, RelayedError>,
    },
}

/// What can be asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub(crate) enum Question {
    /// A seat.
    Sit { room: String, side: Option<Side> },
    /// All of a room.
    Look { room: String },
    /// Games that may be watched.
    Glances { limit: usize },
}

/// An error on its way.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct RelayedError {
    status: u16,
    code: String,
    message: String,
    detail: Option<Value>,
}

impl From<ApiError> for RelayedError {
    fn from(error: ApiError) -> Self {
        RelayedError {
            status: error.status.as_u16(),
            code: error.body.code.into_owned(),
            message: error.body.message,
            detail: error.body.detail,
        }
    }
}

impl From<RelayedError> for ApiError {
    fn from(error: RelayedError) -> Self {
        ApiError {
            status: StatusCode::from_u16(error.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR),
            body: ErrorBody {
                code: error.code.into(),
                message: error.message,
                detail: error.detail,
            },
        }
    }
}

/// The most bytes of a notification; PostgreSQL takes less than 8,000.
const MOST_BYTES: usize = 7_900;
/// The most of them that are not the message itself.
const HEAD: usize = 64;

/// Cuts messages into notifications. Those to one server are numbered without gaps: so the receiver
/// notices what was lost, and no two are equal, of which PostgreSQL would deliver one.
#[derive(Default)]
pub(super) struct Cutter {
    next: HashMap<ServerId, u64>,
}

impl Cutter {
    pub(super) fn cut(&mut self, from: ServerId, to: ServerId, message: &Relayed) -> Vec<String> {
        let text = serde_json::to_string(message).expect("a message is plain data");
        let mut pieces = Vec::new();
        let mut rest = text.as_str();
        while rest.len() > MOST_BYTES - HEAD {
            let mut at = MOST_BYTES - HEAD;
            while !rest.is_char_boundary(at) {
                at -= 1;
            }
            let (piece, more) = rest.split_at(at);
            pieces.push(piece);
            rest = more;
        }
        pieces.push(rest);
        let next = self.next.entry(to).or_insert(0);
        let last = pieces.len() - 1;
        let numbered = pieces.into_iter().enumerate().map(|(at, piece)| {
            let number = *next;
            *next += 1;
            format!("{from} {number} {at} {last} {piece}")
        });
        numbered.collect()
    }
}

/// What a notification led to.
#[derive(PartialEq, Debug)]
pub(super) enum Pieced {
    /// More is to come.
    Part,
    /// A whole message.
    Whole(ServerId, Box<Relayed>),
    /// Something from that server was lost.
    Gap(ServerId),
    /// It is none of ours.
    Foreign,
}

/// Puts notifications together again.
#[derive(Default)]
pub(super) struct Joiner {
    /// The next number of each server, and the message so far.
    from: HashMap<ServerId, (u64, String)>,
}

impl Joiner {
    pub(super) fn take(&mut self, payload: &str) -> Pieced {
        let Some((from, number, at, last, text)) = read(payload) else {
            return Pieced::Foreign;
        };
        let known = self.from.get_mut(&from);
        let expected = known.as_ref().is_none_or(|(next, _)| *next == number);
        if !expected || (known.is_none() && at != 0) {
            // What comes next is the beginning of something, or is passed over as this was.
            self.from.remove(&from);
            return Pieced::Gap(from);
        }
        let (next, message) = self.from.entry(from).or_default();
        *next = number + 1;
        message.push_str(text);
        if at < last {
            return Pieced::Part;
        }
        let whole = std::mem::take(message);
        match serde_json::from_str(&whole) {
            Ok(message) => Pieced::Whole(from, Box::new(message)),
            // Another version of this program.
            Err(_) => Pieced::Foreign,
        }
    }

    /// Forgets what was heard: whoever speaks begins anew.
    pub(super) fn forget(&mut self) {
        self.from.clear();
    }
}

fn read(payload: &str) -> Option<(ServerId, u64, usize, usize, &str)> {
    let mut words = payload.splitn(5, ' ');
    Some((
        words.next()?.parse().ok()?,
        words.next()?.parse().ok()?,
        words.next()?.parse().ok()?,
        words.next()?.parse().ok()?,
        words.next()?,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(length: usize) -> Relayed {
        let text = "あa".chars().cycle().take(length).collect();
        Relayed::Text { caller: 3, text }
    }

    #[test]
    fn messages_of_any_length_arrive() {
        let (mut cutter, mut joiner) = (Cutter::default(), Joiner::default());
        for length in [0, 1, 7_000, 7_835, 7_836, 7_837, 100_000] {
            let pieces = cutter.cut(8, 9, &text(length));
            assert!(pieces.iter().all(|piece| piece.len() <= MOST_BYTES));
            let mut heard: Vec<Pieced> = pieces.iter().map(|piece| joiner.take(piece)).collect();
            let whole = Pieced::Whole(8, Box::new(text(length)));
            assert_eq!(heard.pop(), Some(whole), "{length}");
            assert!(heard.iter().all(|part| *part == Pieced::Part));
        }
    }

    #[test]
    fn a_lost_notification_is_noticed_and_what_follows_is_heard_again() {
        for lost in 0..4 {
            let (mut cutter, mut joiner) = (Cutter::default(), Joiner::default());
            let hello = cutter.cut(8, 9, &text(1));
            assert_eq!(joiner.take(&hello[0]), Pieced::Whole(8, Box::new(text(1))));
            let mut pieces = cutter.cut(8, 9, &text(20_000));
            assert!(pieces.len() >= 4);
            pieces.remove(lost);
            pieces.extend(cutter.cut(8, 9, &text(2)));
            pieces.extend(cutter.cut(8, 9, &text(3)));
            let heard: Vec<Pieced> = pieces.iter().map(|piece| joiner.take(piece)).collect();
            assert!(heard.contains(&Pieced::Gap(8)), "{lost}");
            assert!(!heard.contains(&Pieced::Whole(8, Box::new(text(20_000)))));
            let last = Pieced::Whole(8, Box::new(text(3)));
            assert_eq!(heard.last(), Some(&last), "{lost}");
        }
    }

    #[test]
    fn equal_messages_are_different_notifications() {
        let mut cutter = Cutter::default();
        assert_ne!(cutter.cut(8, 9, &text(5)), cutter.cut(8, 9, &text(5)));
    }

    #[test]
    fn what_is_none_of_ours_is_passed_over() {
        let mut joiner = Joiner::default();
        for payload in ["", "1 2 3", "a 0 0 0 {}", "8 0 0 0 {\"kind\":\"later\"}"] {
            assert_eq!(joiner.take(payload), Pieced::Foreign, "{payload}");
        }
    }

    #[test]
    fn errors_arrive_as_they_were() {
        let error = ApiError::conflict("seat_taken", "taken").detail(serde_json::json!({"a": 1}));
        let there = RelayedError::from(error.clone());
        let text = serde_json::to_string(&there).unwrap();
        let back: RelayedError = serde_json::from_str(&text).unwrap();
        assert_eq!(ApiError::from(back), error);
    }
}
