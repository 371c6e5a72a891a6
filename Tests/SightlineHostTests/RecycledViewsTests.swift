import SightlineCore
import SightlineHost
import SightlineTestSupport
import Testing

/// Items in rows whose views are reused, in one window and in two.
@MainActor
@Suite struct RecycledViewsTests {
  private let session = VisibilitySession()
  private let tree = Rows()
  private let window: MirroredWindow
  private let other: MirroredWindow
  private let rows: ItemVisibility<Int>
  private let log = Log()

  private final class Log {
    var lines: [String] = []
  }

  init() {
    window = RecycledViewsTests.makeWindow("window", tree, session)
    other = RecycledViewsTests.makeWindow("other", tree, session)
    rows = ItemVisibility()
    let log = log
    rows.changed(.fully) { id, state in
      log.lines.append((state == .visible ? "+" : "-") + "\(id)")
    }
  }

  private static func makeWindow(
    _ root: ViewKey, _ tree: Rows, _ session: VisibilitySession
  ) -> MirroredWindow {
    .shown(root: root, of: tree, frame: Rows.frame, session: session)
  }

  /// Runs a frame of both windows and returns the reports.
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
    #expect(rows.items.boundCount == 1)
  }

  @Test func `binding a view to another item releases the first`() {
    rows.bind("w1", to: 1, in: window)
    #expect(frame() == ["+1"])
    rows.bind("w1", to: 2, in: window)
    #expect(frame() == ["+2", "-1"])
  }

  @Test func `binding a view to its item again reports nothing`() {
    rows.bind("w1", to: 1, in: window)
    #expect(frame() == ["+1"])
    rows.bind("w1", to: 1, in: window)
    #expect(frame() == [])
    rows.unbind("w1")
    rows.bind("w1", to: 1, in: window)
    #expect(frame() == [])
  }

  @Test func `an item appearing in another view does not leave`() {
    rows.bind("w1", to: 1, in: window)
    rows.bind("w2", to: 2, in: window)
    #expect(frame() == ["+1", "+2"])
    rows.unbind("w1")
    rows.unbind("w2")
    rows.bind("w1", to: 2, in: window)
    rows.bind("w2", to: 1, in: window)
    #expect(frame() == [])
    // Each leaves with the view that currently shows it.
    rows.unbind("w1")
    #expect(frame() == ["-2"])
  }

  @Test func `an item does not continue in another item's row`() {
    rows.bind("w1", to: 1, in: window)
    #expect(frame() == ["+1"])
    rows.unbind("w1")
    rows.bind("w2", to: 2, in: window)
    #expect(frame() == ["+2", "-1"])
  }

  @Test func `an item appearing in another window leaves the first`() {
    rows.bind("w1", to: 1, in: window)
    // Both windows have a target with the same number.
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

  @Test func `an item's viewport is its view's viewport at placement`() {
    let small = window.engine.add(
      VisibilityViewport(window.engine.scene.root, margins: .points(bottom: -90)))
    window.mirror.viewport = { _ in nil }
    rows.bind("w1", to: 1, in: window)
    #expect(frame() == ["+1"])
    window.mirror.viewport = { $0 == "w1" ? small : nil }
    rows.items.viewportChanged(around: ItemTable.Key("w1"))
    rows.items.viewportChanged(around: ItemTable.Key("w2"))
    #expect(frame() == ["-1"])
    window.mirror.viewport = nil
    rows.items.viewportChanged(around: ItemTable.Key("w1"))
    #expect(frame() == ["+1"])
  }

  @Test func `items swapping places report nothing`() {
    rows.bind("w1", to: 1, in: window)
    rows.bind("w2", to: 2, in: window)
    #expect(frame() == ["+1", "+2"])
    rows.bind("w1", to: 2, in: window)
    rows.bind("w2", to: 1, in: window)
    #expect(frame() == [])
    rows.unbind("w1")
    #expect(frame() == ["-2"])
  }

  @Test func `an item with two views is in the last bound one`() {
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

  @Test func `a hidden view does not take an item from a visible one`() {
    rows.bind("w1", to: 1, in: window)
    #expect(frame() == ["+1"])
    tree.hidden = ["w2"]
    rows.bind("w2", to: 1, in: window)
    #expect(frame() == [])
    tree.hidden = ["w1"]
    #expect(frame() == [], "the other shows it now")
    tree.hidden = ["w1", "w2"]
    #expect(frame() == ["-1"])
  }

  @Test(arguments: [true, false])
  func `removing one of an item's views before the others are read does not affect them`(
    isWoken: Bool
  ) {
    tree.hidden = ["w2"]
    rows.bind("w1", to: 1, in: window)
    rows.bind("w2", to: 1, in: window)
    #expect(frame() == ["+1"])
    rows.unbind("w1")
    tree.hidden = []
    log.lines = []
    // A timer fires before the layout, or another window of the session has its frame first.
    if isWoken { window.wake(at: .zero) } else { other.frame(at: .zero) }
    window.frame(at: .zero)
    #expect(log.lines == [])
    tree.hidden = ["w2"]
    #expect(frame() == ["-1"])
  }

  @Test func `an exposure and its dwell continue in a view that a timer found unread`() {
    let log = log
    rows.exposure(.fully) { id, exposure in
      log.lines.append("\(exposure.isVisible ? "shows" : "ended") \(id)")
    }
    tree.hidden = ["w2"]
    rows.bind("w1", to: 1, in: window)
    rows.bind("w2", to: 1, in: window)
    #expect(frame() == ["+1", "shows 1"])
    rows.unbind("w1")
    tree.hidden = []
    log.lines = []
    window.wake(at: .zero)
    window.frame(at: .zero)
    #expect(log.lines == [])
    rows.unbind("w2")
    #expect(frame() == ["-1", "ended 1"])
  }

  @Test func `an item continuing in another view is in that view's viewport`() {
    let small = window.engine.add(
      VisibilityViewport(window.engine.scene.root, margins: .points(bottom: -90)))
    window.mirror.viewport = { $0 == "w2" ? small : nil }
    rows.bind("w1", to: 1, in: window)
    #expect(frame() == ["+1"])
    rows.unbind("w1")
    rows.bind("w2", to: 1, in: window)
    #expect(frame() == ["-1"], "a tenth of it is in that viewport")
  }

  @Test func `an item continues in a view still showing it`() {
    rows.bind("w1", to: 1, in: window)
    rows.bind("w2", to: 1, in: window)
    #expect(frame() == ["+1"])
    rows.unbind("w2")
    #expect(frame() == [])
  }

  @Test func `a view released without a report is forgotten`() {
    var lost: [ViewKey] = []
    tree.reportsChanges = false
    let window = Self.makeWindow("window", tree, session)
    window.viewWasLost = { lost.append($0) }
    rows.bind("w1", to: 1, in: window)
    window.frame(at: .zero)
    tree.windows["w1"] = nil
    window.frame(at: .zero)
    #expect(log.lines == ["+1", "-1"])
    #expect(lost == ["w1"])
    window.frame(at: .zero)
    #expect(window.mirror.leafCount == 0)
    // The view is back.
    tree.windows["w1"] = "window"
    rows.moved("w1", to: window)
    window.frame(at: .zero)
    #expect(log.lines == ["+1", "-1", "+1"])
  }

  @Test func `an item counts in the session of its window`() {
    let log = log
    rows.impression(ImpressionPolicy(rule: .fully)) { id, _ in log.lines.append("\(id) seen") }
    let foreign = Self.makeWindow("other", tree, VisibilitySession())
    rows.bind("w1", to: 1, in: window)
    #expect(frame() == ["+1", "1 seen"])
    rows.bind("o1", to: 1, in: foreign)
    foreign.frame(at: .zero)
    #expect(log.lines == ["+1", "1 seen", "+1", "1 seen"])
  }

  @Test func `a view bound before it is in a window waits`() {
    rows.bind("w1", to: 1, in: nil)
    #expect(frame() == [])
    rows.moved("w1", to: window)
    #expect(frame() == ["+1"])
  }

  @Test func `a view removed and reinserted before the pass reports nothing`() {
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

  @Test func `a view moving to another window leaves the first`() {
    rows.bind("w1", to: 1, in: window)
    #expect(frame() == ["+1"])
    tree.windows["w1"] = "other"
    rows.moved("w1", to: other)
    #expect(frame() == ["+1", "-1"])
    #expect(other.mirror.leafCount == 1 && window.mirror.leafCount == 0)
  }

  @Test func `a view bound in another window is forgotten in the first`() {
    rows.bind("w1", to: 1, in: window)
    #expect(frame() == ["+1"])
    tree.windows["w1"] = "other"
    rows.bind("w1", to: 1, in: other)
    #expect(frame() == ["+1", "-1"])
    #expect(window.mirror.leafCount == 0)
    tree.height = 30
    #expect(frame() == [], "the first window no longer reads it")
  }

  @Test func `a view without an item can move`() {
    rows.moved("w1", to: other)
    rows.unbind("w1")
    #expect(frame() == [] && rows.items.boundCount == 0)
  }

  @Test func `later registrations apply to bound rows`() {
    rows.bind("w1", to: 1, in: window)
    _ = frame()
    let log = log
    rows.crossed(.thresholds([0, 1])) { id, crossing in
      log.lines.append("\(id) crossed \(crossing.threshold)")
    }
    rows.impression(ImpressionPolicy(rule: .fully)) { id, _ in log.lines.append("\(id) seen") }
    #expect(frame() == ["1 crossed 0", "1 crossed 1", "1 seen"])
    rows.bind("w2", to: 2, in: window)
    #expect(frame() == ["+2", "2 crossed 0", "2 crossed 1", "2 seen"])
  }

  @Test func `an item is seen once even if its view is reused repeatedly`() {
    let log = log
    rows.impression(ImpressionPolicy(rule: .fully)) { id, _ in log.lines.append("\(id) seen") }
    rows.bind("w1", to: 1, in: window)
    #expect(frame() == ["+1", "1 seen"])
    rows.bind("w1", to: 2, in: window)
    #expect(frame() == ["+2", "-1", "2 seen"])
    rows.bind("w2", to: 1, in: window)
    #expect(frame() == ["+1"])
  }

  // An item that leaves gives its row to another item.

  @Test func `a row that ends while events are delivered keeps its item until it has left`() {
    rows.bind("w1", to: 1, in: window)
    rows.bind("w2", to: 2, in: window)
    rows.changed(.fully) { [rows, window] id, state in
      if id != 1 || state == .visible { return }
      rows.unbind("w2")
      window.frame(at: .zero)  // The closure runs a main loop.
    }
    #expect(frame() == ["+1", "+2"])
    rows.unbind("w1")
    window.frame(at: .zero)
    #expect(log.lines == ["+1", "+2", "-1"])
    rows.bind("w1", to: 3, in: window)
    #expect(frame() == ["+3", "-2"])
  }

  /// Leaves item 1 with only a hidden view, in a frame that settles the items of both windows and
  /// reads the other window.
  private func hideUnread() {
    tree.hidden = ["w2"]
    rows.bind("w1", to: 1, in: window)
    rows.bind("w2", to: 1, in: window)
    #expect(frame() == ["+1"])
    rows.unbind("w1")
    rows.bind("o1", to: 2, in: other)
    log.lines = []
    other.frame(at: .zero)
    #expect(log.lines == ["+2"])
  }

  @Test func `a postponed departure names its item`() {
    hideUnread()
    rows.unbind("w2")
    rows.bind("w1", to: 3, in: window)
    #expect(frame() == ["+3", "-1"])
  }

  @Test func `a timer reports no departure of an item that a layout may still show`() {
    hideUnread()
    log.lines = []
    window.wake(at: .zero)
    #expect(log.lines == [])
    #expect(frame() == ["-1"])
  }

  @Test func `a closure registered later counts the current item of a reused row`() {
    keep([("w1", 1)])
    rows.bind("w1", to: 2, in: window)
    #expect(frame() == ["+2"])
    let log = log
    rows.impression(.feed) { id, _ in log.lines.append("seen \(id)") }
    #expect(frame() == ["seen 2"])
    #expect(window.impressionCount(of: 2, .feed) == 1)
    #expect(window.impressionCount(of: 1, .feed) == 0)
  }

  @Test func `a reused row has the item's own impressions, exposures and dwell`() {
    rows.impression(ImpressionPolicy(rule: .fully)) { [log] id, _ in log.lines.append("seen \(id)")
    }
    rows.exposure(.fully) { [log] id, exposure in
      log.lines.append("\(exposure.isVisible ? "shows" : "ended") \(id)")
    }
    rows.setCountsDwell(false, for: 1)
    rows.bind("w1", to: 1, in: window)
    #expect(frame() == ["+1", "shows 1"])
    for item in 2...4 {
      rows.bind("w1", to: item, in: window)
      #expect(
        frame()
          == ["+\(item)", "-\(item - 1)", "ended \(item - 1)", "seen \(item)", "shows \(item)"])
    }
    rows.crossed(.fully) { [log] id, _ in log.lines.append("crossed \(id)") }
    rows.bind("w1", to: 1, in: window)
    #expect(frame() == ["+1", "-4", "crossed 1", "ended 4", "shows 1"])
  }

  @Test func `an unbound view is forgotten with the next frame, or by a wake in the background`() {
    for isShown in [true, false] {
      window.presence.isShown = true
      rows.bind("w1", to: 1, in: window)
      #expect(frame() == ["+1"])
      log.lines = []
      rows.unbind("w1")
      window.presence.isShown = isShown
      window.wake(at: .zero)
      #expect(log.lines == (isShown ? [] : ["-1"]))
      #expect(window.mirror.leafCount == (isShown ? 1 : 0))
      #expect(frame() == (isShown ? ["-1"] : []))
    }
  }

  // A view that soon shows another item keeps its target.

  /// Shows items, hides them again, and unbinds their views but keeps their targets.
  private func keep(_ items: [(view: ViewKey, item: Int)]) {
    for (view, item) in items { rows.bind(view, to: item, in: window) }
    _ = frame()
    tree.hidden = Set(items.map(\.view))
    _ = frame()
    for (view, _) in items { #expect(rows.items.keep(ItemTable.Key(view))) }
    tree.hidden = []
  }

  @Test func `the next item of a kept view has its target`() {
    keep([("w1", 1)])
    let targets = Set(window.mirror.targets)
    rows.bind("w1", to: 2, in: window)
    #expect(frame() == ["+2"])
    #expect(targets.count == 1 && Set(window.mirror.targets) == targets)
    rows.unbind("w1")
    #expect(frame() == ["-2"])
    #expect(window.mirror.leafCount == 0)
  }

  @Test func `a kept view that is unbound is forgotten`() {
    keep([("w1", 1)])
    rows.unbind("w1")
    #expect(frame() == [] && window.mirror.leafCount == 0 && rows.items.boundCount == 0)
  }

  @Test func `a view that is kept before a frame is not observed`() {
    rows.bind("w1", to: 1, in: window)
    #expect(rows.items.keep(ItemTable.Key("w1")))
    #expect(frame() == [] && window.mirror.leafCount == 0)
    rows.bind("w1", to: 2, in: window)
    #expect(frame() == ["+2"])
    rows.unbind("w1")
    #expect(!rows.items.keep(ItemTable.Key("w1")), "not bound")
  }

  @Test func `an item whose view is kept leaves, unless another one shows it`() {
    for isElsewhere in [false, true] {
      rows.bind("w1", to: 1, in: window)
      #expect(frame() == ["+1"])
      tree.hidden = ["w1"]
      #expect(rows.items.keep(ItemTable.Key("w1")))
      if isElsewhere { rows.bind("w2", to: 1, in: window) }
      #expect(frame() == (isElsewhere ? [] : ["-1"]))
      tree.hidden = []
      rows.unbind("w1")
      #expect(frame() == [])
      rows.unbind("w2")
      #expect(frame() == (isElsewhere ? ["-1"] : []))
    }
  }

  @Test func `an item that has not left keeps its target until then`() {
    rows.bind("w1", to: 1, in: window)
    #expect(frame() == ["+1"])
    let targets = Set(window.mirror.targets)
    #expect(rows.items.keep(ItemTable.Key("w1")))
    rows.bind("w1", to: 2, in: window)
    #expect(frame() == ["+2", "-1"])
    #expect(targets.isDisjoint(with: window.mirror.targets))
    rows.unbind("w1")
    #expect(frame() == ["-2"])
  }

  @Test func `an item returns to its kept view, or to another one`() {
    keep([("w1", 1)])
    rows.bind("w1", to: 1, in: window)
    #expect(frame() == ["+1"])
    keep([("w1", 1)])
    tree.hidden = ["w1"]
    rows.bind("w2", to: 1, in: window)
    #expect(frame() == ["+1"])
    tree.hidden = []
    rows.bind("w1", to: 2, in: window)
    #expect(frame() == ["+2"] && window.mirror.leafCount == 2)
    rows.unbind("w2")
    #expect(frame() == ["-1"])
  }

  @Test func `items exchanging kept views keep their names`() {
    keep([("w1", 1), ("w2", 2)])
    rows.bind("w1", to: 2, in: window)
    rows.bind("w2", to: 1, in: window)
    #expect(frame() == ["+1", "+2"])
    tree.hidden = ["w1"]
    #expect(frame() == ["-2"])
    #expect(rows.items.keep(ItemTable.Key("w1")))
    // The view's next item comes before its previous one.
    rows.bind("w1", to: 3, in: window)
    rows.bind("w2", to: 2, in: window)
    tree.hidden = []
    #expect(frame() == ["+2", "+3", "-1"])
  }

  @Test func `a view bound several times in a turn shows the last item`() {
    keep([("w1", 1)])
    for item in [2, 3] { rows.bind("w1", to: item, in: window) }
    #expect(frame() == ["+3"])
  }

  @Test func `the next item of a kept view counts on its own, once a session`() {
    rows.impression(ImpressionPolicy(rule: .fully, repetition: .oncePerSession)) {
      [log] id, _ in log.lines.append("\(id) seen")
    }
    rows.setCountsDwell(false, for: 1)
    keep([("w1", 1)])
    for (visit, expected) in [["+2", "2 seen"], ["+2"], ["+2", "2 seen"]].enumerated() {
      if visit == 2 { session.beginSession() }
      rows.bind("w1", to: 2, in: window)
      #expect(frame() == expected)
      keep([("w1", 1)])
    }
  }

  @Test func `events that await their delivery name the item that had the view`() {
    rows.exposure(.fully) { [log] id, exposure in
      log.lines.append("\(exposure.isVisible ? "shows" : "ended") \(id)")
    }
    rows.changed(.fully) { [rows, window] id, state in
      if id != 1 || state == .visible { return }
      #expect(rows.items.keep(ItemTable.Key("w1")))
      rows.bind("w1", to: 3, in: window)
      window.frame(at: .zero)  // The closure runs a main loop.
    }
    rows.bind("w1", to: 1, in: window)
    #expect(frame() == ["+1", "shows 1"])
    tree.hidden = ["w1"]
    #expect(frame() == ["-1", "ended 1"])
    tree.hidden = []
    #expect(frame() == ["+3", "shows 3"])
  }

  @Test func `a postponed departure names the item that had the view`() {
    rows.bind("w1", to: 1, in: window)
    #expect(frame() == ["+1"])
    tree.hidden = ["w2"]
    rows.unbind("w1")
    rows.bind("w2", to: 1, in: window)
    window.wake(at: .zero)
    #expect(rows.items.keep(ItemTable.Key("w2")))
    rows.bind("w2", to: 3, in: window)
    tree.hidden = []
    #expect(frame() == ["+3", "-1"])
  }

  @Test func `a closure registered for all items is called for those of kept views`() {
    keep([("w1", 1)])
    rows.impression(ImpressionPolicy(rule: .fully)) { [log] id, _ in log.lines.append("\(id) seen")
    }
    rows.bind("w1", to: 2, in: window)
    #expect(frame() == ["+2", "2 seen"])
  }

  @Test
  func `a closure registered while an item shows elsewhere is called for its former view's next`() {
    keep([("w1", 1)])
    tree.hidden = ["w1"]
    rows.bind("w2", to: 1, in: window)
    #expect(frame() == ["+1"])
    tree.hidden = []
    rows.impression(ImpressionPolicy(rule: .fully)) { [log] id, _ in log.lines.append("\(id) seen")
    }
    rows.bind("w1", to: 2, in: window)
    #expect(frame() == ["+2", "1 seen", "2 seen"])
  }

  @Test func `the dwell of a kept view's next item counts if that item's does`() {
    rows.impression(ImpressionPolicy(rule: .fully)) { [log] id, _ in log.lines.append("\(id) seen")
    }
    rows.setCountsDwell(false, for: 2)
    keep([("w1", 1)])
    rows.bind("w1", to: 2, in: window)
    #expect(frame() == ["+2"])
    rows.setCountsDwell(true, for: 2)
    #expect(frame() == ["2 seen"])
  }

  @Test func `a kept view that is bound and leaves its window is forgotten`() {
    keep([("w1", 1)])
    rows.bind("w1", to: 2, in: window)
    rows.moved("w1", to: nil)
    #expect(frame() == [] && window.mirror.leafCount == 0)
  }

  @Test func `a kept view in another window is another target`() {
    keep([("w1", 1)])
    tree.windows["w1"] = "other"
    rows.bind("w1", to: 2, in: other)
    #expect(frame() == ["+2"])
    #expect(other.mirror.leafCount == 1 && window.mirror.leafCount == 0)
  }
}

/// Views of 100 × 20. The first letter of a name is that of its window.
@MainActor
private final class Rows: ViewTree {
  static let frame = LayoutRect(x: 0, y: 0, width: 100, height: 100)
  var windows: [ViewKey: ViewKey] = ["w1": "window", "w2": "window", "o1": "other", "o2": "other"]

  var hidden: Set<ViewKey> = []
  var height = 20.0
  var reportsChanges = true

  func parent(of view: ViewKey) -> ViewKey? { windows[view] }

  func read(_ view: ViewKey, in surroundings: ViewSurroundings) -> ViewReading? {
    if windows[view] == nil { return ViewReading(frame: Self.frame, clip: .bounds) }
    return ViewReading(
      frame: LayoutRect(x: 0, y: 0, width: 100, height: height),
      appearance: SceneAppearance(isHidden: hidden.contains(view)))
  }
}
