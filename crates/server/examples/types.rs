//! Writes the page's types: `cargo run -p yomikiri-server --example types`.

use std::fs;
use std::path::Path;

fn main() -> std::io::Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/types");
    fs::create_dir_all(&folder)?;
    fs::write(
        folder.join("api.d.ts"),
        yomikiri_server::messages::typescript(),
    )
}
