#if !canImport(Darwin)
// Over the double only: touches, over hours of virtual time.
import SightlineAppleViews
import Testing

#if canImport(UIKit)
import UIKit
#else
import AppKit
#endif

extension ToolkitHost {
  /// A list whose end isn't seen loads nothing.
  @MainActor
  @Suite struct LoadMoreEndTests {
    enum Hiding: CaseIterable, Sendable {
      case hidden, transparent, covered, outOfWindow, hiddenBox
    }

    /// Lets main actor tasks run, then frames pass.
    private func settle(_ screen: Screen) async {
      for _ in 0..<3 {
        for _ in 0..<20 { await Task.yield() }
        screen.run(for: 0.05)
      }
      for _ in 0..<20 { await Task.yield() }
    }

    @Test(arguments: [LoadMoreTrigger.Condition.itemFromEnd(3), .share(0.7)], Hiding.allCases)
    func `an unseen list loads nothing until it shows`(
      condition: LoadMoreTrigger.Condition, hiding: Hiding
    ) async {
      let screen = Screen()
      let holder = box(0, 0, 320, 480, in: screen.view)
      let list = TableList([0, 1, 2, 3])
      holder.addSubview(list.view)
      let cover = box(0, 0, 320, 480, in: screen.view)
      func show(_ isShown: Bool) {
        switch hiding {
        case .hidden: list.view.isHidden = !isShown
        case .transparent: setOpacity(isShown ? 1 : 0, of: list.view)
        case .covered:
          cover.visibility.cover = .opaque
          cover.isHidden = isShown
        case .outOfWindow: holder.frame.origin.y = isShown ? 0 : 700
        case .hiddenBox: holder.isHidden = !isShown
        }
      }
      show(false)
      var loads = 0
      let controller = LoadMoreController(of: list.table, when: condition) {
        loads += 1
        return false
      }
      await settle(screen)
      #expect(loads == 0 && controller.state == .ready)
      show(true)
      #if !canImport(UIKit)
      // The double of AppKit makes rows in a layout of its table only.
      list.reloadData()
      #endif
      await settle(screen)
      #expect(loads == 1 && controller.state == .finished)
      screen.close()
    }

    private func setOpacity(_ opacity: CGFloat, of view: PlatformView) {
      #if canImport(UIKit)
      view.alpha = opacity
      #else
      view.alphaValue = opacity
      #endif
    }
  }
}
#endif
