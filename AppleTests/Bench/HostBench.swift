import CAllocations
import Foundation
import SightlineUIKit
import UIKit
import VirtualTime

/// What a frame costs in the UIKit host with so many tracked views, over the double. Times are medians on
/// this machine and hold for comparisons within one run; what the double itself takes, without a tracked
/// view, is in them and printed beside them.
///
/// `host-bench PHASE COUNT REPEATS` does one thing only, for a profiler: `scroll`, `quiet` or `register`.
@main
@MainActor
enum HostBench {
  struct Result {
    var scrolled = 0.0
    var quiet = 0.0
    var allocations = 0.0
    var rest = 0.0
    var registering = 0.0
    var bytes = 0.0
  }

  static func main() {
    sightline_keep_freed_blocks()
    if profile() { return }
    print(
      "tracked | frame scrolled by 40 pt | quiet turn | allocations a frame | coming to rest"
        + " | registering a view")
    for count in [100, 1_000, 10_000] {
      let empty = measure(count, isTracked: false)
      let full = measure(count, isTracked: true)
      print(
        String(
          format:
            "%7d | %9.1f µs (%5.1f) | %6.1f µs (%3.1f) | %6.1f (%.1f) | %7.1f µs | %6.1f µs, %6.0f bytes",
          count, full.scrolled, empty.scrolled, full.quiet, empty.quiet, full.allocations,
          empty.allocations, full.rest - empty.rest, full.registering, full.bytes))
    }
  }

  private static let frames = 400

  private static func measure(_ count: Int, isTracked: Bool) -> Result {
    var result = Result()
    let list = List(count)
    if isTracked {
      let (start, bytes) = (sightline_nanoseconds(), sightline_heap_bytes())
      list.register()
      result.registering = Double(sightline_nanoseconds() - start) / 1e3 / Double(count)
      result.bytes = Double(sightline_heap_bytes() - bytes) / Double(count)
    }
    for _ in 0..<20 { list.scroll() }
    let allocations = sightline_allocation_count()
    result.scrolled = median(frames) { list.scroll() }
    result.allocations = Double(sightline_allocation_count() - allocations) / Double(frames)
    // Once nothing has changed for a while everything is read, once.
    result.rest = median(20) {
      list.scroll()
      VirtualRunLoop.main.run(for: 200_000_000)
    }
    result.quiet = median(frames) { list.turn() }
    list.close()
    return result
  }

  private static func profile() -> Bool {
    let arguments = CommandLine.arguments
    guard arguments.count == 4, let count = Int(arguments[2]), let repeats = Int(arguments[3])
    else { return false }
    let list = List(count)
    list.register()
    for _ in 0..<20 { list.scroll() }
    for _ in 0..<repeats {
      switch arguments[1] {
      case "scroll": list.scroll()
      case "quiet": list.turn()
      default: return true
      }
    }
    return true
  }

  /// The median in microseconds.
  private static func median(_ repeats: Int, _ body: () -> Void) -> Double {
    var times = ContiguousArray<UInt64>(repeating: 0, count: repeats)
    for index in times.indices {
      let start = sightline_nanoseconds()
      body()
      times[index] = UInt64(sightline_nanoseconds() - start)
    }
    times.sort()
    return Double(times[repeats / 2]) / 1e3
  }
}

/// Rows in a scroll view that fills a window.
@MainActor
private struct List {
  private let window: UIWindow
  private let scrollView: UIScrollView
  private let rows: [UIView]

  init(_ count: Int) {
    let scene = UIWindowScene(size: CGSize(width: 390, height: 844))
    let window = UIWindow(windowScene: scene)
    let scrollView = UIScrollView(frame: window.bounds)
    scrollView.contentSize = CGSize(width: 390, height: CGFloat(count) * 100)
    window.addSubview(scrollView)
    rows = (0..<count).map { index in
      let row = UIView(frame: CGRect(x: 0, y: CGFloat(index) * 100, width: 390, height: 100))
      scrollView.addSubview(row)
      return row
    }
    (self.window, self.scrollView) = (window, scrollView)
    window.isHidden = false
    turn()
  }

  func register() {
    for row in rows { row.visibility.changed(.fraction(0.7)) { _ in } }
  }

  func close() {
    window.isHidden = true
    turn()
  }

  func scroll() {
    let limit = scrollView.contentSize.height - scrollView.bounds.height
    let next = scrollView.contentOffset.y + 40
    turn { [scrollView] in scrollView.contentOffset.y = next > limit ? 0 : next }
  }

  /// A turn in which something happens, a frame of the display after the last one, so that it is looked at.
  func turn(_ event: @escaping @MainActor () -> Void = {}) {
    VirtualRunLoop.main.run(for: 16_666_667)
    VirtualRunLoop.main.post(event)
    VirtualRunLoop.main.runUntilAsleep()
  }
}
