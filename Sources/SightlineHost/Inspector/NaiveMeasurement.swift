package import SightlineCore

/// An independent measurement of views for an audit: through each ancestor, with the toolkit's own
/// conversion of points.
@MainActor
package protocol NaiveMeasurement {
  associatedtype View

  /// The covers on screen that hide the views below them.
  var covers: [View] { get }
  /// Returns a view's bounds; `nil` if it or an ancestor is hidden.
  func bounds(of view: View) -> LayoutRect?
  /// Returns the views that clip a view, each with its clip.
  func clips(of view: View) -> [(view: View, rect: LayoutRect)]
  /// Returns a view's corners in another one's coordinates.
  func corners(of view: View, in other: View) -> SampleGrid.Corners?
  /// Returns whether a cover that does not contain a view is drawn over it.
  func isDrawn(_ view: View, before cover: View) -> Bool
}

extension NaiveMeasurement {
  /// Returns the visible fraction of a view in its window's bounds.
  package func fraction(of view: View) -> Double {
    guard bounds(of: view) != nil else { return 0 }
    var grid = SampleGrid()
    for clip in clips(of: view) {
      guard let corners = corners(of: view, in: clip.view) else { return 0 }
      grid.clip(to: clip.rect, corners)
    }
    for cover in covers where isDrawn(view, before: cover) {
      guard let bounds = bounds(of: cover) else { continue }
      grid.cover(
        by: ([(cover, bounds)] + clips(of: cover)).compactMap { clip, rect in
          corners(of: view, in: clip).map { (rect, $0) }
        })
    }
    return grid.fraction
  }
}
