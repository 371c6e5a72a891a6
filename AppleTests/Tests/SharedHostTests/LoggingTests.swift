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

      @MainActor private func add(_ line: String, _ policy: LogPolicy, _ age: Duration) {
        let tenths = Int((age / .milliseconds(100)).rounded())
        log.add("\(line), \(policy.name), \(tenths)")
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

    /// A policy that no view in these tests fulfils.
    private func long(_ name: String) -> LogPolicy {
      LogPolicy(name, ImpressionPolicy(rule: .fraction(0.5), dwell: .seconds(60)))
    }

    @Test func `a recording that ends during an exposure has its end and no impression`() {
      withScreen { screen in
        screen.window.visibilitySession = VisibilitySession()
        let log = Log()
        let card = box(0, 0, 320, 200, in: screen.view)
        let tokens = card.visibility.logsImpressions(of: "ad", .mrcDisplay, to: Recorder(log: log))
        screen.run(for: 0.5)
        #expect(log.take() == ["+ad, mrcDisplay, 0"])
        for token in tokens { token.cancel() }
        screen.settle()
        #expect(log.take() == ["-ad, mrcDisplay, 0"])
        screen.run(for: 2)
        #expect(log.take() == [])
      }
    }

    @Test func `an exposure that another view ends is recorded where it began`() {
      withScreen { screen in
        screen.window.visibilitySession = VisibilitySession()
        let log = Log()
        let cards = [box(0, 0, 320, 100, in: screen.view), box(0, 500, 320, 100, in: screen.view)]
        for (card, name) in zip(cards, ["first", "second"]) {
          card.visibility.logsImpressions(of: "ad", long(name), to: Recorder(log: log))
        }
        screen.settle()
        #expect(log.take() == ["+ad, first, 0"])
        cards[1].frame.origin.y = 100
        screen.settle()
        cards[0].frame.origin.y = 1_000
        screen.settle()
        #expect(log.take() == [])
        cards[1].frame.origin.y = 1_000
        screen.settle()
        #expect(log.take() == ["-ad, first, 0"])
      }
    }

    @Test func `an exposure whose beginning was not recorded is recorded where it ends`() {
      withScreen { screen in
        screen.window.visibilitySession = VisibilitySession()
        let log = Log()
        let card = box(0, 0, 320, 100, in: screen.view)
        card.visibility.exposure(of: "ad", .fraction(0.5)) { log.add($0.isVisible ? "+" : "-") }
        screen.settle()
        card.visibility.logsImpressions(of: "ad", long("late"), to: Recorder(log: log))
        screen.settle()
        card.frame.origin.y = 1_000
        screen.settle()
        #expect(log.take() == ["+", "-", "-ad, late, 0"])
      }
    }

    @Test func `an exposure names its item even if the cell shows another one by then`() {
      withScreen { screen in
        screen.window.visibilitySession = VisibilitySession()
        let log = Log()
        let lists = [ItemVisibility<Int>(), ItemVisibility<Int>()]
        let cells = [box(0, 0, 320, 100, in: screen.view), box(0, 100, 320, 100, in: screen.view)]
        for (index, list) in lists.enumerated() {
          list.logsImpressions(long("list \(index)"), to: Recorder(log: log))
          list.bind(cells[index], to: 1)
        }
        screen.settle()
        #expect(log.take() == ["+1, list 0, 0"])
        cells[0].frame.origin.y = 1_000
        screen.settle()
        lists[0].bind(cells[0], to: 2)
        screen.settle()
        cells[1].frame.origin.y = 1_000
        screen.settle()
        #expect(log.take() == ["-1, list 0, 0"])
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
        #expect(log.take() == ["+1, mrcDisplay, 0", "1 seen, mrcDisplay, 0"])
        items.bind(cell, to: 2)
        screen.settle()
        #expect(Set(log.take()) == ["-1, mrcDisplay, 0", "+2, mrcDisplay, 0"])
      }
    }
  }
}
