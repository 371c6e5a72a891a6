#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit

/// A view that is not kept alive.
struct ViewReference: Hashable {
  private(set) weak var view: NSView?
  private let identity: ObjectIdentifier
  /// Whether it stands for what the view does to others, and not for the view and what it holds.
  let isCover: Bool

  @MainActor
  init(_ view: NSView, asCover isCover: Bool = false) {
    self.view = view
    self.isCover = isCover
    identity = ObjectIdentifier(view)
  }

  static func == (one: ViewReference, other: ViewReference) -> Bool {
    one.identity == other.identity && one.isCover == other.isCover
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(identity)
    hasher.combine(isCover)
  }
}
#endif
