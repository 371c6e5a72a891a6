import SightlineCore
import SightlineHost
import SwiftUI
import Testing
import UIKit

@testable import SightlineApple
@testable import SightlineSwiftUI
@testable import SightlineSwiftUIViews

extension SwiftUIHost {
  /// The platform views of a row and the cost of its updates.
  @MainActor
  @Suite
  struct ObservedViewTests {
    private func probeViews(_ hosted: Hosted) -> [UIView] { hosted.views { $0 is ProbeView } }

    @Test func `modifiers that follow one another share a platform view and are all called`() {
      let log = Log()
      let row = Color.clear.frame(height: 100)
        .onVisibilityChange(of: 1) { log.add("change \($0)") }
        .onVisibilityChange(of: 1) { log.add("again \($0)") }
        .onVisibilityChange(when: .anyPixel) { log.add("view \($0)") }
        .onVisibilityChange(of: 2, when: .anyPixel) { log.add("other \($0)") }
        .onVisibilityCrossing(of: 1, when: .anyPixel) { log.add("crossing \($0.isVisible)") }
        .onImpression(of: "shared") { _ in log.add("impression") }
        .onExposure(of: 1) { log.add("exposure \($0.isVisible)") }
      let isShown = Setter<Bool>()
      let view = Changing(true, isShown) { isShown in if isShown.wrappedValue { row } }
      withViews(view) { hosted in
        #expect(
          log.take() == [
            "change true", "again true", "view true", "other true", "crossing true",
            "exposure true", "impression",
          ])
        #expect(probeViews(hosted).count == 1)
        isShown.set(false)
        hosted.settle()
        #expect(
          Set(log.take()) == [
            "change false", "again false", "view false", "other false", "crossing false",
            "exposure false",
          ])
        #expect(probeViews(hosted).isEmpty)
      }
    }

    @Test func `modifiers with a view between them observe their own frames`() {
      let row = Color.clear.frame(height: 100)
        .onVisibilityChange(of: 1) { _ in }
        .padding(20)
        .onVisibilityChange(of: 1) { _ in }
      withViews(row) { hosted in
        #expect(Set(probeViews(hosted).map(\.frame.height)) == [100, 140])
      }
    }

    @Test func `the last items of a list are observed by their rows' platform views`() {
      let view = ScrollView {
        VStack(spacing: 0) {
          ForEach(0..<10, id: \.self) { row in
            Color.clear.frame(height: 20).onImpression(of: row) { _ in }.reachEndItem(row)
          }
        }
      }
      .onReachEnd(itemCount: 10, when: .itemFromEnd(3)) { false }
      withViews(view) { hosted in
        #expect(probeViews(hosted).count == 10)
      }
    }

    @Test func `a modifier that appears beside another is observed, and ends alone`() {
      let (log, count) = (Log(), Setter<Int>())
      // The modifiers of one view, as an update of its probes.
      let view = Changing(1, count) { count in
        ProbeRepresentable(
          observations: (0..<count.wrappedValue).map { index in
            .changes(.anyPixel, of: HashedID(index)) { log.add("\($1 == .visible) \(index)") }
          })
      }
      withViews(view) { hosted in
        #expect(log.take() == ["true 0"])
        count.set(3)
        hosted.settle()
        #expect(log.take() == ["true 1", "true 2"])
        count.set(0)
        hosted.settle()
        #expect(log.take() == ["false 0", "false 1", "false 2"])
      }
    }

    @Test func `an update that changes only closures evaluates nothing and calls the new ones`()
      throws
    {
      let (log, version) = (Log(), Setter<Int>())
      let view = Changing(1, version) { version in
        let version = version.wrappedValue
        Color.clear.frame(height: version == 3 ? 0 : 100)
          .onVisibilityChange(of: 1, when: .anyPixel) { log.add("\(version) \($0)") }
          .onImpression(of: "update \(version == 0 ? 0 : 1)") { _ in log.add("\(version) seen") }
      }
      try withViews(view) { hosted in
        #expect(log.take() == ["1 true", "1 seen"])
        let tracker = try #require(WindowHost.existing(of: hosted.window)).window
        // Each turn ends with a pass, which evaluates nothing if nothing was changed.
        let number = tracker.engine.passNumber
        version.set(2)
        hosted.settle()
        #expect(log.take() == [])
        #expect(tracker.engine.passNumber == number)
        version.set(3)
        hosted.settle()
        #expect(log.take() == ["3 false"])
      }
    }

    @Test func `a new value calls the closure of its own update`() {
      let (log, number) = (Log(), Setter<Int>())
      let view = Changing(1, number) { number in
        let number = number.wrappedValue
        Color.clear.onNewValue(of: number) { log.add("\($0) in \(number)") }
      }
      withViews(view) { hosted in
        for new in 2...3 {
          number.set(new)
          hosted.settle()
        }
        #expect(log.take() == ["2 in 2", "3 in 3"])
      }
    }

    @Test func `a scrolled frame updates no modifier`() throws {
      let view = ScrollView {
        VStack(spacing: 0) {
          ForEach(0..<100, id: \.self) { row in
            Color.clear.frame(height: 50)
              .onVisibilityChange(of: row) { _ in }
              .onImpression(of: "frame \(row)") { _ in }
              .reachEndItem(row)
          }
        }
      }
      try withViews(view) { hosted in
        let scrollView = try #require(hosted.scrollViews.first)
        let evaluations = {
          ["ObservedView", "ItemProbes", "PlatformProbe", "ProbeRepresentable"]
            .map(hosted.evaluationCount)
        }
        let before = evaluations()
        for _ in 0..<20 {
          scrollView.contentOffset.y += 7
          hosted.settle()
        }
        #expect(evaluations() == before)
      }
    }
  }
}
