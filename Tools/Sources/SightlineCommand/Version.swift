/// The version of the project, which no other code states. A test compares it with the newest one
/// in CHANGELOG.md.
enum Version {
  static let current = "0.1.0"
}
