#if canImport(UIKit) && !os(watchOS) || canImport(AppKit)
package import SightlineCore
#if canImport(UIKit)
import UIKit
#else
import AppKit
#endif

/// A viewport with the frame of a probe, and margins, for views whose scroll view is not known.
///
/// It is the viewport of its probes while the framing probe is in the same window. Otherwise their
/// viewport is the window.
@MainActor
package final class ViewportFrame {
  /// The probe that supplies the viewport's frame.
  package weak var view: ProbeView? {
    didSet { if view !== oldValue { changed() } }
  }
  /// The viewport's margins; negative for bars.
  package var margins = ViewportMargins.zero {
    didSet { if margins.grows != oldValue.grows { changed() } }
  }
  private var users: [User] = []

  private struct User {
    weak var probe: ProbeView?
  }

  package nonisolated init() {}

  /// Makes this the viewport of a probe.
  func add(_ probe: ProbeView) {
    remove(probe)
    users.append(User(probe: probe))
  }

  /// Stops being the viewport of a probe.
  func remove(_ probe: ProbeView) { users.removeAll { $0.probe == nil || $0.probe === probe } }

  /// Handles a framing view that entered or left a window, or was replaced.
  func changed() {
    for user in users { user.probe?.viewportChanged() }
  }
}
#endif
