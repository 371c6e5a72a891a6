#if canImport(UIKit) && !os(watchOS) || canImport(AppKit)
package import SightlineCore
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
  /// By how much it grows; negative for bars.
  package var margins = ViewportMargins.zero

  package init() {}
}
#endif
