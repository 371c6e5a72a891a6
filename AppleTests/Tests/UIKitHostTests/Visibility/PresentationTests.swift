import SightlineUIKit
import Testing
import UIKit

extension UIKitHost {
  /// Views of presented controllers are covers.
  @MainActor
  @Suite struct PresentationTests {
    /// What is presented with a background of its own, and the reports of what lies below and in
    /// it.
    private func present(
      _ style: UIModalPresentationStyle, in screen: Screen, _ log: Log
    ) -> UIViewController {
      let card = box(0, 100, 320, 100, in: screen.view)
      card.log("below", .anyPixel, to: log)
      screen.settle()
      let controller = UIViewController()
      controller.modalPresentationStyle = style
      controller.view.backgroundColor = .white
      box(0, 0, 320, 100, in: controller.view).log("presented", .anyPixel, to: log)
      screen.root.present(controller, animated: false)
      screen.run(for: 0.7)
      return controller
    }

    @Test(arguments: [
      UIModalPresentationStyle.automatic, .pageSheet, .overFullScreen, .fullScreen,
      .overCurrentContext,
    ])
    func `what is presented hides what is below it, until it is dismissed`(
      style: UIModalPresentationStyle
    ) {
      withScreen { screen in
        let log = Log()
        _ = present(style, in: screen, log)
        #expect(Set(log.take()) == ["visible below", "invisible below", "visible presented"])
        screen.root.dismiss(animated: false)
        screen.run(for: 0.7)
        #expect(Set(log.take()) == ["visible below", "invisible presented"])
      }
    }

    @Test func `a presented navigation controller hides what is below it`() {
      withScreen { screen in
        let log = Log()
        let card = box(0, 100, 320, 100, in: screen.view)
        card.log("below", .anyPixel, to: log)
        screen.settle()
        let content = UIViewController()
        content.view.backgroundColor = .white
        screen.root.present(UINavigationController(rootViewController: content), animated: false)
        screen.run(for: 0.7)
        #expect(log.take() == ["visible below", "invisible below"])
      }
    }

    @Test func `what is made for seeing through covers as its background says`() {
      withScreen { screen in
        let log = Log()
        box(0, 100, 320, 100, in: screen.view).log("below", .anyPixel, to: log)
        screen.settle()
        let dialog = UIViewController()
        dialog.modalPresentationStyle = .overFullScreen
        dialog.view.backgroundColor = UIColor(white: 0, alpha: 0.5)
        screen.root.present(dialog, animated: false)
        screen.run(for: 0.7)
        #expect(log.take() == ["visible below"])
        screen.root.dismiss(animated: false)
        screen.run(for: 0.7)
        let content = UIViewController()
        content.view.backgroundColor = .white
        let navigation = UINavigationController(rootViewController: content)
        navigation.modalPresentationStyle = .overFullScreen
        screen.root.present(navigation, animated: false)
        screen.run(for: 0.7)
        #expect(log.take() == ["invisible below"])
      }
    }

    @Test func `what a child presents in its context hides what is below it`() {
      withScreen { screen in
        let log = Log()
        let child = UIViewController()
        child.definesPresentationContext = true
        screen.root.addChild(child)
        child.view.frame = CGRect(x: 0, y: 0, width: 320, height: 240)
        screen.view.addSubview(child.view)
        child.didMove(toParent: screen.root)
        box(0, 0, 320, 100, in: child.view).log("in the context", .anyPixel, to: log)
        box(0, 240, 320, 100, in: screen.view).log("beside it", .anyPixel, to: log)
        screen.settle()
        #expect(log.take() == ["visible in the context", "visible beside it"])
        let controller = UIViewController()
        controller.modalPresentationStyle = .overCurrentContext
        controller.view.backgroundColor = .white
        child.present(controller, animated: false)
        screen.run(for: 0.7)
        #expect(log.take() == ["invisible in the context"])
      }
    }
  }
}
