import SightlineCore

/// What the engine makes of a target for one observer, in the judge's terms.
struct Sight {
  var isIntersecting: Bool
  /// How many of the observer's thresholds are reached.
  var index: Int
  var ratio: Double
  var intersection: LayoutRect
  var bounds: LayoutRect
  var root: LayoutRect

  /// Of a target without a box, or outside of the observer's root.
  static let nothing = Sight(
    isIntersecting: false, index: 0, ratio: 0, intersection: .zero, bounds: .zero, root: .zero)

  /// What differs from the judge's numbers; `nil` if nothing does.
  func problem(
    ratio: Double, intersection: LayoutRect, bounds: LayoutRect, root: LayoutRect?
  ) -> String? {
    if abs(ratio - self.ratio) > TraceVerifier.ratioTolerance {
      return "ratio: the engine says \(self.ratio), the judge \(ratio)"
    }
    for (name, mine, theirs) in [
      ("intersection", self.intersection, intersection), ("bounds", self.bounds, bounds),
    ] where !mine.isWithin(TraceVerifier.rectTolerance, of: theirs) {
      return "\(name): the engine says \(mine), the judge \(theirs)"
    }
    if let root, !self.root.isWithin(TraceVerifier.rectTolerance, of: root) {
      return "the viewport: the engine says \(self.root), the judge \(root)"
    }
    return nil
  }
}

extension LayoutRect {
  /// Whether all four edges are this close, in points.
  func isWithin(_ tolerance: Double, of other: LayoutRect) -> Bool {
    abs(minX - other.minX) <= tolerance && abs(minY - other.minY) <= tolerance
      && abs(maxX - other.maxX) <= tolerance && abs(maxY - other.maxY) <= tolerance
  }
}
