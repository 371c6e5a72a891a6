import SightlineApple
import Testing

#if canImport(UIKit)
import UIKit
#else
import AppKit
#endif

extension ToolkitHost {
  /// A view that is first observed in a window is read there. A view that is observed before it
  /// enters a window, or that has left one, has a subview that notices when it enters one. The
  /// difference must not be observable.
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

    @Test func `observing a view in a window adds no subview`() {
      withScreen { screen in
        #expect(card(in: screen.view, observedBefore: false, Log()).subviews.isEmpty)
        #expect(card(in: screen.view, observedBefore: true, Log()).subviews.count == 1)
      }
    }

    @Test(arguments: orders)
    func `a view leaves and returns, alone or with its parents`(observedBefore: Bool) {
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
    func `a view that its owner empties in a window leaves and returns`(observedBefore: Bool) {
      withScreen { screen in
        let log = Log()
        let card = card(in: screen.view, observedBefore: observedBefore, log)
        screen.settle()
        for subview in card.subviews { subview.removeFromSuperview() }
        screen.settle()
        card.removeFromSuperview()
        screen.settle()
        #expect(log.take() == ["visible card", "invisible card"])
        screen.view.addSubview(card)
        screen.settle()
        #expect(log.take() == ["visible card"])
      }
    }

    @Test(arguments: orders)
    func `a view returns to another parent in its window`(observedBefore: Bool) {
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
    func `a view moves to another window and back, each in one turn`(observedBefore: Bool) {
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
    func `a view moves from a hidden parent to a visible one`(
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
        // Not every pass reads the contents of a hidden view: see the table in "Hosting on UIKit",
        // or "on AppKit".
        screen.run(for: 0.2)
        #expect(log.take() == ["visible card"])
      }
    }

    /// When the owner removes all subviews of a view, including sentinels.
    enum Emptying: CaseIterable, Sendable { case thenShown, aTurnBefore, again, afterItLeft }

    @Test(arguments: Emptying.allCases, Variant.windows)
    func `a view emptied by its owner before entering a window is reported`(
      emptying: Emptying, variant: Variant
    ) {
      withScreen(as: variant) { screen in
        let log = Log()
        let card = box(0, 0, 320, 100)
        if emptying == .afterItLeft {
          screen.view.addSubview(card)
          card.log("card", to: log)
          screen.settle()
          card.removeFromSuperview()
          screen.settle()
          #expect(log.take() == ["visible card", "invisible card"])
        } else {
          card.log("card", to: log)
        }
        // Loop while there are subviews: a sentinel reinserted immediately would make this endless.
        while let subview = card.subviews.last { subview.removeFromSuperview() }
        if emptying != .thenShown { screen.settle() }
        if emptying == .again {
          for subview in card.subviews { subview.removeFromSuperview() }
          screen.settle()
        }
        screen.view.addSubview(card)
        screen.settle()
        #expect(log.take() == ["visible card"])
        card.removeFromSuperview()
        screen.settle()
        #expect(log.take() == ["invisible card"])
      }
    }

    @Test(arguments: Variant.windows)
    func `a cell emptied by its owner before entering a window is reported`(variant: Variant) {
      withScreen(as: variant) { screen in
        let log = Log()
        let items = ItemVisibility<Int>()
        items.changed { log.add("\($1) \($0)") }
        let cell = box(0, 0, 320, 100)
        items.bind(cell, to: 1)
        for subview in cell.subviews { subview.removeFromSuperview() }
        screen.settle()
        screen.view.addSubview(cell)
        screen.settle()
        #expect(log.take() == ["visible 1"])
      }
    }

    @Test func `a view emptied by its owner is not retained`() {
      withScreen { screen in
        weak var gone: PlatformView?
        do {
          let card = box(0, 0, 320, 100)
          card.log("card", to: Log())
          for subview in card.subviews { subview.removeFromSuperview() }
          gone = card
        }
        screen.settle()
        #expect(gone == nil)
      }
    }

    @Test func `a view released unseen leaves nothing behind`() {
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
