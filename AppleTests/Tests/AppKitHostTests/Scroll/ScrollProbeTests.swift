#if !canImport(Darwin)
// Over the double only, where the test advances time.
import AppKit
import SightlineAppleViews
import Testing
import VirtualTime

extension AppKitHost {
  /// The probe in the content of SwiftUI's scroll views, and the field in which its hearts fly.
  @MainActor
  @Suite struct ScrollProbeTests {
    private typealias Probe = ScrollProbe

    private func makeScrollView(
      _ height: CGFloat, isFlipped: Bool = true, in parent: NSView
    ) -> NSScrollView {
      scrollView(
        parent.bounds, document: CGSize(width: 320, height: height), isFlipped: isFlipped,
        in: parent)
    }

    private func makeProbe(_ log: Log, in parent: NSView? = nil) -> Probe {
      let probe = Probe()
      probe.geometryChanged = {
        log.add("\(Int($0.contentOffset.y)) of \(Int($0.contentSize.height))")
      }
      probe.phaseChanged = { log.add("\($0.to)") }
      parent?.addSubview(probe.view)
      return probe
    }

    @Test func `a probe in a scroll view's background finds the scroll view`() {
      withScreen { screen in
        let log = Log()
        let probe = Probe(of: .inFront)
        probe.geometryChanged = { log.add("\(Int($0.contentSize.height))") }
        screen.view.addSubview(probe.view)
        probe.view.frame = screen.view.bounds
        let list = makeScrollView(700, in: screen.view)
        screen.settle()
        #expect(log.take() == ["700"])
        list.removeFromSuperview()
        _ = makeScrollView(900, in: screen.view)
        screen.settle()
        #expect(log.take() == ["900"])
        withExtendedLifetime(probe) {}
      }
    }

    /// As a SwiftUI view with a text in a representable, recorded on macOS 26.
    @Test(arguments: ["text", "hidden", "transparent", "hidden parent"])
    func `a probe finds the list above a scroll view that cannot be scrolled`(absence: String) {
      withScreen { screen in
        let log = Log()
        let probe = Probe(of: .inFront)
        probe.geometryChanged = { log.add("\(Int($0.contentSize.height))") }
        screen.view.addSubview(probe.view)
        probe.view.frame = screen.view.bounds
        let host = box(0, 0, 320, 480, in: screen.view)
        let decoy = makeScrollView(714, in: host)
        switch absence {
        case "text":
          decoy.documentView = NSTextView(frame: CGRect(x: 0, y: 0, width: 320, height: 714))
        case "hidden": decoy.isHidden = true
        case "transparent": decoy.alphaValue = 0
        default: host.isHidden = true
        }
        screen.settle()
        #expect(log.take() == [])
        let list = makeScrollView(900, in: screen.view)
        screen.settle()
        #expect(log.take() == ["900"])
        list.isHidden = true
        _ = makeScrollView(800, in: screen.view)
        screen.settle()
        #expect(log.take() == ["800"])
        withExtendedLifetime(probe) {}
      }
    }

    @Test(arguments: [true, false])
    func `a probe reports the first geometry, then changes once per turn`(
      isFlipped: Bool
    ) {
      withScreen { screen in
        let log = Log()
        let list = makeScrollView(5_000, isFlipped: isFlipped, in: screen.view)
        let probe = makeProbe(log, in: list.documentView)
        #expect(log.take() == [])
        screen.settle()
        #expect(log.take() == ["0 of 5000"])
        list.scroll(fromTop: 10)
        list.scroll(fromTop: 30)
        #expect(log.take() == [])
        screen.settle()
        #expect(log.take() == ["30 of 5000"])
        withExtendedLifetime(probe) {}
      }
    }

    @Test func `a probe follows its content to another scroll view of the window`() {
      withScreen { screen in
        let log = Log()
        let lists = [5_000, 800].map { makeScrollView($0, in: screen.view) }
        let content = FlippedView()
        lists[0].documentView?.addSubview(content)
        let probe = makeProbe(log, in: content)
        screen.settle()
        _ = log.take()
        lists[1].documentView?.addSubview(content)
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
        let content = FlippedView()
        let probe = makeProbe(log, in: content)
        let holder = box(0, 0, 320, 480)
        let list = makeScrollView(900, in: holder)
        list.documentView?.addSubview(content)
        screen.settle()
        #expect(log.take() == [])
        screen.view.addSubview(holder)
        screen.settle()
        #expect(log.take() == ["0 of 900"])
        withExtendedLifetime(probe) {}
      }
    }

    @Test func `a probe removed during a scroll reports its end once`() {
      withScreen { screen in
        let log = Log()
        let list = makeScrollView(5_000, in: screen.view)
        var probe: Probe? = makeProbe(log, in: list.documentView)
        screen.settle()
        let fingers = LiveScroll(of: list, by: .trackpad)
        fingers.scroll(y: 10)
        screen.settle()
        #expect(log.take() == ["0 of 5000", "10 of 5000", "interacting"])
        weak var gone: Probe?
        gone = probe
        probe?.dismantle()
        probe?.view.removeFromSuperview()
        probe = nil
        screen.settle()
        fingers.end()
        screen.settle()
        #expect(log.take() == ["idle"])
        #expect(gone == nil)
      }
    }

    @Test func `nothing runs without scrolling`() {
      withScreen { screen in
        let list = makeScrollView(5_000, in: screen.view)
        let probe = makeProbe(Log(), in: list.documentView)
        screen.run(for: 2)
        let loop = VirtualRunLoop.main
        let turns = loop.turnCount
        loop.run(for: 3_600_000_000_000)
        #expect(loop.turnCount == turns)
        withExtendedLifetime(probe) {}
      }
    }

    @Test(arguments: [true, false])
    func `a flight begins at its source's current position, even in a scrolled list`(
      isFlipped: Bool
    ) {
      withScreen { screen in
        let space = box(0, 100, 320, 300, in: screen.view)
        let list = makeScrollView(5_000, isFlipped: isFlipped, in: space)
        let field = FlightField()
        field.space = space
        let target = view(CGRect(x: 0, y: 0, width: 40, height: 40), isFlipped: isFlipped)
        list.row(1_200, height: 40, width: 40).addSubview(target)
        field.addTarget(target, at: .unit(x: 0.5, y: 0.25))
        let source = list.row(1_000, height: 40, width: 40)
        list.scroll(fromTop: 950)
        let start = MonotonicTime(nanoseconds: 5_000_000_000)
        #expect(field.launch(from: source, at: start, motion: .full))
        #expect(
          field.frames(at: start).first?.frame.position == LayoutPoint(x: 20, y: 70))
        let last = field.frames(at: start + .nanoseconds(999_999_999)).first?.frame.position
        #expect(last.map { abs($0.x - 20) < 0.01 && abs($0.y - 260) < 0.01 } == true)
        #expect(field.frames(at: start + .seconds(1)).isEmpty)
      }
    }
  }
}
#endif
