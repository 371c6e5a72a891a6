#if canImport(UIKit) && !os(watchOS)
import UIKit

/// A view that is not kept alive.
struct ViewReference: Hashable {
  private(set) weak var view: UIView?
  private let identity: ObjectIdentifier

  @MainActor
  init(_ view: UIView) {
    self.view = view
    identity = ObjectIdentifier(view)
  }

  static func == (one: ViewReference, other: ViewReference) -> Bool {
    one.identity == other.identity
  }

  func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}
#endif
