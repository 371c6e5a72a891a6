#if canImport(UIKit) && !os(watchOS) || canImport(AppKit)
package import SightlineHost
#if canImport(UIKit)
import UIKit
#else
import AppKit
#endif

/// Begins a visit of its screen when it has entered a window, and when the id of the screen
/// changes. Only the state at the beginning of the next pass counts, so a view that is removed and
/// reinserted within one turn begins no visit.
package final class ScreenProbe: PassiveView, SettledBeforePass {
  /// Distinguishes the screen from another one in its place; `nil` for no screen.
  package var screen: AnyHashable? {
    didSet { if screen != oldValue { host?.window.settleBeforePass(self) } }
  }
  /// The session for its window, used if nothing in the window is observed yet.
  package var session: VisibilitySession?

  private weak var host: WindowHost?
  private var visit: Visit?

  private struct Visit {
    weak var host: WindowHost?
    var screen: AnyHashable
  }

  override func movedToWindow() {
    let old = host
    host = window.map { window in
      if let session { WindowHost.suggestSession(session, of: window) }
      return WindowHost.of(window)
    }
    (host ?? old)?.window.settleBeforePass(self)
  }

  package func settle() {
    guard let host, let screen else {
      visit = nil
      return
    }
    if let visit, visit.host === host, visit.screen == screen { return }
    visit = Visit(host: host, screen: screen)
    host.window.beginScreenVisit()
  }

  /// Called when the declarative view has been dismantled.
  package func dismantle() { screen = nil }
}
#endif
