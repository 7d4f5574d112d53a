//! Writes the files that are made from the types, TypeScript for the page and OpenAPI for everybody:
//! `cargo run -p yomikiri-server --example types`.

use std::fs;
use std::path::Path;

fn main() -> std::io::Result<()> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = here.join("../../web/types");
    fs::create_dir_all(&folder)?;
    fs::write(
        folder.join("api.d.ts"),
        yomikiri_server::messages::typescript(),
    )?;
    fs::write(here.join("openapi.json"), yomikiri_server::openapi())
}
