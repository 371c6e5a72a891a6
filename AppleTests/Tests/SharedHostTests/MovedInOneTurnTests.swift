import SightlineApple
import Testing

#if canImport(UIKit)
import UIKit
#else
import AppKit
#endif

extension ToolkitHost {
  /// A view that changes containers in the same turn as a change of one of them.
  @MainActor
  @Suite struct MovedInOneTurnTests {
    /// The order of the changes in the turn.
    enum Order: CaseIterable, Sendable { case movedFirst, removedFirst }

    /// The change of the container that the view leaves.
    enum Fate: CaseIterable, Sendable {
      case removed, removedWithParent, hidden, movedToHidden, movedWithin
    }

    /// A player in a card, and its destination.
    @MainActor
    private final class Stage {
      let screen: Screen
      let parent: PlatformView
      let card: PlatformView
      let player: PlatformView
      let place: PlatformView
      let log = Log()

      init(in screen: Screen) {
        self.screen = screen
        hiddenViews(100, in: screen)
        parent = box(0, 0, 320, 240, in: screen.view)
        card = box(0, 0, 320, 240, in: parent)
        player = box(0, 0, 320, 200, in: card)
        place = box(0, 240, 320, 240, in: screen.view)
      }

      func move(_ fate: Fate, _ order: Order) {
        if order == .movedFirst { place.addSubview(player) }
        switch fate {
        case .removed: card.removeFromSuperview()
        case .removedWithParent: parent.removeFromSuperview()
        case .hidden: card.isHidden = true
        case .movedToHidden:
          let hidden = box(0, 0, 320, 240, in: screen.view)
          hidden.isHidden = true
          hidden.addSubview(card)
        case .movedWithin: box(0, 0, 320, 240, in: screen.view).addSubview(card)
        }
        if order == .removedFirst { place.addSubview(player) }
        screen.settle()
      }
    }

    @Test(arguments: Fate.allCases, Order.allCases)
    func `a view moved out of a container in time is not reported and keeps its dwell`(
      fate: Fate, order: Order
    ) {
      for variant in Variant.windows {
        withScreen(as: variant) { screen in
          screen.window.visibilitySession = VisibilitySession()
          let stage = Stage(in: screen)
          stage.player.log("player", to: stage.log)
          stage.player.visibility.impression(of: "film", .mrcDisplay) { [log = stage.log] _ in
            log.add("seen")
          }
          screen.run(for: 0.8)
          #expect(stage.log.take() == ["visible player"])
          stage.move(fate, order)
          #expect(stage.log.take() == [])
          screen.run(for: 0.3)
          #expect(stage.log.take() == ["seen"])
          stage.player.isHidden = true
          screen.settle()
          #expect(stage.log.take() == ["invisible player"])
        }
      }
    }

    @Test(arguments: [false, true])
    func `a view that moves out of a hidden window enters another one`(isRest: Bool) {
      withScreen { screen in
        let other = Screen()
        defer { other.close() }
        let (log, card) = (Log(), box(0, 0, 320, 240))
        screen.view.addSubview(box(0, 0, 320, 480))
        screen.view.subviews[0].addSubview(card)
        card.log("card", to: log)
        screen.settle()
        screen.hide()
        if isRest { screen.run(for: 1) }
        other.view.addSubview(isRest ? screen.view.subviews[0] : card)
        screen.settle()
        #expect(log.take() == ["visible card", "invisible card", "visible card"])
      }
    }

    @Test(arguments: Fate.allCases, Order.allCases)
    func `an item whose cell moves out of a container in time is not reported`(
      fate: Fate, order: Order
    ) {
      for variant in Variant.windows {
        withScreen(as: variant) { screen in
          let stage = Stage(in: screen)
          let items = ItemVisibility<Int>()
          items.changed { [log = stage.log] in log.add("\($1) \($0)") }
          items.bind(stage.player, to: 1)
          screen.settle()
          #expect(stage.log.take() == ["visible 1"])
          stage.move(fate, order)
          #expect(stage.log.take() == [])
          stage.player.removeFromSuperview()
          screen.settle()
          #expect(stage.log.take() == ["invisible 1"])
        }
      }
    }

    @Test(arguments: Fate.allCases, Order.allCases)
    func `a view moved out of its viewport enters the enclosing one`(fate: Fate, order: Order) {
      for variant in Variant.windows {
        withScreen(as: variant) { screen in
          let stage = Stage(in: screen)
          stage.card.visibility.viewportMargins = .points(bottom: -100)
          stage.player.log("player", to: stage.log)
          screen.settle()
          #expect(stage.log.take() == [])
          stage.move(fate, order)
          #expect(stage.log.take() == ["visible player"])
          // And back into its own viewport.
          screen.view.addSubview(stage.card)
          stage.card.isHidden = false
          stage.card.addSubview(stage.player)
          screen.settle()
          #expect(stage.log.take() == ["invisible player"])
        }
      }
    }

    @Test(arguments: Fate.allCases, Order.allCases)
    func `a view and an item enter an empty viewport`(fate: Fate, order: Order) {
      for variant in Variant.windows {
        withScreen(as: variant) { screen in
          let stage = Stage(in: screen)
          let cell = box(0, 200, 320, 40, in: stage.card)
          let items = ItemVisibility<Int>()
          items.changed { [log = stage.log] in log.add("\($1) \($0)") }
          items.bind(cell, to: 1)
          box(0, 0, 320, 40, in: stage.player).log("player", to: stage.log)
          screen.settle()
          #expect(Set(stage.log.take()) == ["visible 1", "visible player"])
          stage.place.visibility.viewportMargins = .points(bottom: -235)
          if order == .movedFirst { stage.place.addSubview(cell) }
          stage.move(fate, order)
          if order == .removedFirst { stage.place.addSubview(cell) }
          screen.settle()
          #expect(Set(stage.log.take()) == ["invisible 1", "invisible player"])
        }
      }
    }

    @Test(arguments: Fate.allCases, Order.allCases)
    func `a viewport moved out of its container keeps its contents`(fate: Fate, order: Order) {
      for variant in Variant.windows {
        withScreen(as: variant) { screen in
          let stage = Stage(in: screen)
          stage.player.visibility.viewportMargins = .points(bottom: -100)
          box(0, 0, 320, 90, in: stage.player).log("inside", to: stage.log)
          box(0, 90, 320, 90, in: stage.player).log("outside", to: stage.log)
          screen.settle()
          #expect(stage.log.take() == ["visible inside"])
          stage.move(fate, order)
          #expect(stage.log.take() == [])
          stage.place.isHidden = true
          screen.settle()
          #expect(stage.log.take() == ["invisible inside"])
        }
      }
    }

    @Test(arguments: Variant.windows)
    func `views left in a container leave with it`(variant: Variant) {
      withScreen(as: variant) { screen in
        let stage = Stage(in: screen)
        let inner = box(0, 200, 320, 40, in: stage.card)
        box(0, 0, 160, 40, in: inner).log("label", to: stage.log)
        stage.player.log("player", to: stage.log)
        screen.settle()
        #expect(Set(stage.log.take()) == ["visible label", "visible player"])
        stage.move(.removed, .movedFirst)
        #expect(stage.log.take() == ["invisible label"])
      }
    }

    @Test(arguments: Order.allCases)
    func `a view exchanged for another in a hidden container is noticed within 100 ms`(order: Order)
    {
      withScreen { screen in
        let log = Log()
        hiddenViews(100, in: screen)
        let hidden = box(0, 0, 320, 240, in: box(0, 0, 320, 240, in: screen.view))
        hidden.superview?.isHidden = true
        let shown = box(0, 240, 320, 240, in: screen.view)
        let (one, other) = (box(0, 0, 320, 200, in: hidden), box(0, 0, 320, 200, in: shown))
        one.log("one", to: log)
        // None of it is observed where it is hidden.
        if order == .movedFirst { other.log("other", to: log) }
        screen.settle()
        _ = log.take()
        for turn in 0..<4 {
          let (hiding, showing) = turn % 2 == 0 ? (other, one) : (one, other)
          hidden.addSubview(hiding)
          shown.addSubview(showing)
          for frame in 0..<6 {
            hidden.superview?.frame.origin.x = CGFloat(frame)
            screen.run(for: 1.0 / 60)
          }
          #expect(log.take().contains("visible one") == (showing === one), "turn \(turn)")
        }
      }
    }

    /// An animation that never ends.
    enum Animation: CaseIterable, Sendable {
      case ofAnObservedView, ofAnotherView, ofNothing
    }

    /// The way the views are hidden.
    enum Hiding: CaseIterable, Sendable { case together, eachInItsOwn, outsideOfTheScreen, deep }

    @Test(arguments: Hiding.allCases)
    func `a view leaving a hidden parent is reported within 100 ms during animations`(
      hiding: Hiding
    ) {
      withScreen { screen in
        let log = Log()
        let shown = box(0, 0, 320, 400, in: screen.view)
        let hidden = box(0, hiding == .outsideOfTheScreen ? 5_000 : 0, 320, 400, in: screen.view)
        hidden.isHidden = hiding == .together || hiding == .deep
        let views = (0..<10_000).map { index in
          var parent = hidden
          if hiding == .eachInItsOwn || hiding == .deep {
            parent = box(0, 0, 320, 40, in: hidden)
            parent.isHidden = hiding == .eachInItsOwn
          }
          let view = box(0, 0, 320, 40, in: parent)
          view.log("\(index)", to: log)
          return view
        }
        let (observed, other) = (
          box(0, 440, 20, 20, in: screen.view), box(0, 460, 20, 20, in: screen.view)
        )
        observed.visibility.changed { _ in }
        @MainActor func animate(_ animation: Animation, frames: Int) {
          for frame in 0..<frames {
            switch animation {
            case .ofAnObservedView: observed.frame.origin.x = CGFloat(frame % 300)
            case .ofAnotherView: other.frame.origin.x = CGFloat(frame % 300)
            case .ofNothing: break
            }
            screen.run(for: 1.0 / 60)
          }
        }
        for (index, animation) in Animation.allCases.enumerated() {
          animate(animation, frames: 30)
          for index in [index, 4_000 + index, 9_997 + index] {
            shown.addSubview(views[index])
            animate(animation, frames: 6)
            #expect(log.take() == ["visible \(index)"])
          }
        }
      }
    }
  }
}
