/// A ring of a carousel's items, with the start of each in points in reading direction.
///
/// An *offset* is the place of the viewport's leading edge in the ring, modulo the ring's length.
struct CarouselLoop: Hashable, Sendable {
  let layout: Carousel.Layout
  let starts: [Double]
  /// The length of the ring, including the gap between the last item and the first.
  let length: Double

  /// The minimum length: filling the viewport with a shorter ring would repeat its items endlessly.
  static let shortestLength = 1.0
  /// The length in points by which items must exceed the viewport to turn: more than rounding.
  static let tolerance = 0.01

  init(_ layout: Carousel.Layout) {
    self.layout = layout
    var start = 0.0
    starts = layout.widths.map { width in
      defer { start += width + layout.spacing }
      return start
    }
    length = start
  }

  var count: Int { starts.count }

  /// Whether the ring can turn.
  var isEndless: Bool {
    let excess = length - layout.spacing - layout.viewportWidth
    return length >= CarouselLoop.shortestLength && length.isFinite
      && (layout.narrowContent == .repeats || excess > CarouselLoop.tolerance)
  }

  /// The offset of items that do not turn.
  var fixedOffset: Double {
    layout.alignment == .leading ? 0 : (length - layout.spacing - layout.viewportWidth) / 2
  }

  /// The offset wrapped to 0..<`length`.
  func wrapped(_ offset: Double) -> Double {
    let rest = offset.truncatingRemainder(dividingBy: length)
    // Adding the length to a tiny negative number can give the length itself.
    return rest >= 0 ? rest : rest + length < length ? rest + length : 0
  }

  /// The number of rings in a distance, rounded to the nearest; 0 if not representable.
  func laps(in distance: Double) -> Int { Int(exactly: (distance / length).rounded()) ?? 0 }

  func index(_ index: Int) -> Int {
    let rest = index % count
    return rest < 0 ? rest + count : rest
  }

  /// The offset at which an item is the current page; 0 without items.
  func rest(of index: Int) -> Double {
    if starts.isEmpty { return 0 }
    return switch layout.alignment {
    case .leading: starts[index]
    case .center: starts[index] + (layout.widths[index] - layout.viewportWidth) / 2
    }
  }

  /// The page nearest to a position in a ring with items, and the signed distance to it.
  func nearestPage(to position: Double) -> (page: Int, distance: Double) {
    func distance(to page: Int) -> Double {
      let distance = wrapped(rest(of: page) - position)
      // exact: the carousel places its items itself, without rounding.
      return distance < length / 2 ? distance : distance - length
    }
    // The pages are in order: compare those before and after the position.
    let first = rest(of: 0)
    let way = wrapped(position - first)
    let next = firstIndex { rest(of: $0) - first > way }
    let (back, forth) = (distance(to: next - 1), distance(to: index(next)))
    return abs(back) <= abs(forth) ? (next - 1, back) : (index(next), forth)
  }

  /// The distance from one page to the next.
  func step(from index: Int) -> Double {
    let next = self.index(index + 1)
    let distance = rest(of: next) - rest(of: index)
    return max(0, next > index ? distance : distance + length)
  }

  /// The item at an offset, or the one before the gap at an offset.
  func item(at offset: Double) -> Int {
    // exact: as above.
    max(0, firstIndex { starts[$0] > offset } - 1)
  }

  /// The first item for which a monotonic predicate holds, or else the number of items.
  func firstIndex(where isBeyond: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBeyond(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
