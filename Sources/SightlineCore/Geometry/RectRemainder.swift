/// The remainder of a rect after subtracting the rects on top of it: `PolygonRemainder` for the
/// common, axis-aligned case.
///
/// A few rects are cut out one by one: each splits a piece into at most four (above, below, left,
/// right), and since the pieces never overlap, their areas add up exactly. Many crossing rects
/// would leave a number of pieces quadratic in theirs, so a sweep sums up the area instead.
struct RectRemainder: Sendable {
  /// The number of covers up to which cutting is faster than the sweep (measured with crossing
  /// stripes).
  private static let cuttingLimit = 12

  private var whole = Box.nothing
  private var covers = ScratchBuffer<Box>()
  private var pieces = ScratchBuffer<Box>()
  private var next = ScratchBuffer<Box>()
  private var sweep = RectSweep()
  private var cuts = StepCount()

  /// The bounding box of the remainder at the last call of `area()`; inverted if nothing remained.
  /// Excludes pieces that may be due to rounding.
  private(set) var bounds = Box.nothing

  /// The number of boxes cut or swept so far.
  var work: StepCount { cuts &+ sweep.work }

  mutating func start(with box: Box) {
    whole = box
    covers.removeAll()
  }

  mutating func subtract(_ cover: Box) {
    let hole = whole.intersection(cover)
    if hole.hasArea { covers.append(hole) }
  }

  /// The area of the remainder, in square points.
  ///
  /// - Complexity: O(*n* log *n*).
  mutating func area() -> Double {
    if covers.count > RectRemainder.cuttingLimit {
      let area = sweep.area(of: whole, minus: covers)
      bounds = sweep.bounds
      return area
    }
    bounds = .nothing
    pieces.removeAll()
    pieces.append(whole)
    for i in covers.indices { cut(covers[i]) }
    var sum = 0.0
    for i in pieces.indices {
      let piece = pieces[i]
      sum += piece.area
      if min(piece.width, piece.height) > PolygonMath.pointSlack { bounds = bounds.union(piece) }
    }
    return sum
  }

  private mutating func cut(_ cover: Box) {
    cuts &+= pieces.count
    next.removeAll()
    for i in pieces.indices {
      let piece = pieces[i]
      let hole = piece.intersection(cover)
      if !(hole.width > 0 && hole.height > 0) {
        next.append(piece)
        continue
      }
      if hole.minY > piece.minY {
        next.append(Box(minX: piece.minX, minY: piece.minY, maxX: piece.maxX, maxY: hole.minY))
      }
      if hole.maxY < piece.maxY {
        next.append(Box(minX: piece.minX, minY: hole.maxY, maxX: piece.maxX, maxY: piece.maxY))
      }
      if hole.minX > piece.minX {
        next.append(Box(minX: piece.minX, minY: hole.minY, maxX: hole.minX, maxY: hole.maxY))
      }
      if hole.maxX < piece.maxX {
        next.append(Box(minX: hole.maxX, minY: hole.minY, maxX: piece.maxX, maxY: hole.maxY))
      }
    }
    swap(&pieces, &next)
  }
}
