#if !canImport(Darwin)
// Over the double only, where the test advances time.
import SightlineApple
import SightlineScroll
import Testing
import UIKit
import VirtualTime

extension UIKitHost.ScrollProbeTests {
  @Test func `a probe in a scroll view's background finds the scroll view`() {
    withScreen { screen in
      let log = Log()
      let probe = makeBackgroundProbe(log, in: screen.view)
      let container = box(0, 100, 320, 200, in: screen.view)
      // In a separate host, as in SwiftUI, and smaller than the scroll view.
      box(0, 20, 320, 100, in: container).addSubview(probe.view)
      probe.view.frame = CGRect(x: 0, y: 0, width: 320, height: 100)
      let beside = makeList(in: box(0, 150, 320, 50, in: container))
      beside.frame.size.height = 50
      screen.settle()
      #expect(log.take() == [])
      let clip = box(0, 0, 320, 150, in: container)
      var list = makeList(in: clip)
      list.contentSize.height = 700
      makeList(in: screen.view).contentSize.height = 900
      screen.settle()
      #expect(log.take() == ["700"])
      list.removeFromSuperview()
      list = makeList(in: clip)
      screen.settle()
      #expect(log.take() == ["5000"])
      withExtendedLifetime(probe) {}
    }
  }

  @Test func `a probe in a background does not find the scroll view of a sheet`() {
    withScreen { screen in
      let log = Log()
      let probe = makeBackgroundProbe(log, in: screen.view)
      let page = UIViewController()
      page.view.frame = screen.view.bounds
      screen.view.addSubview(page.view)
      page.view.addSubview(probe.view)
      probe.view.frame = page.view.bounds
      _ = makeList(in: screen.view)
      screen.settle()
      #expect(log.take() == [])
      _ = makeList(in: page.view)
      screen.settle()
      #expect(log.take() == ["5000"])
      withExtendedLifetime(probe) {}
    }
  }

  @Test func `an offset is reported before the turn's commit, in time for the same frame`() {
    withScreen { screen in
      let scrollView = makeList(in: screen.view)
      let label = LayoutRecorder(in: screen.view)
      let probe = ScrollProbe()
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

  @Test(arguments: [true, false])
  func `with a commit in the event's own source, links report an offset before it`(
    hasLinks: Bool
  ) {
    CommitLink.isAvailable = hasLinks
    defer { CommitLink.isAvailable = true }
    withScreen { screen in
      let log = Log()
      let scrollView = makeList(in: screen.view)
      let probe = makeProbe(log, in: scrollView)
      probe.phaseChanged = nil
      screen.settle()
      _ = log.take()
      for offset in [30, 50] {
        VirtualRunLoop.main.post {
          scrollView.contentOffset.y = CGFloat(offset)
          CATransaction.shared.flush()
          #expect(log.take() == (hasLinks ? ["\(offset) of 5000"] : []))
        }
        VirtualRunLoop.main.runUntilAsleep()
        #expect(log.take() == (hasLinks ? [] : ["\(offset) of 5000"]))
      }
      // The link causes none of the 300 frames, and is removed with the probe. A few turns belong
      // to windows that come to rest, including those of other tests.
      let turns = VirtualRunLoop.main.turnCount
      screen.run(for: 5)
      #expect(VirtualRunLoop.main.turnCount - turns < 10)
      withExtendedLifetime(probe) {}
    }
  }

  @Test func `a change made by a layout is reported after it, in a separate turn`() {
    withScreen { screen in
      let log = Log()
      let scrollView = makeList(in: screen.view)
      let probe = makeProbe(log, in: scrollView)
      screen.settle()
      _ = log.take()
      let layout = LayoutRecorder(in: screen.view)
      layout.didLayout = {
        scrollView.contentSize.height = 7_000
        #expect(log.take() == [])
      }
      layout.setNeedsLayout()
      // It does not wait for a display frame.
      VirtualRunLoop.main.wakeUp()
      VirtualRunLoop.main.runUntilAsleep()
      #expect(log.take() == ["0 of 7000"])
      withExtendedLifetime(probe) {}
    }
  }

  @Test func `a closure that scrolls is called again in the next turn`() {
    withScreen { screen in
      let scrollView = makeList(in: screen.view)
      let probe = ScrollProbe()
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

  @Test func `a replaced scroll view reports nothing`() {
    withScreen { screen in
      let log = Log()
      weak var gone: UIScrollView?
      let content = UIView()
      let probe = makeProbe(log, in: content)
      do {
        let old = makeList(in: screen.view)
        old.addSubview(content)
        screen.settle()
        #expect(log.take() == ["0 of 5000"])
        let new = makeList(in: screen.view)
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

  @Test func `a probe uses the innermost of nested scroll views`() {
    withScreen { screen in
      let log = Log()
      let outer = makeList(in: screen.view)
      let inner = makeList(in: outer)
      inner.contentSize.height = 600
      let probe = makeProbe(log, in: inner)
      screen.settle()
      outer.contentOffset.y = 100
      screen.settle()
      #expect(log.take() == ["0 of 600"])
      withExtendedLifetime(probe) {}
    }
  }

  @Test func `a geometry is not reported if its probe is removed before the turn's end`() {
    withScreen { screen in
      let log = Log()
      let scrollView = makeList(in: screen.view)
      let probe = makeProbe(log, in: scrollView)
      screen.settle()
      _ = log.take()
      scrollView.contentOffset.y = 70
      probe.view.removeFromSuperview()
      screen.settle()
      #expect(log.take() == [])
      // Back at the reported geometry, there is nothing new.
      scrollView.contentOffset.y = 0
      scrollView.addSubview(probe.view)
      screen.settle()
      #expect(log.take() == [])
    }
  }

  @Test func `a probe removed during a scroll reports its end once`() {
    withScreen { screen in
      let log = Log()
      let scrollView = makeList(in: screen.view)
      var probe: ScrollProbe? = makeProbe(log, in: scrollView)
      screen.settle()
      scrollView.setContentOffset(CGPoint(x: 0, y: 400), animated: true)
      screen.run(for: 0.1)
      #expect(log.take().contains("animating"))
      weak var gone: ScrollProbe?
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

  @Test func `a dismantled probe reports nothing, even in a scroll view`() {
    withScreen { screen in
      let log = Log()
      let scrollView = makeList(in: screen.view)
      let probe = makeProbe(log, in: scrollView)
      screen.settle()
      _ = log.take()
      probe.dismantle()
      scrollView.contentOffset.y = 30
      screen.settle()
      #expect(log.take() == [])
      withExtendedLifetime(probe) {}
    }
  }

  @Test(arguments: Variant.scrolls)
  func `the last geometry comes before the phase that ends a scroll`(variant: Variant) {
    withScreen(as: variant) { screen in
      let log = Log()
      let scrollView = makeList(in: screen.view)
      let probe = makeProbe(log, in: scrollView)
      screen.settle()
      scrollView.setContentOffset(CGPoint(x: 0, y: 400), animated: true)
      screen.run(for: 1)
      #expect(log.take().suffix(2) == ["400 of 5000", "idle"])
      withExtendedLifetime(probe) {}
    }
  }

  @Test func `a closure set later is called with the current geometry`() {
    withScreen { screen in
      let scrollView = makeList(in: screen.view)
      let probe = ScrollProbe()
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
}

/// Records the turns in which it was laid out.
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
