public import SightlineCore

/// Stands for a view of any toolkit: its address. It does not keep the view alive.
///
/// The mirror is not generic over the toolkit's views: code that is not specialised would spend most of
/// a frame on looking up types.
public struct ViewKey: Hashable {
  /// Where the view is, or anything else that only this view of the window has.
  public var address: UnsafeMutableRawPointer

  /// Creates the key of what is at an address.
  public init(_ address: UnsafeMutableRawPointer) { self.address = address }
}

/// A toolkit's tree of views, as a host reads it for a ``MirroredWindow``.
///
/// ``parent(of:)``, ``read(_:in:)`` and, where views lie over others, ``covers(in:)`` are enough. The rest
/// makes frames cheaper, or is for toolkits that say nothing of changes (``reportsChanges``).
///
/// All is asked on the main actor, within ``MirroredWindow/frame(at:readingEverything:)`` and
/// ``MirroredWindow/place(_:at:)``, and never within a callback. A view is asked about from when it or a
/// view in it was placed until that is displaced, or found to be gone: either the host displaces
/// views before they are freed, or it knows which keys are still alive and answers `nil` for the others.
@MainActor
public protocol ViewTree: AnyObject {
  /// The parent; `nil` at the top or if the view is gone.
  func parent(of view: ViewKey) -> ViewKey?

  /// How a view stands in its parent now; `nil` if it is gone.
  ///
  /// The window's own view is read too: it has its origin at zero, and clips to its bounds.
  func read(_ view: ViewKey, in surroundings: ViewSurroundings) -> ViewReading?

  /// The children of a view that lie over others and hide them, with whether they are friendly
  /// obstructions. Their z-order is in what ``read(_:in:)`` says of them. None by default.
  func covers(in view: ViewKey) -> [(view: ViewKey, isFriendly: Bool)]

  /// Whether ``read(_:in:)`` would give what it gave before, where that can be said more cheaply; false
  /// if in doubt, and by default. The order among siblings need not be looked at.
  func isUnchanged(
    _ view: ViewKey, since reading: ViewReading, in surroundings: ViewSurroundings
  ) -> Bool

  /// Whether the host knows of every change: ``contentsMayDiffer(in:)`` is right of every view, and
  /// tracked views are displaced and placed again when they get another parent. True by default.
  ///
  /// Where it is false the mirror finds changes by reading what can show, and a few of the other views in
  /// turn. It is asked once.
  var reportsChanges: Bool { get }

  /// Whether anything inside a view may have moved, appeared or faded since this was last asked of
  /// it; only asked where ``reportsChanges``, of views with many children. The view's own frame and
  /// scrolling do not count. True by default: then everything that can show is read in each frame.
  func contentsMayDiffer(in view: ViewKey) -> Bool

  /// How a view stands in its parent, beside what was read before: all that ``read(_:in:)`` would say, the
  /// order among siblings included where it matters. Only asked where not ``reportsChanges``, of every view
  /// that a frame reads: one question, so that the view is found once. By default it reads.
  func change(
    of view: ViewKey, in parent: ViewKey, since reading: ViewReading,
    _ surroundings: ViewSurroundings
  ) -> ViewChange

  /// Whether a view is still to be laid out, so that what is in it is not yet where it will be. False
  /// by default.
  func isLayoutPending(in view: ViewKey) -> Bool

  /// A view is not asked about any more: whatever is remembered of it may go.
  func forget(_ view: ViewKey)
}

extension ViewTree {
  /// None.
  public func covers(in view: ViewKey) -> [(view: ViewKey, isFriendly: Bool)] { [] }

  /// False: it is read.
  public func isUnchanged(
    _ view: ViewKey, since reading: ViewReading, in surroundings: ViewSurroundings
  ) -> Bool { false }

  /// Nothing is remembered.
  public func forget(_ view: ViewKey) {}

  /// True.
  public var reportsChanges: Bool { true }

  /// False.
  public func isLayoutPending(in view: ViewKey) -> Bool { false }

  /// True: it is read.
  public func contentsMayDiffer(in view: ViewKey) -> Bool { true }

  /// Reads the view.
  public func change(
    of view: ViewKey, in parent: ViewKey, since reading: ViewReading,
    _ surroundings: ViewSurroundings
  ) -> ViewChange {
    guard self.parent(of: view) == parent else { return .elsewhere }
    guard let now = read(view, in: surroundings), now != reading else { return .unchanged }
    return .changed(now)
  }
}

/// What ``ViewTree/change(of:in:since:_:)`` finds.
public enum ViewChange {
  /// It is gone, or in another parent.
  case elsewhere
  /// It is as it was read before.
  case unchanged
  /// It is read anew.
  case changed(ViewReading)
}

/// What is asked of a view, and known of where it lies.
public struct ViewSurroundings {
  /// How far the parent's content is scrolled; a toolkit whose frames move with scrolling adds it.
  public var offset: LayoutPoint
  /// Whether the order among its siblings matters, because some of them are covers: only then
  /// `SceneAppearance.zIndex` has to be read.
  public var isOrdered: Bool
  /// As what it is read.
  public var role: Role

  /// As what a view is read.
  public enum Role {
    /// As something that holds others: clip and scrolling count.
    case container
    /// As something that is observed.
    case target
    /// As something that lies over others: in the order of drawing it comes before what it holds.
    case cover
  }

  package init(offset: LayoutPoint = .zero, isOrdered: Bool = false, as role: Role) {
    self.offset = offset
    self.isOrdered = isOrdered
    self.role = role
  }
}
