import SightlineCore
import SightlineHost
import Testing

/// Items in rows whose views are used again, in one window and in two.
@MainActor
@Suite struct RecycledViewsTests {
  private let session = VisibilitySession()
  private let tree = Rows()
  private let window: MirroredWindow
  private let other: MirroredWindow
  private let rows: RecycledViews<Int>
  private let log = Log()

  private final class Log {
    var lines: [String] = []
  }

  init() {
    window = RecycledViewsTests.makeWindow("window", tree, session)
    other = RecycledViewsTests.makeWindow("other", tree, session)
    rows = RecycledViews()
    let log = log
    rows.register(
      .changed(.fully) { id, state in
        log.lines.append((state == .visible ? "+" : "-") + "\(id)")
      })
  }

  private static func makeWindow(
    _ root: ViewKey, _ tree: Rows, _ session: VisibilitySession
  ) -> MirroredWindow {
    let tracker = VisibilityTracker(
      root: SceneContainer(frame: Rows.frame, clip: .bounds), session: session, wantsPass: {},
      setTimer: { _ in })
    let window = MirroredWindow(root: root, tree: tree, tracker: tracker)
    window.presence.isShown = true
    return window
  }

  /// A frame of both windows, and what it reported.
  private func frame() -> [String] {
    log.lines = []
    window.frame(at: .zero)
    other.frame(at: .zero)
    return log.lines.sorted()
  }

  @Test func `items are reported while their views show them`() {
    rows.bind("w1", to: 1, in: window)
    rows.bind("w2", to: 2, in: window)
    #expect(frame() == ["+1", "+2"])
    rows.unbind("w1")
    #expect(frame() == ["-1"])
    #expect(rows.boundViews.map { $0 } == ["w2"])
  }

  @Test func `a view that is bound to another item lets the first go`() {
    rows.bind("w1", to: 1, in: window)
    #expect(frame() == ["+1"])
    rows.bind("w1", to: 2, in: window)
    #expect(frame() == ["+2", "-1"])
  }

  @Test func `a view that is bound to its item again reports nothing`() {
    rows.bind("w1", to: 1, in: window)
    #expect(frame() == ["+1"])
    rows.bind("w1", to: 1, in: window)
    #expect(frame() == [])
    rows.unbind("w1")
    rows.bind("w1", to: 1, in: window)
    #expect(frame() == [])
  }

  @Test func `an item that turns up in another view has not left`() {
    rows.bind("w1", to: 1, in: window)
    rows.bind("w2", to: 2, in: window)
    #expect(frame() == ["+1", "+2"])
    rows.unbind("w1")
    rows.unbind("w2")
    rows.bind("w1", to: 2, in: window)
    rows.bind("w2", to: 1, in: window)
    #expect(frame() == [])
    // Each goes with the view that it is in now.
    rows.unbind("w1")
    #expect(frame() == ["-2"])
  }

  @Test func `an item does not go on in the row of another item`() {
    rows.bind("w1", to: 1, in: window)
    #expect(frame() == ["+1"])
    rows.unbind("w1")
    rows.bind("w2", to: 2, in: window)
    #expect(frame() == ["+2", "-1"])
  }

  @Test func `an item that turns up in another window has left the first`() {
    rows.bind("w1", to: 1, in: window)
    // In both windows a target of the same number is there.
    rows.bind("o1", to: 2, in: other)
    #expect(frame() == ["+1", "+2"])
    rows.unbind("w1")
    rows.bind("o2", to: 1, in: other)
    #expect(frame() == ["+1", "-1"])
    rows.unbind("o1")
    #expect(frame() == ["-2"])
    rows.unbind("o2")
    #expect(frame() == ["-1"])
  }

  @Test func `an item is in the viewport that its view is in when it is placed`() {
    let small = window.tracker.engine.add(
      VisibilityViewport(window.tracker.engine.scene.root, margins: .points(bottom: -90)))
    rows.viewport = { _ in nil }
    rows.bind("w1", to: 1, in: window)
    #expect(frame() == ["+1"])
    rows.viewport = { $0 == "w1" ? small : nil }
    rows.replace("w1")
    rows.replace("w2")
    #expect(frame() == ["-1"])
    rows.viewport = nil
    rows.replace("w1")
    #expect(frame() == ["+1"])
  }

  @Test func `items that change places report nothing`() {
    rows.bind("w1", to: 1, in: window)
    rows.bind("w2", to: 2, in: window)
    #expect(frame() == ["+1", "+2"])
    rows.bind("w1", to: 2, in: window)
    rows.bind("w2", to: 1, in: window)
    #expect(frame() == [])
    rows.unbind("w1")
    #expect(frame() == ["-2"])
  }

  @Test func `an item of two views is in the one bound last`() {
    rows.bind("w1", to: 1, in: window)
    #expect(frame() == ["+1"])
    rows.bind("w2", to: 1, in: window)
    #expect(frame() == [], "whichever view shows it, it is seen once")
    rows.unbind("w1")
    #expect(frame() == [])
    rows.bind("w1", to: 1, in: window)
    rows.unbind("w2")
    #expect(frame() == [])
    rows.unbind("w1")
    #expect(frame() == ["-1"])
  }

  @Test func `an item goes on in a view that still shows it`() {
    rows.bind("w1", to: 1, in: window)
    rows.bind("w2", to: 1, in: window)
    #expect(frame() == ["+1"])
    rows.unbind("w2")
    #expect(frame() == [])
  }

  @Test func `a view that is gone without a report is forgotten`() {
    var lost: [ViewKey] = []
    rows.viewWasLost = { lost.append($0) }
    tree.reportsChanges = false
    let window = Self.makeWindow("window", tree, session)
    rows.bind("w1", to: 1, in: window)
    window.frame(at: .zero)
    tree.windows["w1"] = nil
    window.frame(at: .zero)
    #expect(log.lines == ["+1", "-1"])
    #expect(lost == ["w1"])
    window.frame(at: .zero)
    #expect(window.mirror.leafCount == 0)
    // It is back.
    tree.windows["w1"] = "window"
    rows.moved("w1", to: window)
    window.frame(at: .zero)
    #expect(log.lines == ["+1", "-1", "+1"])
  }

  @Test func `an item counts in the session of its window`() {
    let log = log
    rows.register(.seen(ImpressionPolicy(rule: .fully)) { id, _ in log.lines.append("\(id) seen") })
    let foreign = Self.makeWindow("other", tree, VisibilitySession())
    rows.bind("w1", to: 1, in: window)
    #expect(frame() == ["+1", "1 seen"])
    rows.bind("o1", to: 1, in: foreign)
    foreign.frame(at: .zero)
    #expect(log.lines == ["+1", "1 seen", "+1", "1 seen"])
  }

  @Test func `a view that is bound before it is in a window waits`() {
    rows.bind("w1", to: 1, in: nil)
    #expect(frame() == [])
    rows.moved("w1", to: window)
    #expect(frame() == ["+1"])
  }

  @Test func `a view that is taken out and put back before the pass reports nothing`() {
    rows.bind("w1", to: 1, in: window)
    #expect(frame() == ["+1"])
    rows.moved("w1", to: nil)
    rows.moved("w1", to: window)
    #expect(frame() == [])
    rows.moved("w1", to: nil)
    #expect(frame() == ["-1"])
    rows.moved("w1", to: window)
    #expect(frame() == ["+1"])
  }

  @Test func `a view that moves to another window leaves the first`() {
    rows.bind("w1", to: 1, in: window)
    #expect(frame() == ["+1"])
    tree.windows["w1"] = "other"
    rows.moved("w1", to: other)
    #expect(frame() == ["+1", "-1"])
    #expect(other.mirror.leafCount == 1 && window.mirror.leafCount == 0)
  }

  @Test func `a view that is bound in another window before it left the first is forgotten there`()
  {
    rows.bind("w1", to: 1, in: window)
    #expect(frame() == ["+1"])
    tree.windows["w1"] = "other"
    rows.bind("w1", to: 1, in: other)
    #expect(frame() == ["+1", "-1"])
    #expect(window.mirror.leafCount == 0)
    tree.height = 30
    #expect(frame() == [], "the first window does not read it any more")
  }

  @Test func `a view that shows nothing may move`() {
    rows.moved("w1", to: other)
    rows.unbind("w1")
    #expect(frame() == [] && rows.boundViews.isEmpty)
  }

  @Test func `what is registered later holds for bound rows too`() {
    rows.bind("w1", to: 1, in: window)
    _ = frame()
    let log = log
    rows.register(
      .crossed(.thresholds([0, 1])) { id, crossing in
        log.lines.append("\(id) crossed \(crossing.threshold)")
      })
    rows.register(.seen(ImpressionPolicy(rule: .fully)) { id, _ in log.lines.append("\(id) seen") })
    #expect(frame() == ["1 crossed 0", "1 crossed 1", "1 seen"])
    rows.bind("w2", to: 2, in: window)
    #expect(frame() == ["+2", "2 crossed 0", "2 crossed 1", "2 seen"])
  }

  @Test func `an item is seen once however often its view is used again`() {
    let log = log
    rows.register(.seen(ImpressionPolicy(rule: .fully)) { id, _ in log.lines.append("\(id) seen") })
    rows.bind("w1", to: 1, in: window)
    #expect(frame() == ["+1", "1 seen"])
    rows.bind("w1", to: 2, in: window)
    #expect(frame() == ["+2", "-1", "2 seen"])
    rows.bind("w2", to: 1, in: window)
    #expect(frame() == ["+1"])
  }

  @Test func `what is unbound is forgotten with the next wake too`() {
    rows.bind("w1", to: 1, in: window)
    #expect(frame() == ["+1"])
    log.lines = []
    rows.unbind("w1")
    window.wake(at: .zero)
    #expect(log.lines == ["-1"] && window.mirror.leafCount == 0)
  }
}

/// Views of 100 × 20, by the first letter of whose names goes the window.
@MainActor
private final class Rows: ViewTree {
  static let frame = LayoutRect(x: 0, y: 0, width: 100, height: 100)
  var windows: [ViewKey: ViewKey] = ["w1": "window", "w2": "window", "o1": "other", "o2": "other"]

  var height = 20.0
  var reportsChanges = true

  func parent(of view: ViewKey) -> ViewKey? { windows[view] }

  func read(_ view: ViewKey, in surroundings: ViewSurroundings) -> ViewReading? {
    if windows[view] == nil { return ViewReading(frame: Self.frame, clip: .bounds) }
    return ViewReading(frame: LayoutRect(x: 0, y: 0, width: 100, height: height))
  }

  func contentsMayDiffer(in view: ViewKey) -> Bool { true }

  func covers(in view: ViewKey) -> [(view: ViewKey, isFriendly: Bool)] { [] }
}
