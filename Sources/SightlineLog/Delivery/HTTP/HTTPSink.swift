#if Log
public import Foundation

/// A sink that sends batches over HTTP, as newline-delimited JSON or OTLP.
///
/// | Receiver's response | Effect on the batch |
/// |---|---|
/// | 200, 201, 202 or 204 | delivered, except as noted in the body (``DeliveryFormat``) |
/// | the same with any other body, or a web page | sent again: it may be a captive portal |
/// | 413 | sent again in halves |
/// | 400 or 422 | sent again in halves, until the refused events are isolated and set apart |
/// | 401, 403, 404, 405, 407, 410 or 415 | sent again: no event is at fault |
/// | 408, 425, 429, 5xx, a redirect or any other 2xx | sent again, not before `Retry-After` |
/// | any other 4xx | set apart |
/// | none, or incomplete | sent again |
///
/// The header `Idempotency-Key` contains the batch's key (``DeliveryBatch/key``). Each event
/// contains its ID.
public struct HTTPSink: ImpressionSink {
  /// Smaller bodies fit in a packet uncompressed.
  private static let compressedBytes = 1_024

  private let url: URL
  private let format: DeliveryFormat
  private let transport: any DeliveryTransport
  private let headers: @Sendable () async throws -> [String: String]

  /// The statuses for which the events are not at fault. The defaults concern the address,
  /// credentials and form of the request (401, 403, 404, 405, 407, 410, 415), plus 408, 425, 429
  /// and 500 to 599. `headers` is called for each attempt, so a token can be renewed in between.
  public var retriedStatuses: Set<Int> = Set(
    [401, 403, 404, 405, 407, 408, 410, 415, 425, 429] + Array(500...599))
  /// The statuses for which something in the batch is at fault: 400 and 422 by default. The batch
  /// is then divided until the refused events are isolated.
  public var contentStatuses: Set<Int> = [400, 422]
  /// Whether bodies above 1 KiB are sent with gzip, if available. Turn this off for receivers that
  /// don't support it.
  public var isCompressing = true
  /// The wall clock, for `Retry-After` dates and the time of sending.
  public var clock = LogClock.system

  /// Creates a sink.
  ///
  /// - Parameters:
  ///   - url: the destination; for an OpenTelemetry collector usually `http://host:4318/v1/logs`.
  ///   - format: the encoding of events.
  ///   - transport: the transport for requests.
  ///   - headers: a closure returning further headers, such as authorisation; called for each
  ///     attempt. An error from it counts as a network failure.
  public init(
    _ url: URL, format: DeliveryFormat = .ndjson,
    transport: any DeliveryTransport = URLSessionTransport(),
    headers: @escaping @Sendable () async throws -> [String: String] = { [:] }
  ) {
    (self.url, self.format, self.transport, self.headers) = (url, format, transport, headers)
  }

  /// Sends a batch as one request, or returns that it is too large.
  public func send(_ batch: DeliveryBatch) async throws -> DeliveryAnswer {
    var body = format.body(of: batch.events, sentAt: Date(milliseconds: clock.now))
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
    var reason = "\(status)"
    if (200...299).contains(status) {
      let type = response.headers["content-type"] ?? ""
      if !type.lowercased().contains("html"), [200, 201, 202, 204].contains(status),
        let answer = format.defined(response.body)
      {
        guard case .partlyAccepted(let rejected, let again, nil) = answer else { return answer }
        return .partlyAccepted(rejected: rejected, again: again, after: retryAfter(response))
      }
      if !type.isEmpty { reason += " " + type }
      return .notNow(after: retryAfter(response), reason: reason + said(response))
    }
    reason += said(response)
    if status == 413 { return .tooLarge(reason: reason) }
    // A redirect may be a captive portal.
    if retriedStatuses.contains(status) || (300...399).contains(status) {
      return .notNow(after: retryAfter(response), reason: reason)
    }
    if contentStatuses.contains(status) { return .invalid(reason: reason) }
    // Statuses below 200 are not final responses.
    return (400...599).contains(status) ? .rejected(reason: reason) : .notNow(reason: reason)
  }

  private func retryAfter(_ response: DeliveryResponse) -> Duration? {
    response.headers["retry-after"].flatMap { RetryAfter.read($0, now: clock.now) }
  }

  /// Returns the beginning of the response's text, for diagnostics.
  private func said(_ response: DeliveryResponse) -> String {
    let text = String(decoding: response.body.prefix(200), as: UTF8.self)
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return text.isEmpty ? "" : " \(text)"
  }
}
#endif
