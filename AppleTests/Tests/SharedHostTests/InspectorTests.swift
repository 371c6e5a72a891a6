import SightlineApple
import Testing

#if canImport(UIKit)
import UIKit
#else
import AppKit
#endif

extension ToolkitHost {
  @MainActor
  @Suite struct InspectorTests {
    @Test func `the inspector is a window above, and changes no event`() throws {
      try withScreen { screen in
        let log = Log()
        let card = box(0, 0, 320, 100, in: screen.view)
        card.log("card", to: log)
        screen.settle()
        #expect(log.take() == ["visible card"])
        #expect(!screen.window.showsVisibilityInspector)
        screen.window.showsVisibilityInspector = true
        screen.settle()
        #expect(log.take() == [], "the inspector is not a cover")
        let overlay = try #require(screen.windowsAbove.first)
        #expect(overlay.frame == screen.window.frame)
        #expect(!screen.takesInput(overlay))
        screen.window.showsVisibilityInspector = true
        #expect(screen.windowsAbove.count == 1)

        card.frame.origin.y = 470
        screen.settle()
        #expect(log.take() == ["invisible card"])
        screen.window.showsVisibilityInspector = false
        screen.settle()
        #expect(screen.windowsAbove.isEmpty)
        card.frame.origin.y = 0
        screen.settle()
        #expect(log.take() == ["visible card"])
      }
    }

    @Test func `the inspector is removed with its window`() {
      weak var overlay: PlatformWindow?
      withScreen { screen in
        box(0, 0, 320, 100, in: screen.view).visibility.changed { _ in }
        screen.window.showsVisibilityInspector = true
        screen.settle()
        overlay = screen.windowsAbove.first
        #expect(overlay != nil)
      }
      withScreen { $0.settle() }
      #expect(overlay == nil)
    }
  }
}
