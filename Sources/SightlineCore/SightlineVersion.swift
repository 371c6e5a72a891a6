/// The package's semantic version.
///
/// Its only definition: `sightline --version` and the log's deliveries use it, and tests compare it
/// with the newest version in CHANGELOG.md.
public var sightlineVersion: String { "0.1.0" }
