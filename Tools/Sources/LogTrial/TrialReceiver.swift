import EventReading
import FlyingFox
import FlyingSocks
import Foundation
import SightlineLog

struct Kept {
  /// The accepted events.
  var events: [EventID: LoggedEvent] = [:]
  /// The IDs of the events it refused.
  var refused: Set<EventID> = []
  /// The event IDs by the writers' `origin` attribute, which must map to one ID each.
  private var origins: [LogValue: EventID] = [:]
  var repeated = 0
  var badAnswers = 0
  var complaints: [String] = []

  mutating func take(_ events: some Sequence<LoggedEvent>) {
    for event in events {
      if let before = self.events.updateValue(event, forKey: event.id) {
        repeated += 1
        if !before.isSame(as: event) { complaints.append("\(event.id) is two events") }
      }
      guard let origin = event.attributes?["origin"] else { continue }
      if let other = origins.updateValue(event.id, forKey: origin), other != event.id {
        complaints.append("one event came as \(event.id) and \(other)")
      }
    }
  }
}

extension LoggedEvent {
  /// Whether two events are equal apart from their place and state in a log.
  func isSame(as other: LoggedEvent) -> Bool {
    var other = other
    (other.position, other.state, other.rejection) = (position, state, rejection)
    return self == other
  }
}

/// An HTTP receiver that keeps each event once and sometimes gives bad answers. The killed writers
/// deliver to it.
actor TrialReceiver {
  private(set) var kept = Kept()
  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  func start() async throws -> UInt16 {
    let server = HTTPServer(
      address: try .inet(ip4: "127.0.0.1", port: 0), logger: .disabled,
      handler: ClosureHTTPHandler { try await self.answer($0) })
    Task { try await server.run() }
    try await server.waitUntilListening()
    guard case .ip4(_, let port)? = await server.listeningAddress else {
      throw CocoaError(.featureUnsupported)
    }
    return port
  }

  func reset() { kept = Kept() }

  /// Usually accepts events. The answer may be cut.
  private func answer(_ request: HTTPRequest) async throws -> HTTPResponse {
    // Fails if the writer was killed while sending; an incomplete request is discarded.
    let events = try await DeliveryFormat.ndjson.events(in: request.bodyData).events
    let chance = Int.random(in: 0..<24, using: &random)
    if chance < 6 { kept.badAnswers += 1 }
    switch chance {
    case 0: return HTTPResponse(statusCode: .internalServerError)
    case 1 where events.count > 1: return HTTPResponse(statusCode: .payloadTooLarge)
    case 2: return HTTPResponse(statusCode: .ok, body: CutBody.sequence)
    case 3:
      kept.take(events)
      return HTTPResponse(statusCode: .ok, body: CutBody.sequence)
    case 4:
      kept.take(events.dropFirst())
      return Self.ok("{\"again\":[\"\(events[0].id)\"]}")
    case 5:
      kept.take(events.dropFirst())
      kept.refused.insert(events[0].id)
      return Self.ok("{\"rejected\":[{\"id\":\"\(events[0].id)\",\"reason\":\"chance\"}]}")
    default:
      kept.take(events)
      return Self.ok("")
    }
  }

  private static func ok(_ body: String) -> HTTPResponse {
    HTTPResponse(statusCode: .ok, body: Data(body.utf8))
  }
}

/// A body that ends too soon, with its connection.
struct CutBody: AsyncBufferedSequence, AsyncBufferedIteratorProtocol {
  typealias Element = UInt8
  private var hasBegun = false

  static var sequence: HTTPBodySequence { HTTPBodySequence(from: CutBody(), count: 99) }

  func makeAsyncIterator() -> CutBody { self }

  mutating func next() async throws -> UInt8? { try await nextBuffer(suggested: 1)?.first }

  mutating func nextBuffer(suggested count: Int) async throws -> [UInt8]? {
    if hasBegun { throw SocketError.disconnected }
    hasBegun = true
    return Array("{".utf8)
  }
}
