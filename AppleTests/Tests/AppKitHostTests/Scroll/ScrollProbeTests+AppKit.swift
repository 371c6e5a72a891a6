#if !canImport(Darwin)
// Over the double only, where the test advances time.
import AppKit
import SightlineAppleViews
import Testing
import VirtualTime

extension AppKitHost.ScrollProbeTests {
  @Test func `a probe in a scroll view's background finds the scroll view`() {
    withScreen { screen in
      let log = Log()
      let probe = makeBackgroundProbe(log, in: screen.view)
      let list = makeList(700, in: screen.view)
      screen.settle()
      #expect(log.take() == ["700"])
      list.removeFromSuperview()
      _ = makeList(900, in: screen.view)
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
      let probe = makeBackgroundProbe(log, in: screen.view)
      let host = box(0, 0, 320, 480, in: screen.view)
      let decoy = makeList(714, in: host)
      switch absence {
      case "text":
        decoy.documentView = NSTextView(frame: CGRect(x: 0, y: 0, width: 320, height: 714))
      case "hidden": decoy.isHidden = true
      case "transparent": decoy.alphaValue = 0
      default: host.isHidden = true
      }
      screen.settle()
      #expect(log.take() == [])
      let list = makeList(900, in: screen.view)
      screen.settle()
      #expect(log.take() == ["900"])
      list.isHidden = true
      _ = makeList(800, in: screen.view)
      screen.settle()
      #expect(log.take() == ["800"])
      withExtendedLifetime(probe) {}
    }
  }

  @Test func `a probe removed during a scroll reports its end once`() {
    withScreen { screen in
      let log = Log()
      let list = makeList(in: screen.view)
      var probe: ScrollProbe? = makeProbe(log, in: list.documentView)
      screen.settle()
      let fingers = LiveScroll(of: list, by: .trackpad)
      fingers.scroll(y: 10)
      screen.settle()
      #expect(log.take() == ["0 of 5000", "10 of 5000", "interacting"])
      weak var gone: ScrollProbe?
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
}
#endif
