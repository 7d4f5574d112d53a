//! Which files of a folder the page is made of. The build script asks here, too.

use std::path::{Path, PathBuf};
use std::{fs, io};

/// Folders that only developers need.
const LEFT_OUT: [&str; 3] = ["node_modules", "test", "types"];

/// The files of the page with their names in addresses (`js/main.js`), sorted by name.
pub(crate) fn page_files(folder: &Path) -> io::Result<Vec<(String, PathBuf)>> {
    let mut files = Vec::new();
    list(folder, "", &mut files)?;
    files.sort();
    Ok(files)
}

fn list(folder: &Path, prefix: &str, files: &mut Vec<(String, PathBuf)>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let own = entry.file_name().to_string_lossy().into_owned();
        let name = format!("{prefix}{own}");
        if own.starts_with('.') || LEFT_OUT.contains(&&*name) {
            continue;
        }
        if entry.path().is_dir() {
            list(&entry.path(), &format!("{name}/"), files)?;
        } else if !own.ends_with(".json") && !own.ends_with(".md") {
            files.push((name, entry.path()));
        }
    }
    Ok(())
}
