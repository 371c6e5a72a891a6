import ArgumentParser
import Foundation
import SightlineLog

/// Prints an OpenTelemetry or newline-delimited JSON request body with a few events that cover
/// every field. `scripts/test otlp` parses it with other implementations.
struct Encode: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "encode", abstract: "Print a request with a few events.")

  @Flag(help: "Newline-delimited JSON in place of OTLP.")
  var ndjson = false
  @Flag(help: "Compressed, as sent.")
  var gzip = false

  func run() async throws {
    try await withTrialFolder { folder in
      var configuration = LogConfiguration()
      configuration.session = "session \"1\" \\ \u{1} é 🙂"
      configuration.sampleRate = { kind, _ in kind == .exposure ? 1 : 0.999 }
      let log = try ImpressionLog(
        at: folder.appendingPathComponent("log.sqlite"), configuration: configuration)
      for index in 0..<20 { log.record(Encode.entry(index)) }
      log.session = "the next"
      log.record(
        LogEntry(
          kind: .impression, item: .number(.min), policy: .mrcVideo, sinceFirstSeen: .seconds(9),
          total: .nanoseconds(Int64.max), longest: .zero, greatestFraction: 0.1 + 0.2,
          count: Int(Int32.max),
          exposures: 3))
      let events = try await log.nextBatch(limit: 100)
      let format = ndjson ? DeliveryFormat.ndjson : .otlp(["service.name": "shop", "shard": 3])
      let printer = Printer()
      var sink = HTTPSink(
        URL(fileURLWithPath: "/"), format: format, transport: printer)
      sink.isCompressing = gzip
      _ = try await sink.send(DeliveryBatch(events: events))
      try await log.close()
    }
  }

  private static func entry(_ index: Int) -> LogEntry {
    .exposure(
      of: .text("article-\(index)\n"), under: .feed, lasting: .milliseconds(index),
      greatestFraction: Double(index) / 7, impressions: index, screen: "Home",
      attributes: [
        "session.id": "the app's own", "flag": .flag(index % 2 == 0), "price": .number(1e300),
        "low": .integer(.min), "nan": .number(.nan), "infinite": .number(-.infinity),
        "text": .text("\u{0}\"\t\u{2028}"),
      ])
  }

  private struct Printer: DeliveryTransport {
    func send(_ request: DeliveryRequest) async throws -> DeliveryResponse {
      FileHandle.standardOutput.write(request.body)
      return DeliveryResponse(status: 200)
    }
  }
}
