#if Log
import Foundation
import Testing

@testable import SightlineLog

@Suite struct DeliveryStateTests {
  private func log(_ folder: LogFolder, events: Int) async throws -> ImpressionLog {
    let log = try folder.open()
    for index in 0..<events { log.record(.seen(.number(Int64(index)))) }
    try await log.flush()
    return log
  }

  private func positions(_ range: ClosedRange<Int64>) -> [LogPosition] {
    range.map(LogPosition.init)
  }

  @Test func `a batch is returned again until acknowledged`() async throws {
    let folder = try LogFolder()
    let log = try await log(folder, events: 10)
    #expect(try await log.nextBatch(limit: 3).map(\.position) == positions(1...3))
    #expect(try await log.nextBatch(limit: 3).map(\.position) == positions(1...3))
    #expect(
      try await log.nextBatch(limit: 3, after: LogPosition(3)).map(\.position) == positions(4...6))
    #expect(try await log.markDelivered(positions(1...3)) == 3)
    #expect(try await log.nextBatch(limit: 3).map(\.position) == positions(4...6))
    try await log.close()
    let again = try folder.open()
    #expect(try await again.nextBatch(limit: 100).map(\.position) == positions(4...10))
  }

  @Test func `batches can be acknowledged in any order, even twice`() async throws {
    let folder = try LogFolder()
    let log = try await log(folder, events: 9)
    #expect(try await log.markDelivered(positions(4...6)) == 3)
    #expect(try await log.nextBatch(limit: 9).map(\.position.rawValue) == [1, 2, 3, 7, 8, 9])
    #expect(try await log.markDelivered(positions(4...6)) == 0)
    #expect(try await log.markDelivered(positions(1...9)) == 6)
    #expect(try await log.nextBatch(limit: 9) == [])
    let counts = try await log.counts()
    #expect((counts.undelivered, counts.delivered, counts.events) == (0, 9, 9))
    log.record(.seen("new"))
    #expect(try await log.nextBatch(limit: 9).map(\.item) == ["new"])
    #expect(try await log.markDelivered([LogPosition(99)]) == 0)
  }

  @Test func `a rejected event is not returned again, keeps its reason and can be retried`()
    async throws
  {
    let folder = try LogFolder()
    let log = try await log(folder, events: 4)
    #expect(try await log.reject(positions(1...2), because: "400 no such field") == 2)
    #expect(try await log.nextBatch(limit: 9).map(\.position) == positions(3...4))
    let apart = try await log.events(in: [.rejected])
    #expect(apart.map(\.rejection) == ["400 no such field", "400 no such field"])
    #expect(try await log.reject(positions(1...1), because: "again") == 0)
    #expect(try await log.counts().rejected == 2)
    #expect(try await log.markDelivered(positions(3...4)) == 2)
    #expect(try await log.retryRejected(positions(2...2)) == 1)
    #expect(try await log.nextBatch(limit: 9).map(\.position) == positions(2...2))
    #expect(try await log.retryRejected() == 1)
    #expect(try await log.nextBatch(limit: 9).map(\.position) == positions(1...2))
    #expect(try await log.events(in: [.rejected]) == [])
    #expect(try await log.counts().undelivered == 2)
  }

  @Test func `positions and limits at the ends of their ranges are accepted`() async throws {
    let log = try LogFolder().open()
    log.record(.seen(1))
    for (position, count) in [(Int64.min, 1), (0, 1), (1, 0), (.max, 0)] {
      #expect(try await log.nextBatch(limit: 9, after: LogPosition(position)).count == count)
    }
    for (limit, count) in [(Int.min, 0), (0, 0), (1, 1), (.max, 1)] {
      #expect(try await log.latestEvents(limit).count == count)
    }
  }

  @Test func `only a retry that returns events wakes a delivery`() async throws {
    let log = try await log(LogFolder(), events: 2)
    func returned() -> Int { log.writer.events.withState { $0.returned } }
    #expect(try await log.retryRejected() == 0)
    #expect(returned() == 0)
    try await log.reject(positions(1...2), because: "400")
    #expect(try await log.retryRejected(positions(1...1)) == 1)
    #expect(returned() == 1)
  }

  @Test func `every event in the file is counted in one state`() async throws {
    let folder = try LogFolder()
    let local = try folder.open { $0.isDelivered = false }
    for item: Int64 in 0..<3 { local.record(.seen(.number(item))) }
    try await local.flush()
    try await local.close()
    let log = try await log(folder, events: 7)
    #expect(try await log.markDelivered(positions(4...4)) == 1)
    #expect(try await log.reject(positions(5...6), because: "400") == 2)
    let counts = try await log.counts()
    #expect(
      (counts.local, counts.delivered, counts.rejected, counts.undelivered) == (3, 1, 2, 4))
    #expect(counts.events == 10)
    for (state, count) in [(DeliveryState.local, 3), (.delivered, 1), (.rejected, 2)] {
      #expect(try await log.events(in: [state]).count == count)
    }
  }

  @Test func `a log without delivery has nothing pending`() async throws {
    let folder = try LogFolder()
    let log = try folder.open { $0.isDelivered = false }
    log.record(.seen(1))
    #expect(try await log.nextBatch(limit: 9) == [])
    let counts = try await log.counts()
    #expect((counts.local, counts.undelivered) == (1, 0))
  }
}
#endif
