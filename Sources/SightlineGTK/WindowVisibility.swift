#if GTK && os(Linux)
internal import SightlineCore
internal import SightlineHost
internal import SightlineTrace

/// The visibility settings and statistics of a window with tracked widgets.
@MainActor
public struct WindowVisibility {
  let window: WidgetWindow

  init(_ window: WidgetWindow) { self.window = window }

  /// The cost of tracking this window so far.
  public var statistics: FrameStatistics {
    get { window.statistics }
    nonmutating set { window.statistics = newValue }
  }

  /// The number of passes so far.
  public var passCount: Int { window.window.tracker.passCount }

  /// The number of events the passes found. Each threshold crossing and each impression counts as
  /// one.
  public var eventCount: Int { window.window.tracker.eventCount }

  /// Whether a window without keyboard focus counts as invisible. Defaults to `false`, because
  /// people on a desktop look at windows they don't type in. A hidden or minimised window never
  /// counts as visible.
  public var needsActivity: Bool {
    get { window.window.presence.needsActivity }
    nonmutating set { window.window.presence.needsActivity = newValue }
  }

  /// Whether the window's content can be visible.
  public var isForeground: Bool { window.window.presence.isForeground }

  /// Begins a new visit to the window's screen, for policies that count once per visit.
  public func beginScreenVisit() { window.window.beginScreenVisit() }

  /// Records the window from now on as a trace, from which `sightline replay` reproduces the same
  /// events on any machine. The recording ends with ``stopRecording()`` or with the window.
  ///
  /// - Parameters:
  ///   - path: the file, which is overwritten.
  ///   - page: the screen's display name.
  ///   - namesItems: whether to include item IDs, as `String(describing:)` gives them (at most 256
  ///     bytes), so readers find "card 7" and not only a number. A widget without an ID gets the
  ///     name it had when it was first observed (`gtk_widget_set_name`), if any. Turn this off if
  ///     the IDs contain personal information that readers of the trace must not see.
  ///   - onFailure: called once, with a text, if the file can no longer be written, for example
  ///     because the disk is full. The window is unaffected.
  /// - Throws: an error that describes the failure if the file can't be opened.
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

  /// Ends the recording, if any, and closes its file.
  public func stopRecording() {
    window.recording?.finish(&window.window.tracker.engine)
    window.recording = nil
  }
}
#endif
