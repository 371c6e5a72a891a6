#if GTK && os(Linux)
internal import CSightlineGTK
internal import SightlineCore
internal import SightlineGTKToolkit
internal import SightlineHost

/// A window with tracked widgets, or a popover, which has a separate surface.
///
/// Runs one pass per frame, in the frame clock's `after-paint`: layout is complete, scrolling,
/// resizing and fading all reach that phase, and it occurs only when GTK draws anyway. A window
/// that isn't on screen has no frames; its passes come from the main loop. Lives as long as GTK's
/// window.
@MainActor
final class WidgetWindow {
  private static let windows = AttachedObject<WidgetWindow>("window")

  let window: MirroredWindow
  let covers = CoverTable()
  let mappedRows: MappedRows
  private let tree: WidgetTree
  var statistics = FrameStatistics()
  let native: WidgetPointer
  private let loop: PassLoop
  private var signals: [SignalToken] = []
  /// The time of the last frame while the window was seen.
  private var lastSeen = SessionCalendar.now
  private var proof: LoopSource?
  /// The pause between two frames that prove that a window at rest is seen, while exposures run.
  private static let proofPause = Duration.seconds(10)
  /// The viewports of widgets that were named as viewports.
  var viewports: [ContainerID: ViewportID] = [:]
  var isClosed: Bool { mappedRows.window == nil }

  /// Returns the window of a widget, setting it up if needed, or `nil` if the widget is in no
  /// window.
  static func of(_ widget: WidgetPointer) -> WidgetWindow? {
    guard let native = nativeWidget(of: widget) else { return nil }
    if let existing = windows.value(at: native) { return existing.isClosed ? nil : existing }
    let window = WidgetWindow(native)
    windows.set(window, at: native)
    return window
  }

  /// Returns the window of a widget if it has been set up.
  static func existing(of widget: WidgetPointer) -> WidgetWindow? {
    if let native = nativeWidget(of: widget) { windows.value(at: native) } else { nil }
  }

  /// Returns the window or popover of a widget. One that is being removed from its window has no
  /// root any more, but still has its ancestors.
  static func nativeWidget(of widget: WidgetPointer) -> WidgetPointer? {
    guard gtk_widget_get_root(widget) != nil, let native = gtk_widget_get_native(widget) else {
      return nil
    }
    return WidgetPointer(instance: UnsafeMutableRawPointer(native))
  }

  private init(_ native: WidgetPointer) {
    self.native = native
    let loop = PassLoop()
    self.loop = loop
    tree = WidgetTree(root: native, covers: covers)
    window = MirroredWindow(
      root: ViewKey(native), tree: tree, requestPass: { loop.requestPass() },
      setTimer: { loop.setTimer($0) }, clock: { .now })
    mappedRows = MappedRows(in: window)
    loop.onFrame = { [weak self] in self?.frame() }
    loop.onTimer = { [weak self] in self?.wake() }
    loop.onSight = { [weak self] in self?.sightChanged() }
    // GTK places scrolled content on whole points, whatever the scale.
    window.pixelLength = 1
    connect()
    coversChanged()
    // A popover's, set before it had a parent.
    marginsChanged(native.visibility.viewportMargins, of: native)
  }

  // MARK: Passes

  private func frame() {
    guard !isClosed else { return }
    let start = SessionCalendar.timeOfPass()
    if loop.hasFrames { lastSeen = start }
    mappedRows.settle()
    covers.beginFrame()
    tree.beginFrame()
    window.frame(at: start)
    let own = MonotonicTime.now - start.awake - window.callbackTime
    statistics.noteFrame(own, reads: window.mirror.readCount)
    if window.hasOpenExposures, proof == nil {
      proof = MainLoop.after(Self.proofPause) { [weak self] in
        self?.proof = nil
        self?.requestProof()
      }
    }
  }

  /// Handles a deadline: in a frame, if the window has any, because only that proves that what was
  /// visible is still seen.
  private func wake() {
    guard !isClosed else { return }
    statistics.timers += 1
    window.timerFired()
    if requestProof() { return }
    mappedRows.settle()
    covers.beginFrame()
    window.wake(at: SessionCalendar.timeOfPass())
  }

  @discardableResult
  private func requestProof() -> Bool {
    !isClosed && loop.requestProof(in: gtk_native_get_surface(OpaquePointer(native)))
  }

  /// Handles the compositor's silence, or its end. What was visible is known up to the last frame.
  private func sightChanged() {
    updatePresence()
    if !loop.isSeen { window.wake(at: lastSeen) }
  }

  func requestPass() { window.requestPass() }

  /// Compares the engine with GTK's own geometry. Call it between frames.
  func audit() -> VisibilityAudit? {
    let measurement = WindowMeasurement(root: native, covers)
    return window.audit { measurement.fraction(of: $0.widget) }
  }

  // MARK: Lifecycle

  private func connect() {
    Signal.connect(native, "realize", after: true) { [weak self] in self?.connectClock() }
    Signal.connect(native, "unrealize") { [weak self] in self?.disconnectClock() }
    Signal.connect(native, "map", after: true) { [weak self] in self?.updatePresence() }
    Signal.connect(native, "unmap", after: true) { [weak self] in self?.updatePresence() }
    native.inputCame { SessionCalendar.noteInput() }
    readDirection()
    Signal.connect(native, "direction-changed") { [weak self] in self?.readDirection() }
    Signal.connect(native, "destroy") { [weak self] in self?.close() }
    if gtk_widget_get_realized(native) != 0 { connectClock() }
    updatePresence()
  }

  private func readDirection() {
    window.readingDirection =
      gtk_widget_get_direction(native) == GTK_TEXT_DIR_RTL ? .rightToLeft : .leftToRight
  }

  private func connectClock() {
    disconnectClock()
    guard let clock = gtk_widget_get_frame_clock(native) else { return }
    loop.clock = WeakObjectReference(clock)
    signals = [Signal.connect(clock, "after-paint") { [weak self] in self?.loop.frameCame() }]
    let update: @MainActor () -> Void = { [weak self] in self?.updatePresence() }
    if let toplevel {
      signals.append(Signal.notify(toplevel, "is-active", update))
      if sightline_windows_can_be_suspended() != 0 {
        signals.append(Signal.notify(toplevel, "suspended", update))
      }
    }
    if let surface { signals.append(Signal.notify(surface, "state", update)) }
    requestPass()
  }

  private func disconnectClock() {
    for signal in signals { signal.disconnect() }
    signals = []
    loop.clock = nil
  }

  /// The window, or that of a popover's parent.
  private var toplevel: WidgetPointer? {
    guard let root = gtk_widget_get_root(native), sightline_is_window(root.instance) != 0 else {
      return nil
    }
    return WidgetPointer(instance: root.instance)
  }

  /// The toplevel's surface.
  private var surface: OpaquePointer? {
    toplevel.flatMap { gtk_native_get_surface(OpaquePointer($0)) }
  }

  private func updatePresence() {
    var presence = window.presence
    presence.isShown = gtk_widget_get_mapped(native) != 0
    let state = surface.map { gdk_toplevel_get_state($0).rawValue } ?? 0
    presence.isMinimized = state & GDK_TOPLEVEL_STATE_MINIMIZED.rawValue != 0
    if let toplevel {
      let pointer = sightline_window(toplevel)
      if sightline_window_is_suspended(pointer) != 0 { presence.isMinimized = true }
      presence.isActive = gtk_window_is_active(pointer) != 0
    }
    if !loop.isSeen { presence.isMinimized = true }
    // A window that isn't shown gets no frames.
    loop.hasFrames = presence.isShown && !presence.isMinimized
    guard presence != window.presence else { return }
    // Whoever goes to another workspace leaves the window's focus behind.
    if window.presence.isActive, !presence.isActive { requestProof() }
    window.presence = presence
    SessionCalendar.refresh()
  }

  /// Delivers pending events before GTK destroys the window; the main loop may not run again.
  private func close() {
    guard !isClosed else { return }
    window.close(at: SessionCalendar.now)
    mappedRows.close()
    disconnectClock()
    loop.stop()
    proof?.cancel()
    tree.forgetAll()
  }
}

// Viewports other than the window, margins and covers, as set by the app.
extension WidgetWindow {
  /// Returns the viewport of an ancestor of `widget`; `nil`, which stands for the window, if
  /// `ancestor` is the window itself or isn't an ancestor.
  func viewport(_ ancestor: WidgetPointer, for widget: WidgetPointer) -> ViewportID? {
    if ancestor == native { return nil }
    guard widget != ancestor, gtk_widget_is_ancestor(widget, ancestor) != 0,
      let container = window.mirror.container(for: ViewKey(ancestor))
    else {
      warn(
        "\(ancestor.className) was named as the viewport of a \(widget.className) outside "
          + "it: the window is used instead")
      return nil
    }
    let margins = ancestor.visibility.viewportMargins
    if let existing = viewports[container], window.contains(existing) {
      // They may have changed while it was in no window.
      window.setMargins(margins, of: existing)
      return existing
    }
    viewports = viewports.filter { window.contains($0.value) }
    let viewport = window.addViewport(in: container, margins: margins)
    viewports[container] = viewport
    return viewport
  }

  func marginsChanged(_ margins: ViewportMargins, of widget: WidgetPointer) {
    if sightline_is_native(widget) != 0 {
      window.setMargins(margins)
    } else if let container = window.mirror.existingContainer(for: ViewKey(widget)),
      let viewport = viewports[container], window.contains(viewport)
    {
      window.setMargins(margins, of: viewport)
    }
    requestPass()
  }

  /// Called when a widget of this window gets another cover mode, or one that has a mode comes or
  /// goes.
  func coversChanged() {
    guard !isClosed else { return }
    covers.refresh(in: self, native)
    window.mirror.keepContainers(for: covers.parents.map(ViewKey.init))
    invalidate()
  }

  /// Rereads everything with the next frame, even if GTK drew nothing.
  func invalidate() {
    window.mirror.readEverything()
    requestPass()
  }
}

/// Reports a programmer error that must not stop the app.
@MainActor
func warn(_ text: String) { sightline_warn("Sightline: \(text)") }
#endif
