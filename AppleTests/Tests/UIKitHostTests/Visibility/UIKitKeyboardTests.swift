#if !canImport(Darwin)
// Over the double only, where the test advances time.
import SightlineApple
import Testing
import UIKit
import VirtualTime

extension UIKitHost {
  /// The keyboard covers what is below it. Over the double only.
  @MainActor
  @Suite struct UIKitKeyboardTests {
    private func withPhone(_ body: (Screen, Log) -> Void) {
      withScreen(width: 390, height: 844) { screen in
        screen.window.visibilitySession = VisibilitySession()
        body(screen, Log())
      }
    }

    private func reasons(of view: UIView, _ rule: VisibilityRule = .anyPixel, to log: Log) {
      view.visibility.crossed(rule) { log.add($0.reason.map { "\($0)" } ?? "entered") }
    }

    @Test func `a card under a docked keyboard makes no impression`() {
      withPhone { screen, log in
        let card = box(20, 560, 350, 250, in: screen.view)
        card.visibility.impression(of: "card", .mrcDisplay) { _ in log.add("seen") }
        reasons(of: card, to: log)
        screen.window.keyboard = .docked(height: 336)
        screen.run(for: 3)
        #expect(log.take() == [])
        screen.window.keyboard = nil
        screen.run(for: 0.9)
        #expect(log.take() == ["entered"])
        screen.run(for: 0.2)
        #expect(log.take() == ["seen"])
        screen.window.keyboard = .docked(height: 336)
        screen.settle()
        #expect(log.take() == ["covered"])
      }
    }

    @Test func `a keyboard dragged away uncovers what it leaves`() {
      withPhone { screen, log in
        reasons(of: box(20, 560, 350, 250, in: screen.view), .fraction(0.5), to: log)
        for height: CGFloat in [336, 200, 160] {
          screen.window.keyboard = .docked(height: height)
          screen.settle()
        }
        // Half of the card ends at 685: 159 above the bottom.
        #expect(log.take() == [])
        screen.window.keyboard = .docked(height: 159)
        screen.settle()
        #expect(log.take() == ["entered"])
      }
    }

    @Test func `a floating keyboard covers its frame`() {
      withPhone { screen, log in
        reasons(of: box(0, 400, 100, 100, in: screen.view), to: log)
        reasons(of: box(200, 400, 100, 100, in: screen.view), to: log)
        screen.settle()
        #expect(log.take() == ["entered", "entered"])
        screen.window.keyboard = .floating(CGRect(x: 0, y: 390, width: 150, height: 120))
        screen.settle()
        #expect(log.take() == ["covered"])
        screen.window.keyboard = nil
        screen.settle()
        #expect(log.take() == ["entered"])
      }
    }

    @Test func `a keyboard covers sheets, the app's topmost views and other windows`() {
      withPhone { screen, log in
        withScreen(width: 390, height: 844) { other in
          screen.root.present(UIViewController(), animated: false)
          let sheet = screen.root.presentedViewController?.view
          reasons(of: box(0, 600, 100, 50, in: sheet), to: log)
          let toast = box(0, 700, 100, 50, in: screen.window)
          toast.layer.zPosition = 10
          reasons(of: toast, to: log)
          reasons(of: box(0, 600, 100, 50, in: other.view), to: log)
          screen.settle()
          #expect(log.take() == ["entered", "entered", "entered"])
          for window in [screen.window, other.window] { window.keyboard = .docked(height: 336) }
          screen.settle()
          #expect(log.take() == ["covered", "covered", "covered"])
        }
      }
    }

    @Test func `a window smaller than the screen is covered in its own coordinates`() {
      withPhone { screen, log in
        screen.window.frame = CGRect(x: 100, y: 100, width: 300, height: 500)
        reasons(of: box(0, 350, 100, 50, in: screen.view), to: log)
        screen.settle()
        screen.window.keyboard = .docked(height: 200)
        screen.settle()
        #expect(log.take() == ["entered", "covered"])
      }
    }

    @Test func `a keyboard shown before anything is observed covers`() {
      withPhone { screen, log in
        screen.window.keyboard = .docked(height: 336)
        screen.settle()
        reasons(of: box(0, 600, 100, 50, in: screen.view), to: log)
        screen.run(for: 1)
        #expect(log.take() == [])
      }
    }

    @Test func `a window may ignore the keyboard`() {
      withPhone { screen, log in
        #expect(screen.window.visibilityKeyboardCovers)
        reasons(of: box(0, 600, 100, 50, in: screen.view), to: log)
        screen.window.keyboard = .docked(height: 336)
        screen.settle()
        screen.window.visibilityKeyboardCovers = false
        screen.settle()
        #expect(log.take() == ["entered"])
        screen.window.visibilityKeyboardCovers = true
        screen.settle()
        #expect(log.take() == ["covered"])
      }
    }

    @Test func `a keyboard over an idle app is noticed, and an app at rest takes no turns`() {
      withPhone { screen, log in
        reasons(of: box(0, 600, 100, 50, in: screen.view), to: log)
        screen.run(for: 2)
        let turns = VirtualRunLoop.main.turnCount
        screen.run(for: 10)
        #expect(VirtualRunLoop.main.turnCount - turns <= 1)
        screen.window.keyboard = .docked(height: 336)
        screen.settle()
        #expect(log.take() == ["entered", "covered"])
      }
    }

    @Test func `an audit accounts for the keyboard`() throws {
      try withScreen(width: 390, height: 844) { screen in
        box(0, 480, 100, 100, in: screen.view).visibility.changed { _ in }
        screen.window.keyboard = .docked(height: 336)
        screen.window.showsVisibilityInspector = true
        screen.run(for: 0.5)
        let audit = try #require(screen.window.visibilityAudit)
        #expect(audit.comparedCount == 1)
        #expect(audit.differences == [])
      }
    }
  }
}
#endif
