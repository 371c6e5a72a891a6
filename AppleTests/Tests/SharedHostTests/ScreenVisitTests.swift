import SightlineApple
import Testing

#if canImport(UIKit)
import UIKit
#else
import AppKit
#endif

extension ToolkitHost {
  @MainActor
  @Suite struct ScreenVisitTests {
    private let log = Log()

    /// Creates a screen whose rows count once a visit.
    private func makeScreen(_ rows: [Int], in parent: PlatformView) -> PlatformView {
      let view = box(0, 0, 320, 480, in: parent)
      for row in rows {
        let card = box(0, CGFloat(row) * 50, 320, 50, in: view)
        card.visibility.impression(of: row, .feed.repeating(.oncePerScreenVisit)) { [log] _ in
          log.add("\(row)")
        }
      }
      return view
    }

    @Test func `a once-per-visit impression counts again in the next visit`() {
      withScreen { screen in
        screen.window.visibilitySession = VisibilitySession()
        let first = makeScreen([1, 2], in: screen.view)
        screen.settle()
        #expect(log.take() == ["1", "2"])
        first.removeFromSuperview()
        screen.settle()
        screen.view.addSubview(first)
        screen.settle()
        #expect(log.take() == [], "it is the same visit")
        screen.window.beginScreenVisit()
        screen.settle()
        #expect(log.take() == ["1", "2"])
      }
    }

    @Test func `a window without observed views has no visits`() {
      withScreen { screen in
        screen.window.beginScreenVisit()
        screen.window.visibilitySession = VisibilitySession()
        _ = makeScreen([1], in: screen.view)
        screen.settle()
        #expect(log.take() == ["1"])
      }
    }

    #if !canImport(Darwin)
    // The probe at the position of a SwiftUI screen is package API.

    private func makeScreen(_ id: Int, _ rows: [Int], in parent: PlatformView) -> PlatformView {
      let view = makeScreen(rows, in: parent)
      let probe = ScreenProbe()
      probe.screen = id
      view.addSubview(probe)
      return view
    }

    private func probe(of screen: PlatformView) -> ScreenProbe? {
      screen.subviews.lazy.compactMap { $0 as? ScreenProbe }.first
    }

    @Test(arguments: Variant.windows)
    func `a visit begins whenever a screen appears, even when it replaces another`(variant: Variant)
    {
      withScreen(as: variant) { screen in
        screen.window.visibilitySession = VisibilitySession()
        let feed = makeScreen(1, [1, 2], in: screen.view)
        screen.settle()
        #expect(log.take() == ["1", "2"])
        feed.removeFromSuperview()
        let detail = makeScreen(2, [2, 3], in: screen.view)
        screen.settle()
        #expect(log.take() == ["2", "3"], "1 has gone")
        detail.removeFromSuperview()
        screen.view.addSubview(feed)
        screen.settle()
        #expect(log.take() == ["1", "2"])
        screen.run(for: 1)
        #expect(log.take() == [])
      }
    }

    @Test(arguments: Variant.windows)
    func `a screen removed and reinserted in one turn continues its visit`(variant: Variant) {
      withScreen(as: variant) { screen in
        screen.window.visibilitySession = VisibilitySession()
        let feed = makeScreen(1, [1], in: screen.view)
        screen.settle()
        _ = log.take()
        feed.removeFromSuperview()
        screen.view.addSubview(feed)
        screen.settle()
        #expect(log.take() == [])
        feed.removeFromSuperview()
        screen.settle()
        screen.view.addSubview(feed)
        screen.settle()
        #expect(log.take() == ["1"])
      }
    }

    @Test func `a screen showing different content is a different screen`() {
      withScreen { screen in
        screen.window.visibilitySession = VisibilitySession()
        let detail = makeScreen(1, [1], in: screen.view)
        screen.settle()
        _ = log.take()
        probe(of: detail)?.screen = 1
        screen.settle()
        #expect(log.take() == [])
        probe(of: detail)?.screen = 2
        screen.settle()
        #expect(log.take() == ["1"])
        // It was 2 for a moment that was never shown.
        probe(of: detail)?.screen = 1
        probe(of: detail)?.screen = 2
        screen.settle()
        #expect(log.take() == [])
      }
    }

    @Test func `a screen uses its window's session`() {
      withScreen { screen in
        let session = VisibilitySession()
        let probe = ScreenProbe()
        probe.session = session
        probe.screen = 1
        screen.view.addSubview(probe)
        screen.settle()
        #expect(screen.window.visibilitySession === session)
        probe.dismantle()
        probe.removeFromSuperview()
        screen.settle()
      }
    }
    #endif
  }
}
