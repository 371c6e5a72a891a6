import SightlineCore

/// The first line of a trace: its format version and origin.
struct TraceMeta: TraceRecord {
  /// The format version that this module reads and writes.
  static let currentVersion = 1

  var version = TraceMeta.currentVersion
  /// The name and version of the recording browser or app.
  var recorder: String?
  var page: String?
  /// The size of the window's content, in points.
  var viewport: LayoutSize?
  /// The unit of all lengths, for display.
  var unit: String?

  static let format = LineFormat<TraceMeta>(
    "meta",
    [
      .required("v", \.version, versionForm),
      .optional("ua", \.recorder, .text),
      .optional("page", \.page, .name),
      .optional("viewport", \.viewport, .tuple()),
      .optional("unit", \.unit, .text),
    ])

  private static let versionForm = ValueForm<Int> { json throws(Problem) in
    let version = try json.integer(in: 1...Int.max)
    if version > currentVersion { throw .futureVersion(version) }
    return version
  } write: { value, encoder in
    encoder.raw("\(value)")
  }
}
