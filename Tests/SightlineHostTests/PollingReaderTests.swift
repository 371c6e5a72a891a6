import SightlineCore
import SightlineHost
import SightlineTestSupport
import Testing

/// Changes that a mirror detects in a toolkit that reports none, and when: the list in
/// `PollingReader.swift`, line by line.
@MainActor
@Suite struct PollingReaderTests {
  private static let count = 1_000
  private let tree = RandomTree(reportsChanges: false)
  private let window: MirroredWindow
  private let list: ViewKey
  private let rows: [ViewKey]
  private let tracked: [ViewSlot]
  private let log = Log()

  private final class Log {
    var visible: Set<Int> = []
  }

  /// Rows 100 pt high in a list that shows six of them.
  init() {
    window = .shown(root: tree.root, of: tree, frame: .zero)
    var reading = ViewReading(
      frame: LayoutRect(x: 0, y: 0, width: 400, height: 600), clip: .bounds)
    reading.scrolls = true
    let list = tree.add(to: tree.root, reading)
    self.list = list
    let (tree, log) = (tree, log)
    rows = (0..<Self.count).map { row in
      tree.add(to: list, ViewReading(frame: Self.frame(row)))
    }
    tracked = (0..<Self.count).map { row in
      let view = ViewSlot()
      _ = view.changed(.fully) {
        if $0 == .visible { log.visible.insert(row) } else { log.visible.remove(row) }
      }
      return view
    }
    for row in rows.indices { window.place(tracked[row], at: rows[row]) }
    frame()
    frame()
  }

  private static func frame(_ row: Int) -> LayoutRect {
    LayoutRect(x: 0, y: 100 * Double(row), width: 400, height: 100)
  }

  private func frame(readingEverything: Bool = false) {
    window.frame(at: .zero, readingEverything: readingEverything)
  }

  private func scroll(to row: Int) {
    tree.change(list) { $0.contentOffset.y = 100 * Double(row) }
  }

  @Test func `a scrolled frame reads the visible rows and a few more`() {
    #expect(log.visible == Set(0..<6))
    scroll(to: 500)
    frame()
    #expect(log.visible == Set(500..<506))
    // Seven or eight rows meet the visible part; the list and the window are read too.
    #expect(window.mirror.readCount <= 8 + 2 + PollingReader.sweepPortion)
  }

  @Test func `a row on screen is read in the same frame`() {
    tree.change(rows[3]) { $0.appearance.isHidden = true }
    frame()
    #expect(log.visible == [0, 1, 2, 4, 5])
    tree.change(rows[3]) { $0.appearance.isHidden = false }
    frame()
    #expect(log.visible == Set(0..<6))
  }

  @Test func `an added row is read in the same frame`() {
    let view = ViewSlot()
    let log = log
    _ = view.changed(.fully) { if $0 == .visible { log.visible.insert(-1) } }
    window.place(view, at: tree.add(to: list, ViewReading(frame: Self.frame(2))))
    frame()
    #expect(log.visible.contains(-1))
    #expect(window.mirror.readCount < 100)
  }

  @Test func `a layout resizing the list is read in the same frame`() {
    // The rows on screen stay, and one from far away appears between them.
    tree.change(list) { $0.frame = LayoutRect(x: 0, y: 0, width: 400, height: 590) }
    tree.change(rows[900]) { $0.frame = Self.frame(0) }
    frame()
    #expect(log.visible == [0, 1, 2, 3, 4, 900])
  }

  @Test func `a layout moving a visible row is read in the same frame`() {
    tree.change(rows[1]) { $0.frame = Self.frame(900) }
    tree.change(rows[900]) { $0.frame = Self.frame(1) }
    frame()
    #expect(log.visible == [0, 2, 3, 4, 5, 900])
  }

  @Test func `a single animated row does not cause all rows to be read in every frame`() {
    var reads = 0
    for _ in 0..<PollingReader.pauseAfterFalseAlarm {
      tree.change(rows[1]) { $0.frame = $0.frame.offset(by: LayoutPoint(x: 1, y: 0)) }
      frame()
      reads += window.mirror.readCount
    }
    #expect(reads < 2 * Self.count)
  }

  @Test func `a row appearing without notice is found by the sweep`() {
    tree.change(rows[900]) { $0.frame = Self.frame(2) }
    var frames = 0
    while !log.visible.contains(900), frames <= Self.count {
      // While it scrolls back and forth.
      tree.change(list) { $0.contentOffset.y = frames % 2 == 0 ? 1 : 0 }
      frame()
      frames += 1
    }
    #expect(frames > 1)
    #expect(frames <= (Self.count + 8) / PollingReader.sweepPortion + 1)
  }

  @Test func `a row appearing without notice is found in turns without findings`() {
    tree.change(rows[900]) { $0.frame = Self.frame(2) }
    var frames = 0
    while !log.visible.contains(900), frames <= Self.count {
      frame()
      frames += 1
    }
    #expect(frames > 1)
    #expect(frames <= (Self.count + 8) / PollingReader.quietSweepPortion + 1)
  }

  @Test func `held views keep their readings, even in viewports and at rest`() {
    let viewport = ViewportMargins.points(bottom: -50)
    let page = tree.add(to: tree.root, ViewReading(frame: Self.frame(0)))
    let inner = tree.add(to: page, ViewReading(frame: Self.frame(0)))
    let key = tree.add(to: inner, ViewReading(frame: Self.frame(0)))
    let (log, view) = (log, ViewSlot())
    _ = view.changed(.fully) {
      if $0 == .visible { log.visible.insert(-1) } else { log.visible.remove(-1) }
    }
    window.place(view, at: key)
    if let container = window.mirror.container(for: inner) {
      window.mirror.setViewport(viewport, of: container)
    }
    frame()
    #expect(log.visible.contains(-1))
    window.mirror.hold([page])
    tree.change(page) { $0.frame = Self.frame(900) }
    tree.change(key) { $0.appearance.isHidden = true }
    frame()
    frame(readingEverything: true)
    #expect(log.visible.contains(-1))
    // Views beside the held one are still read.
    tree.change(rows[3]) { $0.appearance.isHidden = true }
    frame()
    #expect(log.visible == [-1, 0, 1, 2, 4, 5])
    window.mirror.hold([])
    frame()
    #expect(log.visible == [0, 1, 2, 4, 5])
  }

  @Test func `a view leaving a hidden container is noticed within 100 ms`() {
    tree.hasStamps = true
    let pool = tree.add(to: tree.root, ViewReading(frame: Self.frame(0)))
    tree.change(pool) { $0.appearance.isHidden = true }
    let log = log
    let hidden = (0..<500).map { number in
      let view = ViewSlot()
      _ = view.changed(.fully) { if $0 == .visible { log.visible.insert(-1 - number) } }
      let parent = tree.add(to: pool, ViewReading(frame: Self.frame(0)))
      let key = tree.add(to: parent, ViewReading(frame: Self.frame(0)))
      window.place(view, at: key)
      return (key: key, view: view)
    }
    var time = MonotonicTime.zero
    func frames(until isOver: () -> Bool) -> Int {
      var count = 0
      while !isOver(), count < 20 {
        time = time + .milliseconds(16)
        tree.change(list) { $0.contentOffset.y += 1 }
        window.frame(at: time)
        count += 1
      }
      return count
    }
    _ = frames { false }
    for number in [0, 250, 499] {
      tree.reparent(hidden[number].key, to: tree.root)
      #expect(frames { log.visible.contains(-1 - number) } <= 6, "\(number)")
    }
    // Ten views show; a fifth of the containers is read, and a few other views.
    #expect(window.mirror.readCount < 150)
    // From any position in a round, regardless of the views that have left it before.
    for number in [7, 498, 1, 300, 2, 301, 490, 100, 400, 8, 251, 497, 50, 350, 200] {
      var pause = number % 7
      _ = frames {
        pause -= 1
        return pause < 0
      }
      tree.reparent(hidden[number].key, to: tree.root)
      #expect(frames { log.visible.contains(-1 - number) } <= 6, "\(number)")
    }
  }

  @Test func `a turn without findings reads little more than the visible rows`() {
    frame()
    #expect(window.mirror.readCount <= 8 + 2 + PollingReader.quietSweepPortion)
  }

  @Test func `a row appearing without notice is found at rest`() {
    tree.change(rows[900]) { $0.frame = Self.frame(2) }
    frame()
    #expect(!window.mirror.isSettled)
    #expect(!log.visible.contains(900))
    frame(readingEverything: true)
    #expect(log.visible.contains(900))
    #expect(window.mirror.isSettled)
  }

  @Test func `a row removed without notice leaves and is reported`() {
    _ = tree.remove(rows[2])
    frame()
    #expect(log.visible == [0, 1, 3, 4, 5])
    #expect(tracked[2].place == nil)
  }

  @Test func `the window learns of a removed row that has no closure`() {
    var lost: [ViewKey] = []
    window.viewWasLost = { lost.append($0) }
    _ = tree.remove(rows[2])
    frame()
    #expect(lost == [rows[2]])
    frame()
    #expect(lost == [rows[2]])
  }

  @Test func `a row released with its view leaves and retains nothing`() {
    final class Canary {}
    weak var gone: Canary?
    let row = tree.add(to: list, ViewReading(frame: Self.frame(2)))
    do {
      let (canary, log, view) = (Canary(), log, ViewSlot())
      gone = canary
      _ = view.changed(.fully) { state in
        _ = canary
        if state == .visible { log.visible.insert(-1) } else { log.visible.remove(-1) }
      }
      window.place(view, at: row)
      frame()
      #expect(log.visible.contains(-1))
      _ = tree.remove(row)
    }
    frame()
    #expect(!log.visible.contains(-1))
    #expect(gone == nil)
  }

  @Test func `a row moved within the window is followed`() {
    let bar = tree.add(
      to: tree.root, ViewReading(frame: LayoutRect(x: 0, y: 0, width: 400, height: 600)))
    tree.reparent(rows[2], to: bar)
    frame()
    scroll(to: 500)
    frame()
    #expect(log.visible.contains(2))
  }

  @Test func `a viewport in a container off screen is read in each frame`() throws {
    let outside = tree.add(
      to: tree.root,
      ViewReading(frame: LayoutRect(x: 0, y: 9_000, width: 400, height: 600), clip: .bounds))
    let pages = tree.add(
      to: outside, ViewReading(frame: LayoutRect(x: 0, y: 0, width: 400, height: 600)))
    let container = try #require(window.mirror.container(for: pages))
    window.mirror.setViewport(.zero, of: container)
    let viewport = window.engine.add(VisibilityViewport(container))
    window.mirror.viewport = { [tree] in tree.parent(of: $0) == pages ? viewport : nil }
    let page = ViewSlot()
    var states: [VisibilityState] = []
    _ = page.changed(.fully) { states.append($0) }
    window.place(page, at: tree.add(to: pages, ViewReading(frame: Self.frame(9))))
    frame()
    frame()
    tree.change(pages) { $0.contentOffset.y = 500 }
    frame()
    #expect(states == [.visible])
  }

  @Test func `a viewport reaching beyond the screen is fully read`() throws {
    window.engine.edit(.margins(.points(bottom: 200), of: window.engine.window))
    window.mirror.setViewport(.points(bottom: 200), of: window.engine.scene.root)
    tree.change(list) { $0.frame = LayoutRect(x: 0, y: 0, width: 400, height: 800) }
    frame()
    #expect(log.visible == Set(0..<8))
    tree.change(rows[7]) { $0.appearance.isHidden = true }
    frame()
    #expect(log.visible == Set(0..<7))
  }
}
