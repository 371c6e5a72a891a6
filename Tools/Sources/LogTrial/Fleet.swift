import ArgumentParser
import Foundation
import SightlineLog

/// Simulates devices that deliver: writes their logs, and the requests in the order of arrival.
/// `scripts/test analytics` loads both into warehouses.
///
/// A fifth of the requests arrive twice, some days late, and from devices whose clocks are off by
/// minutes or years. People have several devices, and some no account or an empty one. A quarter
/// of the sessions delivers the impressions under `mrcDisplay`.
struct Fleet: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fleet", abstract: "Simulate devices: their logs, and their requests.")

  @Argument(help: "A folder for the logs and for requests.ndjson.")
  var folder: String
  @Option(help: "The number of devices.")
  var devices = 1_000
  @Option(help: "The number of events of each.")
  var events = 200
  @Option(help: "The seed of their behaviour.")
  var seed: UInt64 = 7

  /// 2026-01-31 00:00:00 UTC, in milliseconds.
  private static let lastDay: Int64 = 1_769_817_600_000
  private static let day: Int64 = 86_400_000
  private static let days: Int64 = 10
  private static let sessions = 5
  private static let otlp = DeliveryFormat.otlp(["service.name": "fleet"])

  private struct Request: Encodable {
    var arrivedMs: Int64
    /// How far the device's clock is ahead.
    var clockErrorMs: Int64
    var ndjson: String
    var otlp: String
  }

  func run() async throws {
    let folder = URL(fileURLWithPath: folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var random = SeededGenerator(seed: seed)
    var requests: [Request] = []
    for device in 0..<devices {
      let file = folder.appendingPathComponent("device-\(device).sqlite")
      requests += try await use(device, file, &random)
    }
    requests.sort { $0.arrivedMs < $1.arrivedMs }
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let output = folder.appendingPathComponent("requests.ndjson")
    try Data().write(to: output)
    let handle = try FileHandle(forWritingTo: output)
    for request in requests { try handle.write(contentsOf: encoder.encode(request) + Data([10])) }
    try handle.close()
    print("\(requests.count) requests of \(devices) devices")
  }

  /// Uses a device for some sessions. Returns its requests.
  private func use(
    _ device: Int, _ file: URL, _ random: inout SeededGenerator
  ) async throws -> [Request] {
    let time = Time()
    let error = clockError(&random)
    let zone = Int.random(in: -8...9, using: &random) * 3_600
    var configuration = LogConfiguration()
    configuration.retention.delivered = .seconds(Int64.max >> 30)
    configuration.retention.undelivered = .seconds(Int64.max >> 30)
    configuration.clock = LogClock(
      milliseconds: { time.milliseconds + error }, secondsFromGMT: { _ in zone })
    configuration.session = "\(device)-0"
    configuration.sampleRate = { kind, policy in
      kind == .impression && policy == .mrcDisplay ? 0.25 : 1
    }
    time.milliseconds = Fleet.lastDay - Fleet.days * Fleet.day
    let log = try ImpressionLog(at: file, configuration: configuration)
    let account: LogValue? = device % 3 == 0 ? [nil, ""][device % 2] : .text("a-\(device % 97)")
    if case .text(let name) = account { log.person = name }
    let isLate = Int.random(in: 0..<10, using: &random) == 0
    var requests: [Request] = []
    for session in 0..<Fleet.sessions {
      log.session = "\(device)-\(session)"
      time.milliseconds += Int64.random(in: 0..<2 * Fleet.day, using: &random)
      for _ in 0..<events / Fleet.sessions {
        time.milliseconds += Int64.random(in: 0..<5_000, using: &random)
        log.record(entry(account, &random))
      }
      let delay = isLate ? Int64.random(in: 0..<5 * Fleet.day, using: &random) : 0
      while case let batch = try await log.nextBatch(limit: 50), !batch.isEmpty {
        var sent = time.milliseconds + 30_000 + delay
        for _ in 0..<(Int.random(in: 0..<5, using: &random) == 0 ? 2 : 1) {
          requests.append(request(batch, at: sent, error, &random))
          sent += Int64.random(in: 1_000..<Fleet.day, using: &random)
        }
        try await log.markDelivered(batch.map(\.position))
      }
    }
    try await log.close()
    return requests
  }

  private func clockError(_ random: inout SeededGenerator) -> Int64 {
    switch Int.random(in: 0..<10, using: &random) {
    case 0: Int64.random(in: -20 * 365...20 * 365, using: &random) * Fleet.day
    case 1, 2: Int64.random(in: -600_000...600_000, using: &random)
    default: 0
    }
  }

  private func request(
    _ batch: [LoggedEvent], at sent: Int64, _ error: Int64, _ random: inout SeededGenerator
  ) -> Request {
    let sentAt = Date(timeIntervalSince1970: Double(sent + error) / 1000)
    func text(_ format: DeliveryFormat) -> String {
      String(decoding: format.body(of: batch, sentAt: sentAt), as: UTF8.self)
    }
    return Request(
      arrivedMs: sent + Int64.random(in: 5..<900, using: &random), clockErrorMs: error,
      ndjson: text(.ndjson), otlp: text(Fleet.otlp))
  }

  private func entry(_ account: LogValue?, _ random: inout SeededGenerator) -> LogEntry {
    let number = Int64(pow(Double.random(in: 0..<1, using: &random), 2) * 200)
    // Numbers, texts, and texts that read as numbers.
    let items: [ItemKey] = [.number(number), .text("\(number)"), .text("article-\(number)")]
    let item = items[Int.random(in: 0..<items.count, using: &random)]
    let policy = Int.random(in: 0..<8, using: &random) == 0 ? LogPolicy.mrcDisplay : .feed
    let screen = [nil, "Home", "Search"][Int.random(in: 0..<3, using: &random)]
    let length = Duration.nanoseconds(Int64.random(in: 1_000_000..<9_000_000_000, using: &random))
    let fraction = Double.random(in: 0.5...1, using: &random)
    let attributes = account.map { ["account": $0, "position": .integer(number)] }
    let kind: LogEntry.Kind = Bool.random(using: &random) ? .exposure : .impression
    var entry = LogEntry.exposure(
      of: item, under: policy, lasting: length, greatestFraction: fraction,
      impressions: kind == .impression ? 1 : Int.random(in: 0...1, using: &random),
      screen: screen, attributes: attributes)
    entry.kind = kind
    return entry
  }
}

/// The clock a log reads.
// Unchecked because the lock guards the value.
private final class Time: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Int64 = 0

  var milliseconds: Int64 {
    get { lock.withLock { value } }
    set { lock.withLock { value = newValue } }
  }
}
