import SightlineCore
import SightlineScroll
import Testing

@Suite struct NamedSectionsTests {
  private let now = MonotonicTime(nanoseconds: 1_000_000_000)
  private let later = MonotonicTime(nanoseconds: 9_000_000_000)

  private func geometry(
    _ offset: Double, of height: Double = 3_000, bottom: Double = 0
  )
    -> ScrollMetrics
  {
    ScrollMetrics(
      contentOffset: LayoutPoint(x: 0, y: offset),
      contentSize: LayoutSize(width: 320, height: height),
      containerSize: LayoutSize(width: 320, height: 500),
      contentInsets: LayoutInsets(top: 0, left: 0, bottom: bottom, right: 0))
  }

  /// Returns three sections of 1,000 pt, at rest.
  private func placed(_ names: [String] = ["a", "b", "c"]) -> NamedSections<String> {
    var sections = NamedSections<String>()
    _ = sections.setSections(names, at: now)
    for (index, name) in names.enumerated() { sections.place(name, at: Double(index) * 1_000) }
    sections.scrolled(geometry(0, of: Double(names.count) * 1_000))
    _ = sections.settle(at: now)
    return sections
  }

  @Test func `the current section is the last one whose top has reached the viewport's top`() {
    var sections = placed()
    #expect(sections.selection == "a")
    for (offset, expected) in [(999.0, "a"), (1_000, "b"), (1_999, "b"), (2_000, "c"), (0, "a")] {
      sections.scrolled(geometry(offset))
      #expect(sections.settle(at: now) == nil)
      #expect(sections.selection == expected)
    }
  }

  @Test
  func `before layout the first section is selected, and none without sections`() {
    var sections = NamedSections<String>()
    #expect(sections.selection == nil)
    #expect(sections.setSections(["a", "b"], at: now) == nil)
    #expect(sections.selection == "a")
    #expect(sections.settle(at: now) == nil)
    #expect(sections.setSections([], at: now) == nil)
    #expect(sections.selection == nil)
  }

  @Test func `a layout changing several tops selects once, using all of them`() {
    var sections = placed()
    sections.scrolled(geometry(1_500))
    _ = sections.settle(at: now)
    #expect(sections.selection == "b")
    // A rotation halves all positions. With only the new top of c applied, c would be selected.
    sections.place("c", at: 1_000)
    #expect(sections.selection == "b")
    sections.place("b", at: 500)
    sections.scrolled(geometry(750, of: 1_500))
    #expect(sections.settle(at: now) == nil)
    #expect(sections.selection == "b")
  }

  @Test func `a moved section is selected without a scroll`() {
    var sections = placed()
    sections.scrolled(geometry(500))
    _ = sections.settle(at: now)
    #expect(sections.selection == "a")
    sections.place("b", at: 400)
    #expect(sections.settle(at: now) == nil)
    #expect(sections.selection == "b")
  }

  @Test func `insets are outside the viewport: a short last section is selected at the end`() {
    var sections = NamedSections<String>()
    _ = sections.setSections(["a", "b"], at: now)
    sections.place("a", at: 0)
    sections.place("b", at: 980)
    // The end of the scroll is at 1,000 - 500 + 34.
    sections.scrolled(geometry(510, of: 1_000, bottom: 34))
    _ = sections.settle(at: now)
    #expect(sections.selection == "a")
    sections.scrolled(geometry(534, of: 1_000, bottom: 34))
    _ = sections.settle(at: now)
    #expect(sections.selection == "b")
  }

  @Test func `a chosen section is selected at once, with none on the way`() {
    var sections = placed()
    let scroll = sections.select("c", at: now)
    #expect(scroll?.section == "c")
    #expect(scroll?.duration == SectionSpy.scrollDuration)
    #expect(sections.selection == "c")
    for offset in [300.0, 1_200, 2_000] {
      sections.scrolled(geometry(offset))
      _ = sections.settle(at: now)
      #expect(sections.selection == "c")
    }
    #expect(sections.select("nowhere", at: now) == nil)
    #expect(sections.selection == "c")
  }

  @Test func `with Reduce Motion a scroll jumps`() {
    var sections = placed()
    sections.motion = .reduced
    #expect(sections.select("b", at: now)?.duration == .zero)
  }

  @Test func `a drag during a scroll is followed`() {
    var sections = placed()
    _ = sections.select("c", at: now)
    sections.scrolled(geometry(1_200))
    _ = sections.settle(at: now)
    #expect(sections.selection == "c")
    sections.phaseChanged(to: .interacting)
    sections.scrolled(geometry(1_210))
    _ = sections.settle(at: now)
    #expect(sections.selection == "b")
  }

  @Test func `a scroll that stops or never starts ends when the content rests`() throws {
    for offset in [0, 1_200.0] {
      var sections = placed()
      _ = sections.select("c", at: now)
      sections.scrolled(geometry(offset))
      _ = sections.settle(at: now + .milliseconds(300))
      let deadline = try #require(sections.nextDeadline)
      #expect(deadline == now + .milliseconds(400))
      // The end of another animation.
      sections.phaseChanged(to: .idle)
      _ = sections.settle(at: deadline + .nanoseconds(-1))
      #expect(sections.selection == "c")
      _ = sections.settle(at: deadline)
      #expect(sections.selection == (offset == 0 ? "a" : "b") && sections.nextDeadline == nil)
    }
  }

  @Test func `a section scrolled to stays at the top when a layout moves it`() {
    var sections = placed()
    _ = sections.select("b", at: now)
    sections.scrolled(geometry(1_000))
    _ = sections.settle(at: later)
    // An image above has loaded.
    sections.place("b", at: 1_200)
    sections.place("c", at: 2_200)
    sections.scrolled(geometry(1_000, of: 3_200))
    let scroll = sections.settle(at: later)
    #expect(scroll?.section == "b")
    #expect(scroll?.duration == .zero)
    #expect(sections.selection == "b")
  }

  @Test func `the selected section stays selected when others are inserted before it`() {
    var sections = placed()
    _ = sections.select("b", at: now)
    sections.scrolled(geometry(1_000))
    _ = sections.settle(at: later)
    _ = sections.setSections(["new", "a", "b", "c"], at: later)
    #expect(sections.selection == "b")
  }

  @Test func `removing the selected section selects the visible one`() {
    var sections = placed()
    _ = sections.select("b", at: now)
    sections.scrolled(geometry(1_000))
    _ = sections.settle(at: later)
    _ = sections.setSections(["a", "c"], at: later)
    sections.place("c", at: 1_000)
    sections.scrolled(geometry(400, of: 2_000))
    _ = sections.settle(at: later)
    #expect(sections.selection == "a")
  }

  @Test func `a section added again has no position until it is laid out`() {
    var sections = placed()
    _ = sections.setSections(["a"], at: now)
    _ = sections.setSections(["a", "b", "c"], at: now)
    sections.scrolled(geometry(2_500))
    _ = sections.settle(at: now)
    #expect(sections.selection == "a")
  }
}
