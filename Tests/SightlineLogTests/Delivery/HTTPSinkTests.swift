#if Log
import Foundation
import SightlineLog
import Testing

/// The meaning of each status, including the edges of its range.
@Suite struct HTTPSinkTests {
  private struct Answering: DeliveryTransport {
    let status: Int

    func send(_ request: DeliveryRequest) async throws -> DeliveryResponse {
      DeliveryResponse(status: status)
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

  @Test(arguments: [200, 299]) func `a 2xx response means delivered`(status: Int) async throws {
    #expect(try await answer(status) == .accepted)
  }

  @Test(arguments: [100, 199, 300, 399, 401, 500, 599, 600])
  func `a response unrelated to the batch causes a retry`(status: Int) async throws {
    #expect(try await answer(status) == .notNow(reason: "\(status)"))
  }

  @Test(arguments: [402, 499]) func `any other 4xx rejects the batch`(status: Int) async throws {
    #expect(try await answer(status) == .rejected(reason: "\(status)"))
  }

  @Test(arguments: [500, 599]) func `an app can give up on a 5xx`(status: Int) async throws {
    let answer = try await answer(status) { $0.retriedStatuses = [] }
    #expect(answer == .rejected(reason: "\(status)"))
  }
}
#endif
