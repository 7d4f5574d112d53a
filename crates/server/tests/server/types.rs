//! The page's types follow the Rust types.

use std::path::Path;

#[test]
fn the_types_of_the_page_are_fresh() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/types/api.d.ts");
    let there = std::fs::read_to_string(file).unwrap_or_default();
    assert!(
        there == yomikiri_server::messages::typescript(),
        "web/types/api.d.ts is stale: `cargo run -p yomikiri-server --example types` writes it"
    );
}
