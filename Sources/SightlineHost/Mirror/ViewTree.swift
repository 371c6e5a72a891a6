public import SightlineCore

/// Stands for a view of any toolkit: its address. It does not keep the view alive.
///
/// The mirror is not generic over the toolkit's views: code that is not specialised would spend
/// most of a frame on looking up types.
public struct ViewKey: Hashable {
  /// Where the view is, or anything else that only this view of the window has.
  public var address: UnsafeMutableRawPointer

  /// Creates the key of what is at an address.
  public init(_ address: UnsafeMutableRawPointer) { self.address = address }
}

/// A toolkit's tree of views, as a host reads it for a ``MirroredWindow``.
///
/// ``parent(of:)``, ``read(_:in:)`` and, where views lie over others, ``covers(in:)`` are enough.
/// The rest makes frames cheaper, or is for toolkits that do not report changes
/// (``reportsChanges``).
///
/// Everything is called on the main actor, within ``MirroredWindow/frame(at:readingEverything:)``
/// and ``MirroredWindow/place(_:at:)``, and never from within a callback. The methods are called
/// with a view from when it or a view in it was placed until that is displaced, or found to be
/// gone: either the host displaces views before they are freed, or it knows which keys are still
/// alive and returns `nil` for the others.
@MainActor
public protocol ViewTree: AnyObject {
  /// The parent; `nil` at the top or if the view is gone.
  func parent(of view: ViewKey) -> ViewKey?

  /// How a view stands in its parent now; `nil` if it is gone.
  ///
  /// The window's own view is read too: it has its origin at zero, and clips to its bounds.
  func read(_ view: ViewKey, in surroundings: ViewSurroundings) -> ViewReading?

  /// The children of a view that lie over others and hide them, with whether they are friendly
  /// obstructions. Their z-order is part of what ``read(_:in:)`` returns. None by default.
  func covers(in view: ViewKey) -> [(view: ViewKey, isFriendly: Bool)]

  /// How a view stands in its parent, compared with what was read before. Called for every view
  /// that a frame reads, and so the method to make cheap.
  ///
  /// ``ViewChange/unchanged`` means that ``read(_:in:)`` would return an equal reading, the order
  /// among siblings included where it matters. By default the view is read and compared.
  ///
  /// - Parameters:
  ///   - view: the view.
  ///   - parent: its parent when it was read before.
  ///   - reading: what was read before.
  ///   - surroundings: what is known of where it lies.
  func change(
    of view: ViewKey, in parent: ViewKey, since reading: ViewReading,
    _ surroundings: ViewSurroundings
  ) -> ViewChange

  /// Whether the host knows of every change: ``contentsMayDiffer(in:)`` is right about every view,
  /// and tracked views are displaced and placed again when they get another parent. True by
  /// default.
  ///
  /// Where it is false the mirror finds changes by reading what can show, and a few of the other
  /// views in turn. Read once.
  var reportsChanges: Bool { get }

  /// Whether anything inside a view may have moved, appeared or faded since the last call for it;
  /// called only where ``reportsChanges``, for views with many children. The view's own frame and
  /// scrolling do not count. True by default: then everything that can show is read in each frame.
  func contentsMayDiffer(in view: ViewKey) -> Bool

  /// Whether a view is still to be laid out, so that what is in it is not yet where it will be.
  /// False by default.
  func isLayoutPending(in view: ViewKey) -> Bool

  /// Called with a view that is not mirrored any more: whatever is remembered of it may go.
  func forget(_ view: ViewKey)
}

extension ViewTree {
  /// None.
  public func covers(in view: ViewKey) -> [(view: ViewKey, isFriendly: Bool)] { [] }

  /// Reads the view.
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

  /// True: it is read.
  public func contentsMayDiffer(in view: ViewKey) -> Bool { true }

  /// False.
  public func isLayoutPending(in view: ViewKey) -> Bool { false }

  /// Nothing is remembered.
  public func forget(_ view: ViewKey) {}
}

/// What ``ViewTree/change(of:in:since:_:)`` finds.
public enum ViewChange {
  /// The view is gone, or in another parent: for toolkits that do not report changes.
  case elsewhere
  /// The view is as it was read before.
  case unchanged
  /// The view reads differently now.
  case changed(ViewReading)
}

/// What a view is read as, and what is known of where it lies.
public struct ViewSurroundings {
  /// How far the parent's content is scrolled; a toolkit whose frames move with scrolling adds it.
  public var offset: LayoutPoint
  /// Whether the order among its siblings matters, because some of them are covers: only then
  /// `SceneAppearance.zIndex` has to be read.
  public var isOrdered: Bool
  /// What it is read as.
  public var role: Role

  /// What a view is read as.
  public enum Role {
    /// A view that holds others: clip and scrolling count.
    case container
    /// A view that is observed.
    case target
    /// A view that lies over others: in the order of drawing it comes before what it holds.
    case cover
  }

  package init(offset: LayoutPoint = .zero, isOrdered: Bool = false, as role: Role) {
    self.offset = offset
    self.isOrdered = isOrdered
    self.role = role
  }
}
