#if GTK && os(Linux)
internal import CSightlineGTK
package import SightlineCore
internal import SightlineGTKToolkit

/// A finger or mouse button held down on the content.
@MainActor
final class Press {
  /// The offsets of the latest movements, for the final speed.
  private var trail: [(offset: LayoutPoint, time: MonotonicTime)] = []
  /// Whether the content can keep moving after release; not after a press on its scrollbar or with
  /// a mouse, which doesn't pan.
  private let canRunOn: Bool
  /// The finger; `nil` for a mouse button.
  let finger: OpaquePointer?
  /// Listens for the end, if the scrolled window received the press.
  var ending: ScrollToken?

  /// Movements older than this don't affect the final speed: three to four frames.
  private static let memory = Duration.milliseconds(60)

  init(canRunOn: Bool, _ finger: OpaquePointer?) {
    (self.canRunOn, self.finger) = (canRunOn, finger)
  }

  func moved(to offset: LayoutPoint, at time: MonotonicTime) {
    trail.append((offset, time))
    trail.removeAll { time - $0.time > Press.memory }
  }

  /// The content's speed in points per second.
  func velocity(at time: MonotonicTime) -> LayoutPoint {
    guard canRunOn, let last = trail.last, let first = trail.first, time - last.time <= Press.memory
    else { return .zero }
    let seconds = max((time - first.time) / .seconds(1), 0.001)
    return LayoutPoint(
      x: (last.offset.x - first.offset.x) / seconds, y: (last.offset.y - first.offset.y) / seconds)
  }
}

extension ScrollObserver {
  /// How long the offset may take to follow the wheel: one event, or a few frames with a touchpad.
  private static let wheelReach = ScrollPhaseDetector.wheelQuietTime
  /// After a key GTK scrolls for 200 ms, plus a margin for the last frame.
  private static let keyReach = Duration.milliseconds(300)

  /// Adds controllers in the capture phase, which see events that the scrolled window and its
  /// content consume. The controllers consume nothing.
  func listen(to scroller: WidgetPointer) {
    let flags =
      GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES.rawValue
      | GTK_EVENT_CONTROLLER_SCROLL_KINETIC.rawValue
    let wheel = required(
      gtk_event_controller_scroll_new(GtkEventControllerScrollFlags(rawValue: flags)))
    Signal.answer(wheel, "scroll") { [weak self] _ in
      self?.wheelTurned()
      return false
    }
    Signal.connect(wheel, "decelerate") { [weak self] (arguments: SignalArguments) in
      let velocity = LayoutPoint(x: arguments.double(0), y: arguments.double(1))
      self?.handle(.wheelEnded(velocity: velocity))
    }
    scroller.addController(wheel, in: GTK_PHASE_CAPTURE)

    let events = required(gtk_event_controller_legacy_new())
    Signal.answer(events, "event") { [weak self] arguments in
      if let event = arguments.pointer(0, as: OpaquePointer.self) { self?.take(event) }
      return false
    }
    scroller.addController(events, in: GTK_PHASE_CAPTURE)
    // A widget removed from the screen gets no release.
    Signal.connect(scroller, "unmap") { [weak self] in
      self?.released(self?.press?.finger, at: .zero)
    }
  }

  /// Records that the wheel was turned over the content or over something that forwards the event.
  /// Call it from your widget if it moves the offset in response to a wheel. It only counts as a
  /// scroll if the offset follows.
  public func wheelTurned() { lastWheel = .now }

  private func take(_ event: OpaquePointer) {
    let finger = gdk_event_get_event_sequence(event)
    switch gdk_event_get_event_type(event) {
    case GDK_BUTTON_PRESS:
      guard gdk_button_event_get_button(event) == guint(GDK_BUTTON_PRIMARY) else { return }
      pressed(canRunOn: false)
      listenForEnd()
    case GDK_TOUCH_BEGIN:
      pressed(finger, canRunOn: true)
      listenForEnd()
    case GDK_KEY_PRESS: keyPressed(gdk_key_event_get_keyval(event))
    default: break
    }
  }

  /// Listens for the end in the window. An ancestor that takes over a drag, such as a scrolled
  /// window, consumes its further events before they reach the content.
  private func listenForEnd() {
    guard let press, press.ending == nil, let scroller = widget.pointer,
      let native = gtk_widget_get_native(scroller)
    else { return }
    press.ending = ScrollObserver.windowEvents(of: native.widget).add { [weak self] in
      self?.takeEnd($0)
    }
  }

  private static let listening = AttachedObject<ScrollHandlers<OpaquePointer>>("window-events")

  /// Returns the closures that receive a window's events first.
  private static func windowEvents(of window: WidgetPointer) -> ScrollHandlers<OpaquePointer> {
    if let existing = listening.value(at: window) { return existing }
    let handlers = ScrollHandlers<OpaquePointer>()
    listening.set(handlers, at: window)
    let events = required(gtk_event_controller_legacy_new())
    Signal.answer(events, "event") { arguments in
      if let event = arguments.pointer(0, as: OpaquePointer.self) { handlers.call(event) }
      return false
    }
    window.addController(events, in: GTK_PHASE_CAPTURE)
    return handlers
  }

  private func takeEnd(_ event: OpaquePointer) {
    let finger = gdk_event_get_event_sequence(event)
    switch gdk_event_get_event_type(event) {
    case GDK_BUTTON_RELEASE:
      guard gdk_button_event_get_button(event) == guint(GDK_BUTTON_PRIMARY) else { return }
      released()
    case GDK_TOUCH_END: released(finger)
    case GDK_TOUCH_CANCEL: released(finger, at: .zero)
    case GDK_GRAB_BROKEN: released(press?.finger, at: .zero)
    default: break
    }
  }

  /// Handles a key pressed while the focus was in the scrolled window. Only keys that scroll or
  /// move the focus count; a jump after Return, as in a chat, comes from the program.
  func keyPressed(_ key: guint) {
    switch gint(clamping: key) {
    case GDK_KEY_Up, GDK_KEY_Down, GDK_KEY_Left, GDK_KEY_Right, GDK_KEY_Page_Up, GDK_KEY_Page_Down,
      GDK_KEY_Home, GDK_KEY_End, GDK_KEY_Tab, GDK_KEY_ISO_Left_Tab, GDK_KEY_KP_Up, GDK_KEY_KP_Down,
      GDK_KEY_KP_Left, GDK_KEY_KP_Right, GDK_KEY_KP_Page_Up, GDK_KEY_KP_Page_Down, GDK_KEY_KP_Home,
      GDK_KEY_KP_End, GDK_KEY_KP_Tab:
      lastKey = .now
    default: lastKey = nil
    }
  }

  /// Handles a finger, or the mouse button if `nil`, going down on the content. Only the first one
  /// counts until it is released.
  package func pressed(_ finger: OpaquePointer? = nil, canRunOn: Bool) {
    guard press == nil else { return }
    press = Press(canRunOn: canRunOn, finger)
    press?.moved(to: geometry.contentOffset, at: .now)
    handle(.touchBegan)
  }

  /// Handles the release of the finger or the mouse button.
  /// - Parameter velocity: the content's velocity in points per second; `nil` uses that of the
  ///   latest movements.
  package func released(_ finger: OpaquePointer? = nil, at velocity: LayoutPoint? = nil) {
    guard let press, press.finger == finger else { return }
    self.press = nil
    press.ending?.cancel()
    handle(.touchEnded(velocity: velocity ?? press.velocity(at: .now)))
  }

  /// Attributes a change of the offset to the latest input, or to the program.
  func offsetChanged() {
    let now = MonotonicTime.now
    if isMoving { return handle(.offsetChanged) }
    if let press {
      press.moved(to: geometry.contentOffset, at: now)
      return handle(.dragged)
    }
    if let lastWheel, now - lastWheel <= ScrollObserver.wheelReach, phase != .decelerating {
      return handle(.wheel)
    }
    if let lastKey, now - lastKey <= ScrollObserver.keyReach { return handle(.wheel) }
    handle(.offsetChanged)
  }
}
#endif
