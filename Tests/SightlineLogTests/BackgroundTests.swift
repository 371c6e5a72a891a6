#if Log
import Foundation
import SightlineTestSupport
import Testing

@testable import SightlineLog

/// Logs and deliveries of an app that enters the background.
@Suite(.timeLimit(.minutes(10))) struct BackgroundTests {
  /// Waits until a log is suspended.
  private func suspension(of log: ImpressionLog) async {
    while true {
      do { try await log.flush() } catch  where error.kind == .suspended { return } catch {}
      await Task.yield()
    }
  }

  @Test func `a log writes its events and closes the file until the app is in front`() async throws
  {
    let folder = try LogFolder()
    let log = try folder.open()
    let id = try #require(log.record(.seen(1)))
    log.enterBackground()
    await suspension(of: log)
    #expect(folder.written.all == [[id]])
    #expect(try folder.size(of: "-wal") == nil)
    log.record(.seen(2))
    let error = await #expect(throws: LogError.self) { try await log.flush() }
    #expect(error?.kind == .suspended)
    log.enterForeground()
    #expect(try await log.events().map(\.item) == [1, 2])
    #expect(log.writer.events.withState { !$0.isInBackground })
  }

  @Test func `a log in front again before it is suspended stays open`() async throws {
    let running = Locked<ImpressionLog?>(nil)
    let log = try LogFolder().open {
      // Before a suspension, the log writes its events.
      $0.didWrite = { _ in running.withLock { $0 }?.enterForeground() }
    }
    running.withLock { $0 = log }
    log.record(.seen(1))
    log.writer.events.withState { $0.isInBackground = true }
    #expect(await !log.suspend(onlyInBackground: true))
    log.record(.seen(2))
    #expect(try await log.events().count == 2)
    running.withLock { $0 = nil }
  }

  @Test func `events recorded during a suspension are written when it ends`() async throws {
    let (written, continuation) = AsyncStream<[EventID]>.makeStream()
    let log = try LogFolder().open { $0.didWrite = { continuation.yield($0) } }
    await log.suspend()
    let id = try #require(log.record(.seen(1)))
    log.resume()
    #expect(await written.first { _ in true } == [id])
  }

  @Test func `a delivery sends everything, and continues in the foreground`() async throws {
    let bench = try await DeliveryBench(events: 25, passing: { _ in false })
    let sink = ScriptedSink()
    let delivery = bench.delivery(to: sink) { $0.batchEvents = 10 }
    delivery.enterBackground()
    await suspension(of: bench.log)
    #expect(sink.batches.all.map(\.events.count) == [10, 10, 5])
    bench.log.record(.seen("later"))
    delivery.enterForeground()
    await bench.reports.first { $0 == .idle }
    #expect(sink.batches.all.last?.events.map(\.item) == ["later"])
    await delivery.stop(within: .seconds(1))
  }

  @Test(arguments: [true, false])
  func `a delivery that ends in the foreground again starts, and its log stays open`(
    isInBackground: Bool
  )
    async throws
  {
    let bench = try await DeliveryBench(events: 1, passing: { _ in false })
    let sink = ScriptedSink()
    let delivery = bench.delivery(to: sink)
    bench.log.writer.events.withState { $0.isInBackground = isInBackground }
    await delivery.pause()
    #expect(sink.batches.all.count == 1)
    let isOpen = (try? await bench.log.flush()) != nil
    #expect(isOpen == !isInBackground)
    if !isInBackground {
      await bench.reports.first { $0 == .idle }
      await delivery.stop(within: .seconds(1))
    }
  }

  @Test func `a delivery has five seconds in the background`() async throws {
    let bench = try await DeliveryBench(events: 1, passing: { _ in false })
    let delivery = bench.delivery(
      to: bench.withinSink { _ in
        try await VirtualClock().sleep(for: .seconds(1))
        return .accepted
      })
    bench.log.writer.events.withState { $0.isInBackground = true }
    async let pause: Void = delivery.pause()
    await bench.clock.sleeper(of: .seconds(5))
    bench.clock.advance(by: .seconds(5))
    await pause
    bench.log.resume()
    #expect(try await bench.log.counts().undelivered == 1)
  }
}
#endif
