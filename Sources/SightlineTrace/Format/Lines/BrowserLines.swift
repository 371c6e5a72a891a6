import SightlineCore

/// An IntersectionObserver of the browser that recorded.
struct TraceObserver: TraceRecord {
  /// The observer's number.
  var observer = 0
  /// The node whose clip is the viewport.
  var root = 0
  /// By how much the root's clip grows. A side has points or a fraction, not both.
  var margins = ViewportMargins.zero
  /// By how much the clip of every scroller between target and root grows; as ``margins``.
  var scrollMargins = ViewportMargins.zero
  /// The thresholds, each in 0...1; never empty.
  var thresholds: [Double] = []
  /// Whether the observer tracked occlusion and opacity too (`v2`).
  var tracksOcclusion = false

  static let format = LineFormat<TraceObserver>(
    "obs",
    [
      .required("o", \.observer, .id),
      .required("root", \.root, .id),
      .optional("margin", \.margins, MarginsForm(), default: .zero, isAlwaysWritten: true),
      .optional("scrollMargin", \.scrollMargins, MarginsForm(), default: .zero),
      .required("thr", \.thresholds, .thresholds),
      .optional("v2", \.tracksOcclusion, .bool, default: false),
    ])
}

/// Margins in the web's words.
private struct MarginsForm: ValueForm {
  func read(
    _ json: inout JSONScanner, _ key: JSONKey
  ) throws(TraceError.Problem) -> ViewportMargins {
    let text = try TextForm().read(&json, key)
    if let margins = MarginsText.parse(text) { return margins }
    throw .badValue(
      key: key.text, reason: "\"\(text.prefix(80))\" is not one to four of 10px or -5%")
  }

  func write(_ value: ViewportMargins, to encoder: inout LineEncoder) {
    encoder.string(MarginsText.print(value))
  }
}

/// Every observer starts or stops to watch targets.
struct TraceObserve: TraceRecord {
  var step = 0
  /// The targets, in order; a negative number means that its node is watched no longer.
  var ids: [Int] = []

  static let format = LineFormat<TraceObserve>(
    "observe",
    [
      .required("s", \.step, .count),
      .required("ids", \.ids, .list(.integer(-Int(Int32.max)...Int(Int32.max)))),
    ])
}

/// The state of one observer in one step.
struct TraceSnapshot: TraceRecord {
  /// A target that intersects.
  struct Target: Equatable, Sendable {
    var id: Int
    /// Visible area ÷ target area.
    var ratio: Double
    /// The visible part, in points, in the coordinates of the root node's viewport.
    var intersection: LayoutRect
    /// The whole target's bounding rect, in the same coordinates.
    var bounds: LayoutRect
  }

  var step = 0
  /// The observer's number.
  var observer = 0
  /// The viewport grown by its margins; `nil` if the browser did not report it.
  var root: LayoutRect?
  /// How many targets are watched.
  var watched = 0
  /// The targets that intersect; all others do not.
  var targets: [Target] = []

  static let format = LineFormat<TraceSnapshot>(
    "snap",
    [
      .required("s", \.step, .count),
      .required("o", \.observer, .id),
      .optional("root", \.root, .tuple(), takesNull: true, isAlwaysWritten: true),
      .required("n", \.watched, .count),
      .required("v", \.targets, .list(TargetForm())),
    ])
}

/// `[id, ratio, intersection, bounds]`
private struct TargetForm: ValueForm {
  func read(
    _ json: inout JSONScanner, _ key: JSONKey
  ) throws(TraceError.Problem) -> TraceSnapshot.Target {
    func next<Form: ValueForm>(_ form: Form) throws(TraceError.Problem) -> Form.Value {
      guard try json.nextElement() else { throw wrongTarget(key) }
      return try form.read(&json, key)
    }
    try json.beginArray(key)
    let target = TraceSnapshot.Target(
      id: try next(.id), ratio: try next(.fraction), intersection: try next(.tuple()),
      bounds: try next(.tuple()))
    guard try !json.nextElement() else { throw wrongTarget(key) }
    return target
  }

  private func wrongTarget(_ key: JSONKey) -> TraceError.Problem {
    .badValue(key: key.text, reason: "a target is [id, ratio, intersection, bounds]")
  }

  func write(_ target: TraceSnapshot.Target, to encoder: inout LineEncoder) {
    func next<Form: ValueForm>(_ form: Form, _ value: Form.Value, _ encoder: inout LineEncoder) {
      encoder.element()
      form.write(value, to: &encoder)
    }
    encoder.array {
      next(.id, target.id, &$0)
      next(.fraction, target.ratio, &$0)
      next(.tuple(), target.intersection, &$0)
      next(.tuple(), target.bounds, &$0)
    }
  }
}

/// An entry that an observer delivered.
struct TraceEntry: TraceRecord {
  /// The step in which it was delivered.
  var step = 0
  /// The observer's number.
  var observer = 0
  /// The target's node.
  var id = 0
  /// When the browser took it.
  var milliseconds = 0.0
  /// The whole target's bounding rect, in points.
  var bounds = LayoutRect.zero
  /// The visible part; zero where nothing is.
  var intersection = LayoutRect.zero
  /// The viewport grown by its margins; `nil` if the browser did not report it.
  var root: LayoutRect?
  /// Visible area ÷ target area.
  var ratio = 0.0
  /// Whether target and viewport meet, edges included.
  var isIntersecting = false
  /// Whether the browser knew the target to be unobscured; `nil` unless it tracked occlusion.
  var isVisible: Bool?

  static let format = LineFormat<TraceEntry>(
    "e",
    [
      .required("s", \.step, .count),
      .required("o", \.observer, .id),
      .required("id", \.id, .id),
      .required("t", \.milliseconds, .number),
      .required("br", \.bounds, .tuple()),
      .required("ir", \.intersection, .tuple()),
      .optional("rb", \.root, .tuple(), takesNull: true, isAlwaysWritten: true),
      .required("q", \.ratio, .fraction),
      .required("in", \.isIntersecting, .bool),
      .optional("vis", \.isVisible, .bool),
    ])
}
