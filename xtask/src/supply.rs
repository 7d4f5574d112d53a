//! Third-party crates: licences, sources, unmaintained crates, second versions.
//!
//! The policy is `deny.toml`, in cargo-deny's format; this reads the part of it that needs no
//! network: what `cargo metadata` says about the crates of the lock file.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use serde::Deserialize;

/// The parts of `deny.toml` that are checked.
#[derive(Deserialize)]
struct Policy {
    licenses: Licenses,
    bans: Bans,
}

#[derive(Deserialize)]
struct Licenses {
    allow: Vec<String>,
}

#[derive(Deserialize)]
struct Bans {
    deny: Vec<Named>,
    skip: Vec<Named>,
}

/// A crate, or one version of it as `name@version`.
#[derive(Deserialize)]
struct Named {
    #[serde(rename = "crate")]
    name: String,
    reason: String,
    /// Crates that may use a denied one all the same.
    #[serde(default)]
    wrappers: Vec<String>,
}

/// What `cargo metadata` prints, as far as it is used.
#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
    resolve: Resolve,
}

#[derive(Deserialize)]
struct Package {
    id: String,
    name: String,
    version: String,
    license: Option<String>,
    /// `None` for crates of this repository.
    source: Option<String>,
}

#[derive(Deserialize)]
struct Resolve {
    nodes: Vec<Node>,
}

#[derive(Deserialize)]
struct Node {
    id: String,
    /// The ids of the crates that it uses.
    dependencies: Vec<String>,
}

/// Every way in which the crates of the lock file break the policy.
pub(crate) fn check(root: &Path) -> Vec<String> {
    let policy = match read_policy(root) {
        Ok(policy) => policy,
        Err(error) => return vec![format!("deny.toml: {error}")],
    };
    match metadata(root) {
        Ok(metadata) => faults(&policy, &metadata),
        Err(error) => vec![format!("cargo metadata: {error}")],
    }
}

fn read_policy(root: &Path) -> Result<Policy, String> {
    let text = fs::read_to_string(root.join("deny.toml")).map_err(|error| error.to_string())?;
    toml::from_str(&text).map_err(|error| error.to_string())
}

/// The crates that are compiled on this platform; those of other platforms may not be downloaded.
fn metadata(root: &Path) -> Result<Metadata, String> {
    let version = run(Command::new("rustc").arg("-vV"))?;
    let host = version
        .lines()
        .find_map(|line| line.strip_prefix("host: "))
        .ok_or("rustc -vV names no host")?;
    let text = run(Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--locked"])
        .args(["--filter-platform", host])
        .current_dir(root))?;
    serde_json::from_str(&text).map_err(|error| error.to_string())
}

fn run(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    String::from_utf8(output.stdout).map_err(|error| error.to_string())
}

fn faults(policy: &Policy, metadata: &Metadata) -> Vec<String> {
    let used: BTreeSet<&str> = metadata
        .resolve
        .nodes
        .iter()
        .map(|node| &*node.id)
        .collect();
    let packages = metadata.packages.iter();
    let packages: Vec<&Package> = packages
        .filter(|package| package.source.is_some() && used.contains(&*package.id))
        .collect();
    let users = |id: &str| -> Vec<&str> {
        let nodes = metadata.resolve.nodes.iter();
        let users = nodes.filter(|node| node.dependencies.iter().any(|used| used == id));
        let packages =
            users.filter_map(|node| metadata.packages.iter().find(|of| of.id == node.id));
        packages.map(|package| &*package.name).collect()
    };
    let mut faults: Vec<String> = packages
        .iter()
        .flat_map(|package| faults_of(policy, package, &users(&package.id)))
        .collect();
    faults.extend(second_versions(&policy.bans.skip, &packages));
    faults
}

/// `users` are the names of the crates that use the package.
fn faults_of(policy: &Policy, package: &Package, users: &[&str]) -> Vec<String> {
    let Package { name, version, .. } = package;
    let mut faults = Vec::new();
    match &package.license {
        None => faults.push(format!("{name} {version}: expected a licence, got none")),
        Some(license) if !is_allowed(license, &policy.licenses.allow) => {
            let expected = "a licence of deny.toml's list";
            faults.push(format!(
                "{name} {version}: expected {expected}, got {license}"
            ));
        }
        Some(_) => {}
    }
    if !package
        .source
        .as_deref()
        .is_some_and(|source| source.starts_with("registry+"))
    {
        faults.push(format!(
            "{name} {version}: expected a crate of the registry"
        ));
    }
    let may_use = |denied: &Named| {
        let is_wrapper = |user: &&str| denied.wrappers.iter().any(|wrapper| wrapper == user);
        !users.is_empty() && users.iter().all(is_wrapper)
    };
    let denied = policy.bans.deny.iter().find(|denied| denied.name == *name);
    if let Some(denied) = denied.filter(|denied| !may_use(denied)) {
        faults.push(format!(
            "{name} {version}: not used here: {}",
            denied.reason
        ));
    }
    faults
}

/// Whether a licence expression can be satisfied with the allowed licences.
fn is_allowed(license: &str, allow: &[String]) -> bool {
    // Older manifests write `MIT/Apache-2.0` for `MIT OR Apache-2.0`.
    let Ok(expression) = spdx::Expression::parse_mode(license, spdx::ParseMode::LAX) else {
        return false;
    };
    expression.evaluate(|needed| allow.contains(&needed.to_string()))
}

/// Crates in several versions that `skip` does not name, and names in `skip` without need.
fn second_versions(skip: &[Named], packages: &[&Package]) -> Vec<String> {
    let mut versions: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for package in packages {
        versions
            .entry(&package.name)
            .or_default()
            .insert(&package.version);
    }
    let mut faults = Vec::new();
    for (name, versions) in &versions {
        let is_skipped = |version: &&&str| {
            skip.iter().any(|skipped| {
                matches!(skipped.name.split_once('@'), Some((n, v)) if n == *name && v == **version)
            })
        };
        let kept = versions.len() - versions.iter().filter(is_skipped).count();
        if kept > 1 {
            let versions: Vec<&str> = versions.iter().copied().collect();
            faults.push(format!(
                "{name}: expected one version, got {}",
                versions.join(" and ")
            ));
        }
    }
    for skipped in skip {
        let is_second = skipped.name.split_once('@').is_some_and(|(name, version)| {
            versions
                .get(name)
                .is_some_and(|versions| versions.len() > 1 && versions.contains(version))
        });
        if !is_second {
            faults.push(format!(
                "deny.toml: {} needs no `skip` any more",
                skipped.name
            ));
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    fn policy() -> Policy {
        let text = r#"
            licenses.allow = ["MIT", "Apache-2.0", "Apache-2.0 WITH LLVM-exception"]
            bans.deny = [{ crate = "left-pad", reason = "unmaintained", wrappers = ["wide"] }]
            bans.skip = [{ crate = "syn@2.0.1", reason = "an older derive crate" }]"#;
        toml::from_str(text).unwrap()
    }

    fn package(name: &str, version: &str, license: &str) -> Package {
        Package {
            id: format!("{name} {version}"),
            name: name.into(),
            version: version.into(),
            license: (!license.is_empty()).then(|| license.into()),
            source: Some("registry+somewhere".into()),
        }
    }

    #[track_caller]
    fn check_license(license: &str, allowed: bool) {
        assert_eq!(
            is_allowed(license, &policy().licenses.allow),
            allowed,
            "{license}"
        );
    }

    #[test]
    fn a_licence_is_an_expression() {
        check_license("MIT", true);
        check_license("MIT/Apache-2.0", true);
        check_license("Apache-2.0 OR GPL-2.0-only", true);
        check_license("Apache-2.0 WITH LLVM-exception", true);
        check_license("MIT AND GPL-3.0-only", false);
        check_license("GPL-3.0-or-later", false);
        check_license("whatever", false);
    }

    #[test]
    fn every_kind_of_fault_is_found() {
        let check = |package: Package| faults_of(&policy(), &package, &["serde"]);
        assert_eq!(
            check(package("serde", "1.0.0", "MIT")),
            Vec::<String>::new()
        );
        assert_eq!(check(package("serde", "1.0.0", "")).len(), 1);
        assert_eq!(check(package("left-pad", "1.0.0", "MIT")).len(), 1);
        let denied = package("left-pad", "1.0.0", "MIT");
        for (users, faults) in [(&["wide"][..], 0), (&["wide", "serde"], 1), (&[], 1)] {
            assert_eq!(
                faults_of(&policy(), &denied, users).len(),
                faults,
                "{users:?}"
            );
        }
        let mut from_git = package("serde", "1.0.0", "MIT");
        from_git.source = Some("git+somewhere".into());
        assert_eq!(check(from_git).len(), 1);
    }

    #[test]
    fn second_versions_are_listed_with_their_reason() {
        let old = package("syn", "2.0.1", "MIT");
        let new = package("syn", "3.0.0", "MIT");
        let skip = policy().bans.skip;
        assert_eq!(second_versions(&skip, &[&old, &new]), Vec::<String>::new());
        assert_eq!(second_versions(&[], &[&old, &new]).len(), 1);
        assert_eq!(
            second_versions(&skip, &[&new]).len(),
            1,
            "a skip without need"
        );
    }
}
