#if canImport(UIKit) && !os(watchOS) || canImport(AppKit)
import SightlineCore
import SightlineHost
#if canImport(UIKit)
import UIKit
#else
import AppKit
#endif

/// The platform's tree of views, as the mirror reads it. How one view is read is the toolkit's own:
/// see `reading(of:in:)` of UIKit and of AppKit.
///
/// The root is the window itself, on AppKit too, where a window is no view: so the views at its top
/// may come and go.
@MainActor
final class PlatformTree: ViewTree {
  /// The covers of the window; the order of views counts only where there are some.
  private(set) lazy var covers = WindowCovers(tree: self)
  private var table = ViewTable()
  private weak var window: PlatformWindow?
  /// The window.
  let root: ViewKey

  init(window: PlatformWindow) {
    self.window = window
    root = ViewKey(of: window)
  }

  /// The key of a view, by which it can be read.
  func key(of view: PlatformView) -> ViewKey { table.key(of: view) }

  /// The view that a key stands for; `nil` if it is gone.
  func view(of key: ViewKey) -> PlatformView? {
    // Nothing else gets a key of the table.
    table.view(of: key).map { unsafeDowncast($0, to: PlatformView.self) }
  }

  func parent(of key: ViewKey) -> ViewKey? {
    guard key != root, let view = view(of: key) else { return nil }
    if let parent = view.superview { return self.key(of: parent) }
    return window != nil && view.window === window ? root : nil
  }

  func read(_ key: ViewKey, in surroundings: Surroundings) -> ViewReading? {
    if key == root { return window.map { reading(of: $0) } }
    guard let view = view(of: key) else { return nil }
    var result = reading(of: view, zIndex: covers.zIndex(of: view, as: surroundings.role))
    if surroundings.role == .container { result.mayHoldCovers = covers.lie(in: key) }
    return result
  }

  /// The toolkits do not tell whether they have laid a view out.
  var reportsChanges: Bool { false }

  func isChild(_ view: ViewKey, of parent: ViewKey) -> Bool { self.parent(of: view) == parent }

  func covers(in view: ViewKey) -> [(view: ViewKey, isFriendly: Bool)] {
    covers.isEmpty ? [] : covers.covers(in: view)
  }
}
#endif
