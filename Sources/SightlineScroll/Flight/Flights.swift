public import SightlineCore

/// A set of simultaneous flights to the same tab, each on its own path.
///
/// ```swift
/// let heart = flights.launch(from: tap, to: tabs.favourites, at: now)
/// for (id, frame) in flights.frames(at: now) { … }  // once per frame, until empty
/// ```
public struct Flights: Hashable, Sendable {
  /// The identifier of a flight; never reused.
  public struct ID: Hashable, Sendable {
    let number: UInt64
  }

  private struct Entry: Hashable, Sendable {
    var id: ID
    var path: FlightPath
  }

  private var entries: [Entry] = []
  private var launched: UInt64 = 0

  /// Creates an empty set.
  public init() {}

  /// Starts a flight: see ``FlightPath/init(from:to:at:motion:)``.
  @discardableResult
  public mutating func launch(
    from start: LayoutPoint, to end: LayoutPoint, at now: MonotonicTime,
    motion: MotionPreference = .full
  ) -> ID {
    launched += 1
    let id = ID(number: launched)
    entries.append(
      Entry(id: id, path: FlightPath(from: start, to: end, at: now, motion: motion)))
    return id
  }

  /// Returns the frames of all flights in launch order, and removes finished flights.
  ///
  /// - Complexity: O(*n*) in the number of flights.
  public mutating func frames(at now: MonotonicTime) -> [(id: ID, frame: FlightPath.Frame)] {
    entries.removeAll { $0.path.isFinished(at: now) }
    return entries.map { ($0.id, $0.path.frame(at: now)) }
  }

  /// Retargets all flights to the tab's new centre.
  public mutating func retarget(to end: LayoutPoint, at now: MonotonicTime) {
    for index in entries.indices { entries[index].path.retarget(to: end, at: now) }
  }

  /// Whether there were no flights at the last call of ``frames(at:)``.
  public var isEmpty: Bool { entries.isEmpty }
}
