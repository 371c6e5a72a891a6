#if Log
import Foundation
import SightlineTestSupport
import Testing

@testable import SightlineLog

/// Each test sends through real sockets to a misbehaving receiver and checks the invariants:
/// nothing is lost, nothing is duplicated, and the received events are the logged ones.
@Suite struct BadNetworkTests {
  private let transport = URLSessionTransport()

  private func sink(
    _ receiver: LocalReceiver, compressing: Bool = false, clock: LogClock = .system
  ) -> HTTPSink {
    var sink = HTTPSink(receiver.url, transport: transport)
    sink.isCompressing = compressing
    sink.clock = clock
    return sink
  }

  private func expectAll(_ bench: DeliveryBench, at receiver: LocalReceiver) async throws {
    let events = try await bench.log.events(limit: .max)
    let delivered = events.filter { $0.state == .delivered }
    #expect(Set(receiver.events.keys) == Set(delivered.map { "\($0.id)" }))
    #expect(delivered.count == events.count)
    for event in delivered {
      let sent = DeliveryFormat.ndjson.body(of: [event], sentAt: event.time)
      #expect(receiver.events["\(event.id)"] == LocalReceiver.line(sent)?.line)
    }
    #expect(receiver.withState { $0.contradicted } == 0)
    #expect(try await bench.log.counts().undelivered == 0)
    receiver.stop()
  }

  @Test func `a good network takes every batch once`() async throws {
    let bench = try await DeliveryBench(events: 25)
    let receiver = try LocalReceiver()
    let status = try await bench.deliverAll(to: sink(receiver)) { $0.batchEvents = 10 }
    #expect(status.attempts == 3)
    let headers = receiver.requests.map(\.headers)
    #expect(headers.allSatisfy { $0["content-type"] == "application/x-ndjson" })
    #expect(Set(headers.map { $0["idempotency-key"] }).count == 3)
    #expect(receiver.withState { $0.repeated } == 0)
    try await expectAll(bench, at: receiver)
  }

  @Test func `a receiver refusing connections is retried`() async throws {
    let bench = try await DeliveryBench(events: 5)
    let receiver = try LocalReceiver(listens: false)
    let attempts = Locked(0)
    let sink = sink(receiver)
    _ = try await bench.deliverAll(
      to: bench.withinSink { batch in
        let number = attempts.withLock { count in
          count += 1
          return count
        }
        if number == 4 { receiver.listen() }
        return try await sink.send(batch)
      })
    #expect(bench.reports.waits.count == 3)
    #expect(bench.clock.passed == bench.reports.waits)
    try await expectAll(bench, at: receiver)
  }

  @Test(arguments: [true, false])
  func `a hanging receiver times out with the batch in doubt`(takes: Bool) async throws {
    let bench = try await DeliveryBench(events: 5)
    let receiver = try LocalReceiver([.hang(takes: takes)])
    let delivery = bench.delivery(to: sink(receiver))
    await delivery.start()
    _ = await receiver.arrivals.first { $0 == 1 }
    await bench.clock.sleeper(of: DeliveryBench.timeout)
    bench.clock.advance(by: DeliveryBench.timeout)
    await bench.reports.first { $0 == .idle }
    #expect(receiver.requests.count == 2)
    #expect(Set(receiver.requests.map { $0.headers["idempotency-key"] }).count == 1)
    // It answered the first request after the client had disconnected.
    #expect(receiver.withState { $0.repeated } == (takes ? 5 : 0))
    #expect(await delivery.stop(within: .seconds(1)))
    try await expectAll(bench, at: receiver)
  }

  @Test(arguments: [206, 302, 429, 503])
  func `a temporary refusal is retried`(status: Int) async throws {
    let bench = try await DeliveryBench(events: 5)
    let receiver = try LocalReceiver([
      .refuse(status, headers: ["Location: http://127.0.0.1:1/"]), .refuse(status),
    ])
    _ = try await bench.deliverAll(to: sink(receiver))
    #expect(receiver.requests.count == 3)
    #expect(bench.reports.waits.count == 2)
    #expect(bench.reports.waits[0] <= .seconds(1) && bench.reports.waits[1] <= .seconds(2))
    try await expectAll(bench, at: receiver)
  }

  @Test func `a retry time in seconds or as a date is respected`() async throws {
    let bench = try await DeliveryBench(events: 5)
    let receiver = try LocalReceiver([
      .refuse(429, headers: ["Retry-After: 120"]),
      // The log's clock reads 12:00:00.
      .refuse(503, headers: ["Retry-After: Sat, 31 Jan 2026 12:05:00 GMT"]),
    ])
    _ = try await bench.deliverAll(to: sink(receiver, clock: bench.folder.clock.clock))
    let waits = bench.reports.waits
    #expect(waits.count == 2)
    #expect(waits[0] >= .seconds(120) && waits[0] <= .seconds(121))
    #expect(waits[1] >= .seconds(300) && waits[1] <= .seconds(301))
    #expect(bench.clock.passed == waits)
    try await expectAll(bench, at: receiver)
  }

  @Test func `a cut connection is not a response`() async throws {
    let bench = try await DeliveryBench(events: 5)
    let receiver = try LocalReceiver([.cutRequest, .cutAnswer, .cutAnswer])
    _ = try await bench.deliverAll(to: sink(receiver))
    #expect(bench.reports.waits.count == 3)
    #expect(receiver.withState { $0.repeated } == 10)
    try await expectAll(bench, at: receiver)
  }

  @Test(.timeLimit(.minutes(10)))
  func `a connection lost before the next batch is not a response`() async throws {
    let bench = try await DeliveryBench(events: 30)
    let receiver = try LocalReceiver([.accept, .cutRequest])
    let status = try await bench.deliverAll(to: sink(receiver)) { $0.batchEvents = 10 }
    #expect(receiver.requests.map(\.ids.count) == [10, 0, 10, 10])
    #expect(status.attempts == 4)
    try await expectAll(bench, at: receiver)
  }

  @Test func `a large body is compressed, a small one is not`() async throws {
    let bench = try await DeliveryBench(events: 101)
    let receiver = try LocalReceiver()
    _ = try await bench.deliverAll(to: sink(receiver, compressing: true)) { $0.batchEvents = 100 }
    let requests = receiver.requests
    #expect(requests.map { $0.headers["content-encoding"] } == ["gzip", nil])
    #expect(requests[0].body.count * 5 < requests[1].body.count * 100)
    try await expectAll(bench, at: receiver)
  }

  @Test func `an endless response is cut off and is not an answer`() async throws {
    let bench = try await DeliveryBench(events: 1)
    let receiver = try LocalReceiver([.cutLongAnswer])
    _ = try await bench.deliverAll(to: sink(receiver))
    #expect(receiver.requests.count == 2)
    try await expectAll(bench, at: receiver)
  }

  @Test(arguments: [
    ["Content-Type: text/html"], ["Content-Type: text/html", "Retry-After: 9"],
  ])
  func `events behind a captive portal wait until it is gone`(headers: [String]) async throws {
    let bench = try await DeliveryBench(events: 5)
    let portal = LocalReceiver.Behaviour.acceptSaying(
      { _ in ("<html>Welcome</html>", []) }, headers: headers)
    let receiver = try LocalReceiver([portal, portal])
    let status = try await bench.deliverAll(to: sink(receiver))
    #expect(status.attempts == 3 && status.delivered == 5)
    for case .waiting(let wait, let reason) in bench.reports.all.all {
      #expect(reason == "200 text/html <html>Welcome</html>")
      #expect(headers.count == 1 || wait >= .seconds(9))
    }
    #expect(bench.reports.waits.count == 2)
    try await expectAll(bench, at: receiver)
  }

  @Test(arguments: [0, 1, 2, 1 << 20])
  func `a response has its status and headers, and the first megabyte of its body`(
    excess: Int
  )
    async throws
  {
    let size = (1 << 20) - 1 + excess
    let text = String(repeating: "x", count: size)
    let receiver = try LocalReceiver([
      .acceptSaying({ _ in (text, []) }, headers: ["X-Answer: Yes"])
    ])
    let response = try await transport.send(
      DeliveryRequest(url: receiver.url, headers: ["X-Question": "?"], body: Data("{}".utf8)))
    #expect(response.status == 200 && response.headers["x-answer"] == "Yes")
    #expect(response.body == Data(text.utf8.prefix(1 << 20)))
    #expect(receiver.requests.map { $0.headers["x-question"] } == ["?"])
    #expect(receiver.requests.map(\.body) == [Array("{}".utf8)])
    receiver.stop()
  }

  @Test(.timeLimit(.minutes(10)), arguments: [true, false])
  func `sending ends when its task is cancelled, even before`(isBefore: Bool) async throws {
    let receiver = try LocalReceiver([.hang(takes: false), .hang(takes: false)])
    let task = Task { [transport] in
      if isBefore { withUnsafeCurrentTask { $0?.cancel() } }
      return try await transport.send(
        DeliveryRequest(url: receiver.url, headers: [:], body: Data("{}".utf8)))
    }
    if !isBefore {
      _ = await receiver.arrivals.first { $0 == 1 }
      task.cancel()
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    receiver.stop()
  }

  @Test func `every event arrives once under any sequence of failures`() async throws {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededGenerator(seed: seed)
    let bench = try await DeliveryBench(events: 400)
    var script: [LocalReceiver.Behaviour] = []
    for _ in 0..<60 {
      switch Int.random(in: 0..<8, using: &random) {
      case 0: script.append(.refuse([429, 500, 503].randomElement(using: &random) ?? 500))
      case 1: script.append(.refuseMany)
      case 2: script.append(.cutRequest)
      case 3: script.append(.cutAnswer)
      case 4:
        script.append(
          .acceptSaying(
            { ids in ("{\"again\":[\"\(ids[0])\"]}", Array(ids.dropFirst())) }, headers: []))
      default: script.append(.accept)
      }
    }
    let receiver = try LocalReceiver(script)
    let most = Locked(0)
    let sink = sink(receiver, compressing: true)
    _ = try await bench.deliverAll(
      to: bench.withinSink { batch in
        most.withLock { $0 = max($0, batch.events.count) }
        return try await sink.send(batch)
      }
    ) { $0.batchEvents = 10 }
    #expect(most.withLock { $0 } == 10, "seed \(seed)")
    #expect(receiver.events.count == 400, "seed \(seed)")
    try await expectAll(bench, at: receiver)
  }
}
#endif
