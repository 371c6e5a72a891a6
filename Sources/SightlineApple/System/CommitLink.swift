#if canImport(UIKit) && !os(watchOS) && canImport(Darwin)
package import UIKit

/// Calls a closure right before each commit of Core Animation while a view is in a window, from iOS
/// 18 on. On earlier systems and on Mac Catalyst it does nothing.
///
/// Since iOS 16, commits belong to UIKit's update cycle, which runs within a source of the run
/// loop, so a run loop observer is called after it. The link is passive: it causes no update.
@MainActor
package final class CommitLink {
  private var link: AnyObject?

  package init(of view: UIView, _ willCommit: @escaping @MainActor () -> Void) {
    #if !targetEnvironment(macCatalyst)
    if #available(iOS 18, tvOS 18, visionOS 2, *) {
      let link = UIUpdateLink(view: view)
      link.addAction(to: .beforeCATransactionCommit) { _, _ in willCommit() }
      link.isEnabled = true
      self.link = link
    }
    #endif
  }
}
#endif
