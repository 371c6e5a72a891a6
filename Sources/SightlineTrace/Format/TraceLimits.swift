/// Limits on the state a reader holds, which keep its memory below 1 GB for any input.
///
/// Nodes are the most expensive: the maximum number, each of them a container, target and cover,
/// watched and changed on one line, takes 410 MB in a replay and 520 MB in a verification. The
/// limit leaves room for a list of 100,000 targets and their surroundings; web pages have a few
/// thousand nodes. The numbers are part of the format (`docs/reference/trace-format.md`).
enum TraceLimits {
  /// The greatest number of a node, viewport or watch: 31 bits, to index arrays anywhere.
  static let id = Int(Int32.max)
  /// The greatest step or count: 2^53, up to which JavaScript represents all integers.
  static let count = 9_007_199_254_740_992
  /// Simultaneous nodes, elements of a list on a line, simultaneous watches.
  static let elements = 131_072
  /// Reports (`ev`, `imp`, `exp`) in one step.
  static let reports = 262_144
  /// Distinct numbers of nodes and of watches, and distinct identities, in a trace.
  static let numbers = 1_048_576
  /// The total number of thresholds of all watches.
  static let thresholds = 1_048_576
  /// Simultaneous viewports.
  static let views = 8_192
  /// Bytes of a text: a recorder's name, a page.
  static let text = 65_536
}
