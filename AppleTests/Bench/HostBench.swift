import CAllocations
import Foundation
import ObjectRuntime
import SightlineCore
import SightlineUIKit
import UIKit
import VirtualTime

/// What a frame costs in the UIKit host with so many tracked views, over the double. Times are
/// medians on this machine and hold for comparisons within one run; what the double itself takes,
/// without a tracked view, is in them and printed beside them.
///
/// `host-bench check` fails where the counts have grown that do not depend on a machine: `make
/// test` runs it.
///
/// `host-bench PHASE COUNT REPEATS` does one thing only, for a profiler: `scroll`, `quiet` or
/// `register`.
@main
@MainActor
enum HostBench {
  struct Result {
    var scrolled = 0.0
    var quiet = 0.0
    var allocations = 0.0
    var rest = 0.0
    var registering = 0.0
    var objects = 0.0
    var bytes = 0.0
  }

  /// With 10,000 views; a few more than they are.
  private static let mostObjectsAView = 6.5
  private static let mostBytesAView = 640.0

  static func main() {
    sightline_keep_freed_blocks()
    if CommandLine.arguments.dropFirst() == ["check"] { return check() }
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
            "%7d | %9.1f µs (%5.1f) | %6.1f µs (%3.1f) | %6.1f (%.1f) | %7.1f µs | %4.1f µs (%3.1f), %4.0f bytes (%2.0f)",
          count, full.scrolled, empty.scrolled, full.quiet, empty.quiet, full.allocations,
          empty.allocations, full.rest - empty.rest, full.registering,
          empty.registering, full.bytes, empty.bytes))
    }
  }

  private static let frames = 400

  private static func measure(_ count: Int, isTracked: Bool) -> Result {
    var result = Result()
    let list = List(count)
    let objects = sightline_allocation_count()
    let (start, bytes) = (sightline_nanoseconds(), sightline_heap_bytes())
    if isTracked { list.register() } else { list.attach() }
    result.registering = Double(sightline_nanoseconds() - start) / 1e3 / Double(count)
    result.objects = Double(sightline_allocation_count() - objects) / Double(count)
    result.bytes = Double(sightline_heap_bytes() - bytes) / Double(count)
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

  private static func check() {
    var failures: [String] = []
    for count in [100, 10_000] {
      let (empty, full) = (measure(count, isTracked: false), measure(count, isTracked: true))
      let allocations = full.allocations - empty.allocations
      let (objects, bytes) = (full.objects - empty.objects, full.bytes - empty.bytes)
      print(
        String(
          format: "%d tracked views: %.2f allocations a frame; %.1f objects and %.0f bytes a view",
          count, allocations, objects, bytes))
      if allocations > 0 { failures.append("a scrolled frame allocates") }
      if count == 10_000, objects > mostObjectsAView || bytes > mostBytesAView {
        failures.append(
          "a view costs more than \(mostObjectsAView) objects, \(mostBytesAView) bytes")
      }
    }
    for failure in failures { print("host-bench: \(failure)") }
    exit(failures.isEmpty ? 0 : 1)
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
    let rule = VisibilityRule.fraction(0.7)
    for row in rows { row.visibility.changed(rule) { _ in } }
  }

  /// What the double takes to have a view keep something.
  func attach() {
    let (object, key) = (
      UIView(), UnsafeRawPointer(UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1))
    )
    for row in rows { row[attached: key] = object }
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

  /// A turn in which something happens, a frame of the display after the last one, so that it is
  /// looked at.
  func turn(_ event: @escaping @MainActor () -> Void = {}) {
    VirtualRunLoop.main.run(for: 16_666_667)
    VirtualRunLoop.main.post(event)
    VirtualRunLoop.main.runUntilAsleep()
  }
}
