import QuartzCore
import SightlineSwiftUIViews
import SwiftUI
import Testing
import UIKit
import VirtualTime

extension SwiftUIHost {
  @MainActor
  @Suite
  struct SwiftUIPagedTabsTests {
    private let names = ["a", "b", "c", "d", "e"]

    private func tabs(
      _ setter: Setter<String> = Setter(), page: @escaping (String) -> some View
    ) -> some View {
      Changing("a", setter) { selection in
        PagedTabs(["a", "b", "c", "d", "e"], selection: selection) { name in
          Text("tab \(name)").background(Mark("tab \(name)"))
        } page: { name in
          page(name)
        }
      }
    }

    @Test(arguments: Setting.directions)
    func `a page is built on its first visit`(setting: Setting) throws {
      let (log, setter) = (Log(), Setter<String>())
      let view = tabs(setter) { name in
        Mark("page \(name)").onAppear { log.add("appear \(name)") }
      }
      withViews(view, in: setting) { hosted in
        #expect(log.take() == ["appear a"])
        setter.set("b")
        hosted.run(for: 1)
        #expect(log.take() == ["appear b"])
      }
    }

    @Test(arguments: Setting.directions)
    func `a page is laid out only in its place, and shows in the first frame`(setting: Setting) {
      let log = Log()
      let view = tabs { name in
        GeometryReader { proxy in
          let frame = proxy.frame(in: .global)
          let _ = log.add("\(name) \(frame.minX) \(frame.width)")
          Mark("page \(name)")
        }
      }
      withViews(Color.clear) { hosted in
        VirtualRunLoop.main.post {
          let shown = view.environment(\.layoutDirection, setting.direction)
          let controller = UIHostingController(rootView: shown)
          controller.view.frame = hosted.window.bounds
          hosted.window.rootViewController = controller
          CATransaction.shared.flush()
          var pages: [UIView] = [controller.view]
          while let last = pages.last, !(last is MarkView), let next = last.subviews.last {
            pages.append(next)
          }
          #expect(pages.last is MarkView && pages.allSatisfy { $0.alpha == 1 })
        }
        hosted.settle()
        #expect(Set(log.lines) == ["a 0.0 390.0"])
      }
    }

    @Test func `bars follow the scroll view of the page shown`() throws {
      let setter = Setter<String>()
      let view = tabs(setter) { name in
        Group {
          if name == "c" {
            Mark("page \(name)")
          } else {
            ScrollView { Mark("page \(name)").frame(height: 2_000) }
          }
        }
      }
      try withViews(view) { hosted in
        let controller = try #require(hosted.window.rootViewController)
        @MainActor func content(of name: String) -> UIScrollView? {
          hosted.marks(of: "page \(name)").first.flatMap { mark in
            sequence(first: mark, next: { $0.superview }).lazy.compactMap { $0 as? UIScrollView }
              .first
          }
        }
        for name in ["a", "b", "a"] {
          setter.set(name)
          hosted.run(for: 1)
          let shown = try #require(content(of: name))
          #expect(controller.contentScrollView(for: .top) === shown, "page \(name)")
          #expect(controller.contentScrollView(for: .bottom) === shown)
        }
        setter.set("c")
        hosted.run(for: 1)
        #expect(controller.contentScrollView(for: .top) == nil)
      }
    }

    @Test func `with Reduce Motion a chosen page is in place at once`() {
      let setter = Setter<String>()
      let view = tabs(setter) { Mark("page \($0)") }
        .environment(\.accessibilityReduceMotion, true)
      withViews(view) { hosted in
        for name in ["c", "a"] {
          setter.set(name)
          #expect(hosted.frame(of: "page \(name)")?.minX == 0)
        }
      }
    }

    @Test func `the pages return if the app keeps its selection`() {
      let view = PagedTabs(["a", "b", "c"], selection: .constant("a")) {
        Text("tab \($0)")
      } page: {
        Mark("page \($0)")
      }
      withViews(view) { hosted in
        for _ in 0..<2 {
          let (start, end) = (CGPoint(x: 300, y: 400), CGPoint(x: 50, y: 400))
          let finger = hosted.touch(at: start)
          hosted.move(finger, from: start, to: end)
          #expect((hosted.frame(of: "page b")?.minX ?? 390) < 200)
          hosted.lift(finger)
          hosted.run(for: 1)
          #expect(hosted.frame(of: "page a")?.minX == 0)
          #expect(hosted.shownFrame(of: "page b") == nil)
        }
      }
    }

    @Test func `a selection without a tab is left to the app`() {
      withViews(PagedTabs(["a", "b"], selection: .constant("x")) { Mark("page \($0)") }) { hosted in
        hosted.run(for: 1)
        #expect(hosted.frame(of: "page a")?.minX == 0)
      }
    }

    @Test(arguments: Setting.directions)
    func `a list continues under the tab bar`(setting: Setting) throws {
      let view = tabs { name in
        ScrollView { Mark("content \(name)").frame(height: 3_000) }
      }
      try withViews(view, in: setting, safeArea: UIEdgeInsets(top: 50, bottom: 83)) { hosted in
        let shown = try #require(hosted.shownFrame(of: "content a"))
        #expect(shown.maxY == 600)
        #expect(shown.width == 390)
      }
    }

    @Test func `rows below the safe area take taps`() {
      let log = Log()
      let view = tabs { _ in
        ScrollView {
          Button {
            log.add("row")
          } label: {
            Mark("row").frame(height: 700)
          }
        }
      }
      withViews(view, safeArea: UIEdgeInsets(top: 50, bottom: 34)) { hosted in
        hosted.tap(at: CGPoint(x: 195, y: 590))
        #expect(log.take() == ["row"])
        hosted.tap(at: CGPoint(x: 195, y: 95))
        #expect(log.take() == [])
      }
    }

    @Test(arguments: Setting.directions)
    func `a tap on a distant tab counts nothing on the pages between`(setting: Setting) throws {
      let (log, setter) = (Log(), Setter<String>())
      let view = tabs(setter) { name in
        Color.clear.frame(height: 100)
          .onImpression(of: "\(name) \(setting)") { _ in log.add("seen \(name)") }
          .onVisibilityChange(of: name, when: .anyPixel) { log.add("\($0) \(name)") }
      }
      withViews(view, in: setting) { hosted in
        // A visited page is built, and still passes on the way.
        for name in ["c", "a"] {
          setter.set(name)
          hosted.run(for: 1)
        }
        _ = log.take()
        setter.set("e")
        hosted.run(for: 1)
        #expect(Set(log.take()) == ["false a", "true e", "seen e"])
      }
    }

    @Test(arguments: Setting.directions)
    func `a finger catches moving pages at their visible position`(
      setting: Setting
    ) throws {
      let setter = Setter<String>()
      let view = tabs(setter) { Mark("page \($0)") }
      try withViews(view, in: setting) { hosted in
        setter.set("b")
        hosted.run(for: 0.15)
        let sign: CGFloat = setting.direction == .leftToRight ? 1 : -1
        let finger = hosted.touch(at: CGPoint(x: 195, y: 400))
        let before = try #require(hosted.frame(of: "page b")).minX
        #expect(abs(before) > 50)
        // It begins to drag a frame later; two of them are 75 points at most.
        hosted.move(
          finger, from: CGPoint(x: 195, y: 400), to: CGPoint(x: 195 - sign * 20, y: 400), in: 0.01)
        let caught = try #require(hosted.frame(of: "page b")).minX
        #expect(sign * before >= sign * caught && sign * (before - caught) < 80)
        hosted.run(for: 1)
        #expect(hosted.frame(of: "page b")?.minX == caught)
        hosted.lift(finger)
        hosted.run(for: 1)
        #expect(isNear(hosted.frame(of: "page b")?.minX, 0))
        #expect(setter.value == "b")
      }
    }

    @Test(arguments: Setting.directions)
    func `a finger catches a decelerating strip`(setting: Setting) throws {
      let view = Changing("0") { selection in
        PagedTabs((0..<30).map(String.init), selection: selection) { name in
          Text("tab \(name)").background(Mark("tab \(name)"))
        } page: { _ in
          Color.clear
        }
      }
      try withViews(view, in: setting) { hosted in
        let sign: CGFloat = setting.direction == .leftToRight ? 1 : -1
        let (start, end) = (CGPoint(x: 195, y: 20), CGPoint(x: 195 - sign * 120, y: 20))
        let first = hosted.touch(at: start)
        hosted.move(first, from: start, to: end, in: 0.1)
        hosted.lift(first)
        hosted.run(for: 0.1)
        let second = hosted.touch(at: start)
        let before = try #require(hosted.frame(of: "tab 8")).minX
        hosted.move(second, from: start, to: CGPoint(x: 195 - sign * 20, y: 20), in: 0.01)
        let caught = try #require(hosted.frame(of: "tab 8")).minX
        #expect(abs(before - caught) < 60)
        hosted.run(for: 1)
        #expect(hosted.frame(of: "tab 8")?.minX == caught)
        hosted.lift(second)
      }
    }

    @Test(arguments: Setting.directions)
    func `a page can read whether it is selected`(setting: Setting) {
      struct Page: View {
        let name: String
        let log: Log
        @Environment(\.isPageShown) private var isShown

        var body: some View {
          Mark("page \(name)").onChange(of: isShown) { log.add("\($0) \(name)") }
        }
      }
      let (log, setter) = (Log(), Setter<String>())
      withViews(tabs(setter) { Page(name: $0, log: log) }, in: setting) { hosted in
        setter.set("b")
        hosted.run(for: 1)
        #expect(log.take() == ["false a"])
        setter.set("a")
        hosted.run(for: 1)
        #expect(Set(log.take()) == ["true a", "false b"])
      }
    }

    @Test(arguments: Setting.all)
    func `tabs, underline and page start at the leading edge`(setting: Setting) throws {
      let setter = Setter<String>()
      try withViews(tabs(setter) { Mark("page \($0)") }, in: setting) { hosted in
        let isForward = setting.direction == .leftToRight
        let labels = try ["a", "b"].map { try #require(hosted.frame(of: "tab \($0)")) }
        #expect(isNear(isForward ? labels[0].minX : 390 - labels[0].maxX, 16))
        #expect(
          isNear(isForward ? labels[1].minX - labels[0].maxX : labels[0].minX - labels[1].maxX, 32))
        let page = try #require(hosted.frame(of: "page a"))
        #expect(isNear(page.minX, 0) && page.width == 390)
        #expect(isNear(page.minY, labels[0].height + 24))
        let line = try #require(hosted.shapes.first)
        #expect(isNear(line.midX, labels[0].midX) && isNear(line.width, labels[0].width + 32))
        #expect(line.height == 3 && isNear(line.maxY, page.minY))
        // A tap selects, and the page slides in from its side.
        try hosted.tap("tab b")
        #expect(setter.value == "b")
        hosted.run(for: 0.1)
        let coming = try #require(hosted.frame(of: "page b"))
        #expect(isForward ? coming.minX > 50 : coming.minX < -50)
        hosted.run(for: 0.5)
        #expect(isNear(hosted.frame(of: "page b")?.minX, 0))
        #expect(isNear(hosted.frame(of: "page a")?.minX, isForward ? -390 : 390))
      }
    }

    @Test(arguments: Setting.directions)
    func `dragging in the next page evaluates no pages`(
      setting: Setting
    ) throws {
      let (log, setter) = (Log(), Setter<String>())
      let view = tabs(setter) { name -> Mark in
        log.add("build \(name)")
        return Mark("page \(name)")
      }
      try withViews(view, in: setting) { hosted in
        #expect(Set(log.take()) == ["build a"])
        let sign: CGFloat = setting.direction == .leftToRight ? 1 : -1
        let start = CGPoint(x: 195 + sign * 100, y: 400)
        let finger = hosted.touch(at: start)
        let middle = CGPoint(x: start.x - sign * 60, y: 400)
        hosted.move(finger, from: start, to: middle)
        #expect(log.take().contains("build b"))
        let first = try #require(hosted.frame(of: "page b")).minX
        hosted.move(finger, from: middle, to: CGPoint(x: middle.x - sign * 140, y: 400))
        #expect(isNear(hosted.frame(of: "page b")?.minX, first - sign * 140))
        #expect(log.take() == [])
        #expect(setter.value == "a")
        hosted.lift(finger)
        hosted.run(for: 1)
        #expect(setter.value == "b")
        #expect(isNear(hosted.frame(of: "page b")?.minX, 0))
      }
    }

    @Test(arguments: Setting.directions)
    func `a screen reader finds a tab bar in reading order and only the selected page`(
      setting: Setting
    ) {
      let setter = Setter<String>()
      withViews(tabs(setter) { Text("page \($0)") }, in: setting) { hosted in
        let labels = ["a", "b", "c", "d", "e"].map { "tab \($0). button" }
        #expect(hosted.spoken == ["tab a. selected. button"] + labels.dropFirst() + ["page a"])
        #expect(hosted.accessibility.first?.traits.contains(.isTabBar) == true)
        setter.set("b")
        hosted.run(for: 1)
        #expect(hosted.spoken.last == "page b")
      }
    }

    @Test
    func `nothing runs while nothing moves, and a removed screen releases everything`() {
      final class Captured {}
      weak var captured: Captured?
      do {
        let object = Captured()
        captured = object
        let setter = Setter<String>()
        let view = tabs(setter) { [object] name -> Mark in
          _ = object
          return Mark("page \(name)")
        }
        withViews(view) { hosted in
          setter.set("c")
          hosted.run(for: 2)
          let turns = hosted.turnCount
          hosted.run(for: 10)
          #expect(hosted.turnCount - turns <= 3)
        }
      }
      #expect(captured == nil)
    }

    @Test
    func `a width change repositions page and strip at once`() throws {
      let (width, selection) = (Setter<CGFloat>(), Setter<String>())
      let view = Changing(390, width) { width in
        tabs(selection) { Mark("page \($0)") }.frame(width: width.wrappedValue)
      }
      try withViews(view) { hosted in
        selection.set("c")
        hosted.run(for: 1)
        width.set(300)
        let page = try #require(hosted.frame(of: "page c"))
        #expect(page.width == 300 && isNear(page.minX, 45))
      }
    }

    @Test(arguments: Setting.directions)
    func `a reserved area keeps drags from the enclosing pages, not from its contents`(
      setting: Setting
    ) throws {
      let (setter, inner) = (Setter<String>(), Setter<String>())
      let view = tabs(setter) { name in
        VStack(spacing: 0) {
          Mark("map \(name)").frame(height: 200).horizontalDragsStayInside()
          tabs(inner) { Mark("inner \(name) \($0)") }.frame(height: 200)
            .horizontalDragsStayInside()
          ScrollView { Color.clear.frame(height: 1_000) }
        }
      }
      withViews(view, in: setting) { hosted in
        let sign: CGFloat = setting.direction == .leftToRight ? 1 : -1
        @MainActor func drag(at y: CGFloat) {
          let (start, end) = (CGPoint(x: 195, y: y), CGPoint(x: 195 - sign * 150, y: y))
          let finger = hosted.touch(at: start)
          hosted.move(finger, from: start, to: end)
          hosted.lift(finger)
          hosted.run(for: 1)
        }
        drag(at: 100)
        #expect(setter.value == "a")
        drag(at: 400)
        #expect(setter.value == "a" && inner.value == "b")
        drag(at: 550)
        #expect(setter.value == "b")
      }
    }

    @Test(arguments: Setting.directions)
    func `inner pages at their end leave a drag to the outer ones`(setting: Setting) {
      let (outer, inner) = (Setter<String>(), Setter<String>())
      let view = tabs(outer) { name in tabs(inner) { Mark("inner \(name) \($0)") } }
      withViews(view, in: setting) { hosted in
        outer.set("b")
        hosted.run(for: 1)
        let (start, end) = (
          CGPoint(x: 195, y: 300), CGPoint(x: setting.direction == .leftToRight ? 345 : 45, y: 300)
        )
        let finger = hosted.touch(at: start)
        hosted.move(finger, from: start, to: end)
        hosted.lift(finger)
        hosted.run(for: 1)
        #expect(outer.value == "a" && inner.value == "a")
      }
    }

    @Test func `turning pages are cut at their sides`() {
      let view = tabs { Mark("page \($0)") }.padding(.horizontal, 20)
      withViews(view) { hosted in
        let (start, end) = (CGPoint(x: 200, y: 300), CGPoint(x: 120, y: 300))
        let finger = hosted.touch(at: start)
        hosted.move(finger, from: start, to: end)
        #expect(hosted.shownFrame(of: "page a")?.minX == 20)
        #expect(hosted.shownFrame(of: "page b")?.maxX == 370)
        hosted.lift(finger)
        hosted.run(for: 1)
      }
    }

    @Test func `disabled tabs take no drags`() {
      let (setter, isDisabled) = (Setter<String>(), Setter<Bool>())
      let view = Changing(true, isDisabled) { isDisabled in
        tabs(setter) { Mark("page \($0)") }.disabled(isDisabled.wrappedValue)
      }
      withViews(view) { hosted in
        for disables in [true, false] {
          isDisabled.set(disables)
          let (start, end) = (CGPoint(x: 300, y: 300), CGPoint(x: 60, y: 300))
          let finger = hosted.touch(at: start)
          hosted.move(finger, from: start, to: end)
          hosted.lift(finger)
          hosted.run(for: 1)
          #expect(setter.value == (disables ? "a" : "b"))
        }
      }
    }

    @Test(arguments: Setting.directions)
    func `pages without a strip turn by a finger and by the selection`(setting: Setting) {
      let selection = Setter<String>()
      let view = Changing("a", selection) { selection in
        PagedTabs(["a", "b", "c"], selection: selection) { Mark("page \($0)") }
      }
      withViews(view, in: setting) { hosted in
        #expect(hosted.spoken == [])
        #expect(hosted.frame(of: "page a") == hosted.root.bounds)
        let isForward = setting.direction == .leftToRight
        let (start, end) = (
          CGPoint(x: isForward ? 300 : 90, y: 300), CGPoint(x: isForward ? 60 : 330, y: 300)
        )
        let finger = hosted.touch(at: start)
        hosted.move(finger, from: start, to: end)
        hosted.lift(finger)
        hosted.run(for: 1)
        #expect(selection.value == "b")
        #expect(hosted.frame(of: "page b") == hosted.root.bounds)
        selection.set("c")
        hosted.run(for: 1)
        #expect(hosted.frame(of: "page c") == hosted.root.bounds)
      }
    }

    @Test func `outside of tabs a page is shown`() { #expect(EnvironmentValues().isPageShown) }
  }
}
