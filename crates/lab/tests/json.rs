//! Plain data as JSON: field names and their order are an interface.

use yomikiri_lab::{
    About, Arrow, Bar, Diagram, HandEntry, Heat, Label, Mark, Overlay, Piece, Refusal, Remark,
    Shape, Side, Term, Tone, Value, Word,
};

#[track_caller]
fn check(data: &impl serde::Serialize, json: &str) {
    assert_eq!(serde_json::to_string(data).unwrap(), json);
}

fn piece(side: Side, faces: &[&str]) -> Piece {
    Piece {
        side,
        kind: "chick".to_owned(),
        letter: "c".to_owned(),
        sign: "ひ".to_owned(),
        steps: vec![(0, 1)],
        slides: vec![(-1, 0)],
        faces: faces.iter().map(|&face| face.to_owned()).collect(),
    }
}

#[test]
fn sides_and_values_are_words() {
    check(&Side::BOTH, r#"["first","second"]"#);
    check(
        &[Value::Win, Value::Draw, Value::Loss],
        r#"["win","draw","loss"]"#,
    );
    let sides: [Side; 2] = serde_json::from_str(r#"["second","first"]"#).unwrap();
    assert_eq!(sides, [Side::Second, Side::First]);
}

#[test]
fn a_diagram_lists_cells_and_hands() {
    let flat = r#"{"side":"second","kind":"chick","letter":"c","sign":"ひ","steps":[[0,1]],"slides":[[-1,0]]}"#;
    check(&piece(Side::Second, &[]), flat);
    let cube = flat.replace(r#"]]}"#, r#"]],"faces":["rock","paper"]}"#);
    check(&piece(Side::Second, &["rock", "paper"]), &cube);
    let diagram = Diagram {
        width: 2,
        height: 1,
        files: vec!["a".to_owned(), "b".to_owned()],
        ranks: vec!["1".to_owned()],
        cells: vec![None, Some(piece(Side::Second, &[]))],
        hands: [
            Vec::new(),
            vec![HandEntry {
                piece: piece(Side::Second, &[]),
                count: 2,
            }],
        ],
        alerts: vec![1],
    };
    check(
        &diagram,
        &format!(
            r#"{{"width":2,"height":1,"files":["a","b"],"ranks":["1"],"cells":[null,{flat}],"hands":[[],[{{"piece":{flat},"count":2}}]],"alerts":[1]}}"#
        ),
    );
}

#[test]
fn gaps_of_a_remark_are_sorted_by_name() {
    let inner = Remark::new("inner").with("n", Word::Number(3));
    let remark = Remark::new("outer")
        .with("who", Word::message("side-first"))
        .with("list", Word::List(vec![inner]))
        .with("move", Word::text("a1b2"))
        .with(
            "name",
            Word::Named {
                en: "net",
                ja: "ゲタ",
                zh: "枷",
            },
        );
    check(
        &remark,
        r#"{"id":"outer","args":{"list":[{"id":"inner","args":{"n":3}}],"move":"a1b2","name":{"en":"net","ja":"ゲタ","zh":"枷"},"who":{"message":"side-first"}}}"#,
    );
    check(
        &Refusal {
            to: 4,
            why: Remark::new("refusal-own-piece"),
        },
        r#"{"to":4,"why":{"id":"refusal-own-piece","args":{}}}"#,
    );
}

#[test]
fn an_overlay_has_every_part() {
    let overlay = Overlay {
        readings: Vec::new(),
        about: vec![About {
            cells: vec![5, 6],
            says: Remark::new("said"),
        }],
        marks: vec![Mark {
            cell: 1,
            shape: Shape::Triangle,
            tone: Tone::First,
        }],
        arrows: vec![Arrow {
            from: 1,
            to: 2,
            tone: Tone::Loss,
            label: None,
        }],
        labels: vec![Label {
            cell: 3,
            text: "12".to_owned(),
            tone: Tone::Neutral,
        }],
        heat: vec![Heat {
            cell: 4,
            first: 0.5,
            second: 0.0,
        }],
        bars: vec![Bar {
            name: "term-material".to_owned(),
            first: 80.0,
            second: 40.0,
        }],
        notes: vec![Remark::new("note").with("first", Word::text(2))],
    };
    check(
        &overlay,
        r#"{"marks":[{"cell":1,"shape":"triangle","tone":"first"}],"arrows":[{"from":1,"to":2,"tone":"loss","label":null}],"labels":[{"cell":3,"text":"12","tone":"neutral"}],"heat":[{"cell":4,"first":0.5,"second":0.0}],"bars":[{"name":"term-material","first":80.0,"second":40.0}],"notes":[{"id":"note","args":{"first":"2"}}],"about":[{"cells":[5,6],"says":{"id":"said","args":{}}}]}"#,
    );
    let term = Term {
        name: "material",
        first: 80,
        second: 40,
    };
    check(&term, r#"{"name":"material","first":80,"second":40}"#);
}
