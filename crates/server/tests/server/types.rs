//! The files that are made from the Rust types are fresh.

use std::path::Path;

fn check(file: &str, expected: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let there = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        there == expected,
        "{file} is stale: `cargo run -p yomikiri-server --example types` writes it"
    );
}

#[test]
fn the_types_of_the_page_are_fresh() {
    check(
        "../../web/types/api.d.ts",
        &yomikiri_server::messages::typescript(),
    );
}

#[test]
fn the_description_of_the_interface_is_fresh() {
    check("openapi.json", &yomikiri_server::openapi());
}
