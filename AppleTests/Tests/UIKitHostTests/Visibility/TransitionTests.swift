#if !canImport(Darwin)
// Over the double only, where tests set the state of the system.
import SightlineApple
import Testing
import UIKit

extension UIKitHost {
  /// Over the double only, which has fingers that can hold a transition.
  @MainActor
  @Suite struct TransitionTests {
    /// A navigation controller with two screens, the upper one visible.
    @MainActor
    private final class Stage {
      let navigation: UINavigationController
      let log = Log()
      let screen: Screen

      init(in screen: Screen, isOpaque: Bool = true) {
        self.screen = screen
        let (below, top) = (UIViewController(), UIViewController())
        for controller in [below, top] {
          controller.view.backgroundColor = isOpaque ? .white : .clear
        }
        navigation = UINavigationController(rootViewController: below)
        screen.root.addChild(navigation)
        navigation.view.frame = screen.view.bounds
        screen.view.addSubview(navigation.view)
        box(0, 0, 320, 100, in: below.view).log("below", .anyPixel, to: log)
        box(0, 200, 320, 100, in: top.view).log("top", .anyPixel, to: log)
        screen.settle()
        #expect(log.take() == ["visible below"])
        navigation.pushViewController(top, animated: false)
        screen.settle()
        #expect(Set(log.take()) == ["invisible below", "visible top"])
      }
    }

    @Test(arguments: Variant.windows)
    func `a cancelled back swipe reports nothing`(variant: Variant) {
      withScreen(as: variant) { screen in
        let stage = Stage(in: screen)
        let swipe = stage.navigation.beginSwipeBack()
        screen.run(for: 1)
        #expect(stage.log.take() == [], "while the finger is down")
        swipe.lift(cancelled: true)
        screen.run(for: 0.1)
        #expect(stage.log.take() == [], "on the way back")
        screen.run(for: 1)
        #expect(stage.log.take() == [])
      }
    }

    @Test(arguments: Variant.windows)
    func `a finished back swipe counts from when the finger lifts`(variant: Variant) {
      withScreen(as: variant) { screen in
        let stage = Stage(in: screen)
        let swipe = stage.navigation.beginSwipeBack()
        screen.run(for: 1)
        #expect(stage.log.take() == [])
        swipe.lift(cancelled: false)
        screen.run(for: 0.1)
        #expect(Set(stage.log.take()) == ["visible below", "invisible top"])
        screen.run(for: 1)
        #expect(stage.log.take() == [])
      }
    }

    @Test func `cancelled peeks count no impressions and keep dwells running`() {
      withScreen { screen in
        screen.window.visibilitySession = VisibilitySession()
        let stage = Stage(in: screen)
        var seen: [String] = []
        let views = stage.navigation.viewControllers.map { $0.view.subviews[0] }
        views[0].visibility.impression(of: "below") { _ in seen.append("below") }
        views[1].visibility.impression(of: "top", .mrcDisplay) { _ in seen.append("top") }
        screen.run(for: 0.5)
        for _ in 0..<3 {
          let swipe = stage.navigation.beginSwipeBack()
          screen.run(for: 0.5)
          swipe.lift(cancelled: true)
          screen.run(for: 0.5)
        }
        #expect(seen == ["top"])
        #expect(stage.log.take() == [])
      }
    }

    @Test func `views outside a transition count as usual`() {
      withScreen { screen in
        let stage = Stage(in: screen)
        let bar = box(0, 400, 320, 80, in: screen.view)
        bar.log("bar", to: stage.log)
        screen.settle()
        #expect(stage.log.take() == ["visible bar"])
        let swipe = stage.navigation.beginSwipeBack()
        screen.settle()
        bar.isHidden = true
        screen.settle()
        #expect(stage.log.take() == ["invisible bar"])
        swipe.lift(cancelled: true)
        screen.run(for: 1)
        #expect(stage.log.take() == [])
      }
    }

    @Test func `an interactive transition freezes its views, but moves and removals count`() {
      withScreen { screen in
        let stage = Stage(in: screen)
        let top = stage.navigation.viewControllers[1].view ?? UIView()
        let (player, other) = (box(0, 300, 320, 50, in: top), box(0, 350, 320, 50, in: top))
        player.log("player", .anyPixel, to: stage.log)
        other.log("other", .anyPixel, to: stage.log)
        screen.settle()
        _ = stage.log.take()
        let swipe = stage.navigation.beginSwipeBack()
        player.isHidden = true
        other.removeFromSuperview()
        screen.run(for: 0.5)
        #expect(stage.log.take() == ["invisible other"], "while the finger is down")
        screen.view.addSubview(player)
        screen.run(for: 0.5)
        #expect(stage.log.take() == ["invisible player"], "hidden where it is now")
        player.isHidden = false
        screen.run(for: 0.5)
        #expect(stage.log.take() == ["visible player"])
        swipe.lift(cancelled: true)
        screen.run(for: 1)
        #expect(stage.log.take() == [])
      }
    }

    @Test func `a pushed screen covers the one below at once`() {
      withScreen { screen in
        let stage = Stage(in: screen)
        let next = UIViewController()
        next.view.backgroundColor = .white
        box(0, 0, 320, 100, in: next.view).log("next", .anyPixel, to: stage.log)
        stage.navigation.pushViewController(next, animated: true)
        screen.run(for: 0.1)
        #expect(Set(stage.log.take()) == ["visible next", "invisible top"])
        screen.run(for: 1)
        #expect(stage.log.take() == [])
        stage.navigation.popViewController(animated: true)
        screen.run(for: 0.1)
        #expect(Set(stage.log.take()) == ["visible top", "invisible next"])
        screen.run(for: 1)
        #expect(stage.log.take() == [])
      }
    }

    @Test func `a translucent screen covers nothing`() {
      withScreen { screen in
        let stage = Stage(in: screen, isOpaque: false)
        let next = UIViewController()
        next.view.backgroundColor = .clear
        stage.navigation.pushViewController(next, animated: true)
        screen.run(for: 0.1)
        #expect(stage.log.take() == [])
        screen.run(for: 1)
        #expect(stage.log.take() == ["invisible top"])
      }
    }

    @Test(arguments: [UIModalPresentationStyle.fullScreen, .overFullScreen], [true, false])
    func `a screen dragged away counts once released`(
      style: UIModalPresentationStyle, isCancelled: Bool
    ) {
      withScreen { screen in
        let log = Log()
        box(0, 0, 320, 100, in: screen.view).log("below", .anyPixel, to: log)
        let controller = UIViewController()
        controller.modalPresentationStyle = style
        controller.view.backgroundColor = .white
        box(0, 0, 320, 100, in: controller.view).log("presented", .anyPixel, to: log)
        screen.root.present(controller, animated: true)
        screen.run(for: 1)
        #expect(log.take().contains("visible presented"))
        let swipe = screen.root.beginSwipeDown()
        screen.run(for: 0.5)
        #expect(log.take() == [])
        swipe?.lift(cancelled: isCancelled)
        screen.run(for: 1)
        #expect(Set(log.take()) == (isCancelled ? [] : ["visible below", "invisible presented"]))
      }
    }
  }
}
#endif
