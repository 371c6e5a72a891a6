#if Log
public import Foundation

/// Sends batches by HTTP, as newline-delimited JSON or in OpenTelemetry's protocol.
///
/// | The receiver | The batch |
/// |---|---|
/// | answers 200 to 299 | has arrived, but for what the answer's body says (``DeliveryFormat``) |
/// | answers 413 | is sent again in halves |
/// | answers 400 or 422 | is sent again in halves, until what is refused is alone and set apart |
/// | answers 401, 403, 404, 405, 407, 410, 415 | is sent again: no event is at fault |
/// | answers 408, 425, 429, 5xx or a redirection | is sent again, not before `Retry-After` |
/// | answers with another 4xx | is set apart |
/// | does not answer, or not to the end | is sent again |
///
/// The header `Idempotency-Key` has the batch's name (``DeliveryBatch/key``), and each event its
/// id.
public struct HTTPSink: ImpressionSink {
  /// Bodies below this stay as they are: a packet takes them anyway.
  private static let compressedBytes = 1_024

  private let url: URL
  private let format: DeliveryFormat
  private let transport: any DeliveryTransport
  private let headers: @Sendable () async throws -> [String: String]

  /// Statuses that say nothing against the events: those of the address, of credentials and of the
  /// request's form (401, 403, 404, 405, 407, 410, 415), 408, 425, 429 and all from 500 on unless
  /// set. A token may be renewed meanwhile: `headers` is called for each attempt.
  public var retriedStatuses: Set<Int> = Set(
    [401, 403, 404, 405, 407, 408, 410, 415, 425, 429] + Array(500...599))
  /// Statuses that say that something in a batch is wrong: 400 and 422 unless set. The batch is
  /// divided then, until the events that are refused are alone.
  public var contentStatuses: Set<Int> = [400, 422]
  /// Whether bodies above 1 KiB are sent with gzip, if the system can. A receiver that cannot read
  /// them has this turned off.
  public var isCompressing = true
  /// The time on the wall, for a `Retry-After` that is a date.
  public var clock = LogClock.system

  /// Creates a sink.
  ///
  /// - Parameters:
  ///   - url: where to; of an OpenTelemetry collector usually `http://host:4318/v1/logs`.
  ///   - format: what events are written in.
  ///   - transport: what carries requests.
  ///   - headers: further headers, such as an authorisation; called for each attempt. What it
  ///     throws is a failure like that of the network.
  public init(
    _ url: URL, format: DeliveryFormat = .ndjson,
    transport: any DeliveryTransport = URLSessionTransport(),
    headers: @escaping @Sendable () async throws -> [String: String] = { [:] }
  ) {
    self.url = url
    self.format = format
    self.transport = transport
    self.headers = headers
  }

  /// Sends a batch as one request, or says that it is too large for one.
  public func send(_ batch: DeliveryBatch) async throws -> DeliveryAnswer {
    var body = format.body(of: batch.events)
    if body.count > batch.byteLimit && batch.events.count > 1 {
      return .tooLarge(reason: "\(body.count) bytes")
    }
    var headers = try await headers()
    headers["Content-Type"] = format.contentType
    headers["Idempotency-Key"] = "\"\(batch.key)\""
    if isCompressing && body.count > HTTPSink.compressedBytes,
      let compressed = Gzip.compress(body), compressed.count < body.count
    {
      body = compressed
      headers["Content-Encoding"] = "gzip"
    }
    let response = try await transport.send(
      DeliveryRequest(url: url, headers: headers, body: body))
    return answer(response)
  }

  private func answer(_ response: DeliveryResponse) -> DeliveryAnswer {
    let status = response.status
    if (200...299).contains(status) {
      return waiting(for: response, format.answer(response.body))
    }
    let reason = "\(status)\(said(response))"
    if status == 413 { return .tooLarge(reason: reason) }
    // What is redirected may be a network that wants somebody to log in first.
    if retriedStatuses.contains(status) || (300...399).contains(status) {
      return .notNow(after: retryAfter(response), reason: reason)
    }
    if contentStatuses.contains(status) { return .invalid(reason: reason) }
    // What is below 200 is none of an answer's.
    return (400...599).contains(status) ? .rejected(reason: reason) : .notNow(reason: reason)
  }

  private func waiting(
    for response: DeliveryResponse, _ answer: DeliveryAnswer
  ) -> DeliveryAnswer {
    guard case .partlyAccepted(let rejected, let again, nil) = answer else { return answer }
    return .partlyAccepted(rejected: rejected, again: again, after: retryAfter(response))
  }

  private func retryAfter(_ response: DeliveryResponse) -> Duration? {
    response.headers["retry-after"].flatMap { RetryAfter.read($0, now: clock.milliseconds()) }
  }

  /// The beginning of what a receiver said, for people.
  private func said(_ response: DeliveryResponse) -> String {
    let text = String(decoding: response.body.prefix(200), as: UTF8.self)
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return text.isEmpty ? "" : " \(text)"
  }
}
#endif
