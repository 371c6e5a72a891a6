public import SightlineCore

/// The identity of a view of any toolkit: its address. It does not keep the view alive.
///
/// The mirror is not generic over the toolkit's views, because unspecialised code would spend most
/// of a frame looking up types.
public struct ViewKey: Hashable {
  /// The view's address, or any other value unique to this view within the window.
  public var address: UnsafeMutableRawPointer

  /// Creates a key from an address.
  public init(_ address: UnsafeMutableRawPointer) { self.address = address }
}

/// A toolkit's view tree, as a host reads it for a ``MirroredWindow``.
///
/// Implement ``parent(of:)``, ``read(_:in:)`` and, if views can cover others, ``covers(in:)``. The
/// other requirements make frames cheaper, or are for toolkits that do not report changes
/// (``reportsChanges``).
///
/// All requirements are called on the main actor, within
/// ``MirroredWindow/frame(at:readingEverything:)`` and ``MirroredWindow/place(_:at:)``, and never
/// from within a callback. A view may be passed from the time it or a view in it is placed until
/// that view is displaced or found to be gone. The host must either displace views before they are
/// freed, or know which keys are still alive and return `nil` for the others.
@MainActor
public protocol ViewTree: AnyObject {
  /// Returns the parent of a view; `nil` at the top or if the view is gone.
  func parent(of view: ViewKey) -> ViewKey?

  /// Returns the current reading of a view in its parent; `nil` if the view is gone.
  ///
  /// The window's own view is read too: its origin is zero, and it clips to its bounds.
  func read(_ view: ViewKey, in surroundings: ViewSurroundings) -> ViewReading?

  /// Returns the children of a view that cover others, and whether they are friendly obstructions.
  /// Their z-order is part of the result of ``read(_:in:)``. The default returns none.
  func covers(in view: ViewKey) -> [(view: ViewKey, isFriendly: Bool)]

  /// Compares a view with its previous reading. Called for every view that a frame reads, so this
  /// is the method to make cheap.
  ///
  /// ``ViewChange/unchanged`` means that ``read(_:in:)`` would return an equal reading, including
  /// the order among siblings where it matters. The default reads the view and compares.
  ///
  /// - Parameters:
  ///   - view: the view.
  ///   - parent: its parent at the previous reading.
  ///   - reading: the previous reading.
  ///   - surroundings: the view's surroundings.
  func change(
    of view: ViewKey, in parent: ViewKey, since reading: ViewReading,
    _ surroundings: ViewSurroundings
  ) -> ViewChange

  /// Whether the host knows of every change: ``contentsMayDiffer(in:)`` is right about every view,
  /// and observed views are displaced and placed again when their parent changes. The default is
  /// true.
  ///
  /// If false, the mirror finds changes by reading the views that can show, and a few of the others
  /// in turn. Read once.
  var reportsChanges: Bool { get }

  /// Whether anything inside a view may have moved, appeared or faded since the last call for it,
  /// not counting the view's own frame and scrolling. Called only if ``reportsChanges``, for views
  /// with many children. The default is true: everything that can show is read in each frame.
  func contentsMayDiffer(in view: ViewKey) -> Bool

  /// Whether a list keeps a container ready outside its visible range, so that ``read(_:in:)``
  /// returns one with ``ViewReading/isSetAside``. Asked for those read so before. The default is
  /// false.
  func isSetAside(_ view: ViewKey) -> Bool

  /// Whether a view awaits layout, so its contents are not in their final place yet. The default is
  /// false.
  func isLayoutPending(in view: ViewKey) -> Bool

  /// Whether the reader scrolls a view: a finger is on it or its momentum, a wheel or a key moves
  /// it. Asked when its content offset has changed, for the cause of a leave (`VisibilityExit`).
  /// The default is true.
  func isScrolledByReader(_ view: ViewKey) -> Bool

  /// Called when a view is no longer mirrored, so the host can discard its data about the view.
  func forget(_ view: ViewKey)
}

extension ViewTree {
  /// Returns no covers.
  public func covers(in view: ViewKey) -> [(view: ViewKey, isFriendly: Bool)] { [] }

  /// Reads the view and compares.
  public func change(
    of view: ViewKey, in parent: ViewKey, since reading: ViewReading,
    _ surroundings: ViewSurroundings
  ) -> ViewChange {
    if !reportsChanges, self.parent(of: view) != parent { return .elsewhere }
    guard let now = read(view, in: surroundings), now != reading else { return .unchanged }
    return .changed(now)
  }

  /// True.
  public var reportsChanges: Bool { true }

  /// True: the contents are read.
  public func contentsMayDiffer(in view: ViewKey) -> Bool { true }

  /// False.
  public func isSetAside(_ view: ViewKey) -> Bool { false }

  /// False.
  public func isLayoutPending(in view: ViewKey) -> Bool { false }

  /// True.
  public func isScrolledByReader(_ view: ViewKey) -> Bool { true }

  /// Does nothing.
  public func forget(_ view: ViewKey) {}
}

/// The result of ``ViewTree/change(of:in:since:_:)``.
public enum ViewChange {
  /// The view is gone or has another parent. For toolkits that do not report changes.
  case elsewhere
  /// The view equals its previous reading.
  case unchanged
  /// The view differs; the new reading.
  case changed(ViewReading)
}

/// The role and surroundings of a view that is read.
public struct ViewSurroundings {
  /// The scroll offset of the parent's content. A toolkit whose frames move with scrolling adds it.
  public var offset: LayoutPoint
  /// Whether the order among siblings matters because some of them are covers.
  /// `SceneAppearance.zIndex` is needed only in that case.
  public var isOrdered: Bool
  /// The parent's ``ViewReading/stamp``, for effects that a toolkit applies to all views in a
  /// parent.
  public var parentStamp: SIMD4<Int32>
  /// The role in which the view is read.
  public var role: Role

  /// The role in which a view is read.
  public enum Role {
    /// A view that holds others: its clip and scrolling count.
    case container
    /// An observed view.
    case target
    /// A view over others. In drawing order it comes before its contents.
    case cover

    /// The step in z-order, from 0, of the three that each view takes among its siblings: the
    /// cover, the view itself, and its content with the covers in it.
    package var step: Int32 {
      switch self {
      case .cover: 0
      case .target: 1
      case .container: 2
      }
    }
  }

  package init(
    offset: LayoutPoint = .zero, isOrdered: Bool = false, parentStamp: SIMD4<Int32> = .zero,
    as role: Role
  ) {
    self.offset = offset
    self.isOrdered = isOrdered
    self.parentStamp = parentStamp
    self.role = role
  }
}
