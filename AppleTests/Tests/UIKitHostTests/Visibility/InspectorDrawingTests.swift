#if !canImport(Darwin)
// Over the double only: package API, which an app's test bundle cannot access.
import SightlineApple
import SightlineHost
import Testing
import UIKit

extension UIKitHost {
  /// The inspector's drawing, which only the double records.
  @MainActor
  @Suite struct InspectorDrawingTests {
    private func drawing(_ inspector: InspectorView) -> [String] {
      Drawing.recorded { inspector.draw(inspector.bounds) }
    }

    private func overlay(over screen: Screen) throws -> (window: UIWindow, view: InspectorView) {
      screen.window.showsVisibilityInspector = true
      screen.run(for: 0.5)
      let window = try #require(screen.windowsAbove.first)
      return (window, try #require(window.subviews.first as? InspectorView))
    }

    @Test func `the inspector's window lies right above, follows, and is removed with its window`()
      throws
    {
      try withScreen { screen in
        screen.window.windowLevel = .alert
        let (window, view) = try overlay(over: screen)
        #expect(window.windowLevel.rawValue == 2_001)
        #expect(window.accessibilityElementsHidden && window.backgroundColor == .clear)
        #expect(view.contentMode == .redraw)
        screen.window.frame = CGRect(x: 10, y: 20, width: 300, height: 400)
        screen.settle()
        #expect(window.frame == screen.window.frame && view.frame == window.bounds)
        screen.window.showsVisibilityInspector = false
        #expect(window.isHidden && window.windowScene == nil && view.superview == nil)
        #expect(screen.window.visibilityAudit == nil)
      }
    }

    @Test func `the inspected window keeps its status bar, home indicator and orientations`() throws
    {
      final class Page: UIViewController {
        override var preferredStatusBarStyle: UIStatusBarStyle { .lightContent }
        override var prefersStatusBarHidden: Bool { true }
        override var prefersHomeIndicatorAutoHidden: Bool { true }
        override var preferredScreenEdgesDeferringSystemGestures: UIRectEdge { .bottom }
      }
      final class Root: UIViewController {
        let page = Page()
        override var childForStatusBarStyle: UIViewController? { page }
        override var childForStatusBarHidden: UIViewController? { page }
        override var childForHomeIndicatorAutoHidden: UIViewController? { page }
        override var childForScreenEdgesDeferringSystemGestures: UIViewController? { page }
        override var supportedInterfaceOrientations: UIInterfaceOrientationMask { .portrait }
      }
      try withScreen { screen in
        let root = Root()
        screen.window.rootViewController = root
        _ = try overlay(over: screen)
        let scene = screen.scene
        #expect(scene.statusBarStyle == .lightContent && scene.isStatusBarHidden)
        #expect(scene.isHomeIndicatorHidden && scene.deferringEdges == .bottom)
        #expect(scene.orientations == .portrait)
        let cover = UIViewController()
        cover.modalPresentationStyle = .fullScreen
        root.present(cover, animated: false)
        #expect(scene.statusBarStyle == .default && !scene.isStatusBarHidden)
      }
    }

    @Test func `each inspector of a window draws while it is there`() {
      withScreen { screen in
        box(0, 0, 320, 100, in: screen.view).log("card", to: Log())
        let inspectors = [InspectorView(), InspectorView()]
        for inspector in inspectors { screen.view.addSubview(inspector) }
        screen.settle()
        inspectors[0].removeFromSuperview()
        box(0, 100, 320, 100, in: screen.view).log("card", to: Log())
        screen.settle()
        #expect(drawing(inspectors[1]).filter { $0.contains("100 %") }.count == 2)
      }
    }

    @Test func `a window in which nothing is observed has an audit of nothing`() throws {
      try withScreen { screen in
        _ = try overlay(over: screen)
        #expect(screen.window.visibilityAudit?.comparedCount == 0)
      }
    }

    @Test func `the inspector draws the first three differences above their number`() throws {
      CALayer.faults = .position
      defer { CALayer.faults = [] }
      MirroredWindow.verifiesFrames = false
      defer { MirroredWindow.verifiesFrames = true }
      try withScreen { screen in
        for column in 0..<2 {
          let clip = box(CGFloat(column) * 160, 0, 150, 300, in: screen.view)
          clip.clipsToBounds = true
          for row in 0..<8 { box(0, CGFloat(row) * 45, 150, 40, in: clip).log("", to: Log()) }
        }
        MirroredWindow.verifiesFrames = false
        let (_, view) = try overlay(over: screen)
        let audit = try #require(screen.window.visibilityAudit)
        try #require(audit.differences.count > 3)
        let lines = [audit.summary] + audit.differences.prefix(3).map(\.description)
        #expect(
          drawing(view).suffix(4)
            == lines.enumerated().map {
              "\($1) at 8.0 \(480.0 - 36 - 18 * Double($0)), size 11.0, white on systemRed"
            })
      }
    }

    @Test func `the inspector draws each target's visible part, fraction and dwell`() {
      withScreen { screen in
        box(10, 20, 100, 60, in: screen.view).visibility.changed(.fully) { _ in }
        box(10, 440, 100, 80, in: screen.view).visibility.changed(.fully) { _ in }
        let seen = box(200, 20, 80, 60, in: screen.view)
        let policy = ImpressionPolicy(rule: .fully, dwell: .milliseconds(400))
        seen.visibility.impression(of: "seen", policy) { _ in }
        let inspector = InspectorView()
        // As large as the window, but elsewhere.
        inspector.frame = CGRect(x: 5, y: 7, width: 320, height: 480)
        screen.view.addSubview(inspector)
        screen.run(for: 0.6)
        #expect(
          drawing(inspector) == [
            "fill 6.0 14.0 98.0 58.0, systemGreen 0.15",
            "stroke 6.0 14.0 98.0 58.0, systemGreen, 2.0 wide",
            "100 % at 9.0 17.0, size 11.0, white on systemGreen",
            "fill 196.0 14.0 78.0 58.0, systemGreen 0.15",
            "stroke 196.0 14.0 78.0 58.0, systemGreen, 2.0 wide",
            "fill 195.0 69.0 80.0 4.0, systemBlue",
            "100 % at 199.0 17.0, size 11.0, white on systemGreen",
            "fill 6.0 434.0 98.0 38.0, systemRed 0.15",
            "stroke 6.0 434.0 98.0 38.0, systemRed, 2.0 wide",
            "50 % · out of viewport at 9.0 437.0, size 11.0, white on systemRed",
            "3 compared, 0 differ at 3.0 437.0, size 11.0, white on systemGreen",
          ])
      }
    }
  }
}
#endif
