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

  var behaviour = Behaviour.accepts
  private(set) var kept: Set<EventID> = []
  private(set) var repeated = 0

  func send(_ batch: DeliveryBatch) async -> DeliveryAnswer {
    if behaviour == .accepts || behaviour == .losesAnswers {
      for event in batch.events where !kept.insert(event.id).inserted { repeated += 1 }
    }
    return switch behaviour {
    case .accepts: .accepted
    case .refuses: .notNow(reason: "503")
    // An app's sink throws these.
    case .losesAnswers: .notNow(reason: "The connection broke off")
    case .isOffline: .notNow(reason: "No connection")
    }
  }
}
