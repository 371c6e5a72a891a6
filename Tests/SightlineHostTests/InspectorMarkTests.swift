import SightlineCore
import SightlineHost
import SightlineTestSupport
import Testing

@MainActor
@Suite struct InspectorMarkTests {
  private let tree = Column()
  private let window: MirroredWindow

  init() {
    window = .shown(root: "window", of: tree, frame: Column.window)
  }

  private func observe(
    _ view: ViewKey, y: Double, _ observation: Observation, in viewport: ViewportID? = nil
  ) {
    tree.places[view] = y
    let slot = ViewSlot()
    _ = slot.register(observation, in: { viewport })
    window.place(slot, at: view)
    tracks.views.append(slot)
  }

  private let tracks = Kept()

  private final class Kept {
    var views: [ViewSlot] = []
  }

  private func marks(after time: Duration) -> [InspectorMark] {
    let now = MonotonicTime.zero + time
    window.frame(at: now)
    return InspectorMark.marks(of: window.mirror, window.engine, at: now)
  }

  @Test func `visible items are marked from top to bottom`() {
    observe("low", y: 70, .changes(.fully) { _, _ in })
    observe("high", y: 10, .changes(.fully) { _, _ in })
    observe("below", y: 400, .changes(.fully) { _, _ in })
    let marks = marks(after: .zero)
    #expect(marks.map(\.isVisible) == [true, false])
    #expect(marks.map(\.visible.minY) == [10, 70])
    #expect(marks.first?.text == "100 %")
    #expect(marks.last?.text.hasPrefix("75 % · ") == true)
    #expect(marks.allSatisfy { $0.dwell == nil })
  }

  @Test func `even a sliver is marked`() {
    observe("sliver", y: Column.window.height - 0.001, .changes(.fully) { _, _ in })
    #expect(marks(after: .zero).count == 1)
  }

  @Test func `fractions are rounded down`() {
    observe("view", y: 100 - 40 * 0.559, .changes(.fully) { _, _ in })
    #expect(marks(after: .zero).first?.text.hasPrefix("55 % · ") == true)
  }

  @Test func `the rule is the first registered one`() {
    observe("view", y: 70, .changes(.fraction(0.5)) { _, _ in })
    #expect(marks(after: .zero).map(\.isVisible) == [true])
  }

  @Test func `the viewport is the rule's viewport`() {
    let engine = window.engine
    let inset = ViewportMargins(
      points: LayoutInsets(top: 0, left: 0, bottom: -80, right: 0), fractions: .zero)
    let upper = window.engine.add(VisibilityViewport(engine.scene.root, margins: inset))
    observe("view", y: 10, .changes(.fully) { _, _ in }, in: upper)
    let mark = marks(after: .zero).first
    #expect(mark?.isVisible == false && mark?.text.hasPrefix("25 % · ") == true)
    #expect(mark?.visible.height == 10)
  }

  @Test func `the dwell is measured up to now`() throws {
    observe("view", y: 10, .impressions(.mrcDisplay, of: HashedID(1)) { _, _ in })
    #expect(marks(after: .zero).first?.dwell == 0)
    let half = try #require(marks(after: .milliseconds(500)).first?.dwell)
    #expect(abs(half - 0.5) < 0.001)
    #expect(marks(after: .seconds(2)).first?.dwell == 1)
    #expect(marks(after: .seconds(60)).first?.dwell == 1)
  }

  @Test func `an unchanged pass gives the same marks`() {
    observe("view", y: 10, .changes(.fully) { _, _ in })
    #expect(marks(after: .zero) == marks(after: .seconds(1)))
  }
}

/// Views of 100 × 40 in a window of 100 × 100.
@MainActor
private final class Column: ViewTree {
  static let window = LayoutRect(x: 0, y: 0, width: 100, height: 100)
  var places: [ViewKey: Double] = [:]

  func parent(of view: ViewKey) -> ViewKey? { places[view] == nil ? nil : "window" }

  func read(_ view: ViewKey, in surroundings: ViewSurroundings) -> ViewReading? {
    if view == "window" { return ViewReading(frame: Self.window, clip: .bounds) }
    return places[view].map { ViewReading(frame: LayoutRect(x: 0, y: $0, width: 100, height: 40)) }
  }
}
