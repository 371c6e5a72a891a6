import SightlineLog

/// A receiver of impressions in this process that misbehaves on request. Like any proper receiver,
/// it keeps each event once, by its ID.
@MainActor
final class LogReceiver: ImpressionSink {
  enum Behaviour: Int {
    case accepts
    case refuses
    /// Keeps the events, but its answer gets lost.
    case losesAnswers
    case isOffline

    static let titles = ["OK", "Error 503", "Answer lost", "Offline"]
  }

  enum Failure: String, Error, CustomStringConvertible {
    case noConnection = "No connection"
    case connectionLost = "The connection broke off"

    var description: String { rawValue }
  }

  var behaviour = Behaviour.accepts
  private(set) var kept: Set<EventID> = []
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
