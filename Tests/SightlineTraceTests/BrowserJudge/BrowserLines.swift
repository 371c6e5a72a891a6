import SightlineCore

@testable import SightlineTrace

/// A line of a trace, or a browser's verdict, which replays skip.
enum JudgedLine {
  case line(TraceLine)
  case observer(TraceObserver)
  case snapshot(TraceSnapshot)
  case entry(TraceEntry)
}

/// Reads a trace with a browser's verdicts.
struct BrowserReader: ~Copyable {
  private let texts: [ArraySlice<UInt8>]
  private var reader: TraceReader
  private(set) var scene: TraceScene
  private(set) var lineNumber = 0
  /// The last line that the reader returned, and its number.
  private var next: (number: Int, line: TraceLine)?

  init(bytes: [UInt8], file: String) {
    texts = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    reader = TraceReader(bytes: bytes, file: file)
    scene = TraceScene(file: file)
  }

  /// Calls a closure with each line, once the scene has accepted it.
  mutating func readAll(_ body: (JudgedLine, TraceScene) -> Void) throws(TraceError) {
    while true {
      let next = try reader.next()
      while lineNumber + 1 < (next?.number ?? reader.lineNumber + 1) {
        lineNumber += 1
        if let verdict = try verdict() { body(verdict, scene) }
      }
      guard let next else { break }
      lineNumber = next.number
      try scene.accept(next.line, number: next.number)
      body(.line(next.line), scene)
    }
    try scene.finish(lastLine: lineNumber)
  }

  /// Reads the verdict on a line that the reader skipped, if it is one.
  private func verdict() throws(TraceError) -> JudgedLine? {
    do {
      return try Array(texts[lineNumber - 1]).withUnsafeBufferPointer { (bytes) throws(Problem) in
        if !bytes.contains(0x7B) { return nil }
        var json = JSONScanner(bytes)
        switch try json.beginLine() {
        case TraceObserver.format.kind: return .observer(try TraceObserver(&json))
        case TraceSnapshot.format.kind: return .snapshot(try TraceSnapshot(&json))
        case TraceEntry.format.kind: return .entry(try TraceEntry(&json))
        default: return nil
        }
      }
    } catch { throw TraceError(file: scene.file, line: lineNumber, problem: error) }
  }
}

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
      .optional("margin", \.margins, .margins, default: .zero),
      .optional("scrollMargin", \.scrollMargins, .margins, default: .zero),
      .required("thr", \.thresholds, .thresholds),
      .optional("v2", \.tracksOcclusion, .bool, default: false),
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
      .optional("root", \.root, .tuple()),
      .required("n", \.watched, .count),
      .required("v", \.targets, .list(.target)),
    ])
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
      .optional("rb", \.root, .tuple()),
      .required("q", \.ratio, .fraction),
      .required("in", \.isIntersecting, .bool),
      .optional("vis", \.isVisible, .bool),
    ])
}

extension ValueForm where Value == ViewportMargins {
  /// The form of margins in web notation. Only read.
  fileprivate static var margins: Self {
    Self { json throws(Problem) in
      let text = try json.string()
      if let margins = MarginsText.parse(text) { return margins }
      throw .badValue(key: json.key, reason: "\"\(text)\" is not one to four of 10px or -5%")
    } write: { _, _ in
    }
  }
}

extension ValueForm where Value == TraceSnapshot.Target {
  /// `[id, ratio, intersection, bounds]`. Only read.
  fileprivate static var target: Self {
    Self { json throws(Problem) in
      let rect = ValueForm<LayoutRect>.tuple()
      func next<Part>(_ form: ValueForm<Part>, _ json: inout JSONScanner) throws(Problem) -> Part {
        guard try json.nextElement() else {
          throw .badValue(key: json.key, reason: "a target is [id, ratio, intersection, bounds]")
        }
        return try form.read(&json)
      }
      try json.beginArray()
      let target = TraceSnapshot.Target(
        id: try next(.id, &json), ratio: try next(.fraction, &json),
        intersection: try next(rect, &json), bounds: try next(rect, &json))
      _ = try json.nextElement()
      return target
    } write: { _, _ in
    }
  }
}
