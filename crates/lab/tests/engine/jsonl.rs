//! JSON lines.

use serde_json::Value;

use crate::line::Engine;

fn answers(engine: Engine) -> Vec<Value> {
    let lines = engine.hang_up();
    let read = |line: &String| serde_json::from_str(line).expect(line);
    lines.iter().map(read).collect()
}

fn of<'a>(answers: &'a [Value], id: &Value) -> Vec<&'a Value> {
    answers
        .iter()
        .filter(|answer| answer["id"] == *id)
        .collect()
}

#[test]
fn questions_are_answered_with_their_id() {
    let engine = Engine::start("minishogi", None);
    engine.say(
        r#"{"id":1,"depth":3}
           {"id":"two","game":"tictactoe","position":"XX./OO./... x","depth":4}
           {"id":3,"moves":["a4a3"],"nodes":500,"multipv":2}
           {"id":4,"game":"tictactoe","position":"XXX/OO./... o"}
           {"id":5,"game":"anpanman","moves":"b5b4","searchmoves":["b1b2"],"time":20}"#,
    );
    let answers = answers(engine);
    assert_eq!(answers.len(), 5);
    let one = |id: Value| {
        let found = of(&answers, &id);
        assert_eq!(found.len(), 1, "{id}");
        found[0]
    };
    assert_eq!(one(1.into())["depth"], 3);
    assert_eq!(one("two".into())["best"], "c1");
    assert_eq!(one("two".into())["lines"][0]["score"]["value"], "win");
    assert_eq!(one(3.into())["lines"].as_array().unwrap().len(), 2);
    assert!(one(3.into())["nodes"].as_u64().unwrap() <= 500);
    assert_eq!(one(4.into())["best"], Value::Null);
    assert_eq!(one(4.into())["outcome"]["winner"], "first");
    assert_eq!(one(5.into())["best"], "b1b2");
}

#[test]
fn bad_questions_are_answered_with_an_error() {
    let engine = Engine::start("minishogi", Some("jsonl"));
    engine.say(
        r#"nonsense
           {"id":1,"position":"zzz"}
           {"id":2,"game":"quarto"}
           {"id":3,"moves":"a9a9"}
           {"id":4,"time":"soon"}
           {"id":5,"player":"nobody"}
           {"id":6,"what":1}
           {"cancel":77}
           [1,2]
           {"id":7,"searchmoves":["a1a9"],"depth":1}"#,
    );
    let answers = answers(engine);
    assert_eq!(answers.len(), 10);
    assert!(
        answers.iter().all(|answer| answer["error"].is_string()),
        "{answers:#?}"
    );
}

#[test]
fn partial_reports_and_cancelling() {
    let engine = Engine::start("gorogoro", Some("jsonl"));
    engine.say(r#"{"id":"long","time":"10m","partial":true}"#);
    let heard = engine.hear("{");
    let partial: Value = serde_json::from_str(&heard).unwrap();
    assert_eq!(
        (&partial["id"], &partial["partial"]),
        (&"long".into(), &true.into())
    );
    engine.say(r#"{"cancel":"long"}"#);
    let rest = answers(engine);
    let last = rest.last().unwrap();
    assert_eq!(
        (&last["id"], &last["cancelled"]),
        (&"long".into(), &true.into())
    );
    assert!(last["best"].is_string());
}
