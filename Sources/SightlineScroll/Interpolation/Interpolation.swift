/// The behaviour of an interpolation beyond its first or last stop.
public enum Extrapolation: UInt8, Hashable, Sendable, CaseIterable {
  /// The value of that stop.
  case clamp
  /// The change of the segment at that end continues along its easing's tangent. Like ``clamp`` if
  /// that segment is a jump or there is only one stop.
  case extend
}

/// A function from positions of a scroll to values, defined by any number of stops.
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
/// 4. Stops at non-finite positions are ignored. If no others exist, the first one's value applies
///    everywhere.
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
  /// The behaviour below the first stop.
  public let below: Extrapolation
  /// The behaviour above the last stop.
  public let above: Extrapolation

  /// Creates an interpolation from stops.
  ///
  /// - Precondition: There is at least one stop.
  /// - Complexity: O(*n*) for *n* stops in order, O(*n* log *n*) otherwise.
  public init(_ stops: [Stop], below: Extrapolation = .clamp, above: Extrapolation = .clamp) {
    precondition(!stops.isEmpty, "an interpolation needs at least one stop")
    var kept = stops.filter { $0.position.isFinite }
    if kept.isEmpty { kept = [Stop(0, stops[0].value)] }
    if !zip(kept, kept.dropFirst()).allSatisfy({ $0.position <= $1.position }) {
      // The standard library does not guarantee a stable sort.
      kept = kept.enumerated()
        .sorted { ($0.element.position, $0.offset) < ($1.element.position, $1.offset) }
        .map { $0.element }
    }
    self.stops = kept
    self.below = below
    self.above = above
  }

  /// Creates an interpolation from positions and values, with one easing for all segments.
  ///
  /// - Precondition: There is at least one stop.
  public init(
    _ stops: [(Double, Value)], easing: Easing = .linear, below: Extrapolation = .clamp,
    above: Extrapolation = .clamp
  ) {
    self.init(
      stops.map { Stop($0.0, $0.1, easing: easing) }, below: below, above: above)
  }

  /// Creates an interpolation from one value to another over a range.
  public init(
    from first: Value, to last: Value, over range: ClosedRange<Double>, easing: Easing = .linear,
    below: Extrapolation = .clamp, above: Extrapolation = .clamp
  ) {
    self.init(
      [Stop(range.lowerBound, first, easing: easing), Stop(range.upperBound, last)],
      below: below, above: above)
  }

  /// Returns the value at a position.
  ///
  /// - Complexity: O(*n*) for *n* stops.
  public func value(at position: Double) -> Value {
    if position.isNaN { return stops[0].value }
    guard let next = stops.firstIndex(where: { $0.position > position }) else {
      let last = stops.count - 1
      return extended(above, at: position, from: max(0, last - 1), to: last) ?? stops[last].value
    }
    guard next > 0 else {
      return extended(below, at: position, from: 0, to: min(1, stops.count - 1)) ?? stops[0].value
    }
    return value(at: position, from: next - 1, to: next)
  }

  private func extended(
    _ extrapolation: Extrapolation, at position: Double, from first: Int, to last: Int
  ) -> Value? {
    guard extrapolation == .extend, position.isFinite,
      stops[first].position < stops[last].position
    else { return nil }
    return value(at: position, from: first, to: last)
  }

  private func value(at position: Double, from first: Int, to last: Int) -> Value {
    let (a, b) = (stops[first], stops[last])
    let fraction = (position - a.position) / (b.position - a.position)
    return a.value.interpolated(to: b.value, at: a.easing.value(at: fraction))
  }
}

extension Interpolation: Equatable where Value: Equatable {}
extension Interpolation: Hashable where Value: Hashable {}
extension Interpolation.Stop: Equatable where Value: Equatable {}
extension Interpolation.Stop: Hashable where Value: Hashable {}
