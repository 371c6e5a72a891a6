#if GTK && os(Linux)
import CSightlineGTK
import SightlineGTKTestSupport
import SightlineGTKToolkit
import XCTest

final class SignalTests: GTKTestCase {
  func testANotificationCallsItsHandlerAndOnlyForItsProperty() {
    onMain { driver in
      let box = driver.makeBox()
      var calls = 0
      Signal.notify(box.pointer, "opacity") { calls += 1 }
      gtk_widget_set_opacity(box.pointer, 0.5)
      XCTAssertEqual(calls, 1)
      gtk_widget_set_visible(box.pointer, 0)
      XCTAssertEqual(calls, 1)
    }
  }

  func testAHandlerGetsTheSenderAndTheArguments() throws {
    try onMain { _ in
      let flags = GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES
      let wheel = ObjectReference(adopting: try XCTUnwrap(gtk_event_controller_scroll_new(flags)))
      var sender: OpaquePointer?
      var speed: (x: Double, y: Double)?
      Signal.connect(wheel.pointer, "decelerate") { arguments in
        sender = arguments.sender(as: OpaquePointer.self)
        speed = (arguments.double(0), arguments.double(1))
      }
      // Signals with arguments are emitted through `GValue`s: the plain way is variadic.
      emit(wheel.pointer, "decelerate") { values in
        for (index, speed) in [2.5, -7].enumerated() {
          g_value_init(&values[index + 1], sightline_type_double())
          g_value_set_double(&values[index + 1], speed)
        }
      }
      XCTAssertEqual(sender, wheel.pointer)
      XCTAssertEqual(speed?.x, 2.5)
      XCTAssertEqual(speed?.y, -7)
    }
  }

  func testAHandlerGetsThePropertyThatChanged() {
    onMain { driver in
      let box = driver.makeBox()
      var name: String?
      Signal.connect(box.pointer, "notify::opacity") { arguments in
        let property = arguments.pointer(0, as: UnsafeMutablePointer<GParamSpec>.self)
        name = property.flatMap { g_param_spec_get_name($0) }.map { String(cString: $0) }
      }
      gtk_widget_set_opacity(box.pointer, 0.25)
      XCTAssertEqual(name, "opacity")
    }
  }

  func testAHandlersAnswerIsReturnedToTheEmitter() throws {
    try onMain { driver in
      let window = try XCTUnwrap(gtk_window_new())
      let weak = WeakObjectReference(window)
      var asked = 0
      let token = Signal.answer(window, "close-request") { _ in
        asked += 1
        return true
      }
      gtk_window_close(sightline_window(window))
      gtk_window_present(sightline_window(window))
      gtk_window_close(sightline_window(window))
      driver.run(until: { asked > 0 }, "the window did not request to close")
      XCTAssertNotNil(weak.pointer, "true keeps the window open")
      token.disconnect()
      gtk_window_destroy(sightline_window(window))
    }
  }

  func testADisconnectedHandlerIsReleasedAndNotCalled() {
    onMain { driver in
      let box = driver.makeBox()
      var calls = 0
      weak var watched: Witness?
      let token: SignalToken
      do {
        let witness = Witness()
        watched = witness
        token = Signal.notify(box.pointer, "opacity") {
          withExtendedLifetime(witness) { calls += 1 }
        }
      }
      XCTAssertTrue(token.isConnected)
      XCTAssertNotNil(watched)
      token.disconnect()
      XCTAssertFalse(token.isConnected)
      XCTAssertNil(watched, "the token must not retain the closure's captures")
      gtk_widget_set_opacity(box.pointer, 0.5)
      XCTAssertEqual(calls, 0)
      token.disconnect()
    }
  }

  func testAHandlerMayDisconnectItself() {
    onMain { driver in
      let box = driver.makeBox()
      var calls = 0
      var token: SignalToken?
      token = Signal.notify(box.pointer, "opacity") {
        calls += 1
        token?.disconnect()
      }
      gtk_widget_set_opacity(box.pointer, 0.5)
      gtk_widget_set_opacity(box.pointer, 0.25)
      XCTAssertEqual(calls, 1)
    }
  }

  func testTheClosureDiesWithTheObjectAndTheTokenIsHarmless() {
    onMain { driver in
      weak var watched: Witness?
      let token: SignalToken
      do {
        let box = driver.makeBox()
        let witness = Witness()
        watched = witness
        token = Signal.notify(box.pointer, "opacity") { withExtendedLifetime(witness) {} }
      }
      XCTAssertNil(watched)
      XCTAssertFalse(token.isConnected)
      token.disconnect()
    }
  }

  func testTheCostOfConnectingAndEmitting() {
    onMain { driver in
      let box = driver.makeBox()
      var calls = 0
      let rounds = 20_000
      let start = g_get_monotonic_time()
      var tokens: [SignalToken] = []
      for _ in 0..<rounds { tokens.append(Signal.notify(box.pointer, "name") { calls += 1 }) }
      let connected = g_get_monotonic_time()
      for token in tokens { token.disconnect() }
      let disconnected = g_get_monotonic_time()
      let token = Signal.notify(box.pointer, "opacity") { calls += 1 }
      let beforeEmission = g_get_monotonic_time()
      for _ in 0..<rounds { g_object_notify(box.pointer.object, "opacity") }
      let emitted = g_get_monotonic_time()
      token.disconnect()
      for _ in 0..<rounds { g_object_notify(box.pointer.object, "opacity") }
      let bare = g_get_monotonic_time()
      XCTAssertEqual(calls, rounds)
      func nanoseconds(_ from: gint64, _ to: gint64) -> Int { Int(to - from) * 1_000 / rounds }
      print(
        "signals, ns each: connect \(nanoseconds(start, connected)),",
        "disconnect \(nanoseconds(connected, disconnected)),",
        "notify \(nanoseconds(beforeEmission, emitted)),",
        "without a handler \(nanoseconds(emitted, bare))")
    }
  }
}

@MainActor
private func emit(
  _ object: OpaquePointer, _ signal: String, _ fill: (inout [GValue]) -> Void
) {
  var values = [GValue](repeating: GValue(), count: 3)
  g_value_init(&values[0], sightline_type_object())
  g_value_set_object(&values[0], object.instance)
  fill(&values)
  g_signal_emitv(&values, g_signal_lookup(signal, sightline_type_of(object.instance)), 0, nil)
  for index in values.indices { g_value_unset(&values[index]) }
}
#endif
