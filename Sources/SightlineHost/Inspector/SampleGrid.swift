package import SightlineCore

/// A regular grid of points on a view, to measure its visible part by counting.
///
/// It shares no code with the engine, so that an audit also finds mistakes of the engine.
package struct SampleGrid {
  /// The number of points along each side: a cut is off by at most 1/128 of the view.
  private static let side = 64

  private var shows = [Bool](repeating: true, count: side * side)

  package init() {}

  /// The view's corners in another view's coordinates; the view is a parallelogram there.
  package struct Corners {
    package var topLeft, topRight, bottomLeft: LayoutPoint

    package init(topLeft: LayoutPoint, topRight: LayoutPoint, bottomLeft: LayoutPoint) {
      self.topLeft = topLeft
      self.topRight = topRight
      self.bottomLeft = bottomLeft
    }
  }

  /// Hides the points outside a rect, as a clip does.
  package mutating func clip(to rect: LayoutRect, _ corners: Corners) {
    let (origin, right, down) = (
      corners.topLeft, corners.topRight - corners.topLeft, corners.bottomLeft - corners.topLeft
    )
    for index in shows.indices where shows[index] {
      let u = (Double(index % Self.side) + 0.5) / Double(Self.side)
      let v = (Double(index / Self.side) + 0.5) / Double(Self.side)
      shows[index] = rect.contains(
        LayoutPoint(
          x: origin.x + u * right.x + v * down.x, y: origin.y + u * right.y + v * down.y))
    }
  }

  /// Hides the points that are inside all of these rects: a cover's, and those of its clips.
  package mutating func cover(by rects: [(rect: LayoutRect, corners: Corners)]) {
    var covering = SampleGrid()
    for (rect, corners) in rects { covering.clip(to: rect, corners) }
    for index in shows.indices where covering.shows[index] { shows[index] = false }
  }

  /// The visible fraction.
  package var fraction: Double {
    Double(shows.reduce(0) { $1 ? $0 + 1 : $0 }) / Double(shows.count)
  }
}
