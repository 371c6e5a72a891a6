import CAllocations
import Foundation
import ObjectRuntime
import SightlineApple
import SightlineAppleViews
import SightlineCore
import SightlineHost
import UIKit
import VirtualTime

/// Measures the cost of a frame in the UIKit host for various numbers of tracked views, over the
/// double. Times are medians on this machine, comparable only within one run. They include the time
/// of the double itself, which is printed beside them: without a tracked view, and for frames with
/// as many views read by hand as the host reads.
///
/// The last table compares a frame with what an app would write by hand.
///
/// `host-bench check` fails if any machine-independent count has grown: `make test` runs it.
///
/// `host-bench PHASE COUNT REPEATS` does one thing only, for a profiler: `scroll`, `quiet` or
/// `register`.
@main
@MainActor
enum HostBench {
  struct Result {
    var scrolled = 0.0
    var cold = 0.0
    var quiet = 0.0
    var allocations = 0.0
    var rest = 0.0
    var registering = 0.0
    var objects = 0.0
    var bytes = 0.0
    var readCount = 0
  }

  /// Limits with 10,000 views, slightly above the actual numbers. Arrays double above 8,192 views;
  /// 1,000 views take 870 bytes each.
  private static let mostObjectsAView = 7.1
  private static let mostBytesAView = 920.0

  static func main() {
    sightline_keep_freed_blocks()
    if CommandLine.arguments.dropFirst() == ["check"] { return check() }
    if profile() { return }
    print(
      "tracked | frame scrolled by 40 pt | the same at 60 Hz | quiet turn | allocations a frame"
        + " | coming to rest | registering a view")
    for (count, areNested) in [(100, false), (1_000, false), (10_000, false), (10_000, true)] {
      if areNested { print("each in its own view:") }
      let full = measure(count, areNested, isTracked: true)
      let empty = measure(count, areNested, isTracked: false, reading: full.readCount)
      print(
        String(
          format:
            "%7d | %9.1f µs (%5.1f) | %6.1f µs (%5.1f) | %6.1f µs (%3.1f) | %6.1f (%.1f) | %7.1f µs"
            + " | %4.1f µs (%3.1f), %4.0f bytes (%2.0f)",
          count, full.scrolled, empty.scrolled, full.cold, empty.cold, full.quiet, empty.quiet,
          full.allocations, empty.allocations, full.rest - empty.rest,
          full.registering, empty.registering, full.bytes, empty.bytes))
    }
    measureControllers()
    compareWithHand()
  }

  /// A frame that scrolls, beside what an app would write by hand, without the time of a frame that
  /// nobody observes. Cold: 64 MiB are written before each frame, so the caches hold nothing of it.
  private static func compareWithHand() {
    print("rows   | caches | Sightline | by hand | ratio")
    for count in [100, 10_000] {
      for isCold in [false, true] {
        func time(_ observe: (List) -> Any) -> Double {
          let list = List(count)
          let observer = observe(list)
          defer { withExtendedLifetime(observer) { list.close() } }
          for _ in 0..<20 { list.scroll() }
          return median(isCold ? 100 : frames, after: isCold ? emptyCaches : {}, list.scroll)
        }
        let alone = time { _ in () }
        let ours = time { $0.register() } - alone
        let byHand = time(HandTracking.init) - alone
        print(
          String(
            format: "%6d | %@   | %6.1f µs | %4.1f µs | %5.2f", count, isCold ? "cold" : "hot ",
            ours, byHand, ours / byHand))
      }
    }
  }

  private static let memory = UnsafeMutableRawPointer.allocate(byteCount: 64 << 20, alignment: 64)
  private static var byte: Int32 = 0

  private static func emptyCaches() {
    byte = (byte + 1) % 128
    memset(memory, byte, 64 << 20)
  }

  /// A quiet turn with controllers off screen.
  private static func measureControllers() {
    let list = List(1_000)
    let alone = median(frames) { list.turn() }
    let observers = (0..<1_000).map { _ in list.addScrollView() }.map(ScrollObserver.init)
    let observed = median(frames) { list.turn() }
    let carousels = (0..<100).map { _ in list.addCarousel() }
    let turned = median(frames) { list.turn() }
    withExtendedLifetime((observers, carousels)) {}
    print(
      String(
        format: "quiet turn: %.1f µs; with 1,000 observers %.1f; with 100 carousels, too, %.1f",
        alone, observed, turned))
  }

  private static let frames = 400

  private static func measure(
    _ count: Int, _ areNested: Bool = false, isTracked: Bool, reading readCount: Int = 0
  ) -> Result {
    var result = Result()
    let list = List(count, areNested, reading: readCount)
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
    result.cold = median(frames / 4, after: { usleep(16_667) }, list.scroll)
    if isTracked { result.readCount = list.readCount }
    // Once nothing has changed for a while, everything is read once.
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
    let probed = probedAllocations()
    print(String(format: "rows with three SwiftUI modifiers: %.2f allocations a frame", probed))
    if probed > 0 { failures.append("a scrolled frame of rows with modifiers allocates") }
    for failure in failures { print("host-bench: \(failure)") }
    exit(failures.isEmpty ? 0 : 1)
  }

  /// The allocations of a scrolled frame of rows with three modifiers of SwiftUI each, which share
  /// a platform view.
  private static func probedAllocations() -> Double {
    func allocations(areProbed: Bool) -> Double {
      let list = List(1_000)
      list.addProbes(areProbed ? 3 : 0)
      for _ in 0..<20 { list.scroll() }
      let start = sightline_allocation_count()
      for _ in 0..<frames { list.scroll() }
      defer { list.close() }
      return Double(sightline_allocation_count() - start) / Double(frames)
    }
    return allocations(areProbed: true) - allocations(areProbed: false)
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

  /// Returns the median in microseconds.
  ///
  /// - Parameter pause: what to do before each run.
  private static func median(
    _ repeats: Int, after pause: () -> Void = {}, _ body: () -> Void
  ) -> Double {
    var times = ContiguousArray<UInt64>(repeating: 0, count: repeats)
    for index in times.indices {
      pause()
      let start = sightline_nanoseconds()
      body()
      times[index] = UInt64(sightline_nanoseconds() - start)
    }
    times.sort()
    return Double(times[repeats / 2]) / 1e3
  }
}

/// What an app writes by hand: with each scroll, it compares the rows of which at least 70 % show.
@MainActor
private final class HandTracking: UIScrollViewDelegate {
  private let rows: [UIView]
  private var visible: Set<Int> = []
  private var changes = 0

  init(_ list: List) {
    rows = list.rows
    list.scrollView.delegate = self
  }

  func scrollViewDidScroll(_ scrollView: UIScrollView) {
    let viewport = scrollView.convert(scrollView.bounds, to: nil)
    var now: Set<Int> = []
    // The rows of the visible cells, as a table knows them.
    let first = max(0, Int(scrollView.bounds.minY / 100))
    for index in first..<min(first + 10, rows.count) {
      let frame = rows[index].convert(rows[index].bounds, to: nil)
      let shown = frame.intersection(viewport)
      if !shown.isNull, shown.width * shown.height >= 0.7 * frame.width * frame.height {
        now.insert(index)
      }
    }
    changes += now.symmetricDifference(visible).count
    visible = now
  }
}

/// Rows in a scroll view that fills a window.
@MainActor
private struct List {
  private let window: UIWindow
  let scrollView: UIScrollView
  let rows: [UIView]
  /// The number of rows to read by hand when it scrolls: different ones each time, like the host.
  private let handReadCount: Int

  /// - Parameters:
  ///   - areNested: whether each row is in a separate view, which is then a container.
  ///   - handReadCount: the number of rows to read by hand when it scrolls.
  init(_ count: Int, _ areNested: Bool = false, reading handReadCount: Int = 0) {
    let scene = UIWindowScene(size: CGSize(width: 390, height: 844))
    let window = UIWindow(windowScene: scene)
    let scrollView = UIScrollView(frame: window.bounds)
    scrollView.contentSize = CGSize(width: 390, height: CGFloat(count) * 100)
    window.addSubview(scrollView)
    rows = (0..<count).map { index in
      let row = UIView(frame: CGRect(x: 0, y: CGFloat(index) * 100, width: 390, height: 100))
      scrollView.addSubview(row)
      if !areNested { return row }
      let content = UIView(frame: row.bounds)
      row.addSubview(content)
      return content
    }
    (self.window, self.scrollView, self.handReadCount) = (window, scrollView, handReadCount)
    window.isHidden = false
    turn()
  }

  func register() {
    let rule = VisibilityRule.fraction(0.7)
    for row in rows { row.visibility.changed(rule) { _ in } }
  }

  /// Adds a platform view to each row, as SwiftUI does for its modifiers.
  func addProbes(_ count: Int) {
    for (index, row) in rows.enumerated() {
      let probe = ProbeView()
      probe.frame = row.bounds
      probe.observations = (0..<count).map { number in
        .changes(.fraction(0.5 + 0.1 * Double(number)), of: HashedID(AnyHashable(index))) { _, _ in
        }
      }
      row.addSubview(probe)
    }
    turn()
  }

  /// Adds a scroll view below the visible part.
  func addScrollView() -> UIScrollView {
    let inner = UIScrollView(frame: CGRect(x: 0, y: 5_000, width: 390, height: 100))
    inner.contentSize = CGSize(width: 2_000, height: 100)
    scrollView.addSubview(inner)
    return inner
  }

  func addCarousel() -> CarouselController {
    let container = UIView(frame: CGRect(x: 0, y: 5_000, width: 390, height: 100))
    scrollView.addSubview(container)
    let items = (0..<4).map { _ in UIView(frame: CGRect(x: 0, y: 0, width: 200, height: 100)) }
    return CarouselController(items: items, in: container)
  }

  /// Attaches an object to a view, to measure the double's cost.
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

  /// The number of views that the last frame read.
  var readCount: Int { window.mirroredWindow.mirror.readCount }

  func scroll() {
    let limit = scrollView.contentSize.height - scrollView.bounds.height
    let next = scrollView.contentOffset.y + 40
    turn { [self] in
      scrollView.contentOffset.y = next > limit ? 0 : next
      let start = Int(next) / 40 * handReadCount
      for index in start..<start + handReadCount where !Self.isPlain(rows[index % rows.count]) {
        fatalError("no row has a transform")
      }
    }
  }

  /// Reads the properties that place a view.
  private static func isPlain(_ view: UIView) -> Bool {
    let layer = view.layer
    let (bounds, position, anchor) = (layer.bounds, layer.position, layer.anchorPoint)
    return view.superview != nil && view.alpha == 1 && !view.isHidden && bounds.width == 390
      && position.x == 195 && anchor.x == 0.5 && CATransform3DIsIdentity(layer.transform)
  }

  /// Takes a turn with an event, one display frame after the last, so that a pass is made.
  func turn(_ event: @escaping @MainActor () -> Void = {}) {
    VirtualRunLoop.main.run(for: 16_666_667)
    VirtualRunLoop.main.post(event)
    VirtualRunLoop.main.runUntilAsleep()
  }
}
