import SightlineCore
import SightlineScroll
import SightlineTestSupport
import Testing

@Suite struct ListedSectionsTests {
  private var now = MonotonicTime(nanoseconds: 1_000_000_000)
  private var sections = ListedSections<String>()

  init() {
    _ = sections.setSections(["a", "b", "c", "d"], at: now)
    show(["a", "b"], at: 0)
  }

  /// Reports an offset and the sections that show then.
  private mutating func show(
    _ shown: Set<String>, at offset: Double, after wait: Duration = .seconds(1)
  ) {
    now = now + wait
    sections.scrolled(
      ScrollMetrics(
        contentOffset: LayoutPoint(x: 0, y: offset),
        contentSize: LayoutSize(width: 320, height: 3_000),
        containerSize: LayoutSize(width: 320, height: 500)))
    sections.setShown(shown)
    #expect(sections.settle(at: now) == nil)
  }

  @Test mutating func `the first section that shows is selected, and the last one at the end`() {
    #expect(sections.selection == "a")
    show(["b"], at: 600)
    #expect(sections.selection == "b")
    show(["d", "c"], at: 2_499)
    #expect(sections.selection == "c")
    show(["d", "c"], at: 2_499.5)
    #expect(sections.selection == "d")
    show(["d", "c"], at: 2_540)
    #expect(sections.selection == "d")
    show(["c"], at: 2_400)
    #expect(sections.selection == "c")
  }

  @Test mutating func `while no section shows the last one stays selected`() {
    show(["b"], at: 600)
    show([], at: 700)
    #expect(sections.selection == "b")
  }

  @Test mutating func `a requested scroll selects its section, and none on the way`() {
    let scroll = sections.select("c", at: now)
    #expect(scroll?.section == "c" && scroll?.duration == SectionSpy.scrollDuration)
    #expect(sections.selection == "c")
    for step in 1...60 {
      show([step < 40 ? "a" : "b"], at: Double(step) * 40, after: .milliseconds(16))
      #expect(sections.selection == "c")
    }
    // At its end the section before it still shows, and rows load later.
    for shown in [["b", "c"], ["b"], ["b", "c"]] as [Set<String>] {
      show(shown, at: 2_400)
      #expect(sections.selection == "c")
    }
    show(["b", "c"], at: 2_399)
    #expect(sections.selection == "b")
  }

  @Test(arguments: [(349, "c"), (350, "b")])
  mutating func `the first movement comes soon, or has another cause`(
    milliseconds: Int, expected: String
  ) {
    _ = sections.select("c", at: now)
    show(["b"], at: 600, after: .milliseconds(milliseconds))
    #expect(sections.selection == expected)
    // Another cause's scroll ends the request, even if it returns.
    show(["a"], at: 0)
    #expect(sections.selection == "a")
  }

  @Test mutating func `half a point away is where the request was made`() {
    _ = sections.select("c", at: now)
    show(["b"], at: 0.5)
    #expect(sections.selection == "c")
    show(["b"], at: 1.25)
    #expect(sections.selection == "b")
  }

  @Test mutating func `small steps away from a section scrolled to add up`() {
    _ = sections.select("c", at: now)
    show(["a", "b"], at: 0.4)
    #expect(sections.selection == "c")
    show(["a", "b"], at: 0.8)
    #expect(sections.selection == "a")
  }

  @Test mutating func `a removed section's scroll ends`() {
    _ = sections.select("c", at: now)
    _ = sections.setSections(["a", "b"], at: now)
    #expect(sections.selection == "a")
    sections.setShown(["b"])
    _ = sections.settle(at: now)
    #expect(sections.selection == "b")
  }

  @Test mutating func `a finger ends a requested scroll`() {
    _ = sections.select("c", at: now)
    show(["a"], at: 40, after: .milliseconds(16))
    sections.phaseChanged(to: .interacting)
    show(["b"], at: 80, after: .milliseconds(16))
    #expect(sections.selection == "b")
  }

  @Test mutating func `Reduce Motion scrolls immediately, and unknown sections not at all`() {
    sections.motion = .reduced
    #expect(sections.select("d", at: now)?.duration == .zero)
    #expect(sections.select("x", at: now) == nil)
    #expect(sections.selection == "d")
  }

  @Test mutating func `a removed section is replaced by one that shows, or else by the first`() {
    show(["b"], at: 600)
    _ = sections.setSections(["x", "b"], at: now)
    #expect(sections.selection == "b")
    _ = sections.select("x", at: now)
    _ = sections.setSections(["a", "b"], at: now)
    #expect(sections.selection == "b")
    show([], at: 600)
    _ = sections.setSections(["y", "z"], at: now)
    #expect(sections.selection == "y")
    _ = sections.setSections([], at: now)
    #expect(sections.selection == nil)
  }

  @Test mutating func `before a geometry a selection stays, and then until a scroll`() {
    sections = ListedSections<String>()
    _ = sections.setSections(["a", "b"], at: now)
    #expect(sections.selection == "a")
    _ = sections.select("b", at: now)
    sections.setShown(["a"])
    _ = sections.settle(at: now)
    #expect(sections.selection == "b")
    show(["a"], at: 0)
    #expect(sections.selection == "b")
    show(["a"], at: 40)
    #expect(sections.selection == "a")
  }
}
