/// The package's semantic version.
///
/// The only definition: `sightline --version` and log deliveries use it, and tests compare it with
/// the newest version in CHANGELOG.md.
public var sightlineVersion: String { "0.1.0" }
