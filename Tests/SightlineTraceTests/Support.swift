import Foundation
import SightlineCore
import SightlineTestSupport
import Testing

@testable import SightlineTrace

/// The traces recorded in a browser.
enum Fixture: String, CaseIterable {
  case blocks, feed

  var url: URL {
    get throws {
      try #require(
        Bundle.module.url(forResource: "Fixtures/\(rawValue)", withExtension: "ndjson"))
    }
  }

  var bytes: [UInt8] { get throws { [UInt8](try Data(contentsOf: url)) } }
}

let meta = #"{"k":"meta","v":1}"# + "\n"
let root = #"{"k":"node","id":0,"p":-1,"frame":[0,0,100,100]}"# + "\n"
let stepZero = #"{"k":"step","s":0,"ms":0}"# + "\n"

/// Reads a whole trace, optionally checking its scene.
func read(
  _ bytes: [UInt8], skipsReports: Bool = false, checkingScene: Bool = false
) throws(TraceError) -> [TraceLine] {
  var reader = TraceReader(bytes: bytes, file: "test")
  reader.skipsReports = skipsReports
  var scene = TraceScene(file: "test")
  var lines: [TraceLine] = []
  while let (number, line) = try reader.next() {
    lines.append(line)
    if checkingScene { try scene.accept(line, number: number) }
  }
  if checkingScene { try scene.finish(lastLine: reader.lineNumber) }
  return lines
}

func read(
  _ text: String, skipsReports: Bool = false, checkingScene: Bool = false
) throws(TraceError) -> [TraceLine] {
  try read(Array(text.utf8), skipsReports: skipsReports, checkingScene: checkingScene)
}

/// Reads one line after a `meta` line.
func readLine(_ text: String) throws -> TraceLine {
  let lines = try read(meta + text + "\n")
  return try #require(lines.count == 2 ? lines[1] : nil)
}

/// Returns the error in a trace, if any.
func failure(in text: String, checkingScene: Bool = false) -> TraceError? {
  do throws(TraceError) {
    _ = try read(text, checkingScene: checkingScene)
    return nil
  } catch { return error }
}

func verify(_ path: String) throws -> TraceVerification {
  try TraceVerifier(TraceReader(path: path)).run()
}

/// Calls a closure with a temporary file, deleted afterwards.
func withTemporaryFile<Result>(_ body: (String) throws -> Result) throws -> Result {
  let url = FileManager.default.temporaryDirectory.appendingPathComponent(
    "sightline-\(UUID().uuidString).ndjson")
  defer { try? FileManager.default.removeItem(at: url) }
  return try body(url.path)
}

func writeBytes(_ bytes: [UInt8], to path: String) throws {
  try Data(bytes).write(to: URL(fileURLWithPath: path))
}

extension TraceLine {
  /// The line's content.
  var record: any TraceRecord {
    switch self {
    case .meta(let record): record
    case .step(let record): record
    case .node(let record): record
    case .observe(let record): record
    case .delta(let record): record
    case .view(let record): record
    case .watch(let record): record
    case .unwatch(let record): record
    case .app(let record): record
    case .seen(let record): record
    case .change(let record): record
    case .impression(let record): record
    case .exposure(let record): record
    }
  }
}

extension TraceScene {
  /// The number of nodes.
  var nodeCount: Int { tree.count }

  /// All nodes, parents before children.
  var nodes: [TraceNode] {
    var places = tree.place(of: TraceNode.rootID).map { [$0] } ?? []
    var next = 0
    while next < places.count {
      places += tree.slots[places[next]].children.sorted()
      next += 1
    }
    return places.map { tree.slots[$0].node }
  }
}

// Edits that only recordings need. The tally of the world's impressions doesn't follow them.
extension RandomWorld {
  private mutating func knownPolicy() -> ImpressionPolicy? {
    tally.policies.keys.sorted { $0.index < $1.index }.randomElement(using: &random)
      .flatMap { tally.policies[$0] }
  }

  mutating func replacePolicy() {
    guard let old = knownPolicy(), let new = knownPolicy() else { return }
    engine.edit(.replace(old, with: new))
  }

  /// Adopts a record as if from another window.
  mutating func adoptRecord() {
    guard let policy = knownPolicy() else { return }
    let time = random.oneIn(3) ? nil : engine.timeOfLastPass
    var record = ImpressionRecord(
      identity: ItemIdentity(UInt64(random.index(12))), policy: policy,
      count: 1 + random.index(5), lastImpression: time, day: random.index(3),
      countOnDay: random.index(3))
    record.isOfSession = random.oneIn(2)
    engine.adopt(record)
  }
}
