public import SightlineCore

/// A view whose visibility can be observed: the verbs of every host.
///
/// `view.visibility` conforms to it on UIKit and AppKit, `widget.visibility` on GTK.
///
/// Closures run on the main actor after layout, at most once per frame. At the end of a dwell they
/// also run between frames. They never nest: the next pass sees the changes a closure makes.
/// Observations live as long as the view, in any window or in none, and retain nothing but their
/// closures.
@MainActor
public protocol VisibilityObserving {
  /// The view's slot, created on first use. For hosts.
  var slot: ViewSlot { get }
  /// The view's slot, if something of it has been observed. For hosts.
  var existingSlot: ViewSlot? { get }
  /// The view's window, if something in it has been observed. For hosts.
  var mirroredWindow: MirroredWindow? { get }
  /// Follows the view after an observation was added. For hosts.
  func wasObserved()
  /// Returns the viewport of an ancestor of the view; `nil`, which stands for the window, if the
  /// ancestor is the window or no ancestor of the view. For hosts.
  func viewport(_ ancestor: Self) -> ViewportID?
}

extension ViewSlot: VisibilityObserving {
  /// The slot itself.
  public var slot: ViewSlot { self }
  /// The slot itself.
  public var existingSlot: ViewSlot? { self }
  /// The window that the slot is placed in.
  public var mirroredWindow: MirroredWindow? { place?.window }
  /// Nothing: the host follows the view.
  public func wasObserved() {}
  /// The viewport of the slot's place.
  public func viewport(_ ancestor: ViewSlot) -> ViewportID? { nil }
}

extension MirroredWindow {
  /// Returns how often an item has been seen under a policy, in all windows.
  public func impressionCount(of id: some Hashable, _ policy: ImpressionPolicy) -> Int {
    guard let identity = session.knownIdentity(of: id) else { return 0 }
    return engine.impressionCount(of: identity, for: policy)
  }

  /// Returns the fraction of a policy's dwell that an item has accumulated in this window, 0...1.
  public func dwellProgress(of id: some Hashable, _ policy: ImpressionPolicy) -> Double {
    guard let identity = session.knownIdentity(of: id) else { return 0 }
    return engine.dwellProgress(of: identity, for: policy, at: now)
  }
}
