//! Which crate may use which: the arrows of ARCHITECTURE.md, read from the manifests.

use std::fs;
use std::path::Path;

/// Every crate with the crates it may use.
const ARROWS: &[(&str, &[&str])] = &[
    ("game-api", &[]),
    ("games", &["game-api"]),
    ("search", &["game-api"]),
    ("network", &["game-api"]),
    ("solver", &["game-api"]),
    ("cluster", &["game-api", "solver"]),
    ("queue", &[]),
    ("test-postgres", &[]),
    ("protocols", &["game-api"]),
    ("records", &["game-api"]),
    ("plot", &[]),
    ("book", &[]),
    ("arena", &["game-api", "protocols", "records", "plot"]),
    (
        "lab",
        &[
            "game-api",
            "games",
            "search",
            "network",
            "solver",
            "cluster",
            "queue",
            "protocols",
            "records",
            "arena",
            "plot",
            "book",
        ],
    ),
    ("server", &["lab"]),
    ("cli", &["game-api", "games", "search", "lab", "server"]),
];

/// Reads `crates/*/Cargo.toml` below `root` and names every arrow that should not be there.
/// Dependencies of tests and benches are free.
pub(crate) fn check(root: &Path) -> Vec<String> {
    let folders = match fs::read_dir(root.join("crates")) {
        Ok(folders) => folders,
        Err(error) => return vec![format!("crates: {error}")],
    };
    let mut faults = Vec::new();
    for folder in folders.flatten() {
        let name = folder.file_name().to_string_lossy().into_owned();
        match fs::read_to_string(folder.path().join("Cargo.toml")) {
            Ok(manifest) => faults.extend(check_manifest(&name, &manifest)),
            Err(error) => faults.push(format!("crates/{name}/Cargo.toml: {error}")),
        }
    }
    faults.sort();
    faults
}

fn check_manifest(name: &str, manifest: &str) -> Vec<String> {
    let Some((_, allowed)) = ARROWS.iter().find(|(known, _)| *known == name) else {
        return vec![format!(
            "crates/{name} is not on the map of xtask/src/arrows.rs"
        )];
    };
    let manifest: toml::Table = match manifest.parse() {
        Ok(manifest) => manifest,
        Err(error) => return vec![format!("crates/{name}/Cargo.toml: {error}")],
    };
    let used = used_crates(&manifest);
    let wrong = used.iter().filter(|used| !allowed.contains(&used.as_str()));
    wrong
        .map(|used| format!("crates/{name} must not use {used}: see ARCHITECTURE.md"))
        .collect()
}

/// The project's own crates among the dependencies, also those of one platform only.
fn used_crates(manifest: &toml::Table) -> Vec<String> {
    let targets = manifest.get("target").and_then(toml::Value::as_table);
    let targets = targets.into_iter().flat_map(toml::Table::values);
    let tables = targets.filter_map(toml::Value::as_table).chain([manifest]);
    let mut used = Vec::new();
    for table in tables {
        for section in ["dependencies", "build-dependencies"] {
            let section = table.get(section).and_then(toml::Value::as_table);
            for (key, value) in section.into_iter().flatten() {
                let renamed = value.get("package").and_then(toml::Value::as_str);
                let package = renamed.unwrap_or(key);
                match package.strip_prefix("yomikiri-") {
                    Some(own) => used.push(own.to_owned()),
                    None if package == "yomikiri" => used.push("cli".to_owned()),
                    None => {}
                }
            }
        }
    }
    used
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crates_use_only_what_the_map_allows() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        assert_eq!(check(root), Vec::<String>::new());
    }

    #[test]
    fn a_wrong_arrow_is_found_however_it_is_written() {
        for manifest in [
            "[dependencies]\nyomikiri-search.workspace = true",
            "[dependencies.yomikiri-search]\nworkspace = true",
            "[dependencies]\nquick = { package = \"yomikiri-search\", path = \"../search\" }",
            "[build-dependencies]\nyomikiri-search = { path = \"../search\" }",
            "[target.'cfg(unix)'.dependencies]\nyomikiri-search.workspace = true",
        ] {
            let faults = check_manifest("games", manifest);
            assert_eq!(faults.len(), 1, "{manifest}");
            assert!(faults[0].contains("must not use search"));
        }
        let test_only = "[dev-dependencies]\nyomikiri-search.workspace = true";
        assert_eq!(check_manifest("games", test_only), Vec::<String>::new());
        assert_eq!(check_manifest("unheard-of", "").len(), 1);
        assert_eq!(check_manifest("games", "not toml").len(), 1);
    }

    #[test]
    fn the_map_has_no_circles() {
        for (at, (name, uses)) in ARROWS.iter().enumerate() {
            for used in *uses {
                let place = ARROWS.iter().position(|(known, _)| known == used);
                // Listed from the ground up.
                assert!(place.is_some_and(|place| place < at), "{name} uses {used}");
            }
        }
    }
}
