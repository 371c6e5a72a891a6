import SightlineLog

/// A receiver of impressions in this process that misbehaves on request. Like any proper receiver,
/// it keeps each event once, by its ID.
@MainActor
final class LogReceiver: ImpressionSink {
  /// The raw values are titles.
  enum Behaviour: String, CaseIterable {
    case accepts = "OK"
    case refuses = "Error 503"
    /// Keeps the events, but its answer gets lost.
    case losesAnswers = "Answer lost"
    case isOffline = "Offline"
  }

  enum Failure: String, Error, CustomStringConvertible {
    case noConnection = "No connection"
    case connectionLost = "The connection broke off"

    var description: String { rawValue }
  }

  var behaviour = Behaviour.accepts
  /// The IDs of the events it has.
  private(set) var kept: Set<EventID> = []
  /// The number of events that arrived again.
  private(set) var repeated = 0

  func send(_ batch: DeliveryBatch) async throws -> DeliveryAnswer {
    switch behaviour {
    case .accepts:
      keep(batch)
      return .accepted
    case .refuses:
      return .notNow(reason: "503")
    case .losesAnswers:
      keep(batch)
      throw Failure.connectionLost
    case .isOffline:
      throw Failure.noConnection
    }
  }

  private func keep(_ batch: DeliveryBatch) {
    for event in batch.events where !kept.insert(event.id).inserted { repeated += 1 }
  }
}
