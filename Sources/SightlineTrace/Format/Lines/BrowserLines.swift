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
      .optional("margin", \.margins, .margins, default: .zero, isAlwaysWritten: true),
      .optional("scrollMargin", \.scrollMargins, .margins, default: .zero),
      .required("thr", \.thresholds, .thresholds),
      .optional("v2", \.tracksOcclusion, .bool, default: false),
    ])
}

extension ValueForm where Value == ViewportMargins {
  /// The form of margins in web notation.
  fileprivate static var margins: Self {
    Self { json, key throws(Problem) in
      let text = try ValueForm<String>.text.read(&json, key)
      if let margins = MarginsText.parse(text) { return margins }
      throw .badValue(
        key: key.text, reason: "\"\(text.prefix(80))\" is not one to four of 10px or -5%")
    } write: { value, encoder in
      encoder.string(MarginsText.print(value))
    }
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
      .required("ids", \.ids, .list(.integer(-TraceLimits.id...TraceLimits.id))),
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
      .required("v", \.targets, .list(.target)),
    ])
}

extension ValueForm where Value == TraceSnapshot.Target {
  /// `[id, ratio, intersection, bounds]`
  fileprivate static var target: Self {
    let (id, ratio, rect) = (
      ValueForm<Int>.id, ValueForm<Double>.fraction, ValueForm<LayoutRect>.tuple()
    )
    let wrong = "a target is [id, ratio, intersection, bounds]"
    return Self { json, key throws(Problem) in
      func next<Part>(
        _ read: (inout JSONScanner, JSONKey) throws(Problem) -> Part
      ) throws(Problem) -> Part {
        guard try json.nextElement() else { throw .badValue(key: key.text, reason: wrong) }
        return try read(&json, key)
      }
      try json.beginArray(key)
      let target = TraceSnapshot.Target(
        id: try next(id.read), ratio: try next(ratio.read), intersection: try next(rect.read),
        bounds: try next(rect.read))
      guard try !json.nextElement() else { throw .badValue(key: key.text, reason: wrong) }
      return target
    } write: { target, encoder in
      func next<Part>(_ form: ValueForm<Part>, _ part: Part, _ encoder: inout LineEncoder) {
        encoder.element()
        form.write(part, &encoder)
      }
      encoder.array {
        next(id, target.id, &$0)
        next(ratio, target.ratio, &$0)
        next(rect, target.intersection, &$0)
        next(rect, target.bounds, &$0)
      }
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
