import SightlineUIKit
import Testing
import UIKit

#if !canImport(Darwin)
import VirtualTime
#endif

extension UIKitHost {
  /// Viewports that follow a safe area. Bars, where the toolkit has none of its own in a test, are
  /// `additionalSafeAreaInsets`.
  @MainActor
  @Suite struct SafeAreaTests {
    /// A card at the bottom of the screen, 100 pt high.
    private func card(on screen: Screen, to log: Log) -> UIView {
      let view = box(0, screen.view.bounds.height - 100, 320, 100, in: screen.view)
      view.log("card", to: log)
      return view
    }

    private func bar(_ height: CGFloat, on screen: Screen) {
      screen.root.additionalSafeAreaInsets = UIEdgeInsets(top: 0, left: 0, bottom: height, right: 0)
    }

    @Test func `without margins what lies below a bar is on screen`() {
      withScreen { screen in
        let log = Log()
        _ = card(on: screen, to: log)
        bar(50, on: screen)
        screen.settle()
        #expect(log.take() == ["visible card"])
      }
    }

    @Test func `a view's safe area follows a bar that comes and goes`() {
      withScreen { screen in
        let log = Log()
        screen.view.visibility.viewportMargins = .safeArea
        _ = card(on: screen, to: log)
        bar(0, on: screen)
        screen.settle()
        #expect(log.take() == ["visible card"])
        bar(50, on: screen)
        screen.settle()
        #expect(log.take() == ["invisible card"])
        bar(0, on: screen)
        screen.settle()
        #expect(log.take() == ["visible card"])
      }
    }

    @Test func `margins are added to the safe area`() {
      withScreen { screen in
        let log = Log()
        screen.view.visibility.viewportMargins = .safeArea(bottom: 50)
        _ = card(on: screen, to: log)
        bar(50, on: screen)
        screen.settle()
        #expect(log.take() == ["visible card"])
        screen.view.visibility.viewportMargins = .safeArea(bottom: 49)
        screen.settle()
        #expect(log.take() == ["invisible card"])
        screen.view.visibility.viewportMargins = .zero
        screen.settle()
        #expect(log.take() == ["visible card"])
        // The safe area is followed no longer.
        bar(60, on: screen)
        screen.settle()
        #expect(log.take() == [])
      }
    }

    @Test func `a scroll view in the safe area of the screen has its own`() {
      withScreen { screen in
        let log = Log()
        let scrollView = UIScrollView(frame: screen.view.bounds)
        scrollView.contentInsetAdjustmentBehavior = .never
        scrollView.contentSize = CGSize(width: 320, height: 2_000)
        scrollView.visibility.viewportMargins = .safeArea
        screen.view.addSubview(scrollView)
        box(0, 480, 320, 100, in: scrollView).log("card", to: log)
        bar(50, on: screen)
        screen.settle()
        scrollView.contentOffset.y = 149
        screen.settle()
        #expect(log.take() == [])
        scrollView.contentOffset.y = 150
        screen.settle()
        #expect(log.take() == ["visible card"])
        // It ends above the bar now, and no part of it is covered.
        scrollView.frame.size.height = 430
        screen.settle()
        #expect(log.take() == [])
      }
    }
  }
}

#if !canImport(Darwin)
/// What a test can do to a window over the double only: notches, rotation, a keyboard.
extension UIKitHost.SafeAreaTests {
  private func log(_ name: String, at frame: CGRect, on screen: Screen) -> Log {
    let log = Log()
    let view = UIView(frame: frame)
    screen.view.addSubview(view)
    view.log(name, to: log)
    return log
  }

  @Test func `the window's safe area counts for all that is in it`() {
    withScreen { screen in
      screen.window.safeArea = UIEdgeInsets(top: 50, left: 0, bottom: 30, right: 0)
      screen.window.visibilityMargins = .safeArea
      let log = log("card", at: CGRect(x: 0, y: 40, width: 320, height: 100), on: screen)
      screen.settle()
      #expect(log.take() == [])
      screen.window.safeArea = UIEdgeInsets(top: 20, left: 0, bottom: 20, right: 0)
      screen.settle()
      #expect(log.take() == ["visible card"])
      #expect(screen.window.visibilityMargins == .safeArea)
      screen.window.visibilityMargins = .zero
      screen.window.safeArea.top = 80
      screen.settle()
      #expect(log.take() == [])
    }
  }

  @Test func `a rotated window has another safe area`() {
    withScreen { screen in
      screen.window.safeArea = UIEdgeInsets(top: 50, left: 0, bottom: 30, right: 0)
      screen.window.visibilityMargins = .safeArea
      let log = log("card", at: CGRect(x: 0, y: 60, width: 100, height: 100), on: screen)
      screen.settle()
      #expect(log.take() == ["visible card"])
      screen.window.frame = CGRect(x: 0, y: 0, width: 480, height: 320)
      screen.window.safeArea = UIEdgeInsets(top: 0, left: 50, bottom: 20, right: 50)
      screen.settle()
      #expect(log.take() == ["invisible card"])
    }
  }

  @Test func `what lies below the top edge of a docked keyboard is not in the safe area`() {
    withScreen { screen in
      screen.window.safeArea.bottom = 30
      screen.window.visibilityMargins = .safeArea
      let log = log("card", at: CGRect(x: 0, y: 200, width: 320, height: 80), on: screen)
      screen.settle()
      #expect(log.take() == ["visible card"])
      screen.window.keyboard = .docked(height: 201)
      screen.settle()
      #expect(log.take() == ["invisible card"])
      screen.window.keyboard = .docked(height: 200)
      screen.settle()
      #expect(log.take() == ["visible card"])
      screen.window.keyboard = .docked(height: 480)
      screen.settle()
      #expect(log.take() == ["invisible card"])
      screen.window.keyboard = nil
      screen.settle()
      #expect(log.take() == ["visible card"])
    }
  }

  @Test func `a floating keyboard takes nothing of it`() {
    withScreen { screen in
      screen.window.visibilityMargins = .safeArea
      let log = log("card", at: CGRect(x: 0, y: 200, width: 320, height: 80), on: screen)
      screen.window.keyboard = .docked(height: 300)
      screen.settle()
      #expect(log.take() == [])
      screen.window.keyboard = .floating(CGRect(x: 0, y: 200, width: 320, height: 80))
      screen.settle()
      #expect(log.take() == ["visible card"])
    }
  }

  @Test func `a keyboard that was there before anybody asked counts, in the view's own place`() {
    withScreen { screen in
      screen.window.keyboard = .docked(height: 200)
      screen.settle()
      let frame = box(0, 100, 320, 200, in: screen.view)
      frame.clipsToBounds = true
      frame.visibility.viewportMargins = .safeArea
      let log = Log()
      // The keyboard begins at 280, which is 180 here.
      box(0, 100, 320, 80, in: frame).log("above", to: log)
      box(0, 101, 320, 80, in: frame).log("below", to: log)
      screen.settle()
      #expect(log.take() == ["visible above"])
    }
  }

  @Test func `another root controller takes nothing of the safe area away`() {
    withScreen { screen in
      screen.window.visibilityMargins = .safeArea
      screen.settle()
      for view in screen.window.subviews { view.removeFromSuperview() }
      let root = UIViewController()
      screen.window.rootViewController = root
      let log = Log()
      box(0, 200, 320, 80, in: root.view).log("card", to: log)
      screen.window.keyboard = .docked(height: 250)
      screen.settle()
      #expect(log.take() == [])
      screen.window.keyboard = nil
      screen.settle()
      #expect(log.take() == ["visible card"])
    }
  }

  @Test func `a keyboard over an app at rest is noticed without a timer`() {
    withScreen { screen in
      screen.window.visibilityMargins = .safeArea
      let log = log("card", at: CGRect(x: 0, y: 380, width: 320, height: 100), on: screen)
      screen.run(for: 2)
      #expect(log.take() == ["visible card"])
      let turns = VirtualRunLoop.main.turnCount
      screen.run(for: 10)
      #expect(VirtualRunLoop.main.turnCount - turns <= 1, "an app at rest takes no turns")
      #expect(VirtualRunLoop.main.display.runningLinkCount == 0)
      screen.window.keyboard = .docked(height: 200)
      screen.settle()
      #expect(log.take() == ["invisible card"])
    }
  }
}
#endif
