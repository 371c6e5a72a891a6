#if GTK && os(Linux)
internal import SightlineCore
internal import SightlineHost
internal import SightlineTrace

/// What concerns a window with tracked widgets as a whole.
@MainActor
public struct WindowVisibility {
  let window: WidgetWindow

  init(_ window: WidgetWindow) { self.window = window }

  /// What tracking costs this window so far.
  public var statistics: FrameStatistics {
    get { window.statistics }
    nonmutating set { window.statistics = newValue }
  }

  /// How many passes there were.
  public var passCount: Int { window.window.tracker.passCount }

  /// How many events the passes found: each crossing of a threshold, each impression.
  public var eventCount: Int { window.window.tracker.eventCount }

  /// Whether a window without the keyboard counts as invisible. By default it does not: on a
  /// desktop people look at windows that they do not type in. A window that is hidden or minimised
  /// never counts.
  public var needsActivity: Bool {
    get { window.window.presence.needsActivity }
    nonmutating set { window.window.presence.needsActivity = newValue }
  }

  /// Whether what the window shows can be visible.
  public var isForeground: Bool { window.window.presence.isForeground }

  /// Begins a new visit of the screen that the window shows, for policies that count once a visit.
  public func beginScreenVisit() {
    window.window.tracker.engine.beginScreenVisit()
    window.requestPass()
  }

  /// Records what happens in the window from now on as a trace, which `sightline replay` turns into
  /// the same events on any machine. The recording ends with ``stopRecording()`` or the window.
  ///
  /// - Parameters:
  ///   - path: the file, which is written anew.
  ///   - page: the screen's name, for people.
  ///   - namesItems: whether the ids of the items (as `String(describing:)` gives them, at most 256
  ///     bytes) go into the trace, so that those who read it find "card 7" and not only a number. A
  ///     widget without an id is called by the name that it had when it was first observed
  ///     (`gtk_widget_set_name`), if any.
  ///     Turn it off where ids reveal something about people that readers of the trace must not
  ///     know.
  ///   - onFailure: called once, with a text, if the file cannot be written any more, for instance
  ///     because the disk is full. The window is not disturbed.
  /// - Throws: an error that describes the failure, if the file cannot be opened.
  public func recordTrace(
    to path: String, page: String? = nil, namesItems: Bool = true,
    onFailure: @escaping @MainActor (String) -> Void = { _ in }
  ) throws {
    stopRecording()
    let writer = try TraceWriter(path: path)
    let tracker = window.window.tracker
    window.recording = Recording(
      TraceRecorder(to: writer, recording: &window.window.tracker.engine, page: page),
      naming: { [weak tracker] watch, identity in
        guard namesItems else { return nil }
        return tracker?.item(of: watch, identity).map { "\($0)" }
      },
      onFailure: { onFailure("\($0)") })
    window.requestPass()
  }

  /// Ends a recording and closes its file; does nothing without one.
  public func stopRecording() {
    window.recording?.finish(&window.window.tracker.engine)
    window.recording = nil
  }
}
#endif
