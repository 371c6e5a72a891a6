#if !canImport(Darwin)
// Over the double only: package API, which an app's test bundle cannot access.
import SightlineAppleViews
import SightlineCore
import SightlineScroll
import Testing
import UIKit

extension UIKitHost {
  /// The points at which flights end.
  @MainActor
  @Suite struct FlightTargetTests {
    private let start = MonotonicTime(nanoseconds: 5_000_000_000)

    /// Returns the end of a flight, in a space at (10, 100).
    private func end(
      of screen: Screen, at points: [(UIView, FlightField.TargetPoint)]
    ) -> LayoutPoint? {
      let space = box(10, 100, 300, 300, in: screen.view)
      let source = box(0, 0, 20, 20, in: space)
      defer { space.removeFromSuperview() }
      let field = FlightField()
      field.space = space
      for (view, point) in points { field.addTarget(view, at: point) }
      guard field.launch(from: source, at: start, motion: .full) else { return nil }
      let last = field.frames(at: start + .nanoseconds(999_999_999)).first?.frame.position
      return last.map {
        LayoutPoint(x: ($0.x * 100).rounded() / 100, y: ($0.y * 100).rounded() / 100)
      }
    }

    @Test func `a flight ends at the point of its target, counted from the top left`() {
      withScreen { screen in
        let target = box(50, 200, 40, 80, in: screen.view)
        for x in [0.0, 0.25, 1] {
          for y in [0.0, 0.25, 1] {
            #expect(
              end(of: screen, at: [(target, .unit(x: x, y: y))])
                == LayoutPoint(x: 40 + 40 * x, y: 100 + 80 * y))
          }
        }
        #expect(end(of: screen, at: [(target, .middle)]) == LayoutPoint(x: 60, y: 140))
        // The same view's latest point.
        let points = [
          (target, FlightField.TargetPoint.unit(x: 0, y: 0)), (target, .unit(x: 1, y: 0)),
        ]
        #expect(end(of: screen, at: points) == LayoutPoint(x: 80, y: 100))
        // Content that has been scrolled, in its bounds.
        target.bounds.origin = CGPoint(x: 100, y: 1_000)
        #expect(
          end(of: screen, at: [(target, .unit(x: 0.25, y: 0.75))]) == LayoutPoint(x: 50, y: 160))
      }
    }

    @Test func `a tab's middle is above the home indicator, and without a bar at the bottom`() {
      withScreen { screen in
        let content = box(0, 0, 320, 480, in: screen.view)
        @MainActor func end(_ index: Int, of count: Int) -> LayoutPoint? {
          self.end(of: screen, at: [(content, .tab(index, of: count))])
        }
        let middles = [0, 1, 3].map { end($0, of: 4)?.x }
        #expect(middles == [30, 110, 270])
        #expect(end(0, of: 4)?.y == 380)
        #expect(end(0, of: 0)?.x == 150)
        let bars = (0..<3).map { place in
          let bar = UITabBar(
            frame: CGRect(x: 20, y: 400 - 10 * CGFloat(place), width: 280, height: 80))
          screen.view.addSubview(bar)
          return bar
        }
        // The uppermost bar shown.
        #expect(end(1, of: 4) == LayoutPoint(x: 115, y: 320))
        bars[2].isHidden = true
        #expect(end(1, of: 4) == LayoutPoint(x: 115, y: 330))
        bars[1].alpha = 0
        #expect(end(1, of: 4) == LayoutPoint(x: 115, y: 340))
        screen.window.safeArea = UIEdgeInsets(top: 0, left: 0, bottom: 34, right: 0)
        screen.settle()
        #expect(bars[0].safeAreaInsets.bottom == 34)
        #expect(end(1, of: 4) == LayoutPoint(x: 115, y: 323))
        bars[0].frame.size.height = 0
        #expect(end(1, of: 4) == LayoutPoint(x: 115, y: 300))
      }
    }

    /// A tab bar of glass that was recorded under iOS 26: its buttons are in a platter, each twice,
    /// once a state.
    struct GlassBar: Sendable {
      let platter: CGFloat
      let places: [CGFloat]
      let widths: [CGFloat]
      let middles: [Double]
    }

    @Test(
      arguments: [
        GlassBar(
          platter: 64, places: [4, 90, 176], widths: [94, 94, 94], middles: [115, 201, 287]),
        GlassBar(
          platter: 21, places: [4, 60.865, 139.3, 196.2, 253], widths: [74, 95.67, 74, 74, 103],
          middles: [62, 129.7, 197.3, 254.2, 325.5]),
      ])
    func `a flight ends at the button of its tab in a platter of glass`(glass: GlassBar) {
      withScreen { screen in
        let content = box(0, 0, 320, 480, in: screen.view)
        let bar = UITabBar(frame: CGRect(x: 0, y: 391, width: 402, height: 83))
        let platter = box(glass.platter, 0, 360, 62, in: bar)
        let states = [box(0, 0, 360, 62, in: platter), box(0, 0, 360, 62, in: platter)]
        for state in states {
          for (x, width) in zip(glass.places, glass.widths) {
            let control = UIControl()
            control.frame = CGRect(x: x, y: 4, width: width, height: 54)
            state.addSubview(control)
          }
        }
        screen.view.addSubview(bar)
        let (count, middles) = (glass.places.count, glass.middles)
        @MainActor func end(_ index: Int) -> Double? {
          self.end(of: screen, at: [(content, .tab(index, of: count))])?.x
        }
        for index in 0..<count {
          #expect(abs((end(index) ?? 0) - (middles[index] - 10)) < 1, "tab \(index)")
        }
        // Minimised.
        for state in states {
          for control in state.subviews.dropFirst() { control.removeFromSuperview() }
        }
        #expect(abs((end(count - 1) ?? 0) - (middles[0] - 10)) < 1)
      }
    }
  }
}
#endif
