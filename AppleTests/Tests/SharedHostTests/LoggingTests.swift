import SightlineApple
import SightlineCore
import SightlineHost
import Testing

#if canImport(UIKit)
import UIKit
#else
import AppKit
#endif

extension ToolkitHost {
  /// Recording impressions and exposures, as in the impression log.
  @MainActor
  @Suite struct LoggingTests {
    /// Writes a line for each call, with the tenths of a second since the event.
    private struct Recorder: ImpressionRecorder {
      let log: Log

      private func add(_ line: String, _ policy: LogPolicy, _ age: Duration) {
        let tenths = Int((age / .milliseconds(100)).rounded())
        MainActor.assumeIsolated { log.add("\(line), \(policy.name), \(tenths)") }
      }

      func record(
        _ impression: Impression, of item: ItemKey, under policy: LogPolicy, at now: MonotonicTime
      ) {
        add("\(item) seen", policy, now - impression.time)
      }

      func record(
        _ exposure: ExposureEvent, of item: ItemKey, under policy: LogPolicy, at now: MonotonicTime
      ) {
        add("\(exposure.isVisible ? "+" : "-")\(item)", policy, now - exposure.time)
      }
    }

    @Test func `a view records the impressions and exposures of its item until that ends`() {
      withScreen { screen in
        screen.window.visibilitySession = VisibilitySession()
        let log = Log()
        let card = box(0, 0, 320, 200, in: screen.view)
        let policy = LogPolicy("half", ImpressionPolicy(rule: .fraction(0.5), dwell: .seconds(1)))
        let tokens = card.visibility.logsImpressions(of: "ad", policy, to: Recorder(log: log))
        screen.run(for: 0.9)
        #expect(log.take() == ["+ad, half, 0"])
        screen.run(for: 0.2)
        #expect(log.take() == ["ad seen, half, 0"])
        card.frame.origin.y = 400
        screen.settle()
        #expect(log.take() == ["-ad, half, 0"])
        for token in tokens { token.cancel() }
        card.frame.origin.y = 0
        screen.run(for: 2)
        #expect(log.take() == [])
      }
    }

    @Test func `reused cells record the items they show`() {
      withScreen { screen in
        screen.window.visibilitySession = VisibilitySession()
        let log = Log()
        let items = ItemVisibility<Int>()
        items.logsImpressions(.mrcDisplay, to: Recorder(log: log))
        let cell = box(0, 0, 320, 100, in: screen.view)
        items.bind(cell, to: 1)
        screen.run(for: 1.1)
        #expect(log.take() == ["+1, mrc-display, 0", "1 seen, mrc-display, 0"])
        items.bind(cell, to: 2)
        screen.settle()
        #expect(Set(log.take()) == ["-1, mrc-display, 0", "+2, mrc-display, 0"])
      }
    }
  }
}
