//! Which messages the page needs before a visitor goes anywhere: those of the frame and the lobby. The others are three
//! quarters of all bytes and come with the first page that says them.

/// What the page's first modules say of its own messages; a star stands for any end. `e2e/unit/first-messages.test.js` reads
/// those modules and finds what is missing here.
const FIRST_OF_PAGE: &str = include_str!("first_messages.txt");

/// How messages begin that only other pages say. Everything that is named neither here nor among the page's is sent first:
/// games of one's own bring names, too.
const LATER: [&str; 17] = [
    "analyze-",
    "help-layer-",
    "judged-",
    "layer-",
    "learn-",
    "lesson-",
    "note-",
    "perft-",
    "problems-",
    "reason-",
    "refusal-",
    "right-",
    "rules-",
    "score-",
    "situation-",
    "solve-",
    "term-",
];

/// Whether a message belongs to the first ones. What begins with the id of a game is said about its positions.
pub(super) fn is_first(id: &str, games: &[&str]) -> bool {
    let about = |game: &&str| {
        id.strip_prefix(*game)
            .is_some_and(|rest| rest.starts_with('-'))
    };
    if games.iter().any(about) {
        return false;
    }
    if id.starts_with("page-") {
        return FIRST_OF_PAGE
            .lines()
            .any(|line| match line.strip_suffix('*') {
                Some(beginning) => id.starts_with(beginning),
                None => id == line,
            });
    }
    !LATER.iter().any(|beginning| id.starts_with(beginning))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lobby_comes_first() {
        let games = ["nim"];
        for id in ["page-nav-play", "page-title-lobby", "pitch-nim", "game-nim"] {
            assert!(is_first(id, &games), "{id}");
        }
        for id in [
            "page-resign",
            "rules-nim-goal",
            "nim-heaps",
            "page-navigate",
        ] {
            assert!(!is_first(id, &games), "{id}");
        }
    }
}
