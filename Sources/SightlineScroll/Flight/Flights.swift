public import SightlineCore

/// Any number of flights at once, each on its own path to the same tab.
///
/// ```swift
/// let heart = flights.launch(from: tap, to: tabs.favourites, at: now)
/// for (id, frame) in flights.frames(at: now) { … }  // once a frame, while there are any
/// ```
public struct Flights: Hashable, Sendable {
  /// Identifies one flight; never used again.
  public struct ID: Hashable, Sendable {
    let number: UInt64
  }

  private struct Entry: Hashable, Sendable {
    var id: ID
    var path: FlightPath
  }

  private var entries: [Entry] = []
  private var launched: UInt64 = 0

  /// Creates it without flights.
  public init() {}

  /// Starts a flight: see ``FlightPath/init(from:to:at:duration:motion:)``.
  @discardableResult
  public mutating func launch(
    from start: LayoutPoint, to end: LayoutPoint, at now: MonotonicTime,
    duration: Duration = FlightPath.duration, motion: MotionPreference = .full
  ) -> ID {
    launched += 1
    let id = ID(number: launched)
    entries.append(
      Entry(
        id: id,
        path: FlightPath(from: start, to: end, at: now, duration: duration, motion: motion)))
    return id
  }

  /// The frames of all flights, in order of launching. Flights that are over are removed.
  ///
  /// - Complexity: O(*n*) in the number of flights.
  public mutating func frames(at now: MonotonicTime) -> [(id: ID, frame: FlightPath.Frame)] {
    entries.removeAll { $0.path.isFinished(at: now) }
    return entries.map { ($0.id, $0.path.frame(at: now)) }
  }

  /// The tab moved: all flights end at its new middle.
  public mutating func retarget(to end: LayoutPoint, at now: MonotonicTime) {
    for index in entries.indices { entries[index].path.retarget(to: end, at: now) }
  }

  /// Whether nothing flies, as of the last call of ``frames(at:)``: no more frames are needed.
  public var isEmpty: Bool { entries.isEmpty }
}
