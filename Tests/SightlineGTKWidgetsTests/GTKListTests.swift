#if GTK && os(Linux)
import CSightlineGTK
import SightlineCore
import SightlineGTKTestSupport
import SightlineGTKToolkit
@_spi(Gallery) import SightlineGTKWidgets
import SightlineScroll
import XCTest

final class GTKListTests: GTKTestCase {
  func testTheGridsColumnsFollowItsWidth() {
    onMain { driver in
      let grid = AdaptiveGrid(AdaptiveColumns(minimumItemWidth: 100, spacing: 10), itemHeight: 50)
      let items = (0..<7).map { _ in ScrollFixture.box(height: 20) }
      for item in items { grid.append(item) }
      let window = driver.show(
        ScrollFixture.scroller(around: grid.widget), width: 430, height: 200)
      XCTAssertEqual(
        ScrollFixture.bounds(items[5], in: grid.widget),
        LayoutRect(x: 110, y: 60, width: 100, height: 50))
      gtk_window_set_default_size(sightline_window(window), 235, 200)
      driver.run(until: { gtk_widget_get_width(grid.widget) == 235 })
      driver.step(frames: 2, of: window)
      XCTAssertEqual(ScrollFixture.bounds(items[2], in: grid.widget).minY, 60)
      XCTAssertEqual(ScrollFixture.bounds(items[1], in: grid.widget).maxX, 235)
      XCTAssertEqual(gtk_widget_get_height(grid.widget), 4 * 50 + 3 * 10)
    }
  }

  func testAPageIsLoadedOnceEvenIfTheFirstIsShort() {
    onMain { driver in
      let list = Pages(first: 2)
      let window = driver.show(list.scroller, width: 200, height: 400)
      driver.run(until: { list.loads > 0 })
      driver.step(frames: 5, of: window)
      XCTAssertEqual(list.loads, 1)
      // Pages have five rows of 40 pt. Short pages are followed by the next until the screen is
      // full.
      while list.loading?.state == .loading {
        let before = list.loads
        list.finish()
        driver.run(until: { list.loading?.state != .loading })
        driver.step(frames: 5, of: window)
        driver.run(until: { list.hasBegun })
        XCTAssertLessThanOrEqual(list.loads, before + 1)
      }
      XCTAssertEqual(list.loads, 3)
      XCTAssertEqual(list.count, 17)
      gtk_adjustment_set_value(
        ScrollFixture.vertical(list.scroller), 1_000)
      driver.run(until: { list.loads == 4 })
      gtk_adjustment_set_value(ScrollFixture.vertical(list.scroller), 0)
      gtk_adjustment_set_value(ScrollFixture.vertical(list.scroller), 1_000)
      driver.step(frames: 5, of: window)
      XCTAssertEqual(list.loads, 4)
      list.finish(hasMore: false)
    }
  }

  func testAFailedLoadIsRetriedOnRequest() {
    onMain { driver in
      let list = Pages(first: 2)
      let window = driver.show(list.scroller, width: 200, height: 400)
      driver.run(until: { list.loads == 1 })
      list.fail()
      driver.run(until: { list.loading?.state == .failed })
      gtk_widget_queue_resize(list.scroller)
      driver.step(frames: 5, of: window)
      XCTAssertEqual(list.loads, 1)
      var states: [LoadMoreTrigger.State] = []
      list.loading?.stateChanged { states.append($0) }
      list.loading?.retry()
      driver.run(until: { list.loads == 2 })
      list.finish(hasMore: false)
      driver.run(until: { list.loading?.state != .loading })
      driver.step(frames: 5, of: window)
      XCTAssertEqual(states, [.loading, .finished])
      XCTAssertEqual(list.loads, 2)
      XCTAssertEqual(list.loading?.state, .finished)
    }
  }

  func testAReplacedControllerLoadsNothing() {
    onMain { driver in
      let box = ScrollFixture.box(height: -1)
      gtk_box_append(sightline_box(box), ScrollFixture.box(height: 40))
      let scroller = ScrollFixture.scroller(around: box)
      var loads = [0, 0]
      let controllers = loads.indices.map { index in
        LoadMoreController(of: scroller, itemsIn: box) {
          loads[index] += 1
          return true
        }
      }
      let window = driver.show(scroller, width: 200, height: 400)
      driver.run(until: { loads[1] > 0 })
      driver.step(frames: 5, of: window)
      XCTAssertEqual(loads[0], 0)
      withExtendedLifetime(controllers) {}
    }
  }

  func testALoadIsCancelledWithItsScrolledWindow() {
    onMain { driver in
      let list = Pages(first: 2)
      let window = driver.show(list.scroller, width: 200, height: 400)
      driver.run(until: { list.loads == 1 })
      list.letGo()
      gtk_window_set_child(sightline_window(window), nil)
      driver.run(until: { list.wasCancelled })
      XCTAssertEqual(list.loads, 1)
      list.fail()
    }
  }

  /// A list that loads pages of five rows of 40 pt.
  @MainActor
  private final class Pages {
    let scroller: WidgetPointer
    private(set) var loads = 0
    private(set) var count = 0
    private let box = ScrollFixture.box(height: -1)
    private(set) var loading: LoadMoreController?
    private(set) var wasCancelled = false
    private var waiting: [CheckedContinuation<Bool, any Error>] = []

    private struct Failure: Error {}

    /// Whether the controller's pending load, if any, has been called.
    var hasBegun: Bool { (loading?.state == .loading) == !waiting.isEmpty }

    init(first: Int) {
      scroller = ScrollFixture.scroller(around: box)
      loading = LoadMoreController(of: scroller, itemsIn: box) { [weak self] in
        self?.loads += 1
        return try await withTaskCancellationHandler {
          try await withCheckedThrowingContinuation { self?.waiting.append($0) }
        } onCancel: {
          MainActor.assumeIsolated { self?.wasCancelled = true }
        }
      }
      append(first)
    }

    func finish(hasMore: Bool = true) {
      append(5)
      waiting.removeFirst().resume(returning: hasMore)
    }

    func fail() { waiting.removeFirst().resume(throwing: Failure()) }

    /// Releases the controller, which its scrolled window retains.
    func letGo() { loading = nil }

    private func append(_ rows: Int) {
      for _ in 0..<rows { gtk_box_append(sightline_box(box), ScrollFixture.box(height: 40)) }
      count += rows
    }
  }
}
#endif
