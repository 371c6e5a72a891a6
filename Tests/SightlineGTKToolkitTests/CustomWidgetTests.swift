#if GTK && os(Linux)
import CSightlineGTK
import SightlineCore
import SightlineGTKTestSupport
import SightlineGTKToolkit
import XCTest

final class CustomWidgetTests: GTKTestCase {
  func testADelegateIsMeasuredAllocatedAndDrawn() {
    onMain { driver in
      let delegate = Plain()
      let window = driver.show(CustomWidget.make(delegate), width: 160, height: 120)
      XCTAssertEqual(delegate.size?.width, 160)
      XCTAssertEqual(delegate.size?.height, 120)
      XCTAssertGreaterThan(delegate.snapshots, 0)
      var minimum: gint = 0
      var natural: gint = 0
      gtk_widget_measure(
        gtk_window_get_child(sightline_window(window)), GTK_ORIENTATION_HORIZONTAL, -1, &minimum,
        &natural, nil, nil)
      XCTAssertEqual(minimum, 30)
      XCTAssertEqual(natural, 50)
    }
  }

  func testTheCSSNameAndTheDelegateAreFound() {
    onMain { driver in
      let delegate = Plain()
      let widget = ObjectReference(CustomWidget.make(delegate, cssName: "carousel"))
      XCTAssertEqual(
        gtk_widget_get_css_name(widget.pointer).map { String(cString: $0) }, "carousel")
      XCTAssertTrue(CustomWidget.delegate(of: widget.pointer) === delegate)
      let box = driver.makeBox()
      XCTAssertNil(CustomWidget.delegate(of: box.pointer))
    }
  }

  func testChildrenArePlacedScaledAndTurned() throws {
    try onMain { driver in
      let delegate = Plain()
      let widget = CustomWidget.make(delegate)
      let child = try XCTUnwrap(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
      CustomWidget.add(child, to: widget)
      delegate.placement = Placement(x: 20.5, y: 10, width: 40, height: 20)
      let window = driver.show(widget)
      XCTAssertEqual(CustomWidget.children(of: widget), [child])
      assertBounds(of: child, in: widget, x: 20.5, y: 10, width: 40, height: 20)

      delegate.placement?.scale = 2
      gtk_widget_queue_allocate(widget)
      driver.step(frames: 2, of: window)
      assertBounds(of: child, in: widget, x: 0.5, y: 0, width: 80, height: 40)

      delegate.placement?.scale = 1
      delegate.placement?.rotation = 90
      delegate.placement?.anchor = .zero
      gtk_widget_queue_allocate(widget)
      driver.step(frames: 2, of: window)
      assertBounds(of: child, in: widget, x: 0.5, y: 10, width: 20, height: 40)
    }
  }

  func testAWidgetItsDelegateAndItsChildrenDieTogether() throws {
    try onMain { _ in
      weak var watched: Plain?
      let weak: WeakObjectReference<WidgetPointer>
      let weakChild: WeakObjectReference<WidgetPointer>
      do {
        let delegate = Plain()
        watched = delegate
        let widget = ObjectReference(CustomWidget.make(delegate))
        let child = try XCTUnwrap(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
        CustomWidget.add(child, to: widget.pointer)
        weak = WeakObjectReference(widget.pointer)
        weakChild = WeakObjectReference(child)
        XCTAssertNotNil(weakChild.pointer)
      }
      XCTAssertNil(weak.pointer)
      XCTAssertNil(weakChild.pointer)
      XCTAssertNil(watched)
    }
  }

  func testAShownWidgetDiesWithItsWindow() {
    onMain { driver in
      weak var watched: Plain?
      let weak: WeakObjectReference<WidgetPointer>
      do {
        let delegate = Plain()
        watched = delegate
        let widget = CustomWidget.make(delegate)
        weak = WeakObjectReference(widget)
        let window = driver.show(widget)
        gtk_window_set_child(sightline_window(window), nil)
      }
      driver.run(until: { weak.pointer == nil }, "the widget is still alive")
      XCTAssertNil(watched)
    }
  }
}

@MainActor
private func assertBounds(
  of child: WidgetPointer, in widget: WidgetPointer, x: Float, y: Float, width: Float,
  height: Float, line: UInt = #line
) {
  var bounds = graphene_rect_t()
  XCTAssertEqual(gtk_widget_compute_bounds(child, widget, &bounds), 1, line: line)
  XCTAssertEqual(bounds.origin.x, x, accuracy: 0.01, line: line)
  XCTAssertEqual(bounds.origin.y, y, accuracy: 0.01, line: line)
  XCTAssertEqual(bounds.size.width, width, accuracy: 0.01, line: line)
  XCTAssertEqual(bounds.size.height, height, accuracy: 0.01, line: line)
}

/// A widget that records the calls to its delegate.
@MainActor
private final class Plain: CustomWidgetDelegate {
  var size: (width: Int, height: Int)?
  var snapshots = 0
  var placement: Placement?

  func measure(
    _ widget: WidgetPointer, along orientation: GtkOrientation, for size: Int
  ) -> (
    minimum: Int, natural: Int
  ) {
    (30, 50)
  }

  func allocate(_ widget: WidgetPointer, width: Int, height: Int, baseline: Int) {
    size = (width, height)
    guard let placement else { return }
    for child in CustomWidget.children(of: widget) { CustomWidget.place(child, placement) }
  }

  func snapshot(_ widget: WidgetPointer, into snapshot: OpaquePointer) {
    snapshots += 1
    CustomWidget.snapshotChildren(of: widget, into: snapshot)
  }
}
#endif
