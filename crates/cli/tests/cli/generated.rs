//! Completions and manual pages.

use crate::common::yomikiri;

const VERBS: [&str; 11] = [
    "games",
    "show",
    "moves",
    "perft",
    "play",
    "analyze",
    "bench",
    "completions",
    "convert",
    "man",
    "records",
];

#[test]
fn completions_know_every_verb() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let run = yomikiri(&["completions", shell]);
        assert_eq!(run.code, 0);
        for verb in VERBS {
            assert!(run.out.contains(verb), "{shell}: {verb}");
        }
    }
}

#[test]
fn there_is_a_manual_page_for_every_verb() {
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("man1");
    let run = yomikiri(&["man", pages.to_str().unwrap()]);
    assert_eq!((run.code, run.out.as_str()), (0, ""), "{}", run.err);
    assert!(pages.join("yomikiri.1").exists());
    for verb in VERBS {
        let page = std::fs::read_to_string(pages.join(format!("yomikiri-{verb}.1"))).unwrap();
        assert!(page.contains(".SH SYNOPSIS"), "{verb}");
    }
    let page = yomikiri(&["man"]).out;
    assert!(page.contains(".TH yomikiri 1"), "{page}");
}
