import Foundation
import SightlineCore
import SightlineOracle
import SightlineTestSupport
import Testing

@testable import SightlineTrace

/// Broken traces end in an error or a result, never in a crash. They are replayed under several
/// rules and policies, verified, and converted to viewer sessions.
@Suite struct MutationTests {
  private static let count = RandomWorlds.count * 100

  /// Returns small traces with every kind of line.
  private static func sources() throws -> [[String]] {
    var sources = try ["Judge/churn", "Judge/fixed", "Judge/scroll-margins"].map {
      Array(try BrowserVerifierTests.lines($0).prefix(60))
    }
    sources.append(TraceReplayerTests.list.split(separator: "\n").map(String.init))
    sources.append(
      """
      {"k":"meta","v":1}
      {"k":"step","s":0,"ms":0,"ns":0}
      {"k":"node","id":0,"p":-1,"frame":[0,0,100,200],"clip":[0,0,100,200],"scroll":[0,0],"box":true}
      {"k":"node","id":3,"p":0,"frame":[0,0,100,100],"box":true,"tf":[0.8,0.6,-0.6,0.8,3,4],"z":2}
      {"k":"node","id":1,"p":3,"frame":[0,0,100,100],"target":true,"opacity":0.5}
      {"k":"node","id":2,"p":0,"frame":[0,50,100,100],"cover":"opaque"}
      {"k":"view","s":0,"v":0,"root":0,"margin":[0,-10,5,0],"scrollMargin":[1,2,3,4]}
      {"k":"watch","s":0,"w":0,"id":1,"v":0,"rule":{"of":"smaller","thr":[0.5,0.7],"hyst":0.1,"alpha":0.2}}
      {"k":"watch","s":0,"w":1,"id":1,"v":0,"rule":{"of":"item","thr":[0.5]},"see":{"id":9,"dwell":1000000000,"sum":true,"pause":true,"again":"coolDown","n":500,"speed":2500}}
      {"k":"ev","s":0,"w":0,"on":true,"thr":0,"f":0.71}
      {"k":"step","s":1,"ms":1500}
      {"k":"d","s":1,"set":[{"id":0,"scroll":[0,40]},{"id":2,"cover":"friendly"}],"add":[{"id":6,"p":3,"frame":[1,2,3,4],"box":true}],"rm":[]}
      {"k":"app","s":1,"active":false}
      {"k":"unwatch","s":1,"w":0}
      {"k":"step","s":2,"ms":2000}
      {"k":"d","s":2,"rm":[1,6,3]}
      {"k":"app","s":2,"day":4}
      """.split(separator: "\n").map(String.init))
    for seed in 0..<UInt64(3) {
      try withTemporaryFile { path in
        try RowWorld.record(seed: seed, steps: 12, to: path)
        let text = try String(contentsOfFile: path, encoding: .utf8)
        sources.append(text.split(separator: "\n").map(String.init))
      }
    }
    return sources
  }

  private static let watchings: [TraceReplayer.Watching] = [
    .asRecorded, .init(rule: .anyPixel, policy: .mrcVideo), .init(rule: .allEdgesSeen),
    .init(policy: ImpressionPolicy.feed.repeating(.afterLeaving), margins: .points(top: -30)),
    .init(rule: .thresholds([0, 0.5, 1]), margins: .zero, ignoresCovers: true),
    .init(margins: .points(bottom: 1e9), ignoresCovers: true),
  ]

  private static let numbers = [
    "0", "-1", "1e308", "-1e308", "1e999", "NaN", "null", "0.5", "65536", "4294967296",
    "9223372036854775807", "1e-300", "true", "\"x\"", "[]",
  ]

  private func mutate(_ lines: [String], _ random: inout SeededGenerator) -> [UInt8] {
    var lines = lines
    for _ in 0..<(1 + random.below(3)) {
      let index = random.below(lines.count)
      switch random.below(6) {
      case 0: lines.swapAt(index, random.below(lines.count))
      case 1: if lines.count > 2 { lines.remove(at: index) }
      case 2: lines.insert(lines[random.below(lines.count)], at: index)
      case 3, 4:
        // Replace a number with another one.
        let matches = lines[index].matches(of: /-?\d+(\.\d+)?/)
        guard !matches.isEmpty else { continue }
        let match = matches[random.below(matches.count)]
        lines[index].replaceSubrange(
          match.range, with: Self.numbers[random.below(Self.numbers.count)])
      default: break
      }
    }
    var bytes = Array(lines.joined(separator: "\n").utf8)
    switch random.below(6) {
    case 0: bytes.removeLast(random.below(bytes.count))
    case 1: bytes[random.below(bytes.count)] = UInt8(random.below(256))
    case 2:
      let place = random.below(bytes.count)
      bytes.removeSubrange(place..<min(bytes.count, place + 1 + random.below(40)))
    default: break
    }
    return bytes
  }

  @Test func `thousands of mutated traces replay and verify without crashing`() throws {
    let sources = try Self.sources()
    var failures = 0
    for seed in 0..<Self.count {
      var random = SeededGenerator(seed: UInt64(seed))
      let bytes = mutate(sources[seed % sources.count], &random)
      let watching = Self.watchings[random.below(Self.watchings.count)]
      let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).count
      func reader() -> TraceReader { TraceReader(bytes: bytes, file: "mutated") }
      do throws(TraceError) {
        try replay(reader(), watching, "seed \(seed)")
        _ = try TraceVerifier(reader(), reference: seed % 4 == 0 ? Oracle.counter() : nil).run()
        _ = try BrowserVerification(bytes, file: "mutated")
        _ = try ViewerSession(
          reader(), named: "mutated", watching: watching)
      } catch {
        failures += 1
        #expect(error.file == "mutated" && (0...lines).contains(error.line), "seed \(seed)")
        #expect(error.line > 0 || [.empty, .notText].contains(error.problem), "seed \(seed)")
        #expect(!error.description.contains("\n"), "seed \(seed)")
      }
    }
    // If all or none were broken, the mutations would test nothing.
    #expect(failures > Self.count / 4 && failures < Self.count)
  }

  /// Replays a trace and checks its events for consistency.
  private func replay(
    _ reader: consuming TraceReader, _ watching: TraceReplayer.Watching, _ comment: Comment
  ) throws(TraceError) {
    struct Watched: Hashable {
      var node: Int
      var incarnation: Int
      var watch: Int?
      var threshold: Int
    }
    var replayer = TraceReplayer(reader, watching: watching, keepsItems: true)
    var holding: Set<Watched> = []
    var (entered, left) = (0, 0)
    while let events = try replayer.next() {
      for event in events {
        var watched = Watched(
          node: event.node, incarnation: event.incarnation, watch: event.watch, threshold: 0)
        switch event.kind {
        case .change(let change):
          watched.threshold = change.threshold
          if change.isVisible { entered += 1 } else { left += 1 }
          #expect(change.fraction >= 0 && change.fraction.isFinite, comment)
          // Recorded watches of an app may end, and others may reuse their numbers.
          if watching.isOverride {
            let isNew =
              change.isVisible
              ? holding.insert(watched).inserted
              : holding.remove(watched) != nil
            #expect(isNew, "\(comment): \(event)")
          }
        case .unwatched:
          let held = holding.filter { $0.node == event.node && $0.incarnation == event.incarnation }
          #expect(!watching.isOverride || !held.isEmpty, "\(comment): \(event)")
          holding.subtract(held)
        case .impression(let impression): #expect(impression.count > 0, comment)
        case .exposure(let exposure):
          #expect(
            exposure.duration >= .zero && exposure.isVisible == (exposure.reason == nil), comment)
        }
      }
    }
    let items = replayer.items
    #expect(replayer.summary.entered == entered && replayer.summary.left == left, comment)
    #expect(items.reduce(0) { $0 + $1.impressions } == replayer.summary.impressions, comment)
    for item in items {
      guard let exposure = item.exposure else { continue }
      #expect(exposure.total <= replayer.summary.duration && exposure.total >= .zero, comment)
      #expect(exposure.longest <= exposure.total, comment)
    }
  }
}

extension SeededGenerator {
  mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &self) }
}
