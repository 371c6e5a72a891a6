/// How much a reader holds at once, so that no input needs more than 1 GB of memory.
///
/// Nodes cost most: the greatest number, each of them container, target and cover, watched and
/// changed on one line, takes 410 MB in a replay and 520 MB in a verification. The limit leaves
/// room for a list of 100,000 targets with what is around them; web pages have some thousand nodes.
/// The numbers are part of the format (`docs/trace-format.md`).
enum TraceLimits {
  /// Nodes that are there at once, elements of a list on a line, watches that are there at once.
  static let elements = 131_072
  /// Reports (`e`, `ev`, `imp`) in one step.
  static let reports = 262_144
  /// Different numbers of nodes and of watches, and different identities, in a trace.
  static let numbers = 1_048_576
  /// The thresholds of all watches together; those of an observer count once for each of its
  /// targets.
  static let thresholds = 1_048_576
  /// Observers, and viewports that are there at once.
  static let views = 8_192
  /// Bytes of a text: a recorder's name, a page, margins.
  static let text = 65_536
  /// Bytes of the JSON of a step's `do`.
  static let action = 1_048_576
}
