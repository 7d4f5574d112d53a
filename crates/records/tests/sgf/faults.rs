//! Bad files are refused with their place; illegal moves may be made nevertheless.

use std::cell::RefCell;

use yomikiri_records::{Fault, Format};

use crate::{actions, one, read, with_codec, written};

fn check_refused(text: &str, fault: Fault, message: &str) {
    let error = read(text).map(|_| ()).unwrap_err();
    assert_eq!(error.to_string(), message, "{text}");
    assert_eq!(error.fault, fault);
}

#[test]
fn faults_are_named_with_line_column_and_node() {
    use Fault::{AfterEnd, Form, Game, Move, Position};
    let _ = AfterEnd;
    check_refused(
        "",
        Form,
        "line 1, column 1: expected (; where a game begins, got nothing",
    );
    check_refused(
        "hello",
        Form,
        "line 1, column 1: expected (; where a game begins, got \"hello\"",
    );
    check_refused(
        "(;SZ[9]",
        Form,
        "line 1, column 8, node 1: expected a property, ; ( or ), got nothing",
    );
    check_refused(
        "(;SZ[9",
        Form,
        "line 1, column 5, node 1: expected ] after a value of SZ, got nothing",
    );
    check_refused(
        "(;SZ[9]\n;B[ee]\n(;W[cc]",
        Form,
        "line 3, column 8, node 3: expected a property, ; ( or ), got nothing",
    );
    check_refused(
        "(;)(",
        Form,
        "line 1, column 5: expected ; after (, got nothing",
    );
    check_refused(
        "(;)x",
        Form,
        "line 1, column 4: expected ( where a game begins, got \"x\"",
    );
    check_refused(
        "(;(;B[aa]);W[bb])",
        Form,
        "line 1, column 11, node 2: expected ( or ) after a variation, got \";W[bb])\"",
    );
    check_refused(
        "(;B)",
        Form,
        "line 1, column 3, node 1: expected [ after B, got \")\"",
    );
    check_refused(
        "(;b[aa])",
        Form,
        "line 1, column 3, node 1: expected the name of a property in capital letters, got \"[aa])\"",
    );
    check_refused(
        "(;GM[2])",
        Game,
        "line 1, column 2, node 1: expected GM[1], a record of go, got \"GM[2]\"",
    );
    check_refused(
        "(;SZ[1])",
        Game,
        "line 1, column 2, node 1: SZ: expected a size from 2 to 25, or columns:rows, got \"1\"",
    );
    check_refused(
        "(;SZ[26])",
        Game,
        "line 1, column 2, node 1: SZ: expected a size from 2 to 25, or columns:rows, got \"26\"",
    );
    check_refused(
        "(;KM[x])",
        Game,
        "line 1, column 2, node 1: KM: expected points from -650 to 650 in steps of 0.5, got \"x\"",
    );
    check_refused(
        "(;SZ[9];B[jj])",
        Move,
        "line 1, column 8, node 2, ply 1: move: expected a point of a board of 9x9, or nothing for a pass, got \"jj\"",
    );
    check_refused(
        "(;SZ[9];B[ee]\n ;W[ee])",
        Move,
        "line 2, column 2, node 3, ply 2: move: expected an empty point, got \"ee\"",
    );
    check_refused(
        "(;SZ[9];AB[aj])",
        Position,
        "line 1, column 8, node 2, ply 1: AB: expected points of a board of 9x9, got \"aj\"",
    );
    check_refused(
        "(;SZ[9]PL[X])",
        Position,
        "line 1, column 2, node 1: PL: expected B or W, got \"X\"",
    );
    check_refused(
        "(;;B[aa]W[bb])",
        Form,
        "line 1, column 3, node 2, ply 1: expected one move in a node, got \"bb\"",
    );
    check_refused(
        "(;C[日本];X)",
        Form,
        "line 1, column 9, node 2: expected [ after X, got \")\"",
    );
}

#[test]
fn illegal_moves_can_be_made_nevertheless() {
    // A stone onto another, a ko taken back at once, a suicide.
    let text = "(;SZ[5];B[bb];W[bb];B[ee];W[aa];B[ba]C[x];W[dd])";
    assert!(read(text).is_err());
    let notes = RefCell::default();
    let record =
        with_codec(|codec| codec.noting(&notes).lenient().read_one(Format::Sgf, text)).unwrap();
    let told: Vec<String> = notes.borrow().iter().map(ToString::to_string).collect();
    assert_eq!(told.len(), 1, "{told:?}");
    assert_eq!(
        told[0],
        "line 1, column 14, node 3, ply 2: move: expected an empty point, got \"bb\"; the board was changed instead"
    );
    assert_eq!(actions(&record)[1], "= 5/1O3/5/5/5 b -");
    let again = one(&written(&record));
    assert_eq!(again, record);
    let ko = "(;SZ[4]AB[ba][ab][bc]AW[ca][bb][db][cc]PL[B];B[cb];W[bb])";
    let error = read(ko).unwrap_err().to_string();
    assert!(
        error.contains("ply 2: move: expected another point first, for ko forbids this one"),
        "{error}"
    );
    notes.borrow_mut().clear();
    let record =
        with_codec(|codec| codec.noting(&notes).lenient().read_one(Format::Sgf, ko)).unwrap();
    assert_eq!(actions(&record), ["C3", "= 1XO1/XO1O/1XO1/4 b - 0 1,0"]);
    notes.borrow_mut().clear();
    let suicide = "(;SZ[3]AB[ba][ab]PL[W];W[aa];B[cc])";
    let record = with_codec(|codec| {
        codec
            .noting(&notes)
            .lenient()
            .read_one(Format::Sgf, suicide)
    })
    .unwrap();
    assert_eq!(actions(&record), ["= 1X1/X2/3 b -", "C1"]);
    assert_eq!(notes.borrow().len(), 1);
    assert_eq!(one(&written(&record)), record);
    // A point outside the board cannot be put anywhere.
    let outside = with_codec(|codec| {
        codec
            .noting(&notes)
            .lenient()
            .read_one(Format::Sgf, "(;SZ[3];B[zz])")
    });
    assert!(outside.is_err());
}
