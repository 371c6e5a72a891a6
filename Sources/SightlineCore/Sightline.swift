/// The package.
public enum Sightline {
  /// The package's semantic version.
  ///
  /// Its only definition: `sightline --version` and the log's deliveries use it, and tests compare
  /// it with the newest version in CHANGELOG.md.
  public static var version: String { "0.1.0" }
}
