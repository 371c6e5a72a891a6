/// What is left of a rect after rects on top of it are taken away: `PolygonRemainder` for the usual,
/// axis-aligned case.
///
/// Each rect taken away splits a piece into at most four (above, below, left, right). The pieces
/// never overlap, so their areas add up exactly.
struct RectRemainder: Sendable {
  private(set) var pieces: ContiguousArray<Box> = []
  private var next: ContiguousArray<Box> = []

  /// Begins anew with one box.
  mutating func start(with box: Box) {
    pieces.removeAll(keepingCapacity: true)
    pieces.append(box)
  }

  /// The area that is left, in square points.
  var area: Double {
    var sum = 0.0
    for piece in pieces { sum += piece.area }
    return sum
  }

  /// The box around what is left; inverted where nothing is. Pieces that rounding may have made are
  /// left out.
  var bounds: Box {
    var box = Box.nothing
    for piece in pieces where min(piece.width, piece.height) > PolygonMath.pointSlack {
      box = box.union(piece)
    }
    return box
  }

  /// Takes a box away.
  mutating func subtract(_ cover: Box) {
    next.removeAll(keepingCapacity: true)
    for piece in pieces {
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

extension LayoutRect {
  /// The area in square points of the part of this rect that no other rect covers.
  ///
  /// - Complexity: O(*p*·*n*) for *n* others and *p* pieces; the pieces of rects that do not overlap
  ///   one another number at most 4*n* + 1.
  public func area(minus others: [LayoutRect]) -> Double {
    var remainder = RectRemainder()
    remainder.start(with: Box(self))
    for other in others { remainder.subtract(Box(other)) }
    return remainder.area
  }
}
