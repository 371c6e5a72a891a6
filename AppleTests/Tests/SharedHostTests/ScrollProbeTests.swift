#if !canImport(Darwin)
// Over the double only: package API, which an app's test bundle cannot access.
import SightlineAppleViews
import SightlineScroll
import Testing
import VirtualTime

#if canImport(UIKit)
import UIKit
#else
import AppKit
#endif

extension ToolkitHost {
  /// The probe in the content of SwiftUI's scroll views, and the field in which its hearts fly.
  @MainActor
  @Suite struct ScrollProbeTests {
    func makeList(
      _ height: CGFloat = 5_000, isFlipped: Bool = true, in parent: PlatformView
    ) -> PlatformScrollView {
      scrollingView(
        parent.bounds, content: CGSize(width: 320, height: height), isFlipped: isFlipped,
        in: parent)
    }

    func makeProbe(_ log: Log, in parent: PlatformView? = nil) -> ScrollProbe {
      let probe = ScrollProbe()
      probe.geometryChanged = {
        log.add("\(Int($0.contentOffset.y)) of \(Int($0.contentSize.height))")
      }
      probe.phaseChanged = { log.add("\($0.to)") }
      parent?.addSubview(probe.view)
      return probe
    }

    /// Creates a probe in the background of a view, which reports the height of the content of the
    /// scroll view in front of it.
    func makeBackgroundProbe(_ log: Log, in parent: PlatformView) -> ScrollProbe {
      let probe = ScrollProbe(of: .inFront)
      probe.geometryChanged = { log.add("\(Int($0.contentSize.height))") }
      parent.addSubview(probe.view)
      probe.view.frame = parent.bounds
      return probe
    }

    @Test(arguments: flippings)
    func `changes within a turn are reported once, at its end`(isFlipped: Bool) {
      withScreen { screen in
        let log = Log()
        let list = makeList(isFlipped: isFlipped, in: screen.view)
        let probe = makeProbe(log, in: list.content)
        #expect(log.take() == [])
        screen.settle()
        #expect(log.take() == ["0 of 5000"])
        list.scroll(fromTop: 10)
        list.scroll(fromTop: 20)
        // Like SwiftUI's own changes, which may come in the middle of an update of the views.
        #expect(log.take() == [])
        screen.settle()
        #expect(log.take() == ["20 of 5000"])
        list.scroll(fromTop: 40)
        list.scroll(fromTop: 20)
        screen.settle()
        #expect(log.take() == [])
        withExtendedLifetime(probe) {}
      }
    }

    @Test func `a probe follows its content to another scroll view of the window`() {
      withScreen { screen in
        let log = Log()
        let lists = [5_000, 800].map { makeList($0, in: screen.view) }
        let content = box(0, 0, 320, 100, in: lists[0].content)
        let probe = makeProbe(log, in: content)
        screen.settle()
        _ = log.take()
        // The window is the same: the toolkit does not notify the probe.
        lists[1].content.addSubview(content)
        screen.settle()
        #expect(log.take() == ["0 of 800"])
        lists[0].scroll(fromTop: 50)
        screen.settle()
        #expect(log.take() == [])
        lists[1].scroll(fromTop: 60)
        screen.settle()
        #expect(log.take() == ["60 of 800"])
        withExtendedLifetime(probe) {}
      }
    }

    @Test(arguments: Variant.windows)
    func `a probe attached late finds its scroll view`(variant: Variant) {
      withScreen(as: variant) { screen in
        let log = Log()
        let probe = makeProbe(log)
        screen.settle()
        let content = plainView(.zero)
        content.addSubview(probe.view)
        screen.settle()
        #expect(log.take() == [])
        let holder = box(0, 0, 320, 480)
        makeList(900, in: holder).content.addSubview(content)
        screen.settle()
        #expect(log.take() == [])
        screen.view.addSubview(holder)
        screen.settle()
        #expect(log.take() == ["0 of 900"])
      }
    }

    @Test(arguments: flippings)
    func `a flight begins at its source's current position, even in a scrolled list`(
      isFlipped: Bool
    ) {
      withScreen { screen in
        let space = box(0, 100, 320, 300, in: screen.view)
        let list = makeList(isFlipped: isFlipped, in: space)
        let field = FlightField()
        field.space = space
        let target = view(CGRect(x: 0, y: 0, width: 40, height: 40), isFlipped: isFlipped)
        list.row(1_200, height: 40, width: 40).addSubview(target)
        field.addTarget(target, at: .unit(x: 0.5, y: 0.25))
        let source = list.row(1_000, height: 40, width: 40)
        list.scroll(fromTop: 950)
        let start = MonotonicTime(nanoseconds: 5_000_000_000)
        #expect(field.launch(from: source, at: start, motion: .full))
        let first = field.frames(at: start).first?.frame
        #expect(first?.position == LayoutPoint(x: 20, y: 70) && first?.opacity == 1)
        let last = field.frames(at: start + .nanoseconds(999_999_999)).first?.frame.position
        #expect(last.map { abs($0.x - 20) < 0.01 && abs($0.y - 260) < 0.01 } == true)
        #expect(field.frames(at: start + .seconds(1)).isEmpty)
      }
    }

    @Test func `nothing runs without scrolling, and a scrolled frame takes one turn`() {
      withScreen { screen in
        let list = makeList(in: screen.view)
        let probe = makeProbe(Log(), in: list.content)
        screen.run(for: 2)
        let loop = VirtualRunLoop.main
        let (turns, timers) = (loop.turnCount, loop.timerCount)
        loop.run(for: 3_600_000_000_000)
        #expect(loop.turnCount == turns)
        #expect(timers == 0)
        loop.post { list.scroll(fromTop: 5) }
        loop.runUntilAsleep()
        #expect(loop.turnCount <= turns + 2)
        withExtendedLifetime(probe) {}
      }
    }
  }
}
#endif
