import SightlineApple
import Testing
import UIKit

extension UIKitHost {
  @MainActor
  @Suite struct ScreenTests {
    private let log = Log()

    /// A controller with a card that counts once a visit.
    private func controller(_ name: String) -> UIViewController {
      let controller = UIViewController()
      controller.view.backgroundColor = .white
      let card = box(0, 100, 100, 100, in: controller.view)
      card.visibility.impression(of: name, .feed.repeating(.oncePerScreenVisit)) { [log] _ in
        log.add(name)
      }
      return controller
    }

    private func withRoot(_ root: UIViewController, _ body: (Screen) -> Void) {
      withScreen { screen in
        screen.window.visibilitySession = VisibilitySession()
        screen.window.rootViewController = root
        screen.settle()
        body(screen)
      }
    }

    @Test func `a visit begins when a screen is pushed and when it shows again`() {
      let navigation = UINavigationController(rootViewController: controller("feed"))
      withRoot(navigation) { screen in
        #expect(log.take() == ["feed"])
        navigation.pushViewController(controller("article"), animated: false)
        screen.settle()
        #expect(log.take() == ["article"])
        navigation.popViewController(animated: false)
        screen.settle()
        #expect(log.take() == ["feed"])
        screen.run(for: 1)
        #expect(log.take() == [])
      }
    }

    #if !canImport(Darwin)
    @Test func `a cancelled swipe back begins no visit, a completed one does`() {
      let navigation = UINavigationController(rootViewController: controller("feed"))
      withRoot(navigation) { screen in
        navigation.pushViewController(controller("article"), animated: false)
        screen.settle()
        _ = log.take()
        let cancelled = navigation.beginSwipeBack()
        screen.settle()
        cancelled.lift(cancelled: true)
        screen.run(for: 1)
        #expect(log.take() == [])
        let completed = navigation.beginSwipeBack()
        screen.settle()
        #expect(log.take() == [])
        completed.lift(cancelled: false)
        screen.run(for: 1)
        #expect(log.take() == ["feed"])
      }
    }
    #endif

    @Test func `choosing a tab begins a visit`() {
      let tabs = UITabBarController()
      tabs.viewControllers = [
        UINavigationController(rootViewController: controller("home")), controller("search"),
      ]
      withRoot(tabs) { screen in
        #expect(log.take() == ["home"])
        tabs.selectedIndex = 1
        screen.settle()
        #expect(log.take() == ["search"])
        tabs.selectedIndex = 0
        screen.settle()
        #expect(log.take() == ["home"])
      }
    }

    @Test func `a child of a custom controller is a part of its screen`() {
      let root = controller("root")
      withRoot(root) { screen in
        #expect(log.take() == ["root"])
        let child = controller("child")
        root.addChild(child)
        child.view.frame = CGRect(x: 0, y: 200, width: 320, height: 200)
        root.view.addSubview(child.view)
        screen.settle()
        #expect(log.take() == ["child"], "and not the root's card again")
        child.view.removeFromSuperview()
        screen.settle()
        root.view.addSubview(child.view)
        screen.settle()
        #expect(log.take() == [])
      }
    }

    @Test func `an alert and a search begin no visit, a sheet does`() {
      let root = controller("root")
      withRoot(root) { screen in
        #expect(log.take() == ["root"])
        let alert = UIAlertController(title: "Alert", message: nil, preferredStyle: .alert)
        for presented in [alert, UISearchController(searchResultsController: nil)] {
          root.present(presented, animated: false)
          screen.settle()
          root.dismiss(animated: false)
          screen.settle()
          #expect(log.take() == [])
        }
        root.present(controller("sheet"), animated: false)
        screen.settle()
        #expect(log.take() == ["sheet"])
      }
    }

    @Test func `another root controller begins a visit`() {
      withRoot(controller("login")) { screen in
        #expect(log.take() == ["login"])
        let home = controller("home")
        screen.window.rootViewController = home
        screen.settle()
        #expect(log.take() == ["home"])
        screen.window.rootViewController = controller("login")
        screen.settle()
        #expect(log.take() == ["login"])
      }
    }
  }
}
