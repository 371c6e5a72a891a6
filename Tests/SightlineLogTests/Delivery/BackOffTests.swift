#if Log
import SightlineTestSupport
import Testing

@testable import SightlineLog

@Suite struct BackOffTests {
  @Test func `the default delays and sizes are those documented`() {
    let delivery = DeliveryConfiguration()
    #expect(delivery.batchEvents == 500)
    #expect(delivery.batchBytes == 1_048_576)
    #expect([delivery.interval, delivery.timeout] == [.seconds(30), .seconds(30)])
    #expect([delivery.firstBackOff, delivery.longestBackOff] == [.seconds(1), .seconds(300)])
    #expect(delivery.longestRetryAfter == .seconds(86_400))
    let log = LogConfiguration()
    #expect([log.heartbeat, log.busyTimeout] == [.seconds(10), .seconds(5)])
    #expect(log.batchDelay == .milliseconds(50))
    #expect(log.queueCapacity == 65_536)
    #expect(log.historyCapacity == 32_768)
    #expect(log.isDelivered && log.durability == .process)
    let kept = log.retention
    #expect([kept.delivered, kept.rejected] == [.seconds(2_592_000), .seconds(2_592_000)])
    #expect(kept.undelivered == .seconds(7_776_000))
    #expect(kept.bytes == 67_108_864)
    #expect(kept.records == 250_000)
  }

  @Test func `the limit doubles with each failure up to the longest`() {
    let backOff = BackOff(DeliveryConfiguration())
    let limits = (0...12).map { backOff.limit(after: $0) }
    #expect(limits == [1, 1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300].map { .seconds($0) })
    var configuration = DeliveryConfiguration()
    configuration.firstBackOff = .milliseconds(1)
    configuration.longestBackOff = .seconds(1_000_000)
    #expect(BackOff(configuration).limit(after: 21) == .milliseconds(1 << 20))
    #expect(BackOff(configuration).limit(after: .max) == .milliseconds(1 << 20))
  }

  @Test func `a log writes again 1, 2, 4 … 60 seconds after failures`() {
    let limits = (1...8).map { LogWriter.backOff.limit(after: $0) }
    #expect(limits == [1, 2, 4, 8, 16, 32, 60, 60].map { .seconds($0) })
  }

  @Test func `no setting gives a negative delay or a longest one below the first`() {
    var configuration = DeliveryConfiguration()
    configuration.firstBackOff = .seconds(-1)
    configuration.longestBackOff = .seconds(-2)
    configuration.longestRetryAfter = .seconds(-3)
    var random = SeededGenerator(seed: 1)
    let none = BackOff(configuration)
    #expect(none.wait(after: 3, asked: .seconds(9), using: &random) == .zero)
    #expect(none.wait(after: 3, asked: nil, using: &random) == .zero)
    configuration.firstBackOff = .seconds(7)
    #expect(BackOff(configuration).limit(after: 5) == .seconds(7))
  }

  @Test func `delays fill the range up to the limit`() {
    let backOff = BackOff(DeliveryConfiguration())
    var random = SeededGenerator(seed: 1)
    let drawn = (0..<1_000).map { _ in backOff.wait(after: 4, asked: nil, using: &random) }
    #expect(drawn.allSatisfy { $0 >= .zero && $0 <= .seconds(8) })
    #expect(drawn.contains { $0 < .milliseconds(100) } && drawn.contains { $0 > .seconds(7.9) })
  }

  @Test func `a delay requested by the receiver has a limit and some jitter`() {
    let backOff = BackOff(DeliveryConfiguration())
    var random = SeededGenerator(seed: 1)
    for (asked, least) in [(60, 60), (86_400, 86_400), (90_000, 86_400)] {
      let drawn = (0..<100).map { _ in
        backOff.wait(after: 9, asked: .seconds(asked), using: &random)
      }
      #expect(drawn.allSatisfy { $0 >= .seconds(least) && $0 <= .seconds(least + 1) })
    }
    // Zero requests no delay.
    let drawn = (0..<100).map { _ in backOff.wait(after: 9, asked: .zero, using: &random) }
    #expect(drawn.contains { $0 > .seconds(1) })
  }
}
#endif
