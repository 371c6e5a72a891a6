import SightlineCore

/// A function from positions of a scroll to values, defined by any number of stops. Below the first
/// stop and above the last one, the value is that stop's.
///
/// ```swift
/// let titleSize = Interpolation([(0, 34), (100, 17)])
/// titleSize.value(at: 50)  // 25.5
/// ```
///
/// 1. Stops are sorted by position. Those at the same position keep their order.
/// 2. Several stops at one position form a *jump*: the first one applies below it, the last one at
///    and above it.
/// 3. At a stop, the value is exactly that of the stop.
/// 4. Stops at non-finite positions are ignored. If there are no others, the first one's value
///    applies everywhere.
/// 5. At NaN, the value is that of the first stop; at infinity, that of the first or last one.
public struct Interpolation<Value: Interpolatable>: Sendable {
  /// A value at a position.
  public struct Stop: Sendable {
    /// The position, in the unit in use: points of scroll, pages, seconds.
    public var position: Double
    /// The value at the position.
    public var value: Value
    /// The easing of the change from this stop to the next one.
    public var easing: Easing

    /// Creates a stop. The easing applies from it to the next one.
    public init(_ position: Double, _ value: Value, easing: Easing = .linear) {
      self.position = position
      self.value = value
      self.easing = easing
    }
  }

  /// The stops, sorted by position; never empty.
  public let stops: [Stop]

  /// Creates an interpolation from stops.
  ///
  /// - Precondition: There is at least one stop.
  /// - Complexity: O(*n*) for *n* stops in order, O(*n* log *n*) otherwise.
  public init(_ stops: [Stop]) {
    require(!stops.isEmpty, "an interpolation needs at least one stop")
    var kept = stops.filter { $0.position.isFinite }
    if kept.isEmpty { kept = [Stop(0, stops[0].value)] }
    if !zip(kept, kept.dropFirst()).allSatisfy({ $0.position <= $1.position }) {
      // The standard library does not guarantee a stable sort.
      kept = kept.enumerated()
        .sorted { ($0.element.position, $0.offset) < ($1.element.position, $1.offset) }
        .map { $0.element }
    }
    self.stops = kept
  }

  /// Creates an interpolation from positions and values, with one easing for all segments.
  ///
  /// - Precondition: There is at least one stop.
  public init(_ stops: [(Double, Value)], easing: Easing = .linear) {
    self.init(stops.map { Stop($0.0, $0.1, easing: easing) })
  }

  /// Creates an interpolation from one value to another over a range.
  public init(
    from first: Value, to last: Value, over range: ClosedRange<Double>, easing: Easing = .linear
  ) {
    self.init([Stop(range.lowerBound, first, easing: easing), Stop(range.upperBound, last)])
  }

  /// Returns the value at a position.
  ///
  /// - Complexity: O(*n*) for *n* stops.
  public func value(at position: Double) -> Value {
    if position.isNaN { return stops[0].value }
    guard let next = stops.firstIndex(where: { $0.position > position }) else {
      return stops[stops.count - 1].value
    }
    guard next > 0 else { return stops[0].value }
    let (a, b) = (stops[next - 1], stops[next])
    let fraction = (position - a.position) / (b.position - a.position)
    return a.value.interpolated(to: b.value, at: a.easing.value(at: fraction))
  }
}

extension Interpolation: Equatable where Value: Equatable {}
extension Interpolation: Hashable where Value: Hashable {}
extension Interpolation.Stop: Equatable where Value: Equatable {}
extension Interpolation.Stop: Hashable where Value: Hashable {}
