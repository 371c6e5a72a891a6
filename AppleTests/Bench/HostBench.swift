import CAllocations
import Foundation
import SightlineUIKit
import UIKit
import VirtualTime

/// What a frame costs in the UIKit host with so many tracked views, over the double. Times are those of this
/// machine and hold for comparisons within one run; what the double itself takes, without a tracked view, is
/// in them and printed beside them.
@main
@MainActor
enum HostBench {
  struct Result {
    var scrolled = 0.0
    var quiet = 0.0
    var allocations = 0.0
    var registering = 0.0
    var bytes = 0.0
  }

  static func main() {
    sightline_keep_freed_blocks()
    print(
      "tracked | frame scrolled by 40 pt | quiet turn | allocations a frame | registering a view")
    for count in [100, 1_000, 10_000] {
      let empty = measure(count, isTracked: false)
      let full = measure(count, isTracked: true)
      print(
        String(
          format:
            "%7d | %9.1f µs (%5.1f) | %8.1f µs (%5.1f) | %6.1f (%.1f) | %6.1f µs, %6.0f bytes",
          count, full.scrolled, empty.scrolled, full.quiet, empty.quiet, full.allocations,
          empty.allocations,
          full.registering, full.bytes))
    }
  }

  private static let frames = 200

  private static func measure(_ count: Int, isTracked: Bool) -> Result {
    var result = Result()
    let scene = UIWindowScene(size: CGSize(width: 390, height: 844))
    let window = UIWindow(windowScene: scene)
    let scrollView = UIScrollView(frame: window.bounds)
    scrollView.contentSize = CGSize(width: 390, height: CGFloat(count) * 100)
    window.addSubview(scrollView)
    let rows = (0..<count).map { index in
      let row = UIView(frame: CGRect(x: 0, y: CGFloat(index) * 100, width: 390, height: 100))
      scrollView.addSubview(row)
      return row
    }
    window.isHidden = false
    turn()
    if isTracked {
      let (start, bytes) = (sightline_nanoseconds(), sightline_heap_bytes())
      for row in rows { row.visibility.changed(.fraction(0.7)) { _ in } }
      result.registering = Double(sightline_nanoseconds() - start) / 1e3 / Double(count)
      result.bytes = Double(sightline_heap_bytes() - bytes) / Double(count)
    }
    for _ in 0..<20 { scroll(scrollView) }
    let allocations = sightline_allocation_count()
    result.scrolled = time { scroll(scrollView) }
    result.allocations = Double(sightline_allocation_count() - allocations) / Double(frames)
    result.quiet = time { turn() }
    window.isHidden = true
    turn()
    return result
  }

  private static func scroll(_ scrollView: UIScrollView) {
    let limit = scrollView.contentSize.height - scrollView.bounds.height
    let next = scrollView.contentOffset.y + 40
    turn { scrollView.contentOffset.y = next > limit ? 0 : next }
  }

  /// A turn in which something happens, a frame of the display after the last one, so that it is looked at.
  private static func turn(_ event: @escaping @MainActor () -> Void = {}) {
    VirtualRunLoop.main.run(for: 16_666_667)
    VirtualRunLoop.main.post(event)
    VirtualRunLoop.main.runUntilAsleep()
  }

  /// The mean in microseconds.
  private static func time(_ body: () -> Void) -> Double {
    let start = sightline_nanoseconds()
    for _ in 0..<frames { body() }
    return Double(sightline_nanoseconds() - start) / 1e3 / Double(frames)
  }
}
