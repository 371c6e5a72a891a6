#if GTK && os(Linux)
import CGTK
import SightlineCore
@_spi(Gallery) import SightlineGTK
import SightlineScroll
import XCTest

final class ScrollObserverTests: GTKTestCase {
  func testTheGeometryIsTheAdjustmentsAndIsToldAtOnce() {
    onMain { stage in
      let scroller = ScrollFixture.make(height: 1_000)
      let observer = ScrollObserver.of(scroller)
      _ = stage.show(scroller)
      XCTAssertTrue(ScrollObserver.of(scroller) === observer)
      XCTAssertEqual(observer.geometry.contentSize.height, 1_000)
      XCTAssertEqual(observer.geometry.containerSize, LayoutSize(width: 200, height: 100))
      var told: [Double] = []
      let token = observer.geometryChanged { told.append($0.contentOffset.y) }
      gtk_adjustment_set_value(ScrollFixture.vertical(scroller), 40)
      XCTAssertEqual(told, [40])
      gtk_adjustment_set_value(ScrollFixture.vertical(scroller), 40)
      XCTAssertEqual(told, [40])
      token.cancel()
      gtk_adjustment_set_value(ScrollFixture.vertical(scroller), 80)
      XCTAssertEqual(told, [40])
      XCTAssertEqual(observer.geometry.contentOffset.y, 80)
    }
  }

  func testAnotherAdjustmentIsFollowed() throws {
    try onMain { stage in
      let scroller = ScrollFixture.make(height: 1_000)
      let observer = ScrollObserver.of(scroller)
      let window = stage.show(scroller)
      let other = try XCTUnwrap(gtk_adjustment_new(30, 0, 1_000, 1, 10, 100))
      gtk_scrolled_window_set_vadjustment(OpaquePointer(scroller), other)
      stage.step(frames: 2, of: window)
      XCTAssertEqual(observer.geometry.contentOffset.y, gtk_adjustment_get_value(other))
      gtk_adjustment_set_value(other, 70)
      XCTAssertEqual(observer.geometry.contentOffset.y, 70)
    }
  }

  func testAJumpIsNoScrollAndNoTimerRuns() {
    onMain { stage in
      let scroller = ScrollFixture.make(height: 1_000)
      let observer = ScrollObserver.of(scroller)
      _ = stage.show(scroller)
      gtk_adjustment_set_value(ScrollFixture.vertical(scroller), 300)
      XCTAssertEqual(observer.phase, .idle)
      XCTAssertFalse(observer.isWaiting)
    }
  }

  func testAProgrammaticScrollIsMarkedAndArrives() {
    onMain { stage in
      let scroller = ScrollFixture.make(height: 1_000)
      let observer = ScrollObserver.of(scroller)
      _ = stage.show(scroller)
      var phases: [ScrollingPhase] = []
      observer.phaseChanged { phases.append($0.to) }
      observer.scroll(to: 400, over: .milliseconds(100))
      XCTAssertEqual(observer.phase, .animating)
      stage.run(until: { observer.phase == .idle })
      XCTAssertEqual(observer.geometry.contentOffset.y, 400)
      XCTAssertEqual(phases, [.animating, .idle])
      XCTAssertFalse(observer.isWaiting)
      observer.scroll(to: .infinity)
      observer.scroll(to: 5_000, over: .zero)
      XCTAssertEqual(observer.geometry.contentOffset.y, 900)
      XCTAssertEqual(phases, [.animating, .idle])
    }
  }

  func testAWheelScrollsUntilItIsQuietAndEndsAnAnimation() {
    onMain { stage in
      let scroller = ScrollFixture.make(height: 1_000)
      let observer = ScrollObserver.of(scroller)
      _ = stage.show(scroller)
      var phases: [ScrollingPhase] = []
      observer.phaseChanged { phases.append($0.to) }
      observer.scroll(to: 800, over: .seconds(10))
      observer.wheelTurned()
      gtk_adjustment_set_value(ScrollFixture.vertical(scroller), 500)
      XCTAssertEqual(observer.phase, .interacting)
      XCTAssertTrue(observer.isWaiting)
      stage.run(until: { observer.phase == .idle })
      XCTAssertEqual(phases, [.animating, .interacting, .idle])
      XCTAssertEqual(observer.geometry.contentOffset.y, 500)
      XCTAssertFalse(observer.isWaiting)
    }
  }

  func testAPressIsTrackingAndWithAMovementInteracting() {
    onMain { stage in
      let scroller = ScrollFixture.make(height: 1_000)
      let observer = ScrollObserver.of(scroller)
      _ = stage.show(scroller)
      var phases: [ScrollingPhase] = []
      observer.phaseChanged { phases.append($0.to) }
      observer.pressed(canRunOn: true)
      gtk_adjustment_set_value(ScrollFixture.vertical(scroller), 10)
      gtk_adjustment_set_value(ScrollFixture.vertical(scroller), 20)
      observer.released()
      XCTAssertEqual(phases, [.tracking, .interacting, .decelerating])
      stage.run(until: { observer.phase == .idle })
      observer.pressed(canRunOn: false)
      gtk_widget_set_visible(scroller, 0)
      XCTAssertEqual(observer.phase, .idle)
    }
  }

  func testNothingKeepsTheWidgetAlive() {
    onMain { stage in
      weak var watched: ScrollObserver?
      let scroller = WeakObjectReference(ScrollFixture.make(height: 1_000))
      var witness: Witness? = Witness()
      weak let weakWitness = witness
      do {
        guard let widget = scroller.pointer else { return XCTFail("no widget") }
        let observer = ScrollObserver.of(widget)
        watched = observer
        observer.geometryChanged { [witness] _ in _ = witness }
        let window = stage.show(widget)
        observer.scroll(to: 500, over: .seconds(5))
        gtk_window_destroy(sightline_window(window))
      }
      witness = nil
      stage.close()
      stage.run(until: { scroller.pointer == nil })
      XCTAssertNil(watched)
      XCTAssertNil(weakWitness)
    }
  }
}

/// A scrolled window with a box of a height.
@MainActor
enum ScrollFixture {
  static func make(height: Int, width: Int = -1) -> WidgetPointer {
    scroller(around: box(height: height, width: width))
  }

  static func scroller(around content: WidgetPointer) -> WidgetPointer {
    guard let scroller = gtk_scrolled_window_new() else { preconditionFailure("no widget") }
    gtk_scrolled_window_set_policy(
      OpaquePointer(scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_child(OpaquePointer(scroller), content)
    return scroller
  }

  static func box(height: Int, width: Int = -1) -> WidgetPointer {
    guard let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0) else {
      preconditionFailure("no widget")
    }
    gtk_widget_set_size_request(box, gint(width), gint(height))
    return box
  }

  static func label(_ text: String) -> WidgetPointer {
    guard let label = gtk_label_new(text) else { preconditionFailure("no widget") }
    return label
  }

  static func vertical(_ scroller: WidgetPointer) -> UnsafeMutablePointer<GtkAdjustment> {
    gtk_scrolled_window_get_vadjustment(OpaquePointer(scroller))
  }

  static func bounds(_ widget: WidgetPointer, in other: WidgetPointer) -> LayoutRect {
    var bounds = graphene_rect_t()
    _ = gtk_widget_compute_bounds(widget, other, &bounds)
    return LayoutRect(
      x: Double(bounds.origin.x), y: Double(bounds.origin.y), width: Double(bounds.size.width),
      height: Double(bounds.size.height))
  }

  /// Switches GTK's animations off or on again.
  static func setAnimations(_ areOn: Bool) {
    guard let settings = gtk_settings_get_default() else { return }
    var value = GValue()
    g_value_init(&value, sightline_type_boolean())
    g_value_set_boolean(&value, areOn ? 1 : 0)
    g_object_set_property(
      UnsafeMutableRawPointer(settings).object, "gtk-enable-animations", &value)
    g_value_unset(&value)
  }
}
#endif
