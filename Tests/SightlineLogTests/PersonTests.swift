#if Log
import Foundation
import SightlineHost
import Testing

@testable import SightlineLog

/// Records, sessions and events belong to a person.
@Suite @MainActor struct PersonTests {
  private let policy = LogPolicy("p", .init(rule: .fully, dwell: .seconds(1)))

  /// A window over a log, as in one process.
  @MainActor private struct Process {
    let log: ImpressionLog
    let windows = VisibilitySession()
    let window: MirroredWindow
    var views: [ViewSlot] = []

    @MainActor init(_ log: ImpressionLog, _ person: String?, _ policy: LogPolicy) async throws {
      self.log = log
      windows.person = person
      try await log.restore(to: windows, under: [policy.policy])
      (window, _) = windows.makeWindow()
      window.pass(at: .zero)
    }

    /// Shows items that fill the window, and records them.
    @MainActor mutating func show(_ items: [Int], _ policy: LogPolicy) {
      for item in items {
        let view = ViewSlot()
        view.logsImpressions(of: item, policy, to: log)
        let frame = LayoutRect(x: 0, y: 0, width: 100, height: 100)
        let target = window.engine.add(SceneTarget(frame: frame), to: window.engine.scene.root)
        view.place(at: ViewSlot.Place(window: window, target: target))
        views.append(view)
      }
    }

    @MainActor func pass(at seconds: Double) { window.pass(at: MonotonicTime(seconds: seconds)) }

    @MainActor func impressions(of person: String?) async throws -> Int {
      try await log.events().count { $0.kind == .impression && $0.person == person }
    }
  }

  private func launch(_ folder: LogFolder, _ person: String?) async throws -> Process {
    try await Process(try folder.open { $0.session = nil }, person, policy)
  }

  @Test func `ten items seen by one person count for another, but not again for the first`()
    async throws
  {
    let folder = try LogFolder()
    for (person, count) in [("a", 10), ("c", 10), ("a", 10), (nil, 10), ("c", 10)]
      as [(String?, Int)]
    {
      var process = try await launch(folder, person)
      process.show(Array(0..<10), policy)
      process.pass(at: 1)
      process.pass(at: 3)
      #expect(try await process.impressions(of: person) == count)
      try await process.log.close()
    }
  }

  @Test func `a change of person ends exposures at that moment, under the previous person`()
    async throws
  {
    let folder = try LogFolder()
    var process = try await launch(folder, "a")
    process.show([1], policy)
    process.pass(at: 0)
    process.windows.person = "b"
    process.pass(at: 2.5)
    process.pass(at: 4)
    process.windows.person = nil
    process.pass(at: 4.25)
    process.window.engine.isForeground = false
    process.pass(at: 5)
    let events = try await process.log.events()
    func lengths(_ person: String?) -> [Duration] {
      events.filter { $0.kind == .exposure && $0.person == person }.map(\.total)
    }
    #expect(lengths("a") == [.seconds(2.5)] && lengths("b") == [.seconds(1.75)])
    #expect(lengths(nil) == [.seconds(0.75)])
    let impressions = events.filter { $0.kind == .impression }.map(\.person)
    #expect(impressions == ["a", "b"])
    #expect(Set(events.map(\.session)).count == 3, "a change begins a session")
    #expect(events.allSatisfy { $0.kind == .impression || $0.count == ($0.person == nil ? 0 : 1) })
  }

  @Test func `a person who returns in the same process has seen the same items`() async throws {
    let folder = try LogFolder()
    var process = try await launch(folder, "a")
    process.show([1], policy)
    process.pass(at: 1)
    for (index, person) in ["b", "a"].enumerated() {
      process.windows.person = person
      let start = Double(index) * 10 + 10
      process.pass(at: start)
      // The log restores in a task of its own.
      try await process.log.restore(to: process.windows, under: [policy.policy])
      process.pass(at: start + 0.5)
      process.pass(at: start + 5)
    }
    #expect(try await process.impressions(of: "a") == 1)
    #expect(try await process.impressions(of: "b") == 1)
  }

  @Test(arguments: [false, true])
  func `forgetting changes only that person's file and loses no event`(isOne: Bool) async throws {
    let folder = try LogFolder()
    for person in ["a", "b"] {
      var process = try await launch(folder, person)
      process.show([1, 2], policy)
      process.pass(at: 1)
      process.pass(at: 3)
      if person == "a" {
        if isOne {
          process.windows.forgetImpressions(of: 1)
        } else {
          process.windows.forgetAllImpressions()
        }
      }
      try await process.log.close()
    }
    for (person, count) in [("a", isOne ? 3 : 4), ("b", 2)] {
      var process = try await launch(folder, person)
      #expect(try await process.log.counts().undelivered >= 4)
      process.show([1, 2], policy)
      process.pass(at: 1)
      process.pass(at: 3)
      #expect(try await process.impressions(of: person) == count)
      try await process.log.close()
    }
  }

  @Test func `an item seen after forgetting is remembered, even before the file forgets`()
    async throws
  {
    let folder = try LogFolder()
    let log = try folder.open()
    log.record(.seen("old"))
    log.record(.seen("both"))
    log.forgetRecords()
    log.record(.seen("both"))
    log.record(.seen("new"))
    let records = try await log.latestRecords(under: [.feed])
    #expect(records.map(\.item).sorted { "\($0)" < "\($1)" } == ["both", "new"])
    #expect(records.allSatisfy { $0.count == 1 })
  }

  @Test(arguments: [(1_800.0, true), (1_801.0, false)])
  func `a process opened again within the timeout continues the session`(
    seconds: Double, continues: Bool
  ) async throws {
    let folder = try LogFolder()
    let first = try await launch(folder, "a")
    first.log.record(.seen("x"))
    try await first.log.flush()
    folder.clock.advance(by: .seconds(seconds))
    // The first process was killed: its file is still open.
    for (person, isSame) in [("a", continues), ("b", false), (nil, false)] as [(String?, Bool)] {
      let next = try await launch(folder, person)
      #expect((next.log.session == first.log.session) == isSame, "\(person ?? "no person")")
      #expect(next.log.person == person)
      if person == "a" { next.log.record(.seen("x")) }
      try await next.log.flush()
    }
    let named = try folder.open { $0.session = "mine" }
    named.person = "a"
    #expect(named.session == "mine")
    let archive = try LogArchive(at: folder.file)
    var query = ReportQuery()
    #expect(try archive.report(query).total.reach == (continues ? 1 : 2))
    query.countsPersons = true
    #expect(try archive.report(query).total.reach == 1)
    query.grouping = .person
    #expect(try archive.report(query).rows.map(\.key) == [.person("a")])
  }

  @Test func `records in a file that is unreadable at first are merged later`() async throws {
    let folder = try LogFolder()
    let earlier = try folder.open()
    earlier.record(.seen(1, policy))
    try await earlier.close()
    let isLocked = Locked(true)
    let log = try folder.open {
      $0.session = nil
      $0.adjust = { _ in
        if isLocked.withLock({ $0 }) {
          throw LogError(kind: .cannotOpen, path: "", detail: "as if")
        }
      }
    }
    var process = try await Process(log, nil, policy)
    process.show([1, 2], policy)
    #expect(log.session != "first")
    process.pass(at: 0)
    isLocked.withLock { $0 = false }
    // As a retry does.
    try await log.flush()
    for _ in 0..<100 where log.history(of: 1, under: policy.policy) == .unknown {
      await Task.yield()
      try await log.flush()
    }
    await Task { @MainActor in }.value
    process.pass(at: 0.5)
    process.pass(at: 2)
    #expect(try await log.events().map(\.item) == [1, 2])
    #expect(log.session == "first", "nothing was recorded before")
  }
}
#endif
