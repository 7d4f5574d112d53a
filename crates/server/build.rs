//! Lists the page's files for `src/assets.rs`, which builds them into the program.

#[path = "src/page_files.rs"]
mod page_files;

use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let mut list = String::from("&[\n");
    println!("cargo::rustc-check-cfg=cfg(page_from_disk)");
    if env::var_os("PROFILE").is_some_and(|profile| profile == "debug") {
        // The files are read when they are asked for: changing one needs no compiler.
        println!("cargo::rustc-cfg=page_from_disk");
    } else {
        let here = env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?;
        let folder = Path::new(&here).join("../../web").canonicalize()?;
        println!("cargo::rerun-if-changed={}", folder.display());
        for (name, path) in page_files::page_files(&folder)? {
            list += &format!("    ({name:?}, include_bytes!({path:?})),\n");
        }
    }
    list += "]\n";
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/page_files.rs");
    let to = env::var("OUT_DIR").map_err(io::Error::other)?;
    fs::write(Path::new(&to).join("page.rs"), list)
}
