import SightlineApple
import SightlineCore
import SightlineHost
import SightlineSwiftUI
import SwiftUI
import Testing
import UIKit

extension SwiftUIHost {
  @MainActor
  @Suite
  struct VisibilityTests {
    private let bars = UIEdgeInsets(top: 50, bottom: 34)

    @Test func `the inspector is in one window above the sheets, with the audit`() throws {
      let isShown = Setter<Bool>()
      let view = VStack(spacing: 0) {
        Color.clear.frame(height: 100).onVisibilityChange(of: 1) { _ in }
        Color.clear.frame(height: 100).visibilityInspector()
      }
      try withViews(
        Changing(true, isShown) { isShown in
          VStack(spacing: 0) {
            view.visibilityInspector(isShown.wrappedValue)
            if isShown.wrappedValue { view }
          }
        }
      ) { hosted in
        @MainActor func above() -> [UIWindow] {
          hosted.scene.windows.filter { $0 !== hosted.window && !$0.isHidden }
        }
        hosted.run(for: 2)
        let overlay = try #require(above().first)
        #expect(above().count == 1 && overlay.windowLevel.rawValue == 1)
        #expect(hosted.window.visibilityAudit?.comparedCount == 2)
        isShown.set(false)
        hosted.run(for: 2)
        #expect(above().count == 1, "one modifier is left")
        #expect(hosted.window.visibilityAudit?.comparedCount == 1)
      }
      withViews(
        Changing(true, isShown) { Color.clear.visibilityInspector($0.wrappedValue) }
      ) { hosted in
        hosted.run(for: 1)
        #expect(hosted.window.showsVisibilityInspector)
        isShown.set(false)
        hosted.run(for: 1)
        #expect(!hosted.window.showsVisibilityInspector)
        hosted.window.showsVisibilityInspector = true
        isShown.set(true)
        hosted.run(for: 1)
        isShown.set(false)
        hosted.run(for: 1)
        #expect(hosted.window.showsVisibilityInspector, "the app turned it on")
      }
    }

    @Test func `a viewport before a bar of the app's ends at it, one after it does not`() {
      @MainActor func feed(_ log: Log) -> some View {
        VStack(spacing: 0) {
          Color.clear.frame(height: 500)
          Color.clear.frame(height: 80)
            .onVisibilityChange(of: "last", when: .fraction(0.75)) { log.add("\($0)") }
        }
        .frame(minHeight: 0, maxHeight: .infinity, alignment: .top)
      }
      @MainActor func isLastVisible(_ log: Log, _ view: some View) -> Bool {
        withViews(view) { $0.run(for: 1) }
        return log.lines.contains("true")
      }
      let (before, after) = (Log(), Log())
      let ends = feed(before).viewportMargins(.safeArea)
        .safeAreaBar(edge: .bottom, spacing: 0) { Color.clear.frame(height: 60) }
      #expect(!isLastVisible(before, ends))
      let goesOn = feed(after)
        .safeAreaBar(edge: .bottom, spacing: 0) { Color.clear.frame(height: 60) }
        .viewportMargins(.safeArea)
      #expect(isLastVisible(after, goesOn))
    }

    @Test func `the viewports of removed views are removed`() {
      let isShown = Setter<Bool>()
      let view = Changing(false, isShown) { isShown in
        VStack(spacing: 0) {
          if isShown.wrappedValue {
            Color.clear.frame(height: 100)
              .onVisibilityChange(of: 1) { _ in }
              .viewportMargins(.points(top: -10))
          }
        }
      }
      withViews(view) { hosted in
        @MainActor func viewports() -> Int {
          hosted.window.mirroredWindow.engine.viewportCount
        }
        for _ in 0..<3 {
          isShown.set(true)
          hosted.run(for: 0.2)
          #expect(viewports() == 2)
          isShown.set(false)
          hosted.run(for: 0.2)
          #expect(viewports() == 1, "the window's")
        }
      }
    }

    @Test(arguments: Setting.directions, [true, false])
    func `rows are reported while scrolling regardless of representable updates`(
      setting: Setting, inWindow: Bool
    ) throws {
      Undocumented.updatesViewsInTheirWindow = inWindow
      defer { Undocumented.reset() }
      let log = Log()
      let view = ScrollView {
        VStack(spacing: 0) {
          ForEach(0..<20, id: \.self) { row in
            Color.clear.frame(height: 200)
              .onVisibilityChange(of: row) { log.add("\($0) \(row)") }
              .onImpression(of: "\(row) \(setting) \(inWindow)") { _ in log.add("seen \(row)") }
          }
        }
      }
      try withViews(view, in: setting) { hosted in
        #expect(
          log.take() == ["true 0", "true 1", "true 2", "seen 0", "seen 1", "seen 2"])
        let scrollView = try #require(hosted.scrollViews.first)
        scrollView.contentOffset.y = 400
        hosted.settle()
        #expect(
          log.take() == ["false 0", "false 1", "true 3", "true 4", "seen 3", "seen 4"])
      }
    }

    @Test
    func `a view collapsed to zero size is not visible until it grows`() {
      let (log, setter) = (Log(), Setter<CGFloat>())
      let view = Changing(100, setter) { height in
        Color.clear.frame(height: height.wrappedValue)
          .onVisibilityChange(of: "details", when: .anyPixel) { log.add("\($0)") }
      }
      withViews(view) { hosted in
        #expect(log.take() == ["true"])
        setter.set(0)
        hosted.settle()
        #expect(log.take() == ["false"])
        setter.set(60)
        hosted.settle()
        #expect(log.take() == ["true"])
      }
    }

    @Test
    func `the latest closure, ID and rule apply, and a removed view leaves once`() {
      let (log, setter) = (Log(), Setter<Int>())
      let view = Changing(0, setter) { step in
        let step = step.wrappedValue
        if step < 3 {
          Color.clear.frame(height: step == 2 ? 10_000 : 100)
            .onVisibilityChange(
              of: step == 0 ? "a" : "b", when: step == 2 ? .fraction(0.9) : .anyPixel
            ) {
              log.add("\($0) in \(step)")
            }
        }
      }
      withViews(view) { hosted in
        #expect(log.take() == ["true in 0"])
        setter.set(1)
        hosted.settle()
        #expect(log.take() == ["false in 0", "true in 1"])
        setter.set(2)
        hosted.settle()
        #expect(log.take() == ["false in 1"])
        setter.set(3)
        hosted.settle()
        #expect(log.take() == [])
      }
    }

    @Test
    func `opacity, clips and hidden views count as displayed`() {
      let (log, setter) = (Log(), Setter<Int>())
      let view = Changing(0, setter) { step in
        let observed = Color.clear.frame(height: 100)
          .onVisibilityChange(of: "x", when: .anyPixel) { log.add("\($0)") }
        VStack(spacing: 0) {
          switch step.wrappedValue {
          case 1: observed.opacity(0)
          case 2: observed.offset(y: 200).frame(height: 100).clipped()
          case 3: observed.hidden()
          default: observed
          }
        }
      }
      withViews(view) { hosted in
        #expect(log.take() == ["true"])
        for step in 1...3 {
          setter.set(step)
          hosted.settle()
          #expect(log.take() == ["false"])
          setter.set(0)
          hosted.settle()
          #expect(log.take() == ["true"])
        }
      }
    }

    @Test
    func `disabling observation leaves and adds no platform views`() {
      let (log, setter) = (Log(), Setter<Bool>())
      let view = Changing(false, setter) { isDisabled in
        Color.clear.onVisibilityChange(of: "x") { log.add("\($0)") }
          .visibilityObservationDisabled(isDisabled.wrappedValue)
      }
      withViews(view) { hosted in
        #expect(log.take() == ["true"])
        setter.set(true)
        hosted.settle()
        #expect(log.take() == ["false"])
        #expect(hosted.root.subviews.isEmpty)
      }
    }

    @Test(arguments: Setting.directions)
    func `a viewport is its view's frame less bars and margins`(setting: Setting) {
      let log = Log()
      let view = VStack(spacing: 0) {
        Color.clear.frame(height: 40)
        Color.clear.frame(height: 60)
          .onVisibilityChange(of: "top", when: .anyPixel) { log.add("\($0) top") }
        Spacer()
        Color.clear.frame(height: 60)
          .onVisibilityChange(of: "bottom", when: .anyPixel) { log.add("\($0) bottom") }
      }
      .viewportMargins(.safeArea(bottom: -60))
      withViews(view, in: setting, safeArea: bars) { _ in
        #expect(log.take() == ["true top"])
      }
    }

    /// Rows up to the edges of the window, with a view over them at the bottom.
    private func bar(_ log: Log, _ bar: some View) -> some View {
      ZStack(alignment: .bottom) {
        ScrollView {
          VStack(spacing: 0) {
            ForEach(0..<100, id: \.self) { row in
              Color.clear.frame(height: 10)
                .onVisibilityChange(of: row, when: .anyPixel) { if $0 { log.add("\(row)") } }
            }
          }
        }
        bar
      }
    }

    @Test func `the environment says whether a window needs to be active`() {
      let (log, needsActivity) = (Log(), Setter<Bool?>())
      let view = Changing(Bool?.none, needsActivity) { needsActivity in
        Color.clear.onVisibilityChange(of: 1) { log.add("\($0)") }
          .environment(\.visibilityNeedsActivity, needsActivity.wrappedValue)
      }
      withViews(view) { hosted in
        @MainActor func change(_ body: () -> Void) {
          body()
          hosted.run(for: 0.2)
        }
        change { hosted.scene.move(to: .foregroundInactive) }
        #expect(log.take() == ["true", "false"])
        change { needsActivity.set(false) }
        #expect(log.take() == ["true"])
        change { needsActivity.set(true) }
        #expect(log.take() == ["false"])
        change { needsActivity.set(false) }
        change { needsActivity.set(nil) }
        #expect(log.take() == ["true", "false"], "the window's own")
      }
    }

    @Test func `the keyboard covers views unless the environment says otherwise`() {
      let (log, covers) = (Log(), Setter<Bool?>())
      let view = Changing(Bool?.none, covers) { covers in
        Color.clear.onVisibilityChange(of: 1, when: .anyPixel) { log.add("\($0)") }
          .frame(height: 50).padding(.top, 400)
          .environment(\.visibilityKeyboardCovers, covers.wrappedValue)
      }
      withViews(view) { hosted in
        hosted.window.keyboard = .docked(height: 300)
        hosted.run(for: 0.2)
        #expect(log.take() == ["true", "false"])
        covers.set(false)
        hosted.run(for: 0.2)
        #expect(log.take() == ["true"])
        covers.set(nil)
        hosted.run(for: 0.2)
        #expect(log.take() == ["false"])
      }
    }

    @Test(arguments: [false, true])
    func `a sheet covers unless its content says otherwise`(isClear: Bool) {
      let log = Log()
      let view = Color.clear.onVisibilityChange(of: 1, when: .fraction(0.5)) { log.add("\($0)") }
      withViews(view) { hosted in
        #expect(log.take() == ["true"])
        let content = VStack {
          Color.clear.frame(height: 40).visibilityCover(.friendly)
          if isClear { Color.clear.frame(height: 40).visibilityCover(nil) }
        }
        let sheet = UIHostingController(rootView: content)
        let root = hosted.window.rootViewController
        root?.present(UINavigationController(rootViewController: sheet), animated: false)
        hosted.run(for: 0.2)
        #expect(log.take() == (isClear ? [] : ["false"]))
        root?.dismiss(animated: false)
        hosted.run(for: 0.2)
        #expect(log.take() == (isClear ? [] : ["true"]))
      }
    }

    @Test(arguments: Setting.directions)
    func `a cover can extend past the safe area with its background`(
      setting: Setting
    ) {
      let log = Log()
      // Rows from y = 50 on; the bar's background extends from y = 566 to the edge at 600.
      let plain = Color.clear.frame(height: 66).visibilityCover()
      withViews(bar(log, plain), in: setting, safeArea: bars) { _ in
        #expect(log.take() == (0..<45).map { "\($0)" } + (51..<55).map { "\($0)" })
      }
      let reaching = Color.clear.frame(height: 66).visibilityCover(ignoresSafeAreaEdges: .bottom)
      withViews(bar(log, reaching), in: setting, safeArea: bars) { _ in
        #expect(log.take() == (0..<45).map { "\($0)" })
      }
      // Before `ignoresSafeArea`, a cover is as large as the drawn view.
      let ordered = Color.clear.visibilityCover().ignoresSafeArea()
      withViews(bar(log, ordered), in: setting, safeArea: bars) { _ in
        #expect(log.take() == [])
      }
    }
  }
}
