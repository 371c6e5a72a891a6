import SightlineSwiftUIViews
import SwiftUI
import Testing
import UIKit

private final class Captured {}

extension SwiftUIHost {
  @MainActor
  @Suite
  struct SwiftUISectionTabsTests {
    @Test
    func `a removed screen releases everything`() throws {
      weak var captured: Captured?
      do {
        let object = Captured()
        captured = object
        let view = SectionTabs(["a", "b"]) {
          Text($0)
        } content: { [object] name in
          let _ = object
          Mark("section \(name)").frame(height: 800)
        }
        withViews(view) { hosted in
          #expect(hosted.frame(of: "section a") != nil)
        }
      }
      #expect(captured == nil)
    }

    private func tabs(
      _ names: [String] = ["a", "b", "c", "d"], height: CGFloat = 800
    ) -> some View {
      SectionTabs(names) { name in
        Text("tab \(name)").background(Mark("tab \(name)"))
      } content: { name in
        Mark("section \(name)").frame(height: height)
        Text("end of \(name)")
      }
    }

    private func selected(_ hosted: Hosted) -> String? {
      hosted.spoken.first { $0.contains("selected") }
    }

    @Test(arguments: Setting.all)
    func `tapping scrolls to a section and selects it, and scrolling selects`(
      setting: Setting
    ) throws {
      try withViews(tabs(), in: setting) { hosted in
        #expect(selected(hosted) == "tab a. selected. button")
        let bar = try #require(hosted.frame(of: "section a")).minY
        let labels = try ["a", "b"].map { try #require(hosted.frame(of: "tab \($0)")) }
        let isForward = setting.direction == .leftToRight
        #expect(isForward == (labels[0].minX < labels[1].minX))
        try hosted.tap("tab b")
        hosted.settle()
        #expect(selected(hosted) == "tab b. selected. button")
        hosted.run(for: 1)
        #expect(isNear(hosted.frame(of: "section b")?.minY, bar))
        let scrollView = try #require(hosted.scrollViews.last)
        scrollView.contentOffset.y += 900
        hosted.settle()
        #expect(selected(hosted) == "tab c. selected. button")
        scrollView.contentOffset.y = 0
        hosted.settle()
        #expect(selected(hosted) == "tab a. selected. button")
      }
    }

    @Test func `a section is selected exactly when its top reaches the bar`() throws {
      try withViews(tabs()) { hosted in
        let labels = try ["a", "b"].map { try #require(hosted.frame(of: "tab \($0)")) }
        #expect(isNear(labels[1].minX - labels[0].maxX, 32))
        let bar = try #require(hosted.frame(of: "section a")).minY
        #expect(isNear(labels[0].minY, 12) && isNear(bar, labels[0].height + 24))
        let top = try #require(hosted.frame(of: "section b")).minY - bar
        #expect(top == 822, "a section and its last line")
        let scrollView = try #require(hosted.scrollViews.last)
        for (offset, name) in [(top - 0.5, "a"), (top, "b"), (top - 0.5, "a")] {
          scrollView.contentOffset.y = offset
          hosted.settle()
          #expect(selected(hosted) == "tab \(name). selected. button")
        }
      }
    }

    @Test(arguments: Setting.directions)
    func `a short last section is selected at the end, and bars are outside the viewport`(
      setting: Setting
    ) throws {
      let view = tabs(height: 300)
      try withViews(view, in: setting, safeArea: UIEdgeInsets(top: 50, bottom: 34)) { hosted in
        try hosted.tap("tab d")
        hosted.run(for: 1)
        #expect(selected(hosted) == "tab d. selected. button")
        let scrollView = try #require(hosted.scrollViews.last)
        // At the end, above the home indicator.
        let end = scrollView.contentSize.height + 34 - scrollView.bounds.height
        #expect(isNear(scrollView.contentOffset.y, end))
      }
    }

    @Test func `insets that change at rest select nothing`() throws {
      try withViews(tabs()) { hosted in
        let scrollView = try #require(hosted.scrollViews.last)
        scrollView.contentInset.top = 60
        scrollView.contentOffset.y = 825 - 60
        hosted.run(for: 1)
        for inset in [60.0, 0, 100, 60, 0] {
          scrollView.contentInset.top = inset
          hosted.run(for: 1)
          #expect(selected(hosted) == "tab b. selected. button")
        }
        scrollView.contentOffset.y -= 1
        hosted.run(for: 1)
        #expect(selected(hosted) == "tab a. selected. button")
      }
    }

    @Test(arguments: Setting.directions)
    func `the bar centres the selected tab as far as its ends allow`(
      setting: Setting
    ) throws {
      let names = (0..<12).map(String.init)
      try withViews(tabs(names), in: setting) { hosted in
        let scrollView = try #require(hosted.scrollViews.last)
        scrollView.contentOffset.y = 825 * 6
        hosted.run(for: 1)
        #expect(selected(hosted)?.hasPrefix("tab 6") == true)
        #expect(isNear(hosted.frame(of: "tab 6")?.midX, 195, 0.5))
        scrollView.contentOffset.y = 0
        hosted.run(for: 1)
        let first = try #require(hosted.frame(of: "tab 0"))
        let margin = setting.direction == .leftToRight ? first.minX : 390 - first.maxX
        #expect(isNear(margin, 16))
      }
    }

    @Test func `the bar shows no scroll indicator`() throws {
      try withViews(tabs()) { hosted in
        let bar = try #require(hosted.scrollViews.first)
        #expect(!bar.showsHorizontalScrollIndicator && !bar.showsVerticalScrollIndicator)
      }
    }

    @Test func `the selected tab stays in the middle when the sections change their order`() throws
    {
      let setter = Setter<[String]>()
      let names = (0..<12).map(String.init)
      let view = Changing(names, setter) { tabs($0.wrappedValue) }
      try withViews(view) { hosted in
        try hosted.tap("tab 2")
        hosted.run(for: 1)
        setter.set(["9", "0", "1", "3", "4", "5", "2", "6", "7", "8", "10", "11"])
        hosted.run(for: 1)
        #expect(selected(hosted)?.hasPrefix("tab 2") == true)
        #expect(isNear(hosted.frame(of: "tab 2")?.midX, 195, 0.5))
      }
    }

    @Test func `the selected tab stays in the middle of a bar with another width`() throws {
      let width = Setter<CGFloat>()
      let view = Changing(390, width) {
        tabs((0..<12).map(String.init)).frame(width: $0.wrappedValue)
      }
      try withViews(view) { hosted in
        try #require(hosted.scrollViews.last).contentOffset.y = 825 * 6
        hosted.run(for: 1)
        #expect(isNear(hosted.frame(of: "tab 6")?.midX, 195, 0.5))
        width.set(300)
        hosted.run(for: 1)
        #expect(isNear(hosted.frame(of: "tab 6")?.midX, 195, 0.5))
      }
    }

    @Test
    func `a scroll evaluates no section, and a selection change only the bar`() throws {
      let log = Log()
      let view = SectionTabs(["a", "b", "c"]) {
        Text($0)
      } content: { name -> AnyView in
        log.add(name)
        return AnyView(Color.clear.frame(height: 800))
      }
      try withViews(view) { hosted in
        let scrollView = try #require(hosted.scrollViews.last)
        scrollView.contentOffset.y = 10
        hosted.settle()
        _ = log.take()
        for _ in 0..<10 {
          scrollView.contentOffset.y += 10
          hosted.run(for: Hosted.frame)
        }
        #expect(log.take() == [])
        let turns = hosted.turnCount
        hosted.run(for: 10)
        #expect(hosted.turnCount - turns <= 3)
      }
    }

    @Test
    func `the selected section stays selected when others precede it, even with Reduce Motion`()
      throws
    {
      let setter = Setter<[String]>()
      let view = Changing(["a", "b", "c"], setter) { names in tabs(names.wrappedValue) }
        .environment(\.accessibilityReduceMotion, true)
      try withViews(view) { hosted in
        let bar = try #require(hosted.frame(of: "section a")).minY
        try hosted.tap("tab b")
        hosted.settle()
        #expect(isNear(hosted.frame(of: "section b")?.minY, bar))
        setter.set(["x", "a", "b", "c"])
        hosted.run(for: 1)
        #expect(selected(hosted) == "tab b. selected. button")
        #expect(
          hosted.spoken.prefix(4).map { String($0.prefix(5)) } == [
            "tab x", "tab a", "tab b", "tab c",
          ])
      }
    }

    @Test func `a selection starts at its section, follows the scroll and scrolls`() throws {
      let selection = Setter<String?>()
      let view = Changing(String?.some("c"), selection) { selection in
        SectionTabs(["a", "b", "c", "d"], selection: selection) {
          Text("tab \($0)")
        } content: {
          Mark("section \($0)").frame(height: 800)
        }
      }
      try withViews(view) { hosted in
        hosted.run(for: 1)
        #expect(selected(hosted) == "tab c. selected. button")
        let bar = try #require(hosted.frame(of: "section c")).minY
        let scrollView = try #require(hosted.scrollViews.last)
        scrollView.contentOffset.y = 0
        hosted.settle()
        #expect(selection.value == "a")
        #expect(isNear(hosted.frame(of: "section a")?.minY, bar))
        selection.set("b")
        hosted.run(for: 1)
        #expect(isNear(hosted.frame(of: "section b")?.minY, bar))
        #expect(selected(hosted) == "tab b. selected. button")
        #expect(selection.value == "b")
      }
    }

    /// Sections of 800 pt, in a scroll view or a list.
    @ViewBuilder
    private func sections(
      _ names: [String], _ selection: Binding<String?>, isList: Bool
    ) -> some View {
      if isList {
        List {
          ForEach(names, id: \.self) { name in
            Section(name) {
              ForEach(0..<8, id: \.self) { _ in
                Color.clear.frame(height: 100).tabSection(name)
              }
            }
            .id(name)
          }
        }
        .sectionTabs(names, selection: selection) { Text($0) }
      } else {
        SectionTabs(names, selection: selection) {
          Text($0)
        } content: { _ in
          Color.clear.frame(height: 800)
        }
      }
    }

    @Test(arguments: [false, true])
    func `a selection waits for sections that come later`(isList: Bool) throws {
      let (names, selection) = (Setter<[String]>(), Setter<String?>())
      let view = Changing([String](), names) { names in
        Changing(String?.some("c"), selection) {
          sections(names.wrappedValue, $0, isList: isList)
        }
      }
      try withViews(view) { hosted in
        hosted.run(for: 1)
        names.set(["a", "b", "c", "d"])
        hosted.run(for: 1)
        #expect(selection.value == "c" && selected(hosted) == "c. selected. button")
        let scrollView = try #require(hosted.scrollViews.first { $0.bounds.height > 300 })
        #expect(scrollView.contentOffset.y > 1_000)
      }
    }

    @Test(arguments: [false, true])
    func `a scroll selects in the element that is bound at the time`(isList: Bool) throws {
      struct State: Equatable {
        var index = 0
        var selections: [String?] = [nil, nil]
      }
      let setter = Setter<State>()
      let view = Changing(State(), setter) { state in
        sections(
          ["a", "b", "c", "d"], state.part(\.selections[state.wrappedValue.index]),
          isList: isList)
      }
      try withViews(view) { hosted in
        let scrollView = try #require(hosted.scrollViews.first { $0.bounds.height > 300 })
        setter.set(State(index: 1))
        scrollView.contentOffset.y = 900
        hosted.settle()
        #expect(setter.value == State(index: 1, selections: [nil, "b"]))
        // The other element is gone.
        setter.set(State(index: 0, selections: [nil]))
        scrollView.contentOffset.y = 1_750
        hosted.settle()
        #expect(setter.value == State(index: 0, selections: ["c"]))
      }
    }

    @Test func `a section can be added and chosen at once`() throws {
      struct State: Equatable {
        var names = ["a", "b", "c"]
        var selection: String?
      }
      let setter = Setter<State>()
      let view = Changing(State(), setter) { state in
        SectionTabs(state.wrappedValue.names, selection: state.part(\.selection)) {
          Text("tab \($0)")
        } content: {
          Mark("section \($0)").frame(height: 800)
        }
      }
      try withViews(view) { hosted in
        let bar = try #require(hosted.frame(of: "section a")).minY
        setter.set(State(names: ["a", "b", "x", "c"], selection: "x"))
        hosted.run(for: 1)
        #expect(selected(hosted) == "tab x. selected. button")
        #expect(isNear(hosted.frame(of: "section x")?.minY, bar))
      }
    }

    @Test func `a tab tapped during a deceleration keeps its selection on the way`() throws {
      try withViews(tabs()) { hosted in
        let start = CGPoint(x: 195, y: 400)
        let finger = hosted.touch(at: start)
        hosted.move(finger, from: start, to: CGPoint(x: 195, y: 300), in: 0.1)
        hosted.lift(finger)
        hosted.run(for: 0.05)
        try hosted.tap("tab d")
        for _ in 0..<20 {
          hosted.run(for: 0.05)
          #expect(selected(hosted) == "tab d. selected. button")
        }
      }
    }

    @Test(arguments: Setting.all)
    func `a header scrolls away, the tabs stay, and sections are scrolled to below them`(
      setting: Setting
    ) throws {
      let view = SectionTabs(["a", "b", "c"]) {
        Mark("header").frame(height: 150)
        Mark("end of header").frame(height: 50)
      } label: {
        Text("tab \($0)").background(Mark("tab \($0)"))
      } content: {
        Mark("section \($0)").frame(height: 800)
      }
      try withViews(view, in: setting) { hosted in
        #expect(hosted.frame(of: "header")?.minY == 0)
        #expect(hosted.frame(of: "header")?.maxY == hosted.frame(of: "end of header")?.minY)
        let tab = try #require(hosted.frame(of: "tab a"))
        let bar = try #require(hosted.frame(of: "section a")).minY
        #expect(tab.minY > 200 && tab.maxY < bar)
        #expect(selected(hosted) == "tab a. selected. button")
        try hosted.tap("tab b")
        hosted.run(for: 1)
        #expect(hosted.shownFrame(of: "header") == nil)
        // The bar is at the top, and the section right below it.
        #expect(isNear(hosted.frame(of: "tab b")?.minY, tab.minY - 200))
        #expect(isNear(hosted.frame(of: "section b")?.minY, bar - 200))
        #expect(selected(hosted) == "tab b. selected. button")
        let scrollView = try #require(hosted.scrollViews.first { $0.contentSize.height > 1_000 })
        scrollView.contentOffset.y -= 10
        hosted.settle()
        #expect(selected(hosted) == "tab a. selected. button")
        scrollView.contentOffset.y = 0
        hosted.settle()
        #expect(isNear(hosted.frame(of: "tab a")?.minY, tab.minY))
      }
    }
  }
}
