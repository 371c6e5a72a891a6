#if !canImport(Darwin)
// Over the double only: package API, which an app's test bundle cannot access.
import SightlineAppleViews
import SightlineCore
import SightlineScroll
import Testing
import UIKit

extension UIKitHost {
  /// The field in which SwiftUI's hearts fly. It is package API, so it is tested over the double
  /// only.
  @MainActor
  @Suite struct FlightFieldTests {
    private let start = MonotonicTime(nanoseconds: 5_000_000_000)

    private func time(_ seconds: Double) -> MonotonicTime { start + .seconds(seconds) }

    /// Creates a space at (0, 100) with a target in its middle.
    private func makeField(in screen: Screen) -> (field: FlightField, space: UIView, target: UIView)
    {
      let space = box(0, 100, 320, 300, in: screen.view)
      let target = box(150, 140, 20, 20, in: space)
      let field = FlightField()
      field.space = space
      field.addTarget(target)
      return (field, space, target)
    }

    @Test func `scrolling does not query flight sources`() {
      withScreen { screen in
        let (field, space, _) = makeField(in: screen)
        let scrollView = UIScrollView(frame: space.bounds)
        scrollView.contentSize = CGSize(width: 320, height: 5_000)
        space.addSubview(scrollView)
        for row in 0..<50 { _ = box(0, CGFloat(row) * 100, 320, 100, in: scrollView) }
        screen.run(for: 1)
        let reads = CALayer.positionReads
        for offset in 0..<100 {
          scrollView.contentOffset.y = CGFloat(offset)
          screen.run(for: 1.0 / 60)
        }
        #expect(CALayer.positionReads == reads)
        #expect(!field.isFlying)
      }
    }

    @Test func `several sources fly at once, and removing a source changes nothing`() {
      withScreen { screen in
        let (field, space, _) = makeField(in: screen)
        let sources = [box(0, 0, 20, 20, in: space), box(300, 280, 20, 20, in: space)]
        field.launch(from: sources[0], at: start, motion: .full)
        field.launch(from: sources[1], at: time(0.5), motion: .full)
        let before = field.frames(at: time(0.6)).map(\.frame)
        #expect(before.count == 2)
        for source in sources { source.removeFromSuperview() }
        field.advance(to: time(0.6))
        #expect(field.frames(at: time(0.6)).map(\.frame) == before)
        #expect(field.advance(to: time(1.2)))
        #expect(field.frames(at: time(1.2)).count == 1)
        #expect(!field.advance(to: time(1.5)))
        #expect(!field.isFlying)
      }
    }

    @Test func `a moving target is followed smoothly`() {
      withScreen { screen in
        let (field, space, target) = makeField(in: screen)
        field.launch(from: box(0, 0, 20, 20, in: space), at: start, motion: .full)
        let before = field.frames(at: time(0.5))[0].frame.position
        // A rotation.
        target.frame.origin = CGPoint(x: 280, y: 10)
        field.advance(to: time(0.5))
        let after = field.frames(at: time(0.5))[0].frame.position
        #expect(abs(after.x - before.x) + abs(after.y - before.y) < 1e-9)
        let last = field.frames(at: time(0.999_999))[0].frame.position
        #expect(abs(last.x - 290) < 0.1 && abs(last.y - 20) < 0.1)
      }
    }

    @Test func `flights to a removed target end at its last position, and none begin`() {
      withScreen { screen in
        let (field, space, target) = makeField(in: screen)
        let source = box(0, 0, 20, 20, in: space)
        field.launch(from: source, at: start, motion: .full)
        target.removeFromSuperview()
        #expect(field.advance(to: time(0.5)))
        let last = field.frames(at: time(0.999_999))[0].frame.position
        #expect(abs(last.x - 160) < 0.1 && abs(last.y - 150) < 0.1)
        #expect(!field.launch(from: source, at: time(0.6), motion: .full))
      }
    }

    @Test func `the latest of several targets counts while it exists`() {
      withScreen { screen in
        let (field, space, _) = makeField(in: screen)
        let second = box(0, 0, 40, 40, in: space)
        field.addTarget(second)
        let source = box(100, 100, 20, 20, in: space)
        @MainActor func end() -> LayoutPoint {
          field.launch(from: source, at: start, motion: .full)
          defer { field.advance(to: time(10)) }
          return field.frames(at: time(0.999_999_99))[0].frame.position
        }
        #expect(abs(end().x - 20) < 0.1)
        second.removeFromSuperview()
        #expect(abs(end().x - 160) < 0.1)
      }
    }

    @Test func `no flight begins without a space, without a window or from another window`() {
      withScreen { screen in
        let (field, space, _) = makeField(in: screen)
        let source = box(0, 0, 20, 20)
        #expect(!field.launch(from: source, at: start, motion: .full))
        #expect(field.hasTarget)
        let other = UIWindow(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        other.addSubview(source)
        #expect(!field.launch(from: source, at: start, motion: .full))
        space.addSubview(source)
        field.space = nil
        #expect(!field.hasTarget)
        #expect(!field.launch(from: source, at: start, motion: .full))
        field.space = space
        #expect(field.launch(from: source, at: start, motion: .full))
      }
    }

    @Test func `with Reduce Motion a flight fades in place`() {
      withScreen { screen in
        let (field, space, target) = makeField(in: screen)
        field.launch(from: box(0, 0, 20, 20, in: space), at: start, motion: .reduced)
        target.frame.origin.x = 0
        field.advance(to: time(0.5))
        let frame = field.frames(at: time(0.5))[0].frame
        #expect(frame.position == LayoutPoint(x: 10, y: 10))
        #expect(frame.opacity > 0 && frame.opacity < 1)
      }
    }

    @Test func `flights are over when the app returns`() {
      withScreen { screen in
        let (field, space, _) = makeField(in: screen)
        field.launch(from: box(0, 0, 20, 20, in: space), at: start, motion: .full)
        #expect(!field.advance(to: time(3_600)))
      }
    }

    @Test func `no view is retained`() {
      withScreen { screen in
        weak var gone: UIView?
        let field = FlightField()
        do {
          let space = box(0, 0, 320, 300, in: screen.view)
          field.space = space
          field.addTarget(space)
          field.launch(from: space, at: start, motion: .full)
          gone = space
          space.removeFromSuperview()
        }
        screen.settle()
        #expect(gone == nil)
        #expect(field.isFlying)
      }
    }
  }
}
#endif
