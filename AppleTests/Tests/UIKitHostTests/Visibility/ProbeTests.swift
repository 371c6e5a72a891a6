#if !canImport(Darwin)
import SightlineApple
import SightlineCore
import SightlineHost
import Testing
import UIKit

extension UIKitHost {
  /// What stands where SwiftUI's views are. It belongs to the package, so it is tested over the
  /// double only.
  @MainActor
  @Suite struct ProbeTests {
    private func makeProbe(
      _ id: Int, _ rule: VisibilityRule = .fully, to log: Log, at y: CGFloat, in parent: UIView
    ) -> ProbeView {
      let view = ProbeView()
      view.frame = CGRect(x: 0, y: y, width: 320, height: 100)
      view.probe = Probe(id: id, changes: rule) { log.add("\($0 ? "+" : "-")\(id)") }
      parent.addSubview(view)
      return view
    }

    @Test(arguments: Variant.windows)
    func `a probe is observed where it stands`(variant: Variant) {
      withScreen(as: variant) { screen in
        let log = Log()
        let scrollView = UIScrollView(frame: screen.view.bounds)
        scrollView.contentSize = CGSize(width: 320, height: 2_000)
        screen.view.addSubview(scrollView)
        let view = makeProbe(1, to: log, at: 0, in: scrollView)
        screen.settle()
        #expect(log.take() == ["+1"])
        scrollView.contentOffset.y = 1
        screen.settle()
        #expect(log.take() == ["-1"])
        scrollView.contentOffset.y = 0
        screen.settle()
        view.dismantle()
        screen.settle()
        #expect(log.take() == ["+1", "-1"])
      }
    }

    @Test(arguments: Variant.windows)
    func `a row that is made anew reports nothing`(variant: Variant) {
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
    func `two rows that change places report nothing`(variant: Variant) {
      withScreen(as: variant) { screen in
        let log = Log()
        let views = (1...2).map { id in
          makeProbe(id, to: log, at: CGFloat(id) * 100, in: screen.view)
        }
        screen.settle()
        #expect(log.take() == ["+1", "+2"])
        for (view, id) in zip(views, [2, 1]) {
          view.probe = Probe(id: id, changes: .fully) { log.add("\($0 ? "+" : "-")\(id)") }
        }
        screen.settle()
        #expect(log.take() == [])
      }
    }

    @Test func `two views with one id report each for itself, and are seen once`() {
      withScreen { screen in
        let log = Log()
        for place in ["top", "low"] {
          let y: CGFloat = place == "top" ? 0 : 430
          let view = ProbeView()
          view.frame = CGRect(x: 0, y: y, width: 320, height: 100)
          view.probe = Probe(id: "twice", changes: .fully) { log.add("\(place) \($0)") }
          screen.view.addSubview(view)
          let counted = ProbeView()
          counted.frame = view.frame
          counted.probe = Probe(id: "twice", impressions: .feed) { _ in log.add("seen") }
          screen.view.addSubview(counted)
        }
        screen.settle()
        #expect(log.take() == ["top true", "seen"])
        screen.view.frame.origin.y = -60
        screen.settle()
        #expect(log.take() == ["top false", "low true"])
      }
    }

    @Test func `a viewport is where its probe stands`() {
      withScreen { screen in
        let log = Log()
        let frame = ViewportFrame()
        frame.margins = .points(bottom: -50)
        let around = ProbeView()
        around.frame = CGRect(x: 0, y: 0, width: 320, height: 300)
        around.framing = frame
        screen.view.addSubview(around)
        let inside = ProbeView()
        inside.frameOfViewport = frame
        inside.frame = CGRect(x: 0, y: 200, width: 320, height: 100)
        inside.probe = Probe(id: 1, changes: .fully) { log.add("\($0)") }
        screen.view.addSubview(inside)
        screen.settle()
        #expect(log.take() == [])
        around.frame.size.height = 350
        screen.settle()
        #expect(log.take() == ["true"])
      }
    }

    /// A frame of 320 x 300 that is smaller by 50 at the bottom, around a view that ends there.
    private func makeViewport(_ log: Log) -> (around: ProbeView, inside: ProbeView) {
      let frame = ViewportFrame()
      frame.margins = .points(bottom: -50)
      let around = ProbeView()
      around.frame = CGRect(x: 0, y: 0, width: 320, height: 300)
      around.framing = frame
      let inside = ProbeView()
      inside.frameOfViewport = frame
      inside.frame = CGRect(x: 0, y: 200, width: 320, height: 100)
      inside.probe = Probe(id: 1, changes: .fully) { log.add("\($0)") }
      return (around, inside)
    }

    @Test(arguments: Variant.windows)
    func `a viewport whose frame comes later counts from then on`(variant: Variant) {
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
    func `a viewport whose frame goes counts no more`(variant: Variant) {
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

    @Test func `a viewport whose frame is deallocated leaves its views observed`() {
      withScreen { screen in
        let log = Log()
        let frame = ViewportFrame()
        let inside = ProbeView()
        do {
          let around = ProbeView()
          around.frame = CGRect(x: 0, y: 0, width: 320, height: 250)
          around.framing = frame
          inside.frameOfViewport = frame
          inside.frame = CGRect(x: 0, y: 200, width: 320, height: 100)
          inside.probe = Probe(id: 1, changes: .fully) { log.add("\($0)") }
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

    @Test func `a frame that is taken out and put back within one turn reports nothing`() {
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

    @Test func `a probe that gets another viewport goes by that one`() {
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

    @Test func `a cover of SwiftUI's hides what is below it`() {
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

    @Test func `the inspector draws while something is observed, and comes to rest`() {
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
