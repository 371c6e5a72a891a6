#if Log
import Foundation
import GRDB
import SightlineHost
import SightlineTestSupport
import Testing

@testable import SightlineLog

@Suite struct ContextTests {
  @Test func `events keep the context in which they were recorded`() async throws {
    let folder = try LogFolder()
    let log = try folder.open()
    log.record(.seen(1))
    log.context = ["account": "anna", "version": "1.0"]
    log.record(.seen(2))
    log.record(.seen(3, attributes: ["version": "2.0", "rank": 1]))
    log.context["account"] = "bert"
    log.record(.seen(4))
    // The context may change before the events are written.
    log.context = [:]
    try await log.flush()
    #expect(
      try await log.events().map(\.attributes) == [
        nil, ["account": "anna", "version": "1.0"],
        ["account": "anna", "version": "2.0", "rank": 1], ["account": "bert", "version": "1.0"],
      ])
    func items(_ attributes: [String: LogValue]) async throws -> [ItemKey] {
      try await log.events(where: .attributes(attributes)).map(\.item)
    }
    #expect(try await items(["account": "anna"]) == [2, 3])
    #expect(try await items(["version": "1.0"]) == [2, 4])
    var query = ReportQuery()
    query.people = "account"
    #expect(try await log.report(query).total.reach == 2)
    let view = try folder.sql {
      try String.fetchAll($0, sql: "SELECT attributes FROM events WHERE attributes IS NOT NULL")
    }
    #expect(view.count == 3 && view[2].contains("bert"))

    #expect(try await log.erase(where: .attributes(["account": "anna"])) == 2)
    try await log.close()
    #expect(try Data(contentsOf: folder.file).range(of: Data("anna".utf8)) == nil)
    #expect(try Data(contentsOf: folder.file).range(of: Data("bert".utf8)) != nil)
  }

  @Test func `numbers are read as they were recorded, even whole ones`() async throws {
    let folder = try LogFolder()
    let log = try folder.open()
    log.context = ["price": 10.0, "version": 7]
    let own: [String: LogValue] = [
      "rank": 3, "price": 20.0, "half": 0.5, "large": 1e18, "zero": -0.0, "e\u{301}\0": 2.0,
      "\"\\\n": 3.0,
    ]
    log.record(.seen(1))
    log.record(.seen(2, attributes: own))
    #expect(
      try await log.events().map(\.attributes) == [
        log.context, own.merging(["version": 7]) { own, _ in own },
      ])
    let types = try folder.sql {
      try String.fetchAll($0, sql: "SELECT typeof(attributes ->> 'price') FROM events")
    }
    #expect(types == ["real", "real"])
  }

  @Test func `an event with a context takes less than 70 bytes`() async throws {
    let folder = try LogFolder()
    let log = try folder.open()
    log.screen = "Home"
    log.context = ["account": "0b54f6e0-5d0b", "version": "7.25.1", "experiment": "cards-b"]
    let count = 20_000
    for index in 0..<count { log.record(.seen(.number(Int64(index % 10)))) }
    try await log.flush()
    let bytes = try await log.counts().bytes
    #expect(bytes < 70 * count, "\(Double(bytes) / Double(count)) bytes an event")
  }

  @Test func `sampled sessions are delivered, with the rate; others stay on the device`()
    async throws
  {
    let folder = try LogFolder()
    let log = try folder.open {
      $0.sampleRate = { kind, policy in
        policy == .feed ? 1 : kind == .impression ? 0.25 : 0.5
      }
    }
    for session in 0..<400 {
      log.session = "session-\(session)"
      log.record(.seen(1))
      log.record(.seen(2, .mrcVideo))
      log.record(.exposure(of: 2, under: .mrcVideo, lasting: .seconds(1), greatestFraction: 1))
    }
    let events = try await log.events(limit: 2_000)
    let delivered = try await log.nextBatch(limit: 2_000)
    #expect(events.count == 1_200)
    func sessions(_ rate: Double) -> Set<String> {
      Set(delivered.filter { $0.sampleRate == rate }.map(\.session))
    }
    #expect(sessions(1).count == 400)
    #expect((70...130).contains(sessions(0.25).count))
    #expect((160...240).contains(sessions(0.5).count))
    #expect(sessions(0.25).isSubset(of: sessions(0.5)))
    #expect(events.filter { $0.state == .local }.count == 1_200 - delivered.count)
    #expect(LogSession(name: "session-1").place == LogSession(name: "session-1").place)
    #expect(try await log.loadHistory(of: [2], under: .mrcVideo).first?.count == 400)
  }

  @Test func `a filter decides which events are delivered`() async throws {
    let folder = try LogFolder()
    let log = try folder.open { $0.delivers = { $0.item != 2 } }
    for item in 1...3 { log.record(.seen(.number(Int64(item)))) }
    #expect(try await log.nextBatch(limit: 9).map(\.item) == [1, 3])
    #expect(try await log.counts().local == 1)
  }

  @Test @MainActor func `a session of the windows begins in the log`() async throws {
    let folder = try LogFolder()
    var log = try folder.open { $0.session = "s1" }
    let windows = VisibilitySession()
    log.follow(windows)
    log.record(.seen(1))
    windows.beginSession("s2")
    windows.beginSession("s2")
    log.record(.seen(2))
    windows.beginSession()
    log.record(.seen(3))
    let third = log.session
    #expect(UUID(uuidString: third) != nil)
    try await log.close()
    log = try folder.open { $0.session = "s4" }
    log.record(.seen(4))
    #expect(
      try await log.events().map { [$0.previousSession, $0.session] } == [
        [nil, "s1"], ["s1", "s2"], ["s2", third], [third, "s4"],
      ])
    var filter = LogFilter()
    filter.sessions = [third]
    try await log.erase(where: filter)
    #expect(try await log.events(where: .items([4])).map(\.previousSession) == [nil])
  }

  @Test func `the previous session is the latest with an event`() async throws {
    let folder = try LogFolder()
    func launch(_ sessions: String?...) async throws {
      let log = try folder.open { $0.session = sessions[0] }
      for case let name? in sessions.dropFirst() { log.session = name }
      log.record(.seen(1))
      try await log.close()
    }
    try await launch("s1")
    try await launch(nil, "s2", "s3")
    try await launch("s3", "s4")
    try await launch(nil, "s4")
    try await launch("s5")
    #expect(
      try await folder.open().events().map { [$0.previousSession, $0.session] } == [
        [nil, "s1"], ["s1", "s3"], ["s3", "s4"], ["s3", "s4"], ["s4", "s5"],
      ])
  }

  @Test @MainActor
  func `a dwell reached by the pass that begins a session belongs to the previous one`()
    async throws
  {
    let bench = try SessionBench()
    let (a, b) = (bench.window("a"), bench.window("b"))
    try await bench.pass(a, at: 0, ["a at once in s1"])
    try await bench.pass(b, at: 0, ["b at once in s1"])
    bench.windows.beginSession("s2")
    #expect(bench.log.session == "s2")
    // Without dwell, an item counts again in the pass itself.
    try await bench.pass(a, at: 2.5, ["a for 2 s in s1", "a at once in s2"])
    // Each window ends the session with its own pass.
    try await bench.pass(b, at: 3, ["b for 2 s in s1", "b at once in s2"])
    try await bench.pass(a, at: 4.5, ["a for 2 s in s2"])
    bench.windows.beginSession("s2")
    try await bench.pass(b, at: 5, ["b for 2 s in s2", "b at once in s2"])
  }

  @Test @MainActor
  func `sessions that begin between a window's passes do not take its earlier dwell`()
    async throws
  {
    let bench = try SessionBench()
    let (a, b) = (bench.window("a"), bench.window("b"))
    try await bench.pass(a, at: 0, ["a at once in s1"])
    try await bench.pass(b, at: 0, ["b at once in s1"])
    bench.windows.beginSession("s2")
    try await bench.pass(b, at: 1, ["b at once in s2"])
    bench.windows.beginSession("s3")
    try await bench.pass(a, at: 2.5, ["a for 2 s in s1", "a at once in s3"])
    try await bench.pass(b, at: 3.5, ["b for 2 s in s2", "b at once in s3"])
  }

  @Test @MainActor
  func `the rest of a batch that begins a session belongs to the previous one`() async throws {
    let bench = try SessionBench()
    let (a, b) = (bench.window("a"), bench.window("b", beginning: "s2"))
    // The closure runs a main loop, in which a window of another session passes.
    let other = try SessionBench()
    let c = other.window("c")
    bench.didBegin = { c.pass(at: .zero) }
    try await bench.pass(b, at: 0, ["b at once in s1"])
    #expect(bench.log.session == "s2")
    bench.log.record(.seen("the app's"))
    try await bench.pass(a, at: 1, ["the app's in s2", "a at once in s2"])
  }
}

/// Windows with an item each, observed under a policy with dwell and one without.
@MainActor private final class SessionBench {
  let windows = VisibilitySession()
  let log: ImpressionLog
  private let folder: LogFolder
  private var now = MonotonicTime.zero
  private var tokens: [VisibilityToken] = []
  private var count = 0
  /// Called once a closure has begun a session.
  var didBegin: () -> Void = {}

  init() throws {
    folder = try LogFolder()
    log = try folder.open { $0.session = "s1" }
    log.follow(windows)
  }

  /// Returns a window. Its first closure begins a session, if one is given.
  func window(_ name: String, beginning session: String? = nil) -> MirroredWindow {
    let (window, view) = windows.makeWindow()
    if let session {
      tokens.append(
        view.changed(.fully) { [unowned self] _ in
          windows.beginSession(session)
          didBegin()
        })
    }
    for (item, dwell) in [("\(name) for 2 s", 2), ("\(name) at once", 0)] {
      let policy = ImpressionPolicy(
        rule: .fully, dwell: .seconds(dwell), repetition: .oncePerSession)
      tokens.append(
        view.impression(of: item, policy) { [unowned self] in
          // Hosts read their clock again, which has gone on.
          let later = now + .milliseconds(1)
          log.record($0, of: .text(item), under: LogPolicy("seen", policy), at: later)
        })
    }
    return window
  }

  func pass(_ window: MirroredWindow, at seconds: Double, _ expected: [String]) async throws {
    now = MonotonicTime(seconds: seconds)
    window.pass(at: now)
    let events = try await log.events().dropFirst(count)
    count += events.count
    #expect(events.map { "\($0.item) in \($0.session)" } == expected, "at \(seconds) s")
  }
}
#endif
