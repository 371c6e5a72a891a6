#if canImport(UIKit) && !os(watchOS) || canImport(AppKit)
package import SightlineHost
#if canImport(UIKit)
import UIKit
#else
import AppKit
#endif

/// A viewport that is where a probe is, with margins: for views whose scroll view is not known.
///
/// What is inside of it goes by it while the probe is in their window, whenever it came there, and by the
/// window while it is not.
@MainActor
package final class ViewportFrame {
  /// The probe with the viewport's frame.
  package weak var view: ProbeView? {
    didSet { if view !== oldValue { changed() } }
  }
  /// By how much it grows, and whether from its safe area; negative for bars.
  package var margins = VisibilityMargins.zero
  private var users: [User] = []

  private struct User {
    weak var probe: ProbeView?
  }

  package init() {}

  /// A probe goes by this frame from now on.
  func add(_ probe: ProbeView) {
    users.removeAll { $0.probe == nil || $0.probe === probe }
    users.append(User(probe: probe))
  }

  /// A probe goes by it no more.
  func remove(_ probe: ProbeView) { users.removeAll { $0.probe == nil || $0.probe === probe } }

  /// The view came into a window, left it, or is another one.
  func changed() {
    for user in users { user.probe?.viewportChanged() }
  }
}
#endif
