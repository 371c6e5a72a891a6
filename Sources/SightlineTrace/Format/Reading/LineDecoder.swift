import SightlineCore

/// Makes a ``TraceLine`` of one line's bytes.
///
/// Keys may come in any order; keys that version 1 does not know are skipped.
struct LineDecoder {
  typealias Problem = TraceError.Problem

  private let bytes: UnsafeBufferPointer<UInt8>
  /// Where the line's object is being read.
  var json: JSONScanner

  init(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) {
    self.bytes = bytes
    json = JSONScanner(bytes)
    json.position = start
  }

  /// What `k` says; `nil` where there is no `k`.
  func kind() throws(Problem) -> JSONKey? {
    var json = try begun()
    while let key = try json.nextKey() {
      if key == "k" { return try json.code(key) }
      try json.skipValue()
    }
    return nil
  }

  /// What `v` says, before anything else of the line is understood.
  private func version() throws(Problem) -> Int {
    var json = try begun()
    while let key = try json.nextKey() {
      if key == "v" { return try json.integer(key, in: 1...Int.max) }
      try json.skipValue()
    }
    throw .missingKey("v", kind: "meta")
  }

  private func begun() throws(Problem) -> JSONScanner {
    var json = self.json
    json.skipSpace()
    if json.byte != 0x7B {
      try json.skipValue()
      throw .notAnObject
    }
    try json.beginObject(.none)
    return json
  }

  /// The line; `nil` for a kind that version 1 does not know.
  mutating func line(_ kind: JSONKey) throws(Problem) -> TraceLine? {
    if let offset = JSONScanner.firstInvalidUTF8(in: bytes) { throw .notUTF8(column: offset + 1) }
    if kind == "meta" {
      let version = try version()
      if version > TraceMeta.currentVersion { throw .futureVersion(version) }
    }
    json = try begun()
    let line = try content(kind)
    try json.end()
    return line
  }

  private mutating func content(_ kind: JSONKey) throws(Problem) -> TraceLine? {
    switch kind {
    case "e": return .entry(try entry())
    case "snap": return .snapshot(try snapshot())
    case "node": return .node(try node("node"))
    case "d": return .delta(try delta())
    case "step": return .step(try step())
    case "ev": return .change(try change())
    case "imp": return .impression(try impression())
    case "watch": return .watch(try watch())
    case "unwatch": return .unwatch(try unwatch())
    case "app": return .app(try app())
    case "view": return .view(try view())
    case "obs": return .observer(try observer())
    case "observe": return .observe(try observe())
    case "meta": return .meta(try meta())
    case "names":
      try skipRest()
      return .names
    default:
      try skipRest()
      return nil
    }
  }

  private mutating func skipRest() throws(Problem) {
    while try json.nextKey() != nil { try json.skipValue() }
  }

  private mutating func meta() throws(Problem) -> TraceMeta {
    var version: Int?
    var (recorder, mode, page, unit): (String?, String?, String?, String?)
    var viewport: LayoutSize?
    var targets: Int?
    var interval: Double?
    while let key = try json.nextKey() {
      switch key {
      case "v": try json.read(&version, key, in: 1...Int.max)
      case "ua": try json.read(&recorder, key)
      case "mode": try json.read(&mode, key)
      case "page": try json.read(&page, key)
      case "viewport":
        let n = try json.numbers(2, key)
        if viewport != nil { throw .duplicateKey("viewport") }
        viewport = LayoutSize(width: n[0], height: n[1])
      case "targets": try json.read(&targets, key, in: TraceRange.count)
      case "dt": try json.read(&interval, key)
      case "unit": try json.read(&unit, key)
      default: try json.skipValue()
      }
    }
    return TraceMeta(
      recorder: recorder, mode: mode, page: page, viewport: viewport, targets: targets,
      stepMilliseconds: interval, unit: unit)
  }

  private mutating func step() throws(Problem) -> TraceStep {
    var step: Int?
    var milliseconds: Double?
    var nanoseconds: Int64?
    var action: String?
    while let key = try json.nextKey() {
      switch key {
      case "s": try json.read(&step, key, in: TraceRange.count)
      case "ms": try json.read(&milliseconds, key, in: TraceStep.millisecondRange)
      case "ns": try json.read(&nanoseconds, key, in: Int64.min...Int64.max)
      case "do":
        if action != nil { throw .duplicateKey("do") }
        let range = try json.skipValue()
        guard range.count <= TraceLimits.action else {
          throw .tooMany("bytes in \"do\"", limit: TraceLimits.action)
        }
        action = String(decoding: bytes[range], as: UTF8.self)
      default: try json.skipValue()
      }
    }
    return TraceStep(
      try json.require(step, "s", "step"),
      milliseconds: try json.require(milliseconds, "ms", "step"), nanoseconds: nanoseconds,
      action: action)
  }
}
