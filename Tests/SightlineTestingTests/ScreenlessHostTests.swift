import Foundation
import SightlineCore
import SightlineTesting
import SightlineTrace
import Testing

@Suite struct ScreenlessHostTests {
  private static let screen = LayoutSize(width: 390, height: 844)

  @Test func `scroll to 300, wait 1 s, expect this impression`() {
    var host = ScreenlessHost<String>(size: Self.screen)
    host.add("ad", frame: LayoutRect(x: 0, y: 1_000, width: 390, height: 250))
    host.observe("ad", for: .mrcDisplay)
    host.pass()
    host.scroll(to: 300)
    host.advance(by: .milliseconds(999))
    #expect(host.impressions == [])
    host.advance(by: .milliseconds(1))
    #expect(host.impressions == [.init("ad", at: .seconds(1))])
  }

  @Test func `a recording replays to the same events`() throws {
    let path = NSTemporaryDirectory() + "sightline-\(UUID().uuidString).ndjson"
    defer { try? FileManager.default.removeItem(atPath: path) }
    var host = ScreenlessHost<Int>(size: Self.screen)
    let recording = try TraceRecording(to: path, recording: host.engine)
    host.didPass = recording.record
    host.addColumn(of: 0..<20, height: 300)
    for id in 0..<20 { host.observe(id, for: .mrcDisplay) }
    for step in 0..<10 {
      host.scroll(to: Double(step) * 400)
      host.advance(by: .milliseconds(1_100))
    }
    recording.finish(host.engine)
    host.advance(by: .seconds(1))
    let result = try TraceVerifier(TraceReader(path: path), comparesReference: true).run()
    #expect(result.differences == 0, "\(result.examples)")
    #expect(result.events == host.impressions.count && result.events > 10)
    #expect(recording.failure == nil)
  }

  @Test func `exposures end when a view moves away or fades, and their code creates them`() {
    var host = ScreenlessHost<String>(size: Self.screen)
    let frame = LayoutRect(x: 0, y: 0, width: 100, height: 100)
    host.add("ad", frame: frame)
    host.observe(exposuresOf: "ad", .anyPixel)
    host.observe("ad", for: .mrcDisplay)
    host.setCountsDwell(false, for: "ad")
    host.advance(by: .seconds(2))
    #expect(host.impressions == [])
    host.setCountsDwell(true, for: "ad")
    host.advance(by: .seconds(1))
    #expect(host.impressions == [.init("ad", at: .seconds(3))])
    host.move("ad", to: LayoutRect(x: 0, y: 5_000, width: 100, height: 100))
    host.pass()
    let away = ScreenlessHost.Exposed(
      "ad", from: .zero, lasting: .seconds(3), greatestFraction: 1, .outOfViewport)
    #expect(host.exposures == [away])
    #expect(
      away.description
        == ".init(\"ad\", from: 0.0 seconds, lasting: 3.0 seconds, greatestFraction: 1.0, "
        + ".outOfViewport)")
    host.clearReports()
    host.move("ad", to: frame)
    host.pass()
    host.advance(by: .seconds(1))
    host.setAppearance(SceneAppearance(opacity: 0), of: "ad")
    host.pass()
    #expect(
      host.exposures == [.init("ad", from: .seconds(3), lasting: .seconds(1), .transparent)])
    let exposure = host.exposure(of: "ad", for: .mrcDisplay)
    #expect(exposure?.total == .seconds(4) && exposure?.count == 2)
  }

  @Test func `each kind of repetition counts again in its time`() {
    let kinds: [(String, ImpressionRepetition)] = [
      ("once", .once), ("session", .oncePerSession), ("visit", .oncePerScreenVisit),
      ("leaving", .afterLeaving), ("coolDown", .afterCoolDown(.seconds(60))), ("day", .perDay(1)),
    ]
    var host = ScreenlessHost<String>(size: Self.screen)
    for (id, repetition) in kinds {
      host.add(id, frame: LayoutRect(x: 0, y: 0, width: 10, height: 10))
      host.observe(id, for: .feed.repeating(repetition))
    }
    func seen(_ change: (inout ScreenlessHost<String>) -> Void) -> [String] {
      host.clearReports()
      change(&host)
      host.pass()
      return host.impressions.map(\.id)
    }
    #expect(seen { _ in } == kinds.map(\.0))
    #expect(seen { $0.engine.edit(.beginSession) } == ["session"])
    #expect(seen { $0.engine.edit(.beginScreenVisit) } == ["visit"])
    func leaveAndReturn(_ host: inout ScreenlessHost<String>) {
      host.scroll(to: 10_000)
      host.scroll(to: 0)
    }
    #expect(seen(leaveAndReturn) == ["leaving"])
    #expect(seen { $0.engine.edit(.beginDay(1)) } == ["day"])
    #expect(seen { $0.advance(by: .seconds(60)) } == ["coolDown"])
  }

  @Test func `a replaced policy keeps counts and dwell`() {
    var host = ScreenlessHost<String>(size: Self.screen)
    host.addColumn(of: ["feed", "ad"], height: 300)
    host.observe("feed", for: .feed)
    host.observe("ad", for: .mrcDisplay)
    host.advance(by: .zero)
    host.advance(by: .milliseconds(900))
    host.replace(.feed, with: .feed.repeating(.oncePerSession))
    host.replace(.mrcDisplay, with: ImpressionPolicy(rule: .fraction(0.5), dwell: .seconds(3)))
    host.advance(by: .seconds(10))
    #expect(host.impressions == [.init("feed", at: .zero), .init("ad", at: .seconds(3))])
    host.engine.edit(.beginSession)
    host.pass()
    #expect(host.impressions.last == .init("feed", at: .milliseconds(10_900), count: 2))
  }

  @Test func `dwell does not count while a video is paused`() {
    var host = ScreenlessHost<String>(size: Self.screen)
    host.addColumn(of: ["video"], height: 300)
    host.observe("video", for: .mrcVideo)
    host.setCountsDwell(false, for: "video")
    host.advance(by: .seconds(10))
    #expect(host.impressions.isEmpty)
    host.setCountsDwell(true, for: "video")
    host.advance(by: .seconds(10))
    #expect(host.impressions == [.init("video", at: .seconds(12))])
  }

  @Test func `one long wait runs a pass at every deadline`() {
    var host = ScreenlessHost<Int>(size: Self.screen)
    host.addColumn(of: 0..<2, height: 300)
    host.observe(0, for: .mrcDisplay)
    host.observe(1, for: .mrcVideo)
    host.pass()
    host.advance(by: .seconds(60))
    #expect(host.impressions == [.init(0, at: .seconds(1)), .init(1, at: .seconds(2))])
  }

  @Test func `changes come in order, leaves first, with their reasons`() {
    var host = ScreenlessHost<Int>(size: Self.screen)
    host.addColumn(of: 0..<10, height: 300, spacing: 32)
    for id in 0..<10 { host.observe(id) }
    host.pass()
    #expect(host.changes == [.visible(0), .visible(1)])
    host.clearReports()
    host.scroll(to: 332)
    #expect(host.changes == [.invisible(0, .outOfViewport), .visible(2)])
  }

  @Test func `a view removed and added in one turn continues with its rule's state`() {
    for observesAgain in [false, true] {
      var host = ScreenlessHost<Int>(size: LayoutSize(width: 390, height: 844))
      let frame = LayoutRect(x: 0, y: 0, width: 390, height: 3000)
      let policy = ImpressionPolicy(rule: .allEdgesSeen)
      host.add(0, frame: frame)
      host.observe(0, .allEdgesSeen)
      host.observe(0, for: policy)
      host.pass()
      host.remove(0)
      host.add(0, frame: frame)
      if observesAgain {
        host.observe(0, .allEdgesSeen)
        host.observe(0, for: policy)
      }
      host.scroll(to: 2156)
      #expect(host.changes == [.visible(0)])
      #expect(host.impressions == [.init(0, at: .zero)])
      // Another pass later, it has left.
      host.remove(0)
      host.pass()
      #expect(host.changes == [.visible(0), .invisible(0, .removed)])
    }
  }

  @Test func `exits distinguish the reader's scroll from the app's change`() {
    var host = ScreenlessHost<Int>(size: LayoutSize(width: 390, height: 600))
    host.addColumn(of: 0..<10, height: 200)
    for row in 0..<10 { host.observe(row, .anyPixel) }
    host.pass()
    host.scroll(to: 600)
    #expect(host.exits == (0..<3).map { .init($0, at: .top, by: .scroll) })
    host.clearReports()
    for row in 0..<3 { host.remove(row) }
    for row in 3..<10 {
      host.move(row, to: LayoutRect(x: 0, y: 200 * Double(row - 3), width: 390, height: 200))
    }
    host.pass()
    #expect(host.exits == (3..<6).map { .init($0, at: .top, by: .change) })
    host.clearReports()
    host.scroll(to: 300, by: .app)
    #expect(host.exits == [.init(8, at: .bottom, by: .change)])
    #expect("\(host.exits)" == "[.init(8, at: .bottom, by: .change)]")
  }

  @Test func `a row removed while visible leaves once, and its item keeps its count`() {
    var host = ScreenlessHost<Int>(size: Self.screen)
    host.addColumn(of: 0..<3, height: 200)
    host.observe(0)
    host.observe(0, for: .feed)
    host.pass()
    host.remove(0)
    host.pass()
    host.pass()
    #expect(host.changes == [.visible(0), .invisible(0, .removed)])
    host.add(0, frame: LayoutRect(x: 0, y: 0, width: 390, height: 200))
    host.observe(0, for: .feed)
    host.pass()
    #expect(host.impressions == [.init(0, at: .zero)])
  }

  @Test func `nested containers, covers, the background and states are available`() throws {
    var host = ScreenlessHost<String>(size: Self.screen)
    let carousel = host.add(
      .scrollView(frame: LayoutRect(x: 0, y: 100, width: 390, height: 200)))
    host.add("card", frame: LayoutRect(x: 500, y: 0, width: 200, height: 200), in: carousel)
    host.observe("card", .anyPixel)
    host.pass()
    #expect(
      host.state(of: "card").reason == .clipped || host.state(of: "card").reason == .outOfViewport)
    host.scroll(to: LayoutPoint(x: 400, y: 0), in: carousel)
    #expect(host.changes == [.visible("card")])
    host.addCover(frame: LayoutRect(x: 0, y: 100, width: 390, height: 100))
    host.pass()
    #expect(host.state(of: "card").fraction == 0.5)
    #expect(host.state(of: "card").reason == .covered)
    host.setForeground(false)
    #expect(host.changes.last == .invisible("card", .inactive))
  }

  @Test func `reports print as written in a test`() {
    typealias Host = ScreenlessHost<String>
    #expect("\(Host.Change.visible("ad"))" == #".visible("ad")"#)
    #expect("\(Host.Change.visible("ad", threshold: 2))" == #".visible("ad", threshold: 2)"#)
    #expect(
      "\(Host.Change.invisible("ad", .outOfViewport, threshold: 1))"
        == #".invisible("ad", .outOfViewport, threshold: 1)"#)
    #expect("\(Host.Seen("ad", at: .seconds(1)))" == #".init("ad", at: 1.0 seconds)"#)
    #expect(
      "\(ScreenlessHost<Int>.Seen(7, at: .milliseconds(1_500), count: 2))"
        == ".init(7, at: 1.5 seconds, count: 2)")
  }

  @Test func `a mistyped ID traps with the ID, the nearest ones and the test's line`()
    async throws
  {
    let result = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        var host = ScreenlessHost<String>(size: LayoutSize(width: 390, height: 844))
        for id in ["card 1", "card 2", "card 3", "advertisement"] {
          host.add(id, frame: LayoutRect(x: 0, y: 0, width: 1, height: 1))
        }
        ScreenlessHostTests.mistype(&host)
      })
    let error = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(
      error.contains(
        #"no view has been added for the id "crad 3"; the nearest ids are "card 3", "card 1", "card 2""#
      ), "\(error)")
    #expect(error.contains("ScreenlessHostTests.swift:\(Self.mistypedLine): "), "\(error)")
  }

  @Test func `every call with a removed ID reports it as removed`() async throws {
    func check(_ result: ExitTest.Result?) throws {
      let error = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(error.contains(#"the views with the id "ad" were removed"#), "\(error)")
      #expect(error.contains("ScreenlessHostTests.swift:"), "\(error)")
    }
    try check(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        var host = ScreenlessHostTests.hostWithoutAd
        host.observe("ad", for: .feed)
      })
    try check(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        var host = ScreenlessHostTests.hostWithoutAd
        host.move("ad", to: .zero)
      })
    try check(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        var host = ScreenlessHostTests.hostWithoutAd
        host.setAppearance(.plain, of: "ad")
      })
    try check(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        var host = ScreenlessHostTests.hostWithoutAd
        host.remove("ad")
      })
    try check(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = ScreenlessHostTests.hostWithoutAd.state(of: "ad")
      })
  }

  @Test(arguments: [(7, 1), (9, 2)])
  func `a cool-down goes on while the device sleeps, and a dwell does not`(
    hours: Int, count: Int
  ) {
    var host = ScreenlessHost<String>(size: Self.screen)
    let frame = LayoutRect(x: 0, y: 0, width: 390, height: 250)
    let policy = ImpressionPolicy(
      rule: .fraction(0.5), dwell: .seconds(1), repetition: .afterCoolDown(.seconds(28_800)))
    host.add("ad", frame: frame)
    host.observe("ad", for: policy)
    host.observe(exposuresOf: "ad")
    host.pass()
    host.advance(by: .milliseconds(500))
    host.sleep(for: .seconds(3_600))
    host.advance(by: .milliseconds(500))
    #expect(host.impressions == [.init("ad", at: .seconds(1))])
    host.scroll(to: 900)
    #expect(host.exposures.map(\.duration) == [.seconds(1)])
    host.sleep(for: .seconds(hours * 3_600))
    host.scroll(to: 0)
    host.advance(by: .seconds(2))
    #expect(host.now == .seconds(3) && host.impressions.count == count)
  }

  @Test func `another person starts over, and one who returns does not`() {
    var host = ScreenlessHost<String>(size: Self.screen)
    host.add("ad", frame: LayoutRect(x: 0, y: 0, width: 100, height: 100))
    host.observe("ad")
    host.observe("ad", for: .mrcDisplay.repeating(.once))
    host.observe(exposuresOf: "ad")
    host.person = "a"
    host.advance(by: .seconds(2.5))
    host.person = "b"
    host.advance(by: .seconds(3))
    host.person = "a"
    host.advance(by: .seconds(3))
    #expect(host.changes == [.visible("ad")], "nothing leaves")
    #expect(host.impressions == [.init("ad", at: .seconds(1)), .init("ad", at: .seconds(3.5))])
    #expect(
      host.exposures == [
        .init("ad", from: .zero, lasting: .seconds(2.5), .inactive),
        .init("ad", from: .seconds(2.5), lasting: .seconds(3), .inactive),
      ])
  }

  @Test(arguments: [(1_799, 1), (1_800, 2)])
  func `a scroll after half an hour without input begins a session`(seconds: Int, count: Int) {
    var host = ScreenlessHost<String>(size: Self.screen)
    host.add("ad", frame: LayoutRect(x: 0, y: 0, width: 100, height: 100))
    host.observe("ad", for: .mrcDisplay.repeating(.oncePerSession))
    host.scroll(to: 1)
    host.advance(by: .seconds(seconds))
    host.scroll(to: 2, by: .app)
    host.advance(by: .seconds(0))
    host.scroll(to: 1)
    host.advance(by: .seconds(2))
    #expect(host.impressions.count == count)
  }

  /// Outside the macro's closure, where every line is the macro's.
  private static let mistypedLine = #line + 2
  private static func mistype(_ host: inout ScreenlessHost<String>) {
    host.observe("crad 3")
  }

  private static var hostWithoutAd: ScreenlessHost<String> {
    var host = ScreenlessHost<String>(size: screen)
    host.add("ad", frame: .zero)
    host.remove("ad")
    return host
  }
}
