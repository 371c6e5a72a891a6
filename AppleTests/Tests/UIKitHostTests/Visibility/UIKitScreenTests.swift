import SightlineApple
import Testing
import UIKit

extension UIKitHost {
  @MainActor
  @Suite struct UIKitScreenTests {
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

    /// Puts a controller into another one.
    private func add(_ child: UIViewController, to parent: UIViewController, at frame: CGRect) {
      parent.addChild(child)
      child.view.frame = frame
      parent.view.addSubview(child.view)
    }

    private static let full = CGRect(x: 0, y: 0, width: 320, height: 480)

    @Test func `a page in a part of a screen begins no visit`() {
      let root = controller("root")
      withRoot(root) { screen in
        let pages = UIPageViewController()
        add(pages, to: root, at: CGRect(x: 0, y: 250, width: 320, height: 200))
        for name in ["page 1", "page 2"] {
          for page in pages.children {
            page.view.removeFromSuperview()
            page.removeFromParent()
          }
          add(controller(name), to: pages, at: CGRect(x: 0, y: 0, width: 320, height: 200))
          screen.settle()
        }
        #expect(log.take() == ["root", "page 1", "page 2"])
      }
    }

    @Test(arguments: [false, true], [false, true])
    func `a page begins a visit once it fills its pane, not while a finger moves it`(
      inNavigation: Bool, ofNavigation: Bool
    ) {
      let pages = UIPageViewController()
      let root = inNavigation ? UINavigationController(rootViewController: pages) : pages
      @MainActor func page(_ name: String) -> UIViewController {
        let page = controller(name)
        return ofNavigation ? UINavigationController(rootViewController: page) : page
      }
      let (first, second) = (page("first"), page("second"))
      add(first, to: pages, at: Self.full)
      withRoot(root) { screen in
        #expect(log.take() == ["first"])
        add(second, to: pages, at: Self.full)
        @MainActor func swipe(to offset: CGFloat) {
          first.view.frame.origin.x = -offset
          second.view.frame.origin.x = 320 - offset
          screen.settle()
        }
        for offset: CGFloat in [20, 150, 200, 30, 0] { swipe(to: offset) }
        // Its card has come into view, and nothing else counts again.
        #expect(log.take() == ["second"])
        swipe(to: 319.8)
        #expect(log.take() == ["second"])
        swipe(to: 320)
        #expect(log.take() == [])
        for offset: CGFloat in [200, 0] { swipe(to: offset) }
        #expect(log.take() == ["first"])
      }
    }

    @Test(arguments: [false, true])
    func `the detail of a split begins no visit, but a screen pushed over it does`(
      inNavigation: Bool
    ) {
      let split = UISplitViewController()
      let list = controller("list")
      add(list, to: split, at: CGRect(x: 0, y: 0, width: 120, height: 480))
      withRoot(split) { screen in
        #expect(log.take() == ["list"])
        var details: [UIViewController] = []
        for name in ["detail 1", "detail 2"] {
          details.last?.view.removeFromSuperview()
          details.last?.removeFromParent()
          let detail = controller(name)
          let column = inNavigation ? UINavigationController(rootViewController: detail) : detail
          // As wide as the window, below the list (iPadOS 26).
          add(column, to: split, at: Self.full)
          split.view.sendSubviewToBack(column.view)
          details.append(column)
          screen.settle()
          #expect(log.take() == [name])
        }
        // Collapsing shows a column that was there.
        list.view.removeFromSuperview()
        split.isCollapsed = true
        screen.settle()
        #expect(log.take() == [])
        (details.last as? UINavigationController)?
          .pushViewController(controller("more"), animated: false)
        screen.settle()
        #expect(log.take() == (inNavigation ? ["more"] : []))
      }
    }

    @Test func `a clear toast and a peek begin no visit, nor does anything in them`() {
      let root = controller("root")
      withRoot(root) { screen in
        #expect(log.take() == ["root"])
        let toast = UIViewController()
        toast.view.backgroundColor = .clear
        let peek = controller("peek")
        for (presented, style) in [(toast, .overFullScreen), (peek, .custom)]
          as [(UIViewController, UIModalPresentationStyle)]
        {
          presented.modalPresentationStyle = style
          root.present(presented, animated: false)
          if presented === peek {
            presented.view.frame = CGRect(x: 20, y: 250, width: 280, height: 200)
          }
          screen.settle()
          root.dismiss(animated: false)
          screen.settle()
        }
        #expect(log.take() == ["peek"], "and not the root's card again")
      }
    }

    @Test func `a child that fills the screen without a gap is a screen`() {
      let root = UIViewController()
      withRoot(root) { screen in
        let first = controller("first")
        add(first, to: root, at: Self.full)
        screen.settle()
        #expect(log.take() == ["first"])
        let second = controller("second")
        add(second, to: root, at: Self.full)
        second.view.frame.origin.y = 100
        second.view.visibility.cover = .opaque
        screen.settle()
        #expect(log.take() == ["second"])
        second.view.frame.origin.y = 0
        screen.settle()
        #expect(log.take() == ["second"], "a visit of its own")
        let overlay = UIViewController()
        add(overlay, to: root, at: Self.full)
        screen.settle()
        #expect(log.take() == [])
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
