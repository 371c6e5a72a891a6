#if !canImport(Darwin)
// Over the double only: package API, which an app's test bundle cannot access.
import SightlineApple
import SightlineCore
import SightlineHost
import Testing

#if canImport(UIKit)
import UIKit
#else
import AppKit
#endif

extension ToolkitHost {
  /// The views at the position of SwiftUI's views.
  @MainActor
  @Suite struct ProbeTests {
    private func makeProbe(
      _ id: Int, _ rule: VisibilityRule = .fully, to log: Log, at y: CGFloat,
      in parent: PlatformView
    ) -> ProbeView {
      let view = ProbeView()
      view.frame = CGRect(x: 0, y: y, width: 320, height: 100)
      view.observations = [
        Observation.changes(rule, of: HashedID(id)) {
          log.add("\($1 == .visible ? "+" : "-")\(id)")
        }
      ]
      parent.addSubview(view)
      return view
    }

    @Test(arguments: Variant.windows)
    func `a probe is observed at its position`(variant: Variant) {
      withScreen(as: variant) { screen in
        let log = Log()
        let list = longList(in: screen)
        let view = makeProbe(1, to: log, at: 0, in: list.content)
        screen.settle()
        #expect(log.take() == ["+1"])
        list.scroll(fromTop: 1)
        screen.settle()
        #expect(log.take() == ["-1"])
        list.scroll(fromTop: 0)
        screen.settle()
        view.dismantle()
        screen.settle()
        #expect(log.take() == ["+1", "-1"])
      }
    }

    @Test(arguments: Variant.windows)
    func `a recreated row reports nothing`(variant: Variant) {
      withScreen(as: variant) { screen in
        let log = Log()
        let old = makeProbe(1, to: log, at: 0, in: screen.view)
        screen.settle()
        old.dismantle()
        old.removeFromSuperview()
        _ = makeProbe(1, to: log, at: 0, in: screen.view)
        screen.settle()
        #expect(log.take() == ["+1"])
      }
    }

    @Test(arguments: Variant.windows)
    func `two rows swapping places report nothing`(variant: Variant) {
      withScreen(as: variant) { screen in
        let log = Log()
        let views = (1...2).map { id in
          makeProbe(id, to: log, at: CGFloat(id) * 100, in: screen.view)
        }
        screen.settle()
        #expect(log.take() == ["+1", "+2"])
        for (view, id) in zip(views, [2, 1]) {
          view.observations = [
            Observation.changes(.fully, of: HashedID(id)) {
              log.add("\($1 == .visible ? "+" : "-")\(id)")
            }
          ]
        }
        screen.settle()
        #expect(log.take() == [])
      }
    }

    @Test func `two views with one ID in one owner are one item`() {
      withScreen { screen in
        let log = Log()
        for place in ["top", "low"] {
          let y: CGFloat = place == "top" ? 0 : 430
          let view = ProbeView()
          view.frame = CGRect(x: 0, y: y, width: 320, height: 100)
          view.observations = [
            Observation.changes(.fully, of: HashedID("twice")) {
              log.add("\(place) \($1 == .visible)")
            }
          ]
          screen.view.addSubview(view)
          let counted = ProbeView()
          counted.frame = view.frame
          counted.observations = [
            Observation.impressions(.feed, of: HashedID("twice")) { _, _ in log.add("seen") }
          ]
          screen.view.addSubview(counted)
        }
        screen.settle()
        #expect(log.take() == ["low true", "seen"], "the newest closure")
        screen.view.frame.origin.y = -60
        screen.settle()
        #expect(log.take() == [], "the other one shows it now")
        screen.view.frame.origin.y = -600
        screen.settle()
        #expect(log.take() == ["low false"])
      }
    }

    /// Adds a probe that is a viewport, as SwiftUI does: behind the view it is for.
    private func makeFrame(_ margins: ViewportMargins, in parent: PlatformView) -> ViewportFrame {
      let (frame, probe) = (ViewportFrame(), ProbeView())
      frame.margins = margins
      probe.frame = CGRect(x: 0, y: 0, width: 320, height: 200)
      probe.framing = frame
      parent.addSubview(probe)
      return frame
    }

    @Test func `margins grow the clip of the scroll view in a viewport`() {
      withScreen { screen in
        let log = Log()
        let frame = makeFrame(.zero, in: screen.view)
        let list = scrollingView(
          CGRect(x: 0, y: 0, width: 320, height: 200), content: CGSize(width: 320, height: 2_000),
          in: screen.view)
        for id in 0..<4 {
          makeProbe(id, to: log, at: CGFloat(id) * 100, in: list.content).frameOfViewport = frame
        }
        screen.settle()
        #expect(log.take() == ["+0", "+1"])
        frame.margins = .points(bottom: 100)
        screen.settle()
        #expect(log.take() == ["+2"])
        list.scroll(fromTop: 100)
        screen.settle()
        #expect(log.take() == ["-0", "+3"])
        frame.margins = .points(bottom: -100)
        screen.settle()
        #expect(log.take() == ["-2", "-3"])
      }
    }

    @Test func `the views in a viewport leave with it, even in its own callback`() {
      withScreen { screen in
        let log = Log()
        let page = plainView(screen.view.bounds)
        screen.view.addSubview(page)
        let frame = makeFrame(.zero, in: page)
        let first = makeProbe(1, to: log, at: 0, in: page)
        first.frameOfViewport = frame
        first.observations = [
          Observation.changes(.fully, of: HashedID(1)) {
            log.add("\($1 == .visible ? "+" : "-")1")
            page.removeFromSuperview()
          }
        ]
        makeProbe(2, to: log, at: 100, in: page).frameOfViewport = frame
        screen.settle()
        #expect(log.take() == ["+1", "+2", "-1", "-2"])
      }
    }

    #if canImport(UIKit)
    @Test func `a sheet is not in the viewport of the view that presents it`() {
      withScreen { screen in
        let log = Log()
        let page = UIViewController()
        page.view.frame = screen.view.bounds
        screen.view.addSubview(page.view)
        let frame = makeFrame(.zero, in: page.view)
        let sheet = UIView(frame: screen.view.bounds)
        screen.view.addSubview(sheet)
        for (id, parent) in [page.view!, sheet].enumerated() {
          makeProbe(id, to: log, at: 300, in: parent).frameOfViewport = frame
        }
        screen.settle()
        #expect(log.take() == ["+1"])
      }
    }
    #endif

    private func makeList(
      _ name: String, to log: Log, in parent: PlatformView
    ) -> PlatformScrollView {
      let list = scrollingView(
        parent.bounds, content: CGSize(width: 320, height: 2_000), in: parent)
      for id in 1...2 {
        let row = list.row(CGFloat(id) * 100, height: 100)
        let view = ProbeView()
        view.frame = row.bounds
        view.observations = [
          Observation.changes(.fully, of: HashedID(id)) {
            log.add("\(name) \($1 == .visible ? "+" : "-")\(id)")
          }
        ]
        row.addSubview(view)
      }
      return list
    }

    private func dismantle(_ view: PlatformView) {
      for subview in view.subviews { dismantle(subview) }
      (view as? ProbeView)?.dismantle()
      view.removeFromSuperview()
    }

    @Test(arguments: Variant.windows, [true, false])
    func `lists swapped in one turn keep separate items`(
      variant: Variant, isNewFirst: Bool
    ) {
      withScreen(as: variant) { screen in
        let log = Log()
        let feed = makeList("feed", to: log, in: screen.view)
        screen.settle()
        #expect(log.take() == ["feed +1", "feed +2"])
        if !isNewFirst { dismantle(feed) }
        let results = makeList("results", to: log, in: screen.view)
        if isNewFirst { dismantle(feed) }
        screen.settle()
        #expect(log.take() == ["feed -1", "feed -2", "results +1", "results +2"])
        dismantle(results)
        screen.settle()
        #expect(log.take() == ["results -1", "results -2"])
      }
    }

    private func makeController(
      _ name: String, to log: Log, in parent: PlatformView
    ) -> PlatformViewController {
      let controller = PlatformViewController()
      controller.view = plainView(parent.bounds)
      let holder = box(0, 0, 320, 480, in: controller.view)
      let view = ProbeView()
      view.frame = CGRect(x: 0, y: 0, width: 320, height: 100)
      view.observations = [
        Observation.changes(.fully, of: HashedID(1)) { log.add("\(name) \($1 == .visible)") }
      ]
      holder.addSubview(view)
      parent.addSubview(controller.view)
      return controller
    }

    @Test(arguments: Variant.windows)
    func `screens swapped in one turn keep separate items, even without a scroll view`(
      variant: Variant
    ) {
      withScreen(as: variant) { screen in
        let log = Log()
        let old = makeController("old", to: log, in: screen.view)
        screen.settle()
        dismantle(old.view)
        let new = makeController("new", to: log, in: screen.view)
        screen.settle()
        #expect(log.take() == ["old true", "old false", "new true"])
        dismantle(new.view)
      }
    }

    @Test(arguments: Variant.windows)
    func `a row removed in a transition does not affect its replacement`(
      variant: Variant
    ) {
      withScreen(as: variant) { screen in
        let log = Log()
        let list = longList(in: screen)
        let old = makeProbe(1, to: log, at: 0, in: list.content)
        screen.settle()
        _ = makeProbe(1, to: log, at: 200, in: list.content)
        screen.settle()
        old.opacity = 0
        screen.settle()
        old.dismantle()
        old.removeFromSuperview()
        screen.settle()
        #expect(log.take() == ["+1"])
      }
    }

    @Test(arguments: Variant.windows)
    func `a probe added to its list after its window belongs to the list`(
      variant: Variant
    ) {
      withScreen(as: variant) { screen in
        let log = Log()
        let list = longList(in: screen)
        let old = makeProbe(1, to: log, at: 0, in: screen.view)
        list.content.addSubview(old)
        screen.settle()
        old.dismantle()
        old.removeFromSuperview()
        _ = makeProbe(1, to: log, at: 0, in: list.content)
        screen.settle()
        #expect(log.take() == ["+1"])
      }
    }

    @Test(arguments: Variant.windows)
    func `a list removed and reinserted in one turn keeps its items`(variant: Variant) {
      withScreen(as: variant) { screen in
        let log = Log()
        let list = makeList("feed", to: log, in: screen.view)
        screen.settle()
        _ = log.take()
        list.removeFromSuperview()
        screen.view.addSubview(list)
        screen.settle()
        #expect(log.take() == [])
      }
    }

    @Test func `items do not retain their owner`() {
      withScreen { screen in
        let log = Log()
        weak var list: PlatformScrollView?
        do {
          let made = makeList("feed", to: log, in: screen.view)
          list = made
          screen.settle()
          dismantle(made)
        }
        screen.settle()
        #expect(list == nil)
        #expect(log.take() == ["feed +1", "feed +2", "feed -1", "feed -2"])
      }
    }

    /// Creates a frame of 320 x 300, smaller by 50 at the bottom, around a view that ends there.
    private func makeViewport(_ log: Log) -> (around: ProbeView, inside: ProbeView) {
      let frame = ViewportFrame()
      frame.margins = .points(bottom: -50)
      let around = ProbeView()
      around.frame = CGRect(x: 0, y: 0, width: 320, height: 300)
      around.framing = frame
      let inside = ProbeView()
      inside.frameOfViewport = frame
      inside.frame = CGRect(x: 0, y: 200, width: 320, height: 100)
      inside.observations = [
        Observation.changes(.fully, of: HashedID(1)) { log.add("\($1 == .visible)") }
      ]
      return (around, inside)
    }

    @Test func `a viewport is at its probe's position`() {
      withScreen { screen in
        let log = Log()
        let (around, inside) = makeViewport(log)
        for view in [around, inside] { screen.view.addSubview(view) }
        screen.settle()
        #expect(log.take() == [])
        around.frame.size.height = 350
        screen.settle()
        #expect(log.take() == ["true"])
      }
    }

    @Test(arguments: Variant.windows)
    func `a viewport counts once its frame is added`(variant: Variant) {
      withScreen(as: variant) { screen in
        let log = Log()
        let (around, inside) = makeViewport(log)
        screen.view.addSubview(inside)
        screen.settle()
        #expect(log.take() == ["true"])
        screen.view.addSubview(around)
        screen.settle()
        #expect(log.take() == ["false"])
        around.frame.size.height = 350
        screen.settle()
        #expect(log.take() == ["true"])
      }
    }

    @Test(arguments: Variant.windows)
    func `a viewport stops counting when its frame is removed`(variant: Variant) {
      withScreen(as: variant) { screen in
        let log = Log()
        let (around, inside) = makeViewport(log)
        for view in [around, inside] { screen.view.addSubview(view) }
        screen.settle()
        #expect(log.take() == [])
        around.removeFromSuperview()
        screen.settle()
        #expect(log.take() == ["true"])
        screen.view.addSubview(around)
        screen.settle()
        #expect(log.take() == ["false"])
      }
    }

    @Test(arguments: [true, false])
    func `a view removed in one turn with its viewport leaves`(isFrameFirst: Bool) {
      withScreen { screen in
        let log = Log()
        let (around, inside) = makeViewport(log)
        around.frame.size.height = 400
        for view in [around, inside] { screen.view.addSubview(view) }
        screen.settle()
        #expect(log.take() == ["true"])
        for view in isFrameFirst ? [around, inside] : [inside, around] {
          view.removeFromSuperview()
        }
        screen.settle()
        #expect(log.take() == ["false"])
      }
    }

    @Test func `a view visible in a viewport and without it stays visible until it leaves`() {
      withScreen { screen in
        let log = Log()
        let (around, inside) = makeViewport(log)
        around.frame.size.height = 400
        for view in [around, inside] { screen.view.addSubview(view) }
        screen.settle()
        around.removeFromSuperview()
        screen.settle()
        #expect(log.take() == ["true"])
        inside.isHidden = true
        screen.settle()
        #expect(log.take() == ["false"])
      }
    }

    @Test func `deallocating a viewport's frame keeps its views observed`() {
      withScreen { screen in
        let log = Log()
        let inside: ProbeView
        do {
          let viewport = makeViewport(log)
          let around = viewport.around
          inside = viewport.inside
          for view in [around, inside] { screen.view.addSubview(view) }
          screen.settle()
          #expect(log.take() == [])
          around.dismantle()
          around.removeFromSuperview()
        }
        screen.settle()
        #expect(log.take() == ["true"])
        inside.isHidden = true
        screen.settle()
        #expect(log.take() == ["false"])
      }
    }

    @Test func `a frame removed and reinserted within one turn reports nothing`() {
      withScreen { screen in
        let log = Log()
        let (around, inside) = makeViewport(log)
        around.frame.size.height = 400
        for view in [around, inside] { screen.view.addSubview(view) }
        screen.settle()
        #expect(log.take() == ["true"])
        around.removeFromSuperview()
        screen.view.addSubview(around)
        screen.settle()
        #expect(log.take() == [])
      }
    }

    @Test func `frames in one view are viewports of their own, and each keeps its other probes`() {
      withScreen { screen in
        let log = Log()
        var probes: [ProbeView] = []
        var frames: [ProbeView] = []
        for (index, y) in [CGFloat(0), 240].enumerated() {
          let frame = ViewportFrame()
          let around = ProbeView()
          around.frame = CGRect(x: 0, y: y, width: 320, height: 200)
          around.framing = frame
          screen.view.addSubview(around)
          frames.append(around)
          for id in [2 * index, 2 * index + 1] {
            let probe = makeProbe(id, to: log, at: y + 50, in: screen.view)
            probe.frameOfViewport = frame
            probes.append(probe)
          }
        }
        screen.settle()
        #expect(log.take() == ["+0", "+1", "+2", "+3"])
        // One probe leaves its frame. The other one follows the frame.
        probes[0].frameOfViewport = nil
        frames[0].frame.size.height = 60
        screen.settle()
        #expect(log.take() == ["-1"])
        frames[0].removeFromSuperview()
        screen.settle()
        #expect(log.take() == ["+1"])
        screen.view.addSubview(frames[0])
        screen.settle()
        #expect(log.take() == ["-1"])
      }
    }

    @Test func `a probe given another viewport uses it`() {
      withScreen { screen in
        let log = Log()
        let (around, inside) = makeViewport(log)
        for view in [around, inside] { screen.view.addSubview(view) }
        screen.settle()
        inside.frameOfViewport = nil
        screen.settle()
        #expect(log.take() == ["true"])
      }
    }

    @Test func `a SwiftUI cover hides views below it`() {
      withScreen { screen in
        let log = Log()
        _ = makeProbe(1, to: log, at: 0, in: screen.view)
        let cover = ProbeView()
        cover.frame = CGRect(x: 0, y: 0, width: 320, height: 50)
        screen.view.addSubview(cover)
        screen.settle()
        cover.isCover = .opaque
        screen.settle()
        cover.isCover = nil
        screen.settle()
        #expect(log.take() == ["+1", "-1", "+1"])
      }
    }

    @Test func `the inspector draws while views are observed, then comes to rest`() {
      withScreen { screen in
        let log = Log()
        let inspector = InspectorView()
        inspector.frame = screen.view.bounds
        screen.view.addSubview(inspector)
        _ = makeProbe(1, to: log, at: 0, in: screen.view)
        screen.settle()
        #expect(inspector.needsDisplay)
        inspector.draw(inspector.bounds)
        inspector.removeFromSuperview()
        screen.settle()
        #expect(log.take() == ["+1"])
      }
    }
  }
}
#endif
