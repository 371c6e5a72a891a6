import Foundation
import SightlineLog
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Tests of `sightline receive`, and of reports on several logs, as users call them.
@Suite struct ReceiveCommandTests {
  /// A running `sightline receive`.
  private final class Receiver {
    let url: URL
    private let process = Process()
    private let output = Pipe()

    init(_ file: URL) throws {
      process.executableURL = URL(fileURLWithPath: commandPath)
      process.arguments = ["receive", file.path, "--port", "0"]
      process.standardOutput = output
      try process.run()
      try output.fileHandleForWriting.close()
      var line = Data()
      while let byte = try output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty,
        byte != Data([10])
      {
        line += byte
      }
      let text = String(decoding: line, as: UTF8.self)
      url = try #require(
        text.firstMatch(of: /http:[^;]*/).flatMap { URL(string: String($0.output)) })
    }

    deinit { if process.isRunning { process.terminate() } }

    func closeOutput() throws { try output.fileHandleForReading.close() }

    /// Ends it. Returns the rest of its output.
    func stop() -> String {
      process.terminate()
      let rest = output.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return String(decoding: rest, as: UTF8.self)
    }

    /// Sends a body. Returns the answer's status and body.
    func post(_ body: String, _ type: String, method: String = "POST") async throws -> (Int, String)
    {
      var request = URLRequest(url: url)
      request.httpMethod = method
      request.httpBody = Data(body.utf8)
      request.setValue(type, forHTTPHeaderField: "Content-Type")
      let (data, response) = try await URLSession.shared.data(for: request)
      return (
        (response as? HTTPURLResponse)?.statusCode ?? 0, String(decoding: data, as: UTF8.self)
      )
    }
  }

  private func withFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "sightline-receive-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder)
  }

  private func log(_ file: URL, session: String, events: Int) async throws -> ImpressionLog {
    var configuration = LogConfiguration()
    configuration.session = session
    let log = try ImpressionLog(at: file, configuration: configuration)
    for index in 0..<events {
      log.record(
        LogEntry(
          kind: .impression, item: index % 2 == 0 ? .number(Int64(index)) : .text("\(index)"),
          policy: .feed, sinceFirstSeen: .zero, total: .seconds(1), longest: .seconds(1),
          greatestFraction: 1, count: 1, exposures: 1, screen: index % 3 == 0 ? nil : "Home",
          attributes: ["session.id": .text("mine"), "n": .number(0.5), "last": .flag(true)]))
    }
    try await log.flush()
    return log
  }

  /// Exports logs, without the fields of a log's file.
  private func exported(_ files: [URL]) throws -> [String] {
    let result = try sightline(["export"] + files.map(\.path))
    #expect(result.error == "")
    return result.output.split(separator: "\n").map {
      String($0).replacing(/"position":\d+,"state":"[a-z]+",/, with: "")
        .replacing(/"policy_parameters":("([^"\\]|\\.)*"|null),/, with: "")
    }.sorted()
  }

  @Test(.timeLimit(.minutes(10)))
  func
    `deliveries in both formats, sent twice, are kept once and read like the logs they came from`()
    async throws
  {
    try await withFolder { folder in
      let file = folder.appendingPathComponent("received.sqlite")
      let receiver = try Receiver(file)
      let sources = ["a", "b"].map { folder.appendingPathComponent("\($0).sqlite") }
      for (source, format) in zip(
        sources, [DeliveryFormat.ndjson, .otlp(["service.name": "shop"])])
      {
        let log = try await log(source, session: source.lastPathComponent, events: 300)
        let sink = HTTPSink(receiver.url, format: format)
        let batch = DeliveryBatch(events: try await log.nextBatch(limit: 300))
        #expect(try await sink.send(batch) == .accepted)
        #expect(try await sink.send(batch) == .accepted)
        // Even while it is open.
        #expect(try sightline(["report", file.path]).status == 0)
        try await log.close()
      }
      #expect(receiver.stop().hasSuffix("600 events kept, 600 duplicates, 0 refused\n"))
      #expect(try exported([file]) == exported(sources))
      let report = ["--by", "session", "--format", "csv"]
      let received = try sightline(["report", file.path] + report)
      #expect(try sightline(["report"] + sources.map(\.path) + report).output == received.output)
      // An event in several files counts once.
      let all = ["report", file.path] + sources.map(\.path)
      #expect(try sightline(all + report).output == received.output)
      let table = try sightline(all).output
      #expect(table.hasPrefix("3 logs: policy feed, the first 20 of 300 items, "))
    }
  }

  @Test(.timeLimit(.minutes(10)))
  func `a receiver outlives the reader of its output`() async throws {
    try await withFolder { folder in
      let receiver = try Receiver(folder.appendingPathComponent("received.sqlite"))
      try receiver.closeOutput()
      // Progress is reported at most once a second.
      try await Task.sleep(for: .seconds(1.1))
      for _ in 0..<2 {
        #expect(try await receiver.post("", "application/x-ndjson").0 == 200)
      }
    }
  }

  @Test(.timeLimit(.minutes(10)))
  func `a request that is not a delivery is refused with its reason`() async throws {
    try await withFolder { folder in
      let receiver = try Receiver(folder.appendingPathComponent("received.sqlite"))
      let ndjson = "application/x-ndjson"
      #expect(try await receiver.post("", ndjson, method: "PUT").0 == 405)
      #expect(try await receiver.post("x", "text/plain").0 == 415)
      #expect(try await receiver.post("{}\n", ndjson).0 == 400)
      #expect(try await receiver.post("{", "application/json").0 == 400)
      let id = "019c13f2-4400-7001-8000-0000000000ff"
      let (status, answer) = try await receiver.post("{\"schema\":2,\"id\":\"\(id)\"}\n", ndjson)
      #expect(status == 200)
      #expect(
        answer == "{\"rejected\":[{\"id\":\"\(id)\",\"reason\":\"not an event of schema 1\"}]}")
      let record = "{\"attributes\":[{\"key\":\"a\",\"value\":{\"stringValue\":\"b\"}}]}"
      let other = "{\"resourceLogs\":[{\"scopeLogs\":[{\"logRecords\":[\(record)]}]}]}"
      #expect(
        try await receiver.post(other, "application/json; charset=utf-8").1
          == "{\"partialSuccess\":{\"errorMessage\":\"not an event of schema 1\",\"rejectedLogRecords\":\"1\"}}"
      )
      #expect(receiver.stop().hasSuffix("0 events kept, 0 duplicates, 2 refused\n"))
    }
  }

  @Test(.timeLimit(.minutes(10)))
  func `a receiver whose log was removed keeps nothing`() async throws {
    try await withFolder { folder in
      let file = folder.appendingPathComponent("received.sqlite")
      let receiver = try Receiver(file)
      try FileManager.default.removeItem(at: file)
      #expect(try await receiver.post("", "application/x-ndjson").0 == 503)
      #expect(receiver.stop().contains("its file was moved or removed"))
    }
  }

  @Test(.timeLimit(.minutes(10)))
  func `a body of unstated length is refused beyond the limit`() async throws {
    try await withFolder { folder in
      let receiver = try Receiver(folder.appendingPathComponent("received.sqlite"))
      for (size, status) in [((64 << 20) + 1, 413), (64 << 20, 400)] {
        var request = URLRequest(url: receiver.url)
        request.httpMethod = "POST"
        request.httpBodyStream = InputStream(data: Data(count: size))
        request.setValue("application/x-ndjson", forHTTPHeaderField: "Content-Type")
        let (_, response) = try await URLSession.shared.data(for: request)
        #expect((response as? HTTPURLResponse)?.statusCode == status)
      }
    }
  }

  @Test func `a receiver that cannot start gives a one-line error`() async throws {
    try await withFolder { folder in
      let file = folder.appendingPathComponent("received.sqlite")
      let receiver = try Receiver(file)
      let port = try #require(receiver.url.port)
      let taken = try sightline(["receive", file.path, "--port", "\(port)"])
      #expect(
        taken.status == 69
          && taken.error == "sightline: port \(port) cannot be opened; name another with --port\n")
      _ = receiver.stop()
      // Setting it aside, as an app's log does with a damaged file, would rename a person's file.
      let foreign = folder.appendingPathComponent("notes.txt")
      try "a person's notes".write(to: foreign, atomically: true, encoding: .utf8)
      let refused = try sightline(["receive", foreign.path, "--port", "0"])
      #expect(refused.status == 65 && refused.error.contains("not an impression log"))
      #expect(try String(contentsOf: foreign, encoding: .utf8) == "a person's notes")
      try Data(count: 4_096).write(to: folder.appendingPathComponent("gone.sqlite-wal"))
      let gone = folder.appendingPathComponent("gone.sqlite").path
      let damaged = try sightline(["receive", gone, "--port", "0"])
      #expect(damaged.status == 65 && damaged.error.contains("the log is damaged"))
    }
  }
}
