#if GTK && os(Linux)
internal import CGTK
package import SightlineCore
internal import SightlineGTKToolkit
internal import SightlineScroll

/// A finger or a mouse button that is down on the content.
@MainActor
final class Press {
  /// Where the offset was at the last movements, for the speed at the end.
  private var trail: [(offset: LayoutPoint, time: MonotonicTime)] = []
  /// Whether the content can run on: not from its scrollbar, and not from a mouse, which does not
  /// pan.
  private let canRunOn: Bool

  /// Movements older than this say nothing about the speed at the end: three to four frames.
  private static let memory = Duration.milliseconds(60)

  init(canRunOn: Bool) { self.canRunOn = canRunOn }

  func moved(to offset: LayoutPoint, at time: MonotonicTime) {
    trail.append((offset, time))
    trail.removeAll { time - $0.time > Press.memory }
  }

  /// The speed of the content in points a second.
  func velocity(at time: MonotonicTime) -> LayoutPoint {
    guard canRunOn, let last = trail.last, let first = trail.first, time - last.time <= Press.memory
    else { return .zero }
    let seconds = max((time - first.time) / .seconds(1), 0.001)
    return LayoutPoint(
      x: (last.offset.x - first.offset.x) / seconds, y: (last.offset.y - first.offset.y) / seconds)
  }
}

extension ScrollObserver {
  /// A wheel's change of the offset follows its turn within one event, or with the next frames of a
  /// touchpad.
  private static let wheelReach = ScrollPhaseDetector.defaultWheelQuietTime
  /// After a key GTK scrolls for 200 ms, and a little longer until the last frame is there.
  private static let keyReach = Duration.milliseconds(300)

  /// Controllers of the capture phase see what the scrolled window and its content consume. They
  /// consume nothing themselves.
  func listen(to scroller: WidgetPointer) {
    let flags =
      GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES.rawValue
      | GTK_EVENT_CONTROLLER_SCROLL_KINETIC.rawValue
    let wheel = required(
      gtk_event_controller_scroll_new(GtkEventControllerScrollFlags(rawValue: flags)))
    gtk_event_controller_set_propagation_phase(wheel, GTK_PHASE_CAPTURE)
    Signal.answer(wheel, "scroll") { [weak self] _ in
      self?.wheelTurned()
      return false
    }
    Signal.connect(wheel, "decelerate") { [weak self] (arguments: SignalArguments) in
      let velocity = LayoutPoint(x: arguments.double(0), y: arguments.double(1))
      self?.handle(.wheelEnded(velocity: velocity))
    }
    gtk_widget_add_controller(scroller, wheel)

    let events = required(gtk_event_controller_legacy_new())
    gtk_event_controller_set_propagation_phase(events, GTK_PHASE_CAPTURE)
    Signal.answer(events, "event") { [weak self] arguments in
      if let event = arguments.pointer(0, as: OpaquePointer.self) { self?.take(event) }
      return false
    }
    gtk_widget_add_controller(scroller, events)
    // Whoever is taken off the screen gets no release.
    Signal.connect(scroller, "unmap") { [weak self] in self?.released(at: .zero) }
  }

  /// The wheel was turned over the content, or over something that passes it on: call it where a
  /// widget of yours moves the offset in response to a wheel. Only when the offset follows is that
  /// a scroll.
  public func wheelTurned() { lastWheel = .now }

  private func take(_ event: OpaquePointer) {
    switch gdk_event_get_event_type(event) {
    case GDK_BUTTON_PRESS:
      guard gdk_button_event_get_button(event) == guint(GDK_BUTTON_PRIMARY) else { return }
      pressed(canRunOn: false)
    case GDK_TOUCH_BEGIN: pressed(canRunOn: true)
    case GDK_BUTTON_RELEASE:
      guard gdk_button_event_get_button(event) == guint(GDK_BUTTON_PRIMARY) else { return }
      released()
    case GDK_TOUCH_END: released()
    case GDK_KEY_PRESS: keyPressed(gdk_key_event_get_keyval(event))
    case GDK_TOUCH_CANCEL, GDK_GRAB_BROKEN: released(at: .zero)
    default: break
    }
  }

  /// A key was pressed while the focus was in the scrolled window. Only keys that scroll or move
  /// the focus count: a jump that follows Return, as in a chat, is the program's.
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

  /// A finger or the mouse's button went down on the content.
  package func pressed(canRunOn: Bool) {
    guard press == nil else { return }
    press = Press(canRunOn: canRunOn)
    press?.moved(to: geometry.contentOffset, at: .now)
    handle(.touchBegan)
  }

  /// It was lifted.
  /// - Parameter velocity: the content's in points a second; `nil` for that of the last movements.
  package func released(at velocity: LayoutPoint? = nil) {
    guard let press else { return }
    self.press = nil
    handle(.touchEnded(velocity: velocity ?? press.velocity(at: .now)))
  }

  /// The offset changed: by whom is known from what came before.
  func offsetChanged() {
    let now = MonotonicTime.now
    if movement?.isSetting == true { return handle(.offsetChanged) }
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
