import SightlineApple
import Testing

#if canImport(UIKit)
import UIKit
#else
import AppKit
#endif

extension ToolkitHost {
  @MainActor
  @Suite struct HostLifetimeTests {
    @Test(arguments: Variant.windows)
    func `a removed view leaves once and can return`(variant: Variant) {
      withScreen(as: variant) { screen in
        let log = Log()
        let parent = box(0, 0, 320, 200, in: screen.view)
        let card = box(0, 0, 320, 100, in: parent)
        card.log("card", to: log)
        screen.settle()
        #expect(log.take() == ["visible card"])
        card.removeFromSuperview()
        screen.settle()
        #expect(log.take() == ["invisible card"])
        parent.addSubview(card)
        screen.settle()
        #expect(log.take() == ["visible card"])
        parent.removeFromSuperview()
        screen.settle()
        #expect(log.take() == ["invisible card"])
        screen.view.addSubview(parent)
        screen.settle()
        #expect(log.take() == ["visible card"])
      }
    }

    @Test(arguments: Variant.windows)
    func `a view removed and added within a turn does not leave`(variant: Variant) {
      withScreen(as: variant) { screen in
        let log = Log()
        let card = box(0, 0, 320, 100, in: screen.view)
        card.log("card", to: log)
        screen.settle()
        #expect(log.take() == ["visible card"])
        card.removeFromSuperview()
        screen.view.addSubview(card)
        screen.settle()
        #expect(log.take() == [])
      }
    }

    @Test(arguments: Variant.windows)
    func `a view moving to another parent stays visible`(variant: Variant) {
      withScreen(as: variant) { screen in
        let log = Log()
        let (one, other) = (box(0, 0, 320, 200, in: screen.view), box(0, 200, 320, 200))
        screen.view.addSubview(other)
        let card = box(0, 0, 320, 100, in: one)
        card.log("card", to: log)
        screen.settle()
        #expect(log.take() == ["visible card"])
        other.addSubview(card)
        screen.settle()
        #expect(log.take() == [])
        other.isHidden = true
        screen.settle()
        #expect(log.take() == ["invisible card"])
      }
    }

    @Test(arguments: Variant.windows)
    func `views moved out of hidden ones show with the next frame, among many hidden views`(
      variant: Variant
    ) {
      withScreen(as: variant) { screen in
        let log = Log()
        hiddenViews(600, in: screen)
        let cards = (0..<8).map { index in
          let hidden = box(0, 0, 320, 200, in: screen.view)
          hidden.isHidden = true
          let card = box(0, 0, 320, 100, in: hidden)
          card.log("\(index)", to: log)
          return card
        }
        screen.run(for: 1)
        #expect(log.take() == [])
        let shown = box(0, 0, 320, 200, in: screen.view)
        for card in cards {
          card.removeFromSuperview()
          shown.addSubview(card)
        }
        screen.run(for: 0.035)
        #expect(Set(log.take()) == Set((0..<8).map { "visible \($0)" }))
      }
    }

    @Test(arguments: Variant.windows)
    func `a view moving to another window leaves the old one, then enters the new`(variant: Variant)
    {
      withScreen(as: variant) { screen in
        let second = Screen()
        defer { second.close() }
        let log = Log()
        let card = box(0, 0, 320, 100, in: screen.view)
        card.log("card", to: log)
        screen.settle()
        #expect(log.take() == ["visible card"])
        second.view.addSubview(card)
        screen.settle()
        #expect(log.take() == ["invisible card", "visible card"])
        second.hide()
        screen.settle()
        #expect(log.take() == ["invisible card"])
      }
    }

    @Test(arguments: Variant.windows, [true, false])
    func `a view moving to a window of another session leaves the old one first`(
      variant: Variant, isBack: Bool
    ) {
      withScreen(as: variant) { screen in
        let second = Screen()
        defer { second.close() }
        for screen in [screen, second] { screen.window.visibilitySession = VisibilitySession() }
        let log = Log()
        // Both windows are observed, in this order.
        for screen in [screen, second] { box(0, 200, 10, 10, in: screen.view).log("x", to: Log()) }
        let (old, new) = isBack ? (second, screen) : (screen, second)
        let card = box(0, 0, 320, 100, in: old.view)
        card.log("card", to: log)
        screen.settle()
        #expect(log.take() == ["visible card"])
        new.view.addSubview(card)
        screen.settle()
        #expect(log.take() == ["invisible card", "visible card"])
        card.removeFromSuperview()
        screen.settle()
        #expect(log.take() == ["invisible card"])
      }
    }

    @Test(arguments: Variant.windows)
    func `a view without its sentinel leaves with its parent`(variant: Variant) {
      withScreen(as: variant) { screen in
        let log = Log()
        let card = box(0, 0, 320, 100, in: screen.view)
        card.log("card", to: log)
        screen.settle()
        for subview in card.subviews { subview.removeFromSuperview() }
        screen.settle()
        card.removeFromSuperview()
        screen.settle()
        #expect(log.take() == ["visible card", "invisible card"])
      }
    }

    @Test func `neither a view nor its closures are retained`() {
      withScreen { screen in
        weak var gone: PlatformView?
        weak var captured: Log?
        do {
          let log = Log()
          let card = box(0, 0, 320, 100, in: screen.view)
          card.log("card", to: log)
          card.visibility.impression(of: 1, .mrcDisplay) { _ in log.add("seen") }
          screen.settle()
          #expect(log.take() == ["visible card"])
          card.removeFromSuperview()
          (gone, captured) = (card, log)
        }
        screen.settle()
        #expect(gone == nil)
        #expect(captured == nil)
      }
    }

    @Test func `200 windows are fully released`() {
      struct Weak { weak var object: AnyObject? }
      var kept: [Weak] = []
      for _ in 0..<200 {
        let screen = Screen()
        let card = box(0, 0, 320, 100, in: screen.view)
        var states: [VisibilityState] = []
        card.visibility.changed { states.append($0) }
        screen.settle()
        #expect(states == [.visible])
        for object in [screen.window, card, screen.window.mirroredWindow] as [AnyObject] {
          kept.append(Weak(object: object))
        }
        screen.close()
      }
      withScreen { screen in
        screen.settle()
        #expect(kept.allSatisfy { $0.object == nil })
      }
    }

    @Test func `a released window reports its visible items as left`() {
      let log = Log()
      do {
        let screen = Screen()
        let card = box(0, 0, 320, 100, in: screen.view)
        card.log("card", to: log)
        screen.settle()
        #expect(log.take() == ["visible card"])
        screen.close()
      }
      withScreen { $0.settle() }
      #expect(log.take() == ["invisible card"])
    }

    #if !canImport(Darwin)
    // Over the double, a window is released at a known time.
    @Test(arguments: [false, true])
    func `a view registered in a window outlives it`(movesFirst: Bool) {
      withScreen { screen in
        let (log, card) = (Log(), plainView(CGRect(x: 0, y: 0, width: 320, height: 100)))
        let hidden = (0..<40).map { _ in plainView(CGRect(x: 0, y: 0, width: 10, height: 10)) }
        do {
          let other = Screen()
          for view in hidden + [card] { other.view.addSubview(view) }
          for view in hidden { view.visibility.changed { _ in } }
          card.log("card", to: log)
          other.settle()
          #expect(log.take() == ["visible card"])
          other.hide()
          other.settle()
          #expect(log.take() == ["invisible card"])
          if movesFirst { screen.view.addSubview(card) }
        }
        if !movesFirst {
          screen.settle()
          screen.view.addSubview(card)
        }
        screen.settle()
        #expect(log.take() == ["visible card"])
        card.removeFromSuperview()
        screen.settle()
        #expect(log.take() == ["invisible card"])
      }
    }
    #endif

    @Test func `a token ends its registration`() {
      withScreen { screen in
        let log = Log()
        let card = box(0, 0, 320, 100, in: screen.view)
        let token = card.visibility.changed { log.add("\($0)") }
        screen.settle()
        token.cancel()
        card.isHidden = true
        screen.settle()
        #expect(log.take() == ["visible"])
      }
    }
  }
}
