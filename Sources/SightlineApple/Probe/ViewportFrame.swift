#if canImport(UIKit) && !os(watchOS) || canImport(AppKit)
package import SightlineHost
#if canImport(UIKit)
import UIKit
#else
import AppKit
#endif

/// A viewport that is where a probe is, with margins: for views whose scroll view is not known.
@MainActor
package final class ViewportFrame {
  /// The probe with the viewport's frame.
  package weak var view: PlatformView?
  /// By how much it grows, and whether from its safe area; negative for bars.
  package var margins = VisibilityMargins.zero

  package init() {}
}
#endif
