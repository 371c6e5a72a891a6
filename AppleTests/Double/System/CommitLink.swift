#if canImport(UIKit)
import QuartzCore
package import UIKit

@MainActor
package final class CommitLink {
  /// Whether the system has such links.
  package static var isAvailable = true

  private var action: AnyObject?

  package init(of view: UIView, _ willCommit: @escaping @MainActor () -> Void) {
    guard Self.isAvailable else { return }
    action = CATransaction.shared.beforeCommit { [weak view] in
      if view?.window != nil { willCommit() }
    }
  }
}
#endif
