#if !canImport(Darwin)
// Over the double only: package API, which an app's test bundle cannot access.
import SightlineApple
import SightlineHost
import Testing
import UIKit

extension UIKitHost {
  /// The four sides of viewports, each with margins of its own.
  @MainActor
  @Suite struct ViewportSidesTests {
    private enum Side: CaseIterable { case top, left, bottom, right }

    private func margins(_ side: Side, _ points: Double) -> ViewportMargins {
      switch side {
      case .top: .points(top: points)
      case .left: .points(left: points)
      case .bottom: .points(bottom: points)
      case .right: .points(right: points)
      }
    }

    /// Returns a rect of 20 by 20 inside of another one, at a distance from a side.
    private func rect(_ side: Side, of rect: CGRect, inside distance: Double) -> CGRect {
      let distance = CGFloat(distance)
      var (x, y) = (rect.midX - 10, rect.midY - 10)
      switch side {
      case .top: y = rect.minY + distance
      case .left: x = rect.minX + distance
      case .bottom: y = rect.maxY - 20 - distance
      case .right: x = rect.maxX - 20 - distance
      }
      return CGRect(x: x, y: y, width: 20, height: 20)
    }

    private static let frame = CGRect(x: 40, y: 50, width: 120, height: 200)

    @Test(arguments: [CGPoint.zero, CGPoint(x: 7, y: 1_000)])
    func `a frame's viewport has the sides of the frame, moved by its margins`(offset: CGPoint) {
      for side in Side.allCases {
        for margin in [-10.0, 0, 15] {
          withScreen { screen in
            var seen: [String: Bool] = [:]
            let area = box(20, 30, 280, 400, in: screen.view)
            area.bounds.origin = offset
            let frame = ViewportFrame()
            frame.margins = margins(side, margin)
            let around = ProbeView()
            around.frame = Self.frame.offsetBy(dx: offset.x, dy: offset.y)
            around.framing = frame
            area.addSubview(around)
            for (name, distance) in [("inside", -margin), ("outside", -margin - 1)] {
              let probe = ProbeView()
              probe.frame = rect(side, of: around.frame, inside: distance)
              probe.frameOfViewport = frame
              probe.observations = [
                Observation.changes(.fully, of: HashedID(name)) { seen[name] = $1 == .visible }
              ]
              area.addSubview(probe)
            }
            screen.settle()
            #expect(seen == ["inside": true], "\(side) by \(margin)")
            // The frame moves by a point, to the side.
            switch side {
            case .top: around.frame.origin.y -= 1
            case .left: around.frame.origin.x -= 1
            case .bottom: around.frame.size.height += 1
            case .right: around.frame.size.width += 1
            }
            screen.settle()
            #expect(seen == ["inside": true, "outside": true], "\(side) by \(margin)")
          }
        }
      }
    }

    @Test func `a view's viewport has the sides of its bounds, moved by its margins`() {
      for side in Side.allCases {
        for margin in [-10.0, 0, 15] {
          withScreen { screen in
            var seen: [String: Bool] = [:]
            let area = UIScrollView(frame: Self.frame)
            area.contentSize = CGSize(width: 500, height: 5_000)
            area.contentInsetAdjustmentBehavior = .never
            area.contentOffset = CGPoint(x: 100, y: 1_000)
            screen.view.addSubview(area)
            for (name, distance) in [("inside", -margin), ("outside", -margin - 1)] {
              let card = UIView(frame: rect(side, of: area.bounds, inside: distance))
              area.addSubview(card)
              card.visibility.changed(.fully) { seen[name] = $0 == .visible }
            }
            screen.settle()
            area.visibility.viewportMargins = margins(side, margin)
            screen.settle()
            #expect(seen["inside"] == true && seen["outside"] != true, "\(side) by \(margin)")
            area.visibility.viewportMargins = margins(side, margin + 1)
            screen.settle()
            #expect(seen["outside"] == true, "\(side) by \(margin + 1)")
            area.visibility.viewportMargins = margins(side, margin - 1)
            screen.settle()
            #expect(seen["inside"] == false, "\(side) by \(margin - 1)")
          }
        }
      }
    }

    @Test func `a window's margins as a view are its margins as a window`() {
      withScreen { screen in
        let visibility = screen.window.visibility
        #expect(visibility.viewportMargins == nil)
        visibility.viewportMargins = .points(top: -10)
        #expect(screen.window.viewportMargins == .points(top: -10))
        #expect(visibility.viewportMargins == .points(top: -10))
        visibility.viewportMargins = nil
        #expect(screen.window.viewportMargins == .zero && visibility.viewportMargins == nil)
      }
    }

    @Test func `the window's viewport has the sides of the window, moved by its margins`() {
      for side in Side.allCases {
        for margin in [-10.0, 0] {
          withScreen { screen in
            var seen: [String: Bool] = [:]
            for (name, distance) in [("inside", -margin), ("outside", -margin - 1)] {
              let card = UIView(frame: rect(side, of: screen.view.bounds, inside: distance))
              screen.view.addSubview(card)
              card.visibility.changed(.fully) { seen[name] = $0 == .visible }
            }
            screen.window.viewportMargins = margins(side, margin)
            #expect(screen.window.viewportMargins == margins(side, margin))
            screen.settle()
            #expect(seen["inside"] == true && seen["outside"] != true, "\(side) by \(margin)")
          }
        }
      }
    }
  }
}
#endif
