import SightlineApple
import Testing
import UIKit

extension UIKitHost {
  /// Views of presented controllers are covers.
  @MainActor
  @Suite struct PresentationTests {
    /// Presents a view with a background, and reports the views below and in it.
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

    /// Returns a controller without a background, for presentation over the full screen.
    private func makeClearController() -> UIViewController {
      let controller = UIViewController()
      controller.modalPresentationStyle = .overFullScreen
      controller.view.backgroundColor = .clear
      return controller
    }

    @Test(arguments: [
      UIModalPresentationStyle.automatic, .pageSheet, .overFullScreen, .fullScreen,
      .overCurrentContext,
    ])
    func `a presented view hides views below it until dismissed`(
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

    @Test func `a presented navigation controller hides views below it`() {
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

    @Test func `an over-full-screen presentation covers according to its background`() {
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

    /// The background of a view; a plain one in a sheet is glass (iOS 26).
    enum Background: CaseIterable, Sendable { case none, clear, clearOverWhite, tinted, white }

    @Test(arguments: Background.allCases)
    func `a sheet covers unless its own background is clear`(background: Background) {
      withScreen { screen in
        let log = Log()
        box(0, 100, 320, 100, in: screen.view).log("below", .anyPixel, to: log)
        screen.settle()
        let sheet = UIViewController()
        switch background {
        case .none: sheet.view.backgroundColor = nil
        case .clear: sheet.view.backgroundColor = .clear
        case .clearOverWhite:
          sheet.view.backgroundColor = .clear
          box(0, 0, 320, 480, in: sheet.view).backgroundColor = .white
        case .tinted: sheet.view.backgroundColor = UIColor(white: 1, alpha: 0.3)
        case .white: sheet.view.backgroundColor = .white
        }
        screen.root.present(sheet, animated: false)
        screen.run(for: 0.7)
        let isClear = background == .clear
        #expect(log.take() == ["visible below"] + (isClear ? [] : ["invisible below"]))
      }
    }

    @Test func `a presented view can declare that it covers nothing`() {
      withScreen { screen in
        let log = Log()
        box(0, 100, 320, 100, in: screen.view).log("below", .anyPixel, to: log)
        screen.settle()
        let sheet = UIViewController()
        sheet.view.visibility.cover = nil
        // Not the sheet's.
        box(0, 0, 10, 10, in: sheet.view).visibility.cover = nil
        screen.root.present(sheet, animated: false)
        screen.run(for: 0.7)
        #expect(log.take() == ["visible below"])
        sheet.view.visibility.cover = .opaque
        screen.settle()
        #expect(log.take() == ["invisible below"])
        sheet.view.visibility.cover = .friendly
        screen.settle()
        #expect(log.take() == ["visible below"])
        screen.root.dismiss(animated: false)
        screen.root.present(UIViewController(), animated: false)
        screen.run(for: 0.7)
        #expect(log.take() == ["invisible below"], "another sheet")
      }
    }

    /// The ways in which a view is fully drawn, whatever `isOpaque` and its own background say.
    enum Drawing: CaseIterable, Sendable { case background, subview, deepSubview }

    @Test(arguments: Drawing.allCases)
    func `a fully drawn view covers regardless of isOpaque`(drawing: Drawing) {
      withScreen { screen in
        let log = Log()
        box(0, 100, 320, 100, in: screen.view).log("below", .anyPixel, to: log)
        screen.settle()
        let controller = UIViewController()
        controller.modalPresentationStyle = .overFullScreen
        controller.view.isOpaque = false
        var drawn: UIView = controller.view
        drawn.backgroundColor = .clear
        if drawing != .background { drawn = box(0, 0, 320, 480, in: drawn) }
        if drawing == .deepSubview {
          let scrollView = UIScrollView(frame: drawn.bounds)
          drawn.addSubview(scrollView)
          drawn = scrollView
        }
        drawn.isOpaque = false
        drawn.backgroundColor = .white
        screen.root.present(controller, animated: false)
        screen.run(for: 0.7)
        #expect(log.take() == ["visible below", "invisible below"])
        drawn.backgroundColor = UIColor(white: 1, alpha: 0.9)
        screen.settle()
        #expect(log.take() == ["visible below"])
        drawn.backgroundColor = .white
        drawn.frame.size.height = 90
        screen.settle()
        #expect(log.take() == [], "partly drawn")
      }
    }

    @Test func `a hidden, faded or rotated background does not cover`() {
      withScreen { screen in
        let log = Log()
        box(0, 100, 320, 100, in: screen.view).log("below", .anyPixel, to: log)
        screen.settle()
        let controller = makeClearController()
        let background = box(0, 0, 320, 480, in: controller.view)
        background.backgroundColor = .white
        screen.root.present(controller, animated: false)
        screen.run(for: 0.7)
        #expect(log.take() == ["visible below", "invisible below"])
        for change in [
          { $0.isHidden = true }, { $0.alpha = 0.5 }, { $0.transform = .init(rotationAngle: 0.5) },
        ] as [(UIView) -> Void] {
          change(background)
          screen.settle()
          #expect(log.take() == ["visible below"])
          (background.isHidden, background.alpha, background.transform) = (false, 1, .identity)
          screen.settle()
          #expect(log.take() == ["invisible below"])
        }
      }
    }

    @Test(arguments: [(0, true), (15, true), (16, false)])
    func `a background is looked for among the first 16 subviews`(before: Int, hides: Bool) {
      withScreen { screen in
        let log = Log()
        box(0, 100, 320, 100, in: screen.view).log("below", .anyPixel, to: log)
        screen.settle()
        let controller = makeClearController()
        for _ in 0..<before { _ = box(0, 0, 320, 480, in: controller.view) }
        box(-1, 0, 321, 481, in: controller.view).backgroundColor = .white
        screen.root.present(controller, animated: false)
        screen.run(for: 0.7)
        #expect(log.take() == ["visible below"] + (hides ? ["invisible below"] : []))
      }
    }

    @Test func `a child's in-context presentation hides views below it`() {
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
