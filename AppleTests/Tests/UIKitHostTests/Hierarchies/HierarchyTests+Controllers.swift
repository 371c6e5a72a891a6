#if !canImport(Darwin)
// Over the double only: sheets and transitions that tests take apart.
import SightlineApple
import Testing
import UIKit

extension UIKitHost.HierarchyTests {
  /// A sheet as recorded, the background of its own view, and whether glass was seen behind it.
  struct Sheet: Sendable {
    var detent: Int
    var own: Own
    var glass = Glass.none
    var covers: Bool

    enum Own: Sendable { case none, clear, white, colourWithoutView }
    enum Glass: Sendable { case none, effect, popover, around }
  }

  @Test(arguments: [
    // At medium, at large and at a small detent.
    Sheet(detent: 0, own: .none, covers: true), Sheet(detent: 0, own: .clear, covers: false),
    Sheet(detent: 0, own: .clear, glass: .effect, covers: true),
    Sheet(detent: 0, own: .clear, glass: .popover, covers: true),
    Sheet(detent: 0, own: .clear, glass: .around, covers: true),
    Sheet(detent: 0, own: .white, covers: true),
    Sheet(detent: 0, own: .colourWithoutView, covers: true),
    Sheet(detent: 1, own: .none, covers: true), Sheet(detent: 1, own: .clear, covers: true),
    Sheet(detent: 4, own: .none, covers: true), Sheet(detent: 4, own: .clear, covers: false),
  ])
  func `a sheet covers by the colour around it, or by glass`(sheet: Sheet) throws {
    let nodes = try Hierarchy("sheets-ios26").nodes
    try withScreen(width: 402, height: 874) { screen in
      let log = Log()
      box(20, 600, 300, 50, in: screen.view).log("below", .anyPixel, to: log)
      screen.settle()
      let controller = UIViewController()
      screen.root.present(controller, animated: false)
      let view = try #require(controller.view)
      switch sheet.own {
      case .none: view.backgroundColor = nil
      case .clear: view.backgroundColor = .clear
      case .white: view.backgroundColor = .white
      case .colourWithoutView: addColour(to: view)
      }
      let container = try #require(view.superview)
      let dimming = RecordedView(nodes[2], in: container).view
      dimming.frame = container.bounds
      let shadow = RecordedView(nodes[sheet.detent], in: container).view
      shadow.frame = CGRect(x: 0, y: 415, width: 402, height: 459)
      var wrapper = box(0, 0, 402, 459)
      switch sheet.glass {
      case .none: break
      case .effect: shadow.addSubview(UIVisualEffectView(frame: shadow.bounds))
      case .popover:
        let popover = RecordedView(try Hierarchy("alert-and-dialog-ios26").nodes[1], in: shadow)
        popover.view.frame = shadow.bounds
      case .around:
        let effect = UIVisualEffectView(frame: shadow.bounds)
        shadow.addSubview(effect)
        wrapper = effect.contentView
      }
      if wrapper.superview == nil { shadow.addSubview(wrapper) }
      view.frame = wrapper.bounds
      wrapper.addSubview(view)
      screen.run(for: 0.7)
      #expect(log.take() == ["visible below"] + (sheet.covers ? ["invisible below"] : []))
    }
  }

  /// Fills a view as SwiftUI does on iOS 26: with a layer that no view has.
  @discardableResult
  private func addColour(to view: UIView, alpha: CGFloat = 1) -> CALayer {
    view.backgroundColor = .clear
    let colour = CALayer()
    colour.frame = view.bounds
    colour.backgroundColor = UIColor(white: 1, alpha: alpha).cgColor
    view.layer.insertSublayer(colour, at: 0)
    return colour
  }

  @Test func `a presentation filled by a layer covers as one filled by a view`() {
    withScreen { screen in
      let log = Log()
      box(0, 100, 320, 100, in: screen.view).log("below", .anyPixel, to: log)
      screen.settle()
      let controller = UIViewController()
      controller.modalPresentationStyle = .overFullScreen
      screen.root.present(controller, animated: false)
      let colour = addColour(to: controller.view)
      screen.run(for: 0.7)
      #expect(log.take() == ["visible below", "invisible below"])
      colour.isHidden = true
      screen.run(for: 0.7)
      #expect(log.take() == ["visible below"])
      (colour.isHidden, colour.frame.size.height) = (false, 100)
      screen.run(for: 0.7)
      #expect(log.take() == [])
      addColour(to: controller.view, alpha: 0.5)
      screen.run(for: 0.7)
      #expect(log.take() == [])
    }
  }

  @Test(arguments: [true, false], [true, false])
  func `the upper page of a push and of a pop covers, in either container`(
    namesWrapper: Bool, isPop: Bool
  ) {
    Undocumented.transitionsNameTheWrapper = namesWrapper
    withScreen { screen in
      let log = Log()
      let (below, top) = (UIViewController(), UIViewController())
      for (name, controller) in [("below", below), ("top", top)] {
        controller.view.backgroundColor = .white
        box(0, 0, 320, 100, in: controller.view).log(name, .anyPixel, to: log)
      }
      let navigation = UINavigationController(rootViewController: below)
      if isPop { navigation.pushViewController(top, animated: false) }
      screen.root.addChild(navigation)
      navigation.view.frame = screen.view.bounds
      screen.view.addSubview(navigation.view)
      screen.settle()
      #expect(log.take() == [isPop ? "visible top" : "visible below"])
      if isPop {
        navigation.popViewController(animated: true)
        // UIKit's own animation may leave the page over the one below until it ends.
        top.view.frame.origin.x = 0
      } else {
        navigation.pushViewController(top, animated: true)
        below.view.frame.origin.x = 0
      }
      screen.run(for: 0.1)
      #expect(Set(log.take()) == (isPop ? [] : ["invisible below", "visible top"]))
      screen.run(for: 1)
      #expect(Set(log.take()) == (isPop ? ["visible below", "invisible top"] : []))
    }
  }

  @Test func `columns over one as wide as the window are parts of one screen`() throws {
    let columns = try #require(Hierarchy("ipad-split-ios26").nodes[0].children)
    withScreen(width: 1_032, height: 1_376) { screen in
      screen.window.visibilitySession = VisibilitySession()
      let log = Log()
      let split = UISplitViewController()
      let controllers = columns.map { column in
        let content = UIViewController()
        let name = column.column ?? ""
        let card = box(20, 200, 100, 50, in: content.view)
        card.visibility.impression(of: name, .feed.repeating(.oncePerScreenVisit)) { _ in
          log.add(name)
        }
        let navigation = UINavigationController(rootViewController: content)
        split.addChild(navigation)
        navigation.view.frame = RecordedView(column, in: split.view).view.frame
        return navigation
      }
      screen.window.rootViewController = split
      split.view.addSubview(controllers[0].view)
      screen.settle()
      #expect(log.take() == ["secondary"])
      split.view.addSubview(controllers[1].view)
      screen.settle()
      #expect(log.take() == ["primary, glass"], "it is seen, and begins no visit")
      controllers[1].view.removeFromSuperview()
      screen.settle()
      split.view.addSubview(controllers[1].view)
      screen.settle()
      #expect(log.take() == [])
      let next = UIViewController()
      next.view.backgroundColor = .white
      controllers[0].pushViewController(next, animated: false)
      screen.settle()
      controllers[0].popViewController(animated: false)
      screen.settle()
      #expect(log.take().contains("secondary"), "a push in a column begins a visit")
    }
  }

  @Test func `choosing a recorded tab with a split in it begins one visit`() throws {
    let root = try Hierarchy("controllers-tabs-and-split").nodes[1]
    withScreen { screen in
      screen.window.visibilitySession = VisibilitySession()
      let log = Log()
      var leaves = 0
      @MainActor func make(_ node: Hierarchy.Node) -> UIViewController {
        let children = (node.children ?? []).map(make)
        let controller: UIViewController
        switch node.class {
        case let name where name.contains("TabBarController"):
          let tabs = UITabBarController()
          tabs.viewControllers = children
          return tabs
        case let name where name.contains("NavigationController"):
          return UINavigationController(rootViewController: children[0])
        case let name where name.contains("SplitView"):
          let split = UISplitViewController()
          split.isCollapsed = true
          controller = split
        default: controller = UIViewController()
        }
        for child in children {
          controller.addChild(child)
          child.view.frame = screen.view.bounds
          controller.view.addSubview(child.view)
        }
        guard children.isEmpty else { return controller }
        let name = "leaf \(leaves)"
        leaves += 1
        let card = box(0, 100, 100, 50, in: controller.view)
        card.visibility.impression(of: name, .feed.repeating(.oncePerScreenVisit)) { _ in
          log.add(name)
        }
        return controller
      }
      let host = make(root)
      screen.window.rootViewController = host
      let tabs = host.children[0] as? UITabBarController
      screen.settle()
      #expect(log.take() == ["leaf 0"])
      for index in [1, 0, 1] {
        tabs?.selectedIndex = index
        screen.settle()
        #expect(log.take() == ["leaf \(index)"])
        screen.run(for: 1)
        #expect(log.take() == [])
      }
    }
  }

  // MARK: The safe area

  @Test func `safe areas tell columns apart, frames don't`() throws {
    let columns = try #require(Hierarchy("ipad-split-ios26").nodes[0].children)
    withScreen(width: 1_032, height: 1_376) { screen in
      let log = Log()
      let views = columns.map { RecordedView($0, in: screen.view).view }
      let secondary = UIViewController()
      secondary.view.frame = views[0].bounds
      screen.root.addChild(secondary)
      views[0].addSubview(secondary.view)
      secondary.additionalSafeAreaInsets.left = views[1].frame.maxX
      for (name, x) in [("under", 20), ("beside", 500)] {
        let row = box(CGFloat(x), 300, 200, 50, in: secondary.view)
        row.log("\(name) the sidebar", .anyPixel, to: log)
      }
      screen.settle()
      #expect(Set(log.take()) == ["visible under the sidebar", "visible beside the sidebar"])
      secondary.view.visibility.viewportMargins = .safeArea
      screen.settle()
      // A view with another viewport leaves and enters again.
      let lines = log.take()
      #expect(lines.last == "visible beside the sidebar")
      #expect(!lines.contains("visible under the sidebar"))
    }
  }

  @Test func `bars of a recorded scroll view are not in its clip, but in its safe area`() throws {
    try withTree("scroll-edge-effects-ios26") { screen, tree in
      let log = Log()
      screen.window.safeArea = UIEdgeInsets(top: 113, left: 0, bottom: 83, right: 0)
      let origin = tree.view.bounds.minY
      for (name, y) in [("top", 20), ("middle", 400), ("bottom", 780)] {
        box(0, origin + CGFloat(y), 393, 50, in: tree.view).log(name, .anyPixel, to: log)
      }
      screen.settle()
      #expect(log.take().count == 3)
      tree.view.visibility.viewportMargins = .safeArea
      screen.settle()
      let lines = log.take()
      #expect(lines.last == "visible middle")
      #expect(!lines.contains("visible top") && !lines.contains("visible bottom"))
    }
  }

  @Test func `a carousel larger than its page has no more safe area than the page`() {
    withScreen { screen in
      screen.window.safeArea = UIEdgeInsets(top: 50, left: 0, bottom: 0, right: 0)
      let log = Log()
      let carousel = UIScrollView(frame: CGRect(x: -40, y: -20, width: 400, height: 300))
      carousel.contentInsetAdjustmentBehavior = .never
      screen.view.addSubview(carousel)
      carousel.visibility.viewportMargins = .safeArea
      box(40, 52, 30, 10, in: carousel).log("left", to: log)
      box(330, 52, 30, 10, in: carousel).log("right", to: log)
      box(100, 30, 30, 10, in: carousel).log("under the bar", to: log)
      screen.settle()
      #expect(Set(log.take()) == ["visible left", "visible right"])
    }
  }
}
#endif
