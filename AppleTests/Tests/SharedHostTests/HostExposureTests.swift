import SightlineApple
import Testing

#if canImport(UIKit)
import UIKit
#else
import AppKit
#endif

extension ToolkitHost {
  @MainActor
  @Suite struct HostExposureTests {
    @Test func `exposures begin before their impressions and end after them, with their length`() {
      withScreen { screen in
        screen.window.visibilitySession = VisibilitySession()
        let log = Log()
        let card = box(0, 0, 320, 200, in: screen.view)
        card.visibility.exposure(of: "ad", .fraction(0.5)) { event in
          guard let reason = event.reason else { return log.add("begins") }
          let tenths = Int((event.duration / .milliseconds(100)).rounded())
          log.add("ends after \(tenths) tenths, \(event.greatestFraction), \(reason)")
        }
        card.visibility.impression(of: "ad", .mrcDisplay) { _ in log.add("seen") }
        screen.run(for: 1.5)
        #expect(log.take() == ["begins", "seen"])
        card.frame.origin.y = 1_000
        screen.settle()
        #expect(log.take().first?.hasPrefix("ends after 15 tenths, 1.0, out of viewport") == true)
        card.frame.origin.y = 0
        screen.settle()
        card.removeFromSuperview()
        screen.settle()
        #expect(
          log.take().map { $0.hasPrefix("begins") || $0.hasSuffix("removed") } == [true, true])
      }
    }

    @Test func `a paused video gathers no dwell, in any window it enters`() {
      withScreen { screen in
        screen.window.visibilitySession = VisibilitySession()
        let log = Log()
        let card = box(0, 0, 320, 200, in: screen.view)
        card.visibility.impression(of: "ad", .mrcVideo) { _ in log.add("seen") }
        card.visibility.countsDwell = false
        screen.run(for: 3)
        #expect(log.take() == [] && !card.visibility.countsDwell)
        // Another place and another opacity do not start it.
        card.removeFromSuperview()
        screen.settle()
        screen.view.addSubview(card)
        card.opacity = 0.9
        screen.run(for: 3)
        #expect(log.take() == [])
        card.visibility.countsDwell = true
        screen.run(for: 1.8)
        #expect(log.take() == [])
        screen.run(for: 0.4)
        #expect(log.take() == ["seen"])
      }
    }

    @Test func `the items of reused cells have exposures and may not count`() {
      withScreen { screen in
        screen.window.visibilitySession = VisibilitySession()
        let log = Log()
        let items = ItemVisibility<Int>()
        items.exposure(.fully) { id, event in log.add("\(event.isVisible ? "+" : "-")\(id)") }
        items.impression(.mrcDisplay) { id, _ in log.add("\(id) seen") }
        items.setCountsDwell(false, for: 1)
        let cells = (0..<2).map { box(0, 100 * CGFloat($0), 320, 100, in: screen.view) }
        for (id, cell) in cells.enumerated() { items.bind(cell, to: id) }
        screen.run(for: 1.2)
        #expect(log.take() == ["+0", "+1", "0 seen"])
        // The cells swap their items.
        for (id, cell) in cells.reversed().enumerated() { items.bind(cell, to: id) }
        screen.run(for: 1.2)
        #expect(log.take() == [])
        items.setCountsDwell(true, for: 1)
        screen.run(for: 1.2)
        #expect(log.take() == ["1 seen"])
        items.unbind(cells[0])
        screen.settle()
        #expect(log.take() == ["-1"])
      }
    }
  }
}
