package import SightlineCore

/// Stands for a view of any toolkit: its address. It does not keep the view alive.
///
/// The mirror is not generic over the toolkit's views: code that is not specialised would spend most of
/// a frame on looking up types.
package struct ViewKey: Hashable {
  package var address: UnsafeMutableRawPointer

  package init(_ address: UnsafeMutableRawPointer) { self.address = address }
}

/// A toolkit's tree of views, as ``ViewMirror`` reads it.
@MainActor
package protocol ViewTree: AnyObject {
  /// The parent; `nil` at the top or if the view is gone.
  func parent(of view: ViewKey) -> ViewKey?

  /// How a view stands in its parent now; `nil` if it is gone.
  func read(_ view: ViewKey, in surroundings: Surroundings) -> ViewReading?

  /// Whether ``read(_:in:)`` would give what it gave before, where that can be said more cheaply; false
  /// if in doubt. The order among siblings need not be looked at.
  func isUnchanged(
    _ view: ViewKey, since reading: ViewReading, in surroundings: Surroundings
  ) -> Bool

  /// Whether the toolkit says of every view if something in it has changed (``contentsMayDiffer(in:)``)
  /// and of every tracked view when it gets another parent. What it does not say, the mirror finds out
  /// by reading: see ``ViewMirror``.
  var reportsChanges: Bool { get }

  /// Whether anything inside a view may have moved, appeared or faded since this was last asked of
  /// it; only asked where ``reportsChanges``. The view's own frame and scrolling do not count.
  func contentsMayDiffer(in view: ViewKey) -> Bool

  /// How a view stands in its parent, beside what was read before: all that ``read(_:in:)`` would say, the
  /// order among siblings included where it matters. Only asked where not ``reportsChanges``, of every view
  /// that a frame reads: one question, so that the view is found once.
  func look(
    at view: ViewKey, in parent: ViewKey, since reading: ViewReading, _ surroundings: Surroundings
  ) -> ViewLook

  /// Whether a view is still to be laid out, so that what is in it is not yet where it will be.
  func isLayoutPending(in view: ViewKey) -> Bool

  /// The children of a view that lie over others and hide them, with whether they are friendly
  /// obstructions. Their z-order is in what ``read(_:in:)`` says of them.
  func covers(in view: ViewKey) -> [(view: ViewKey, isFriendly: Bool)]

  /// A view is not asked about any more: whatever is remembered of it may go.
  func forget(_ view: ViewKey)
}

extension ViewTree {
  package func isUnchanged(
    _ view: ViewKey, since reading: ViewReading, in surroundings: Surroundings
  ) -> Bool { false }

  package func forget(_ view: ViewKey) {}

  package var reportsChanges: Bool { true }

  package func isLayoutPending(in view: ViewKey) -> Bool { false }

  package func contentsMayDiffer(in view: ViewKey) -> Bool { true }

  package func look(
    at view: ViewKey, in parent: ViewKey, since reading: ViewReading, _ surroundings: Surroundings
  ) -> ViewLook {
    guard self.parent(of: view) == parent else { return .elsewhere }
    guard let now = read(view, in: surroundings), now != reading else { return .unchanged }
    return .changed(now)
  }
}

/// What ``ViewTree/look(at:in:since:_:)`` finds.
package enum ViewLook {
  /// It is gone, or in another parent.
  case elsewhere
  case unchanged
  case changed(ViewReading)
}

/// What is asked of a view, and known of where it lies.
package struct Surroundings {
  /// How far the parent's content is scrolled; a toolkit whose frames move with scrolling adds it.
  package var offset: LayoutPoint
  /// Whether the order among its siblings matters, because some of them are covers.
  package var isOrdered: Bool
  /// As what it is read.
  package var role: Role

  /// As what a view is read.
  package enum Role {
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
