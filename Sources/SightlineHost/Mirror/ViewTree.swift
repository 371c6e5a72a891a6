package import SightlineCore

/// A toolkit's tree of views, as ``ViewMirror`` reads it.
@MainActor
package protocol ViewTree {
  /// A reference to a view that does not keep it alive.
  associatedtype View: Hashable

  /// The parent; `nil` at the top or if the view is gone.
  func parent(of view: View) -> View?

  /// How a view stands in its parent now; `nil` if it is gone.
  ///
  /// - Parameters:
  ///   - view: the view to read.
  ///   - offset: how far the parent's content is scrolled; a toolkit whose frames move with
  ///     scrolling adds it.
  func read(_ view: View, parentOffset offset: Point) -> ViewReading?

  /// Whether anything inside a view may have moved, appeared or faded since this was last asked of
  /// it; `true` if the toolkit cannot tell. The view's own frame and scrolling do not count.
  func contentsMayDiffer(in view: View) -> Bool

  /// The children of a view that lie over others and hide them, with whether they are friendly
  /// obstructions. Their z-order is in what ``read(_:parentOffset:)`` says of them.
  func covers(in view: View) -> [(view: View, isFriendly: Bool)]

  /// A view is not asked about any more: whatever is remembered of it may go.
  func forget(_ view: View)
}

extension ViewTree {
  package func forget(_ view: View) {}
}
