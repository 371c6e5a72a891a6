import FlyingFox
import Foundation
@_spi(Tools) import SightlineLog

/// Answers deliveries. An answer of success means that the events are durable.
actor EventReceiver {
  /// The largest body, before and after decompression. A delivery's requests have 1 MiB.
  private static let limit = 64 << 20
  private static let progressInterval = Duration.seconds(1)

  private let collector: LogCollector
  private let report: @Sendable (String) -> Void
  private var (kept, repeated, refused) = (0, 0, 0)
  /// Waits until the next line of progress may be printed.
  private var pause: Task<Void, Never>?

  init(_ collector: LogCollector, report: @escaping @Sendable (String) -> Void) {
    self.collector = collector
    self.report = report
  }

  var progress: String {
    "\(grouped(kept)) events kept, \(grouped(repeated)) duplicates, \(grouped(refused)) refused"
  }

  func answer(_ request: HTTPRequest) async -> HTTPResponse {
    guard request.method == .POST else {
      return HTTPResponse(.methodNotAllowed, "send deliveries with POST\n")
    }
    guard let format = Self.format(request) else {
      return HTTPResponse(
        .unsupportedMediaType, "send application/x-ndjson, or OTLP as application/json\n")
    }
    var body = Data()
    do {
      // A body in chunks doesn't state its length. The next request follows its end.
      for try await part in request.bodySequence where body.count <= Self.limit { body += part }
    } catch {
      return HTTPResponse(.badRequest, "the body is incomplete\n")
    }
    if body.count > Self.limit {
      return HTTPResponse(.payloadTooLarge, "\(Self.limit) bytes at most\n")
    }
    if request.headers[.contentEncoding]?.lowercased() == "gzip" {
      guard let content = GzipDecoder.decompress(body, limit: Self.limit) else {
        return HTTPResponse(.badRequest, "the body is not valid gzip\n")
      }
      body = content
    }
    do {
      return try keep(format.events(in: body), format)
    } catch let error as LogError {
      report("\(error)")
      return HTTPResponse(.serviceUnavailable, "\(error)\n")
    } catch {
      return HTTPResponse(.badRequest, "the body is not in its format: \(error)\n")
    }
  }

  private static func format(_ request: HTTPRequest) -> DeliveryFormat? {
    let type = request.headers[.contentType]?.prefix { $0 != ";" }.lowercased()
    return [DeliveryFormat.ndjson, .otlp([:])].first { $0.contentType == type }
  }

  private func keep(_ received: ReceivedEvents, _ format: DeliveryFormat) throws -> HTTPResponse {
    let named = received.malformed.compactMap { $0 }
    if format == .ndjson && named.count < received.malformed.count {
      // The sender then divides the batch until it has found the event.
      return HTTPResponse(.badRequest, "a line is not an event\n")
    }
    let new = try collector.add(received.events)
    kept += new
    repeated += received.events.count - new
    refused += received.malformed.count
    reportProgress()
    if received.malformed.isEmpty { return HTTPResponse(.ok, "{}", "application/json") }
    let reason = "not an event of schema 1"
    let answer =
      format == .ndjson
      ? ["rejected": named.map { ["id": "\($0)", "reason": reason] }] as [String: Any]
      : [
        "partialSuccess": [
          "rejectedLogRecords": "\(received.malformed.count)", "errorMessage": reason,
        ]
      ]
    let body = try JSONSerialization.data(withJSONObject: answer, options: .sortedKeys)
    return HTTPResponse(.ok, String(decoding: body, as: UTF8.self), "application/json")
  }
}

extension EventReceiver {
  /// Prints the progress at once, and changes within a second of that at its end.
  private func reportProgress() {
    if pause != nil { return }
    let printed = progress
    report(printed)
    pause = Task {
      try? await Task.sleep(for: Self.progressInterval)
      pause = nil
      if progress != printed { reportProgress() }
    }
  }
}

extension HTTPResponse {
  fileprivate init(_ status: HTTPStatusCode, _ text: String, _ type: String = "text/plain") {
    self.init(statusCode: status, headers: [.contentType: type], body: Data(text.utf8))
  }
}
