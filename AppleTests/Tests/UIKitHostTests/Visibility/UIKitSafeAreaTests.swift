import SightlineApple
import Testing
import UIKit

#if !canImport(Darwin)
import VirtualTime
#endif

extension UIKitHost {
  /// Viewports that follow a safe area. Where the toolkit has no bars in a test,
  /// `additionalSafeAreaInsets` stand in for them.
  @MainActor
  @Suite struct UIKitSafeAreaTests {
    /// Adds a card at the bottom of the screen, 100 pt high.
    private func card(on screen: Screen, to log: Log) -> UIView {
      let view = box(0, screen.view.bounds.height - 100, 320, 100, in: screen.view)
      view.log("card", to: log)
      return view
    }

    private func bar(_ height: CGFloat, on screen: Screen) {
      screen.root.additionalSafeAreaInsets = UIEdgeInsets(top: 0, left: 0, bottom: height, right: 0)
    }

    @Test func `without margins views below a bar are visible`() {
      withScreen { screen in
        let log = Log()
        _ = card(on: screen, to: log)
        bar(50, on: screen)
        screen.settle()
        #expect(log.take() == ["visible card"])
      }
    }

    @Test func `a view's safe area follows a bar appearing and disappearing`() {
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
        // The safe area is no longer followed.
        bar(60, on: screen)
        screen.settle()
        #expect(log.take() == [])
      }
    }

    @Test func `a scroll view inside the screen's safe area has its own`() {
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
        // It now ends above the bar, and no part of it is covered.
        scrollView.frame.size.height = 430
        screen.settle()
        #expect(log.take() == [])
      }
    }
  }
}

#if !canImport(Darwin)
/// Changes of a window available over the double only: notches, rotation, a keyboard.
extension UIKitHost.UIKitSafeAreaTests {
  private func log(_ name: String, at frame: CGRect, on screen: Screen) -> Log {
    let log = Log()
    let view = UIView(frame: frame)
    screen.view.addSubview(view)
    view.log(name, to: log)
    return log
  }

  @Test func `the window's safe area applies to all its views`() {
    withScreen { screen in
      screen.window.safeArea = UIEdgeInsets(top: 50, left: 0, bottom: 30, right: 0)
      screen.window.viewportMargins = .safeArea
      let log = log("card", at: CGRect(x: 0, y: 40, width: 320, height: 100), on: screen)
      screen.settle()
      #expect(log.take() == [])
      screen.window.safeArea = UIEdgeInsets(top: 20, left: 0, bottom: 20, right: 0)
      screen.settle()
      #expect(log.take() == ["visible card"])
      #expect(screen.window.viewportMargins == .safeArea)
      screen.window.viewportMargins = .zero
      screen.window.safeArea.top = 80
      screen.settle()
      #expect(log.take() == [])
    }
  }

  @Test(arguments: [true, false], [true, false])
  func `a viewport that reappears has the current safe area`(
    follows: Bool, isFirst: Bool
  ) {
    Undocumented.hiddenViewsHaveSafeAreas = follows
    defer { Undocumented.reset() }
    withScreen { screen in
      Undocumented.hiddenViewsHaveSafeAreas = follows
      let frame = box(0, 0, 320, 480, in: screen.view)
      frame.isHidden = true
      if !isFirst { screen.settle() }
      frame.visibility.viewportMargins = .safeArea
      let log = Log()
      box(0, 380, 320, 100, in: frame).log("card", to: log)
      screen.window.safeArea.bottom = 30
      screen.settle()
      frame.isHidden = false
      screen.settle()
      #expect(log.take() == [])
      frame.isHidden = true
      screen.settle()
      screen.window.safeArea.bottom = 0
      screen.settle()
      frame.isHidden = false
      screen.settle()
      #expect(log.take() == ["visible card"])
    }
  }

  @Test func `rotating the window changes the safe area`() {
    withScreen { screen in
      screen.window.safeArea = UIEdgeInsets(top: 50, left: 0, bottom: 30, right: 0)
      screen.window.viewportMargins = .safeArea
      let log = log("card", at: CGRect(x: 0, y: 60, width: 100, height: 100), on: screen)
      screen.settle()
      #expect(log.take() == ["visible card"])
      screen.window.frame = CGRect(x: 0, y: 0, width: 480, height: 320)
      screen.window.safeArea = UIEdgeInsets(top: 0, left: 50, bottom: 20, right: 50)
      screen.settle()
      #expect(log.take() == ["invisible card"])
    }
  }

  @Test func `views below a docked keyboard's top edge are outside the safe area`() {
    withScreen { screen in
      screen.window.safeArea.bottom = 30
      screen.window.viewportMargins = .safeArea
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

  @Test func `a floating keyboard does not affect the safe area`() {
    withScreen { screen in
      screen.window.viewportMargins = .safeArea
      screen.window.visibilityKeyboardCovers = false
      let log = log("card", at: CGRect(x: 0, y: 200, width: 320, height: 80), on: screen)
      screen.window.keyboard = .docked(height: 300)
      screen.settle()
      #expect(log.take() == [])
      screen.window.keyboard = .floating(CGRect(x: 0, y: 200, width: 320, height: 80))
      screen.settle()
      #expect(log.take() == ["visible card"])
    }
  }

  @Test func `a keyboard shown before the first query counts, relative to the view`() {
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

  @Test func `replacing the root controller keeps the safe area`() {
    withScreen { screen in
      screen.window.viewportMargins = .safeArea
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

  @Test func `a keyboard over an idle app is detected without a timer`() {
    withScreen { screen in
      screen.window.viewportMargins = .safeArea
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
