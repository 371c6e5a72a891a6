import Foundation
import SightlineLog
import Testing

@testable import SightlineCommand

@Suite struct EventReadingTests {
  private func event(_ number: UInt64, _ item: ItemKey) -> LoggedEvent {
    LoggedEvent(
      id: EventID(high: 0x019c_13f2_4400_7001, low: 1 << 63 | number), position: LogPosition(0),
      state: .delivered, time: Date(timeIntervalSince1970: 1_769_860_800.123), day: 20_484,
      session: "s\"1\\", screen: nil, policyName: "feed", policyParameters: "{\"dwell\":1}",
      kind: .exposure, item: item, sinceFirstSeen: .nanoseconds(5), total: .seconds(3),
      longest: .milliseconds(1), greatestFraction: 0.75, count: 2, exposures: 1, attributes: nil)
  }

  private var events: [LoggedEvent] {
    var events = [event(0, "a\nb"), event(1, 5), event(2, "5"), event(3, "")]
    events[0].attributes = ["b": true, "i": .integer(.min), "t": "é\u{1}", "d": 0.5]
    events[1].policyParameters = "{\"dwell\":2}"
    events[1].kind = .impression
    events[1].previousSession = "s\"0\\"
    events[1].person = "anna"
    (events[1].sampleRate, events[1].secondsFromGMT) = (0.25, -12_600)
    events[2].screen = "Home"
    events[2].time = Date(timeIntervalSince1970: -0.001)
    events[2].day = -1
    events[2].attributes = ["session.id": "mine", "attribute.session.id": "mine, too"]
    events[3].screen = ""
    events[3].greatestFraction = 1
    return events
  }

  @Test(arguments: [DeliveryFormat.ndjson, .otlp(["service.name": "shop"])])
  func `a receiver reads the events sent`(_ format: DeliveryFormat) throws {
    let received = try format.events(in: format.body(of: events, sentAt: Date()))
    #expect(received.events == events)
    #expect(received.malformed == [])
  }

  /// Events written by a library of schema 1 stay readable.
  @Test func `a receiver reads the golden files`() throws {
    for (name, format) in [
      ("ndjson", DeliveryFormat.ndjson), ("otlp.json", .otlp([:])), ("export.ndjson", .ndjson),
    ] {
      let file = inProject("Tests/SightlineLogTests/Fixtures/schema-1.\(name)")
      let received = try format.events(in: Data(contentsOf: file))
      #expect(received.events.count == 4 && received.malformed == [], "\(name)")
      #expect(received.events.map(\.item) == ["a\nb", 5, "5", "=1+1,\""], "\(name)")
      #expect(received.events.map(\.sampleRate) == [1, 0.25, 1, 1], "\(name)")
      #expect(received.events.map(\.secondsFromGMT) == [nil, 19_800, -12_600, nil], "\(name)")
    }
  }

  @Test func `a receiver drops an offset that a log could not hold`() throws {
    let text = String(
      decoding: DeliveryFormat.ndjson.body(of: [events[1]], sentAt: Date()), as: UTF8.self)
    for (offset, isKept) in [
      (-86_401, false), (-86_400, true), (86_400, true), (86_401, false), (.min, false),
      (.max, false),
    ] {
      let body = text.replacing("-12600", with: "\(offset)")
      let received = try DeliveryFormat.ndjson.events(in: Data(body.utf8)).events
      #expect(received.map(\.secondsFromGMT) == [isKept ? offset : nil])
    }
  }

  @Test func `a receiver refuses an event whose day a log could not hold`() throws {
    let text = String(
      decoding: DeliveryFormat.ndjson.body(of: [events[0]], sentAt: Date()), as: UTF8.self)
    for (day, isAccepted) in [
      ("0000-12-31", false), ("0001-02-01", true), ("9999-12-31", true), ("10000-01-02", false),
    ] {
      let body = text.replacing("2026-01-31", with: day)
      let received = try DeliveryFormat.ndjson.events(in: Data(body.utf8))
      #expect(received.events.count == (isAccepted ? 1 : 0), "\(day)")
    }
  }

  @Test func `a receiver names the records it cannot read, and ignores new fields`() throws {
    let body = DeliveryFormat.ndjson.body(of: events, sentAt: Date())
    let id = "\(events[2].id)"
    let text = String(decoding: body, as: UTF8.self)
      .replacing(#""count":2"#, with: #""count":2,"more":[{}]"#, maxReplacements: 1)
      .replacing(#"{"schema":1,"id":"\#(id)"#, with: #"{"schema":2,"id":"\#(id)"#)
    let received = try DeliveryFormat.ndjson.events(in: Data((text + "{\n").utf8))
    #expect(received.events.map(\.id) == [0, 1, 3].map { events[$0].id })
    #expect(received.malformed == [events[2].id, nil])
    #expect(throws: (any Error).self) { try DeliveryFormat.otlp([:]).events(in: Data("{".utf8)) }
  }
}
