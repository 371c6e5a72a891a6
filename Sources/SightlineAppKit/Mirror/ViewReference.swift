#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit

/// A view that is not kept alive.
struct ViewReference: Hashable {
  private(set) weak var view: NSView?
  private let identity: ObjectIdentifier

  @MainActor
  init(_ view: NSView) {
    self.view = view
    identity = ObjectIdentifier(view)
  }

  static func == (one: ViewReference, other: ViewReference) -> Bool {
    one.identity == other.identity
  }

  func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}
#endif
