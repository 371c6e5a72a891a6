/// The remainder of a rect after subtracting the rects on top of it: `PolygonRemainder` for the
/// common, axis-aligned case.
///
/// The upper and lower edges of the covers cut the rect into slabs. A cover hides the same interval
/// all the way down a slab, so a slab's free area is its height times the sum of the gaps. Where
/// nothing or everything is hidden, the area is exact.
struct RectRemainder: ~Copyable {
  private var whole = Box.nothing
  /// The parts of the covers inside the whole.
  private var covers: ContiguousArray<Box> = []
  /// The upper and lower edges of the covers, and the lower edge of the whole.
  private var edges: ContiguousArray<Double> = []
  /// The bounding box of the remainder at the last call of `area()`; inverted if nothing remained.
  /// Excludes gaps that may be due to rounding.
  private(set) var bounds = Box.nothing

  mutating func start(with box: Box) {
    whole = box
    covers.removeAll(keepingCapacity: true)
    edges.removeAll(keepingCapacity: true)
    edges.append(box.maxY)
  }

  mutating func subtract(_ cover: Box) {
    let hole = whole.intersection(cover)
    if !hole.hasArea { return }
    covers.append(hole)
    edges.append(hole.minY)
    edges.append(hole.maxY)
  }

  /// The area of the remainder, in square points.
  ///
  /// - Complexity: O(*n*²): 0.1 ms for 200 covers.
  mutating func area() -> Double {
    covers.sort { $0.minX < $1.minX }
    edges.sort()
    bounds = .nothing
    var area = 0.0
    var top = whole.minY
    for bottom in edges where bottom > top {
      area += (bottom - top) * freeWidth(from: top, to: bottom)
      top = bottom
    }
    return area
  }

  private mutating func freeWidth(from top: Double, to bottom: Double) -> Double {
    var width = 0.0
    var left = whole.minX
    func gap(_ remainder: inout RectRemainder, to right: Double) -> Double {
      if min(right - left, bottom - top) > PolygonMath.pointSlack {
        let gap = Box(minX: left, minY: top, maxX: right, maxY: bottom)
        remainder.bounds = remainder.bounds.union(gap)
      }
      return max(0, right - left)
    }
    for cover in covers where cover.minY <= top && cover.maxY >= bottom {
      width += gap(&self, to: cover.minX)
      left = max(left, cover.maxX)
    }
    return width + gap(&self, to: whole.maxX)
  }
}
