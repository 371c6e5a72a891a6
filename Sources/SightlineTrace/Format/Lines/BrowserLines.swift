import SightlineCore

/// An IntersectionObserver of the recording browser.
struct TraceObserver: TraceRecord {
  var observer = 0
  /// The node whose clip is the viewport.
  var root = 0
  /// The margins added to the root's clip. A side has points or a fraction, not both.
  var margins = ViewportMargins.zero
  /// The margins added to the clip of every scroller between target and root, as in ``margins``.
  var scrollMargins = ViewportMargins.zero
  /// The thresholds, each in 0...1; never empty.
  var thresholds: [Double] = []
  /// Whether the observer also tracked occlusion and opacity (`v2`).
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

/// The form of margins in web notation.
private struct MarginsForm: ValueForm {
  func read(_ json: inout JSONScanner, _ key: JSONKey) throws(Problem) -> ViewportMargins {
    let text = try TextForm().read(&json, key)
    if let margins = MarginsText.parse(text) { return margins }
    throw .badValue(
      key: key.text, reason: "\"\(text.prefix(80))\" is not one to four of 10px or -5%")
  }

  func write(_ value: ViewportMargins, to encoder: inout LineEncoder) {
    encoder.string(MarginsText.print(value))
  }
}

/// Targets that every observer starts or stops watching.
struct TraceObserve: TraceRecord {
  var step = 0
  /// The targets, in order. A negative number means that its node is no longer watched.
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
  var observer = 0
  /// The viewport expanded by its margins; `nil` if the browser didn't report it.
  var root: LayoutRect?
  var watched = 0
  /// The intersecting targets. No other target intersects.
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
  func read(_ json: inout JSONScanner, _ key: JSONKey) throws(Problem) -> TraceSnapshot.Target {
    func next<Form: ValueForm>(_ form: Form) throws(Problem) -> Form.Value {
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

  private func wrongTarget(_ key: JSONKey) -> Problem {
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

/// An entry delivered by an observer.
struct TraceEntry: TraceRecord {
  var step = 0
  var observer = 0
  /// The target's node.
  var id = 0
  /// The browser's timestamp of the entry.
  var milliseconds = 0.0
  /// The whole target's bounding rect, in points.
  var bounds = LayoutRect.zero
  /// The visible part; zero if nothing is visible.
  var intersection = LayoutRect.zero
  /// The viewport expanded by its margins; `nil` if the browser didn't report it.
  var root: LayoutRect?
  /// Visible area ÷ target area.
  var ratio = 0.0
  /// Whether target and viewport intersect, touching edges included.
  var isIntersecting = false
  /// Whether the browser found the target unobscured; `nil` unless it tracked occlusion.
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
