import SightlineCore
import SightlineHost
import SightlineTestSupport
import SightlineTesting
import Testing

/// Waking, showing and closing a window.
@MainActor
@Suite struct MirroredWindowTests {
  private let tree = Page()
  private let window: MirroredWindow
  private let log = Log()

  private final class Log {
    var lines: [String] = []
    var timers: [MonotonicTime?] = []
    var wanted = 0
  }

  init() {
    let log = log
    MirroredWindow.verifyFrames()
    window = MirroredWindow(
      root: "window", tree: tree, frame: Page.frame, session: VisibilitySession(),
      requestPass: { log.wanted += 1 }, setTimer: { log.timers.append($0) }, clock: { .zero })
  }

  private func observe(_ observation: Observation) -> ViewSlot {
    let view = ViewSlot()
    _ = view.register(observation)
    window.place(view, at: "card")
    return view
  }

  private func time(_ milliseconds: Int) -> MonotonicTime { .zero + .milliseconds(milliseconds) }

  @Test func `nothing is visible before the window is shown`() {
    let log = log
    let view = observe(.changes(.fully) { log.lines.append("\($1)") })
    window.frame(at: time(0))
    #expect(log.lines == [] && view.isObserved)
    log.wanted = 0
    window.presence.isShown = true
    #expect(log.wanted == 1)
    window.presence.isActive = false
    #expect(log.wanted == 1, "that changes nothing")
    window.frame(at: time(16))
    #expect(log.lines == ["visible"])
    window.presence.needsActivity = true
    window.frame(at: time(32))
    #expect(log.lines == ["visible", "invisible"])
  }

  @Test func `a timer firing too early is rescheduled`() {
    let log = log
    let view = observe(
      .impressions(.mrcDisplay, of: HashedID(1)) {
        log.lines.append("seen at \($1.time.nanoseconds / 1_000_000)")
      })
    window.presence.isShown = true
    window.frame(at: time(0))
    #expect(log.timers == [time(1000)])
    window.wake(at: time(990))
    #expect(log.timers == [time(1000), time(1000)] && log.lines == [])
    window.wake(at: time(1000))
    #expect(log.lines == ["seen at 1000"])
    #expect(log.timers == [time(1000), time(1000)], "no timer to remove")
    _ = view
  }

  @Test func `a wake reads no views`() {
    let log = log
    let view = observe(.changes(.fully) { log.lines.append("\($1)") })
    window.presence.isShown = true
    window.frame(at: time(0))
    tree.y = 90
    window.wake(at: time(16))
    #expect(log.lines == ["visible"])
    window.frame(at: time(32))
    #expect(log.lines == ["visible", "invisible"])
    _ = view
  }

  @Test func `an unreported change in the toolkit is detected`() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        let fixture = MirroredWindowTests()
        fixture.window.place(ViewSlot(), at: "card")
        fixture.window.frame(at: .zero)
        fixture.tree.deniesChanges = true
        fixture.tree.y = 10
        fixture.window.frame(at: .zero)
      }
    }
  }

  @Test func `a view is placed once`() {
    let view = ViewSlot()
    #expect(window.place(view, at: "card"))
    #expect(window.place(view, at: "card"))
    #expect(window.mirror.leafCount == 1)
    #expect(!window.place(ViewSlot(), at: "nowhere"))
    window.displace(view)
    window.displace(view)
    #expect(window.mirror.leafCount == 0 && view.place == nil)
  }

  @Test func `a closing window reports its remaining items`() {
    let log = log
    let view = observe(.changes(.fully) { log.lines.append("\($1)") })
    window.presence.isShown = true
    window.frame(at: time(0))
    window.close(at: time(16))
    #expect(log.lines == ["visible", "invisible"])
    _ = view
  }

  @Test func `a window closed by a closure reports its remaining items after the batch`() {
    let (log, window) = (log, window)
    let view = observe(
      .changes(.fully) { _, state in
        log.lines.append("\(state)")
        if state == .invisible { return }
        window.close(at: .zero)
        log.lines.append("closed")
      })
    _ = view.impression(of: 1, .mrcDisplay) { _ in }
    _ = view.exposure(of: 2, .fully) { log.lines.append("\($0.isVisible)") }
    window.presence.isShown = true
    window.frame(at: time(0))
    #expect(log.lines == ["visible", "closed", "true", "invisible", "false"])
    #expect(log.timers.last.flatMap(\.self) == nil)
    window.frame(at: time(16))
    #expect(log.lines.count == 5)
  }
}

@MainActor
private final class Page: ViewTree {
  static let frame = LayoutRect(x: 0, y: 0, width: 100, height: 100)
  var y = 0.0
  var deniesChanges = false

  func parent(of view: ViewKey) -> ViewKey? { view == "card" ? "window" : nil }

  func read(_ view: ViewKey, in surroundings: ViewSurroundings) -> ViewReading? {
    if view == "window" { return ViewReading(frame: Self.frame, clip: .bounds) }
    return ViewReading(frame: LayoutRect(x: 0, y: y, width: 100, height: 50))
  }

  func change(
    of view: ViewKey, in parent: ViewKey, since reading: ViewReading,
    _ surroundings: ViewSurroundings
  ) -> ViewChange {
    guard !deniesChanges, let now = read(view, in: surroundings) else { return .unchanged }
    return .changed(now)
  }
}
