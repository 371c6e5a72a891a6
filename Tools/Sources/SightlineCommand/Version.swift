/// The version of the project, the only place in code that says it. A test compares it with the
/// newest one in CHANGELOG.md.
enum Version {
  static let current = "0.1.0"
}
