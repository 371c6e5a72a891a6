#if Log
import Foundation
import SightlineTestSupport
import Testing

@_spi(Tools) @testable import SightlineLog

@Suite struct FormatTests {
  private func event(_ item: ItemKey, _ attributes: [String: LogValue]? = nil) -> LoggedEvent {
    LoggedEvent(
      id: EventID(high: 0x019c_13f2_4400_7001, low: 0x8000_0000_0000_00ff),
      position: LogPosition(1), state: .undelivered,
      time: Date(milliseconds: 1_769_860_800_123), day: 20_484, session: "s\"1\\", screen: nil,
      policyName: "feed", policyParameters: "{\"dwell\":1}", kind: .exposure, item: item,
      sinceFirstSeen: .nanoseconds(5), total: .seconds(3), longest: .milliseconds(1),
      greatestFraction: 0.75, count: 2, exposures: 1, attributes: attributes)
  }

  /// The events of the golden files.
  private var golden: [LoggedEvent] {
    var events = [
      event(
        "a\nb", ["n": .number(.infinity), "b": true, "i": .integer(.min), "t": "é\u{1}\u{7f}"]),
      event(5), event("5", ["session.id": "mine", "attribute.session.id": "mine, too"]),
      event("=1+1,\"", ["sightline.item": 1, "price": 1.5, "empty": ""]),
    ]
    events[1].policyParameters = "{\"dwell\":2}"
    events[1].kind = .impression
    events[1].previousSession = "s\"0\\"
    events[1].person = "anna"
    (events[1].sampleRate, events[1].secondsFromGMT) = (0.25, 19_800)
    events[2].screen = "Home"
    // Before 1970, and beyond the range of 64-bit nanoseconds.
    events[2].time = Date(milliseconds: -1)
    events[2].day = -1
    events[2].secondsFromGMT = -12_600
    events[3].screen = ""
    events[3].time = Date(milliseconds: LogRange.milliseconds.upperBound)
    events[3].state = .rejected
    events[3].rejection = "too, late"
    for index in events.indices {
      events[index].position = LogPosition(Int64(index) + 1)
      events[index].id = EventID(high: 0x019c_13f2_4400_7001, low: 1 << 63 | UInt64(index))
    }
    return events
  }

  /// A change of these files is a change of the schema: see docs/reference/event-schema.md.
  @Test(arguments: ["ndjson", "otlp.json", "export.ndjson", "export.csv"])
  func `schema 1 is as in its golden file`(_ name: String) throws {
    let sentAt = Date(milliseconds: 1_769_860_830_000)
    let body =
      switch name {
      case "ndjson": DeliveryFormat.ndjson.body(of: golden, sentAt: sentAt)
      case "otlp.json":
        DeliveryFormat.otlp(["service.name": "shop"]).body(of: golden, sentAt: sentAt)
      default: exported(name == "export.csv" ? .csv : .ndjson)
      }
    let file = try #require(
      Bundle.module.url(forResource: "Fixtures/schema-1.\(name)", withExtension: nil))
    let expected = try String(contentsOf: file, encoding: .utf8)
      .replacing("VERSION", with: sightlineVersion)
    #expect(String(decoding: body, as: UTF8.self) == expected)
  }

  private func exported(_ format: EventLines.Format) -> Data {
    var lines = EventLines(format)
    return golden.reduce(into: Data(lines.head)) { $0 += lines.line($1) }
  }

  @Test func `an OpenTelemetry record has typed attributes with unique names`() throws {
    let body = DeliveryFormat.otlp(["service.name": "shop"]).body(
      of: [
        event(
          7,
          [
            "session.id": "mine", "attribute.session.id": "mine, too", "log.record.uid": "x",
            "sightline.item": 1, "price": 1.5, "sale": true,
          ])
      ], sentAt: Date(milliseconds: 2))
    let root = try #require(try JSONSerialization.jsonObject(with: body) as? [String: Any])
    let resource = try #require((root["resourceLogs"] as? [[String: Any]])?.first)
    let scope = try #require((resource["scopeLogs"] as? [[String: Any]])?.first)
    #expect(
      scope["scope"] as? [String: String] == ["name": "sightline", "version": sightlineVersion])
    let record = try #require((scope["logRecords"] as? [[String: Any]])?.first)
    #expect(record["timeUnixNano"] as? String == "1769860800123000000")
    #expect(record["severityNumber"] as? Int == 9)
    #expect(record["eventName"] as? String == "sightline.exposure")
    let attributes = try #require(record["attributes"] as? [[String: Any]])
    let names = attributes.compactMap { $0["key"] as? String }
    #expect(Set(names).count == names.count)
    func value(_ name: String) -> [String: Any]? {
      attributes.first { $0["key"] as? String == name }?["value"] as? [String: Any]
    }
    #expect(value("log.record.uid")?["stringValue"] as? String == "\(event(7).id)")
    #expect(value("session.id")?["stringValue"] as? String == "s\"1\\")
    #expect(value("attribute.session.id")?["stringValue"] as? String == "mine")
    #expect(
      value("attribute.attribute.session.id")?["stringValue"] as? String == "mine, too")
    #expect(value("attribute.log.record.uid")?["stringValue"] as? String == "x")
    #expect(value("sightline.item")?["stringValue"] as? String == "7")
    #expect(value("sightline.item_is_number")?["boolValue"] as? Bool == true)
    #expect(value("sightline.sent_at_ms")?["intValue"] as? String == "2")
    #expect(value("attribute.sightline.item")?["intValue"] as? String == "1")
    #expect(value("price")?["doubleValue"] as? Double == 1.5)
    #expect(value("sale")?["boolValue"] as? Bool == true)
    #expect(value("sightline.total_ns")?["intValue"] as? String == "3000000000")
  }

  @Test func `the hash of a policy has leading zeros`() {
    var event = event(1)
    event.policyParameters = "12"
    #expect(event.policyID == "07f89407b4ba0c0a")
  }

  @Test func `a day is written as its calendar date`() {
    #expect(
      [-719_468, -1, 0, 58, 59, 789, 11_016, 20_484, 2_932_896].map(date(ofDay:)) == [
        "0000-03-01", "1969-12-31", "1970-01-01", "1970-02-28", "1970-03-01", "1972-02-29",
        "2000-02-29", "2026-01-31", "9999-12-31",
      ])
  }

  private static let id = EventID(high: 1 << 12, low: 2)

  @Test(
    arguments: [
      ("", .accepted), (" \r\n", .accepted), ("{}", .accepted),
      ("{\"rejected\":[],\"again\":null}", .accepted),
      ("{\"rejected\":[{\"id\":\"ID\"}]}", .partlyAccepted(rejected: [id: "rejected"])),
      (
        "{\"rejected\":[{\"id\":\"ID\",\"reason\":\"old\",\"line\":7}]}",
        .partlyAccepted(rejected: [id: "old"])
      ),
      ("{\"again\":[\"ID\"]}", .partlyAccepted(rejected: [:], again: [id])),
    ] as [(String, DeliveryAnswer)])
  func `an answer in JSON names events`(body: String, answer: DeliveryAnswer) {
    for id in ["\(Self.id)", "\(Self.id)".uppercased()] {
      #expect(DeliveryFormat.ndjson.answer(Data(body.replacing("ID", with: id).utf8)) == answer)
    }
  }

  @Test(
    arguments: [
      "ok", "null", "true", "7", "[]", "\"{}\"", "<html></html>", "{", "{\"again\":[",
      "{\"again\":[\"ID\"", "{\"again\":[\"ID\"]", "{\"again\":[\"ID\"]} x", "{}{}",
      "{\"again\":9}", "{\"again\":\"ID\"}", "{\"again\":{}}", "{\"again\":[7,\"ID\"]}",
      "{\"again\":[\"x\"]}", "{\"rejected\":{}}", "{\"rejected\":3}", "{\"rejected\":[\"ID\"]}",
      "{\"rejected\":[{\"id\":\"ID\"},{\"id\":\"x\"}]}", "{\"rejected\":[{\"id\":\"ID\"},null]}",
      "{\"error\":\"disk full\"}", "{\"success\":false}", "{\"again\":[],\"errors\":true}",
      "{\"partialSuccess\":{}}",
      "{\"took\":3,\"errors\":true,\"items\":[{\"index\":{\"status\":429}}]}",
    ])
  func `a body that is not a JSON answer delivers nothing`(body: String) {
    expectNothing(.ndjson, body.replacing("ID", with: "\(Self.id)"))
  }

  private func expectNothing(_ format: DeliveryFormat, _ body: String) {
    guard case .notNow(nil, let reason) = format.answer(Data(body.utf8)) else {
      Issue.record("\(body) delivers something")
      return
    }
    #expect(reason.contains(body.prefix(20)))
  }

  /// Libraries write 64-bit numbers as strings or numbers, and names in camel or snake case.
  @Test func `a partial success counts in every spelling`() throws {
    let spellings = [
      ("partialSuccess", "rejectedLogRecords", "errorMessage"),
      ("partial_success", "rejected_log_records", "error_message"),
      ("partialSuccess", "rejected_log_records", "errorMessage"),
    ]
    withEvery(spellings, ["3", "\"3\"", "3.0", "3e0", "\"3e0\""]) { names, count in
      for (message, reason) in [("old", "old"), ("", "rejected"), (nil, "rejected")] {
        let said = message.map { ",\"\(names.2)\":\"\($0)\"" } ?? ""
        let body = "{\"\(names.0)\":{\"\(names.1)\":\(count)\(said)}}"
        #expect(
          DeliveryFormat.otlp([:]).answer(Data(body.utf8))
            == .rejectedUnnamed(3, reason: reason), "\(body)")
      }
    }
  }

  @Test(
    arguments: [
      "", "{}", "{\"partialSuccess\":null}", "{\"partialSuccess\":{}}", "{\"partial_success\":{}}",
      "{\"partialSuccess\":{\"rejectedLogRecords\":\"0\"}}",
      "{\"partialSuccess\":{\"rejectedLogRecords\":null,\"errorMessage\":\"slow down\"}}",
      "{\"partial_success\":{\"rejected_log_records\":0}}",
      // A later version's fields must be ignored.
      "{\"partialSuccess\":{\"rejectedLogRecords\":0,\"hint\":{}},\"hint\":[1]}",
    ])
  func `a success in OTLP delivers the batch`(body: String) {
    #expect(DeliveryFormat.otlp([:]).answer(Data(body.utf8)) == .accepted)
  }

  @Test(
    arguments: [
      "ok", "null", "[]", "<html></html>", "{", "{\"partialSuccess\":{\"rejectedLogRecords\":\"3",
      "{\"partialSuccess\":3}", "{\"partialSuccess\":[]}", "{\"partialSuccess\":\"\"}",
      "{\"partialSuccess\":{\"rejectedLogRecords\":-1}}",
      "{\"partialSuccess\":{\"rejectedLogRecords\":1.5}}",
      "{\"partialSuccess\":{\"rejectedLogRecords\":true}}",
      "{\"partialSuccess\":{\"rejectedLogRecords\":\"\"}}",
      "{\"partialSuccess\":{\"rejectedLogRecords\":\"all\"}}",
      "{\"partialSuccess\":{\"rejectedLogRecords\":[3]}}",
      "{\"partialSuccess\":{\"rejectedSpans\":3}}",
      "{\"partialSuccess\":{\"rejectedLogRecords\":0,\"rejected_log_records\":3}}",
      "{\"partialSuccess\":{},\"partial_success\":{\"rejectedLogRecords\":3}}",
      "{\"code\":8,\"message\":\"quota exceeded\"}", "{\"errors\":true,\"items\":[]}",
      "{\"rejected\":[],\"again\":[]}",
    ])
  func `a body that is not an OTLP answer delivers nothing`(body: String) {
    expectNothing(.otlp([:]), body)
  }

  @Test(
    arguments: [
      ("120", 120_000), (" 0 ", 0), ("99999999999999999999", (1 << 32) * 1000),
      ("4294967296", (1 << 32) * 1000), ("8589934592", (1 << 32) * 1000), ("12", 12_000),
      ("Sat, 31 Jan 2026 12:00:01 GMT", 1000), ("Saturday, 31-Jan-26 12:01:00 GMT", 60_000),
      ("Sat Jan 31 13:00:00 2026", 3_600_000), ("Sun Feb  1 12:00:00 2026", 86_400_000),
      ("Fri, 30 Jan 2026 12:00:00 GMT", 0), ("-1", nil),
      ("1.5", nil), ("", nil), ("soon", nil), ("٣", nil),
    ] as [(String, Int?)])
  func `a retry time is in seconds or a date`(text: String, milliseconds: Int?) {
    #expect(
      RetryAfter.read(text, now: HandMovedClock.start) == milliseconds.map { .milliseconds($0) })
  }

  @Test func `compressed data can be read by gzip`() throws {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededGenerator(seed: seed)
    try withEvery([1, 5, 1_000, 300_000], [9, UInt8.max]) { count, most in
      // Bytes of every value cannot be compressed: the result is longer.
      let plain = (0..<count).map { _ in UInt8.random(in: 0...most, using: &random) }
      let compressed = try #require(Gzip.compress(Data(plain)))
      #expect(try LocalReceiver.gunzip(Array(compressed)) == plain, "seed \(seed)")
      #expect(Array(compressed.prefix(10)) == [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
    }
    #expect(Gzip.checksum(Data("123456789".utf8)) == 0xcbf4_3926)
  }
}
#endif
