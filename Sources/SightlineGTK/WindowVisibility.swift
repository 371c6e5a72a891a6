#if GTK && os(Linux)
internal import SightlineCore
package import SightlineHost

/// The visibility settings and statistics of a window with tracked widgets.
@MainActor
public struct WindowVisibility {
  let window: WidgetWindow

  init(_ window: WidgetWindow) { self.window = window }

  /// The part of the window common to all hosts.
  package var mirrored: MirroredWindow { window.window }

  /// The cost of tracking this window so far.
  public var statistics: FrameStatistics {
    get { window.statistics }
    nonmutating set { window.statistics = newValue }
  }

  /// The number of passes so far.
  public var passCount: Int { window.window.passCount }

  /// The number of events the passes found. Each threshold crossing and each impression counts as
  /// one.
  public var eventCount: Int { window.window.eventCount }

  /// Whether a window without keyboard focus counts as invisible. Defaults to `false`, because
  /// people on a desktop look at windows they don't type in. A hidden or minimised window never
  /// counts as visible.
  public var needsActivity: Bool {
    get { window.window.presence.needsActivity }
    nonmutating set {
      window.window.presence.needsActivity = newValue
      SessionCalendar.refresh()
    }
  }

  /// Whether the window's content can be visible.
  public var isForeground: Bool { window.window.presence.isForeground }

  /// Begins a new visit to the window's screen, for policies that count once per visit.
  public func beginScreenVisit() { window.window.beginScreenVisit() }
}
#endif
