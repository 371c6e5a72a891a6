import Testing

#if canImport(UIKit)
import SightlineUIKit
import UIKit
#else
import AppKit
import SightlineAppKit
#endif

extension ToolkitHost {
  /// A view that is observed while it is in a window is read there; one that is observed before,
  /// and one that has left, has a subview that says when it comes into one. Nobody can tell which
  /// it is.
  @MainActor
  @Suite struct ObservedBeforeTests {
    private nonisolated static let orders = [true, false]

    private func card(in parent: PlatformView, observedBefore: Bool, _ log: Log) -> PlatformView {
      let card = box(0, 0, 320, 100)
      if observedBefore { card.log("card", to: log) }
      parent.addSubview(card)
      if !observedBefore { card.log("card", to: log) }
      return card
    }

    @Test func `a view that is observed in a window gets no subview`() {
      withScreen { screen in
        #expect(card(in: screen.view, observedBefore: false, Log()).subviews.isEmpty)
        #expect(card(in: screen.view, observedBefore: true, Log()).subviews.count == 1)
      }
    }

    @Test(arguments: orders)
    func `a view leaves and comes back, with its parents too`(observedBefore: Bool) {
      withScreen { screen in
        let log = Log()
        let outer = box(0, 0, 320, 200, in: screen.view)
        let parent = box(0, 0, 320, 200, in: outer)
        let card = card(in: parent, observedBefore: observedBefore, log)
        screen.settle()
        #expect(log.take() == ["visible card"])
        for (view, home) in [(card, parent), (parent, outer), (outer, screen.view)] {
          view.removeFromSuperview()
          screen.settle()
          #expect(log.take() == ["invisible card"])
          home.addSubview(view)
          screen.settle()
          #expect(log.take() == ["visible card"])
        }
        #expect(card.subviews.count == 1)
      }
    }

    @Test(arguments: orders)
    func `a view comes back into another parent of its window`(observedBefore: Bool) {
      withScreen { screen in
        let log = Log()
        let (one, other) = (box(0, 0, 320, 200, in: screen.view), box(0, 200, 320, 200))
        screen.view.addSubview(other)
        let card = card(in: one, observedBefore: observedBefore, log)
        screen.settle()
        card.removeFromSuperview()
        screen.settle()
        #expect(log.take() == ["visible card", "invisible card"])
        other.addSubview(card)
        screen.settle()
        #expect(log.take() == ["visible card"])
        one.isHidden = true
        screen.settle()
        #expect(log.take() == [])
      }
    }

    @Test(arguments: orders)
    func `a view goes to another window and back, each time in one turn`(observedBefore: Bool) {
      withScreen { screen in
        let second = Screen()
        defer { second.close() }
        let log = Log()
        let card = card(in: screen.view, observedBefore: observedBefore, log)
        screen.settle()
        #expect(log.take() == ["visible card"])
        for home in [second.view, screen.view, second.view] {
          home.addSubview(card)
          screen.settle()
          #expect(log.take() == ["invisible card", "visible card"])
        }
      }
    }

    @Test(arguments: orders)
    func `a view is taken out of a parent that is hidden and put where it shows`(
      observedBefore: Bool
    ) {
      withScreen { screen in
        let log = Log()
        let hidden = box(0, 0, 320, 200, in: screen.view)
        let card = card(in: hidden, observedBefore: observedBefore, log)
        screen.settle()
        hidden.isHidden = true
        screen.settle()
        #expect(log.take() == ["visible card", "invisible card"])
        screen.view.addSubview(card)
        // Nothing in a hidden view is read in every pass: see the table in "Hosting on UIKit", or
        // "on AppKit".
        screen.run(for: 0.2)
        #expect(log.take() == ["visible card"])
      }
    }

    @Test func `a view that is gone unseen leaves nothing`() {
      withScreen { screen in
        weak var gone: PlatformView?
        weak var captured: Log?
        let hidden = box(0, 0, 320, 200, in: screen.view)
        hidden.isHidden = true
        do {
          let log = Log()
          let card = card(in: hidden, observedBefore: false, log)
          screen.settle()
          card.removeFromSuperview()
          (gone, captured) = (card, log)
        }
        #expect(gone == nil)
        screen.run(for: 0.2)
        #expect(captured == nil)
      }
    }
  }
}
