#if Log
import Foundation
import Testing

@testable import SightlineLog

/// The meaning of each status, including the edges of its range.
@Suite struct HTTPSinkTests {
  private struct Answering: DeliveryTransport {
    let status: Int
    var type: String?
    var body = ""

    func send(_ request: DeliveryRequest) async throws -> DeliveryResponse {
      DeliveryResponse(
        status: status, headers: type.map { ["Content-Type": $0] } ?? [:], body: Data(body.utf8))
    }
  }

  private func answer(
    _ status: Int, _ change: (inout HTTPSink) -> Void = { _ in }
  ) async throws -> DeliveryAnswer {
    let url = try #require(URL(string: "http://receiver.example"))
    var sink = HTTPSink(url, transport: Answering(status: status))
    change(&sink)
    let bench = try await DeliveryBench(events: 1)
    return try await sink.send(DeliveryBatch(events: try await bench.log.events(limit: 1)))
  }

  @Test(arguments: [
    ("text/html", "<html> <title>Welcome</title>", "200 text/html <html> <title>Welcome</title>"),
    ("text/html; charset=utf-8", "", "200 text/html; charset=utf-8"),
    ("Text/HTML", "{}", "200 Text/HTML {}"),
    ("application/xhtml+xml", "", "200 application/xhtml+xml"),
    ("text/plain", "OK", "200 text/plain OK"), (nil, "OK", "200 OK"),
    ("application/json", "{\"again\":[\"019c", "200 application/json {\"again\":[\"019c"),
    ("application/json", "{\"errors\":true}", "200 application/json {\"errors\":true}"),
  ])
  func `a success without an answer delivers nothing, and the reason quotes it`(
    type: String?, body: String, reason: String
  ) async throws {
    let url = try #require(URL(string: "http://receiver.example"))
    let bench = try await DeliveryBench(events: 1)
    let batch = DeliveryBatch(events: try await bench.log.events(limit: 1))
    for format in [DeliveryFormat.ndjson, .otlp([:])] {
      let transport = Answering(status: 200, type: type, body: body)
      let sink = HTTPSink(url, format: format, transport: transport)
      #expect(try await sink.send(batch) == .notNow(reason: reason))
    }
  }

  @Test(arguments: [nil, "application/json", "text/plain; charset=utf-8"])
  func `an answer counts under any content type except a page's`(type: String?) async throws {
    let url = try #require(URL(string: "http://receiver.example"))
    let bench = try await DeliveryBench(events: 1)
    let batch = DeliveryBatch(events: try await bench.log.events(limit: 1))
    for body in ["", "{}"] {
      let sink = HTTPSink(url, transport: Answering(status: 200, type: type, body: body))
      #expect(try await sink.send(batch) == .accepted)
    }
  }

  @Test(arguments: [500, 599]) func `an app can give up on a 5xx`(status: Int) async throws {
    let answer = try await answer(status) { $0.retriedStatuses = [] }
    #expect(answer == .rejected(reason: "\(status)"))
  }

  @Test func `every status has the effect in the table of the sink`() async throws {
    let url = try #require(URL(string: "http://receiver.example"))
    let bench = try await DeliveryBench(events: 1)
    let batch = DeliveryBatch(events: try await bench.log.events(limit: 1))
    for status in 100...700 {
      let sink = HTTPSink(url, transport: Answering(status: status))
      let reason = "\(status)"
      let expected: DeliveryAnswer =
        switch status {
        case 200...202, 204: .accepted
        case 413: .tooLarge(reason: reason)
        case 400, 422: .invalid(reason: reason)
        case 401, 403, 404, 405, 407, 408, 410, 415, 425, 429: .notNow(reason: reason)
        case 400...499: .rejected(reason: reason)
        default: .notNow(reason: reason)
        }
      #expect(try await sink.send(batch) == expected)
    }
  }

  private struct Keeping: DeliveryTransport {
    let requests = Collected<DeliveryRequest>()

    func send(_ request: DeliveryRequest) async throws -> DeliveryResponse {
      requests.add(request)
      return DeliveryResponse(
        status: 429, headers: ["Retry-After": "7"], body: Data("  try \n later  ".utf8))
    }
  }

  @Test(arguments: [1_024, 1_025]) func `a body above 1 KiB is compressed`(size: Int) async throws {
    let url = try #require(URL(string: "http://receiver.example"))
    let log = try LogFolder().open()
    func batch(_ text: String) async throws -> DeliveryBatch {
      log.record(.seen(1, attributes: ["a": .text(text)]))
      return DeliveryBatch(events: try await log.latestEvents(1))
    }
    let sentAt = Date(milliseconds: HandMovedClock.start)
    let empty = DeliveryFormat.ndjson.body(of: try await batch("").events, sentAt: sentAt).count
    let filled = try await batch(String(repeating: "x", count: size - empty))
    let transport = Keeping()
    var sink = HTTPSink(url, transport: transport) { ["Authorization": "me"] }
    sink.clock = HandMovedClock().clock
    #expect(try await sink.send(filled) == .notNow(after: .seconds(7), reason: "429 try later"))
    sink.isCompressing = false
    _ = try await sink.send(filled)
    let requests = transport.requests.all
    #expect(requests[1].body == DeliveryFormat.ndjson.body(of: filled.events, sentAt: sentAt))
    #expect(requests[1].body.count == size && requests[1].url == url)
    var headers = [
      "Authorization": "me", "Content-Type": "application/x-ndjson",
      "Idempotency-Key": "\"\(filled.key)\"",
    ]
    #expect(requests[1].headers == headers)
    if size > 1_024 { headers["Content-Encoding"] = "gzip" }
    #expect(requests[0].headers == headers)
    #expect((requests[0].body.count < size) == (size > 1_024))
  }

  private struct Saying: DeliveryTransport {
    let text: String

    func send(_ request: DeliveryRequest) async throws -> DeliveryResponse {
      DeliveryResponse(status: 402, body: Data(text.utf8))
    }
  }

  @Test func `a reason has the first 200 bytes of the response`() async throws {
    let url = try #require(URL(string: "http://receiver.example"))
    let bench = try await DeliveryBench(events: 1)
    let batch = DeliveryBatch(events: try await bench.log.events(limit: 1))
    for (count, kept) in [(0, 0), (1, 1), (200, 200), (201, 200)] {
      let sink = HTTPSink(url, transport: Saying(text: String(repeating: "x", count: count)))
      let words = kept == 0 ? "402" : "402 " + String(repeating: "x", count: kept)
      #expect(try await sink.send(batch) == .rejected(reason: words))
    }
  }

  @Test func `a batch of several events over its byte limit is too large to send`() async throws {
    let url = try #require(URL(string: "http://receiver.example"))
    let bench = try await DeliveryBench(events: 2)
    let events = try await bench.log.events(limit: 2)
    let transport = Keeping()
    var sink = HTTPSink(url, transport: transport)
    sink.clock = HandMovedClock().clock
    let sentAt = Date(milliseconds: HandMovedClock.start)
    let size = DeliveryFormat.ndjson.body(of: events, sentAt: sentAt).count
    let large = DeliveryBatch(events: events, byteLimit: size - 1)
    #expect(try await sink.send(large) == .tooLarge(reason: "\(size) bytes"))
    #expect(transport.requests.all.isEmpty)
    _ = try await sink.send(DeliveryBatch(events: events, byteLimit: size))
    _ = try await sink.send(DeliveryBatch(events: [events[0]], byteLimit: 1))
    #expect(transport.requests.all.count == 2)
  }
}
#endif
