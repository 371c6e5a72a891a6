import SightlineCore

/// The first line of a trace: what it is and who wrote it.
struct TraceMeta: TraceRecord {
  /// The version of the format that this module reads and writes.
  static let currentVersion = 1

  var version = TraceMeta.currentVersion
  /// A browser's or an app's name and version.
  var recorder: String?
  /// How it was recorded, in the recorder's own words.
  var mode: String?
  /// The page or screen.
  var page: String?
  /// The size of the window's content, in points.
  var viewport: LayoutSize?
  /// How many targets are watched at the start.
  var targets: Int?
  /// The usual time between two steps.
  var stepMilliseconds: Double?
  /// The unit of all lengths, for people.
  var unit: String?

  static let format = LineFormat<TraceMeta>(
    "meta",
    [
      .required("v", \.version, .integer(1...Int.max)),
      .optional("ua", \.recorder, .text),
      .optional("mode", \.mode, .text),
      .optional("page", \.page, .text),
      .optional("viewport", \.viewport, .tuple()),
      .optional("targets", \.targets, .count),
      .optional("dt", \.stepMilliseconds, .number),
      .optional("unit", \.unit, .text),
    ])
}

/// A selector for every node, for people. Its content is not kept.
struct TraceNames: TraceRecord {
  private var selectors = "[]"

  static let format = LineFormat<TraceNames>(
    "names",
    [.optional("v", \.selectors, DiscardedForm(), default: "[]", isAlwaysWritten: true)])
}

/// JSON that is not kept.
private struct DiscardedForm: ValueForm {
  func read(_ json: inout JSONScanner, _ key: JSONKey) throws(TraceError.Problem) -> String {
    try json.skipValue()
    return "[]"
  }

  func write(_ value: String, to encoder: inout LineEncoder) { encoder.raw(value) }
}
