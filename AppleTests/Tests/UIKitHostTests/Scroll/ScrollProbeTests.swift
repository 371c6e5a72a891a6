#if !canImport(Darwin)
import SightlineApple
import SightlineScroll
import SightlineUIKit
import Testing
import UIKit
import VirtualTime

extension UIKitHost {
  /// What stands in the content of SwiftUI's scroll views. It belongs to the package, so it is
  /// tested over the double only.
  @MainActor
  @Suite struct ScrollProbeTests {
    private typealias Probe = ScrollProbe

    private func makeScrollView(in parent: UIView) -> UIScrollView {
      let scrollView = UIScrollView(frame: parent.bounds)
      scrollView.contentInsetAdjustmentBehavior = .never
      scrollView.contentSize = CGSize(width: 320, height: 5_000)
      parent.addSubview(scrollView)
      return scrollView
    }

    private func makeProbe(_ log: Log, in parent: UIView? = nil) -> Probe {
      let probe = Probe()
      probe.geometryChanged = {
        log.add("\(Int($0.contentOffset.y)) of \(Int($0.contentSize.height))")
      }
      probe.phaseChanged = { log.add("\($0.to)") }
      parent?.addSubview(probe.view)
      return probe
    }

    @Test func `a probe hands the first geometry on, and each new one`() {
      withScreen { screen in
        let log = Log()
        let scrollView = makeScrollView(in: screen.view)
        let probe = makeProbe(log, in: scrollView)
        #expect(log.take() == [])
        screen.settle()
        #expect(log.take() == ["0 of 5000"])
        scrollView.contentOffset.y = 30
        screen.settle()
        #expect(log.take() == ["30 of 5000"])
        withExtendedLifetime(probe) {}
      }
    }

    @Test func `what changes in one turn is handed on once, at its end`() {
      withScreen { screen in
        let log = Log()
        let scrollView = makeScrollView(in: screen.view)
        let probe = makeProbe(log, in: scrollView)
        screen.settle()
        _ = log.take()
        scrollView.contentOffset.y = 10
        scrollView.contentSize.height = 6_000
        scrollView.contentOffset.y = 20
        // As SwiftUI's own changes come, which may be in the midst of an update of the views.
        #expect(log.take() == [])
        screen.settle()
        #expect(log.take() == ["20 of 6000"])
        scrollView.contentOffset.y = 40
        scrollView.contentOffset.y = 20
        screen.settle()
        #expect(log.take() == [])
        withExtendedLifetime(probe) {}
      }
    }

    @Test func `an offset is handed on before the turn's commit, so that the same frame shows it`()
    {
      withScreen { screen in
        let scrollView = makeScrollView(in: screen.view)
        let label = LayoutRecorder(in: screen.view)
        let probe = Probe()
        probe.geometryChanged = { _ in label.setNeedsLayout() }
        scrollView.addSubview(probe.view)
        screen.settle()
        label.turns = []
        var turn = 0
        VirtualRunLoop.main.post {
          scrollView.contentOffset.y = 30
          turn = VirtualRunLoop.main.turnCount
        }
        VirtualRunLoop.main.runUntilAsleep()
        #expect(label.turns == [turn])
      }
    }

    @Test func `a change that a layout makes is handed on after it, in a turn of its own`() {
      withScreen { screen in
        let log = Log()
        let scrollView = makeScrollView(in: screen.view)
        let probe = makeProbe(log, in: scrollView)
        screen.settle()
        _ = log.take()
        let layout = LayoutRecorder(in: screen.view)
        layout.didLayout = {
          scrollView.contentSize.height = 7_000
          #expect(log.take() == [])
        }
        layout.setNeedsLayout()
        // One frame of the display is not waited for.
        VirtualRunLoop.main.wakeUp()
        VirtualRunLoop.main.runUntilAsleep()
        #expect(log.take() == ["0 of 7000"])
        withExtendedLifetime(probe) {}
      }
    }

    @Test func `a closure that scrolls is called again in the next turn, not at once`() {
      withScreen { screen in
        let scrollView = makeScrollView(in: screen.view)
        let probe = Probe()
        var offsets: [Double] = []
        var depth = 0
        probe.geometryChanged = { geometry in
          depth += 1
          #expect(depth == 1)
          offsets.append(geometry.contentOffset.y)
          if offsets.count < 4 { scrollView.contentOffset.y += 10 }
          depth -= 1
        }
        scrollView.addSubview(probe.view)
        screen.settle()
        #expect(offsets == [0, 10, 20, 30])
      }
    }

    @Test(arguments: Variant.windows)
    func `a probe that is attached late finds its scroll view`(variant: Variant) {
      withScreen(as: variant) { screen in
        let log = Log()
        let probe = makeProbe(log)
        screen.settle()
        let content = UIView()
        content.addSubview(probe.view)
        screen.settle()
        #expect(log.take() == [])
        let scrollView = UIScrollView(frame: screen.view.bounds)
        scrollView.contentInsetAdjustmentBehavior = .never
        scrollView.contentSize = CGSize(width: 320, height: 900)
        scrollView.addSubview(content)
        screen.settle()
        #expect(log.take() == [])
        screen.view.addSubview(scrollView)
        screen.settle()
        #expect(log.take() == ["0 of 900"])
      }
    }

    @Test func `a probe whose content goes to another scroll view of the window follows it`() {
      withScreen { screen in
        let log = Log()
        let scrollViews = (0..<2).map { _ in makeScrollView(in: screen.view) }
        scrollViews[1].contentSize.height = 800
        let content = box(0, 0, 320, 100, in: scrollViews[0])
        let probe = makeProbe(log, in: content)
        screen.settle()
        _ = log.take()
        // The window is the same: UIKit says nothing to the probe.
        scrollViews[1].addSubview(content)
        screen.settle()
        #expect(log.take() == ["0 of 800"])
        scrollViews[0].contentOffset.y = 50
        screen.settle()
        #expect(log.take() == [])
        scrollViews[1].contentOffset.y = 60
        screen.settle()
        #expect(log.take() == ["60 of 800"])
        withExtendedLifetime(probe) {}
      }
    }

    @Test func `a scroll view that is replaced by another one reports no more`() {
      withScreen { screen in
        let log = Log()
        weak var gone: UIScrollView?
        let content = UIView()
        let probe = makeProbe(log, in: content)
        do {
          let old = makeScrollView(in: screen.view)
          old.addSubview(content)
          screen.settle()
          #expect(log.take() == ["0 of 5000"])
          let new = makeScrollView(in: screen.view)
          new.contentSize.height = 700
          new.addSubview(content)
          old.removeFromSuperview()
          gone = old
        }
        screen.settle()
        #expect(log.take() == ["0 of 700"])
        #expect(gone == nil)
        withExtendedLifetime(probe) {}
      }
    }

    @Test func `the innermost of nested scroll views counts`() {
      withScreen { screen in
        let log = Log()
        let outer = makeScrollView(in: screen.view)
        let inner = makeScrollView(in: outer)
        inner.contentSize.height = 600
        let probe = makeProbe(log, in: inner)
        screen.settle()
        outer.contentOffset.y = 100
        screen.settle()
        #expect(log.take() == ["0 of 600"])
        withExtendedLifetime(probe) {}
      }
    }

    @Test func `a geometry that the view has left before the turn's end is not handed on`() {
      withScreen { screen in
        let log = Log()
        let scrollView = makeScrollView(in: screen.view)
        let probe = makeProbe(log, in: scrollView)
        screen.settle()
        _ = log.take()
        scrollView.contentOffset.y = 70
        probe.view.removeFromSuperview()
        screen.settle()
        #expect(log.take() == [])
        // Back at the geometry that is known, nothing is new.
        scrollView.contentOffset.y = 0
        scrollView.addSubview(probe.view)
        screen.settle()
        #expect(log.take() == [])
      }
    }

    @Test func `a probe that is taken out in the midst of a scroll reports its end, once`() {
      withScreen { screen in
        let log = Log()
        let scrollView = makeScrollView(in: screen.view)
        var probe: Probe? = makeProbe(log, in: scrollView)
        screen.settle()
        scrollView.setContentOffset(CGPoint(x: 0, y: 400), animated: true)
        screen.run(for: 0.1)
        #expect(log.take().contains("animating"))
        weak var gone: Probe?
        gone = probe
        probe?.dismantle()
        probe?.view.removeFromSuperview()
        probe = nil
        #expect(log.take() == [])
        screen.run(for: 1)
        #expect(log.take() == ["idle"])
        #expect(gone == nil)
      }
    }

    @Test(arguments: Variant.scrolls)
    func `the last geometry comes before the phase that ends a scroll`(variant: Variant) {
      withScreen(as: variant) { screen in
        let log = Log()
        let scrollView = makeScrollView(in: screen.view)
        let probe = makeProbe(log, in: scrollView)
        screen.settle()
        scrollView.setContentOffset(CGPoint(x: 0, y: 400), animated: true)
        screen.run(for: 1)
        #expect(log.take().suffix(2) == ["400 of 5000", "idle"])
        withExtendedLifetime(probe) {}
      }
    }

    @Test func `a closure that is set later is called with the geometry that is there`() {
      withScreen { screen in
        let scrollView = makeScrollView(in: screen.view)
        let probe = Probe()
        scrollView.addSubview(probe.view)
        scrollView.contentOffset.y = 15
        screen.settle()
        var offsets: [Double] = []
        probe.geometryChanged = { offsets.append($0.contentOffset.y) }
        #expect(offsets == [])
        screen.settle()
        #expect(offsets == [15])
      }
    }

    @Test func `nothing runs while nothing scrolls, and a scrolled frame is one turn`() {
      withScreen { screen in
        let log = Log()
        let scrollView = makeScrollView(in: screen.view)
        let probe = makeProbe(log, in: scrollView)
        screen.run(for: 2)
        let loop = VirtualRunLoop.main
        let (turns, timers) = (loop.turnCount, loop.timerCount)
        loop.run(for: 3_600_000_000_000)
        #expect(loop.turnCount == turns)
        #expect(timers == 0)
        loop.post { scrollView.contentOffset.y = 5 }
        loop.runUntilAsleep()
        #expect(loop.turnCount <= turns + 2)
        withExtendedLifetime(probe) {}
      }
    }
  }
}

/// Notes in which turns it was laid out.
@MainActor
private final class LayoutRecorder: UIView {
  var turns: [Int] = []
  var didLayout: () -> Void = {}

  init(in parent: UIView) {
    super.init(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    parent.addSubview(self)
  }

  @available(*, unavailable)
  required init?(coder: NSCoder) { fatalError("made in code") }

  override func layoutSubviews() {
    super.layoutSubviews()
    turns.append(VirtualRunLoop.main.turnCount)
    didLayout()
  }
}
#endif
