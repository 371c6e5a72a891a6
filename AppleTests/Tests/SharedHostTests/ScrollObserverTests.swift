import SightlineApple
import Testing

#if canImport(UIKit)
import UIKit
#else
import AppKit
#endif

extension ToolkitHost {
  @MainActor
  @Suite struct ScrollObserverTests {
    @Test(arguments: flippings)
    func `each geometry is reported once, at once`(isFlipped: Bool) {
      withScreen { screen in
        let list = longList(in: screen, isFlipped: isFlipped)
        let observer = ScrollObserver(of: list)
        #expect(observer.geometry.contentOffset == .zero)
        var offsets: [Double] = []
        observer.geometryChanged = { offsets.append($0.contentOffset.y) }
        list.scroll(fromTop: 10)
        list.scroll(fromTop: 10)
        list.scroll(fromTop: 30)
        #expect(offsets == [10, 30])
        #if canImport(UIKit)
        list.contentSize.height = 6_000
        #else
        list.content.setFrameSize(NSSize(width: 320, height: 6_000))
        #endif
        #expect(observer.geometry.contentSize.height == 6_000)
        list.frame.size.height = 400
        #expect(observer.geometry.containerSize.height == 400)
        list.topInset = 20
        screen.settle()
        #expect(observer.geometry.contentInsets.top == 20)
      }
    }

    @Test func `a jump is not a scroll`() {
      withScreen { screen in
        let list = longList(in: screen)
        let observer = ScrollObserver(of: list)
        var phases: [ScrollingPhase] = []
        observer.phaseChanged = { phases.append($0.to) }
        list.scroll(fromTop: 400)
        screen.run(for: 1)
        #expect(phases == [])
      }
    }

    @Test func `neither the scroll view nor the observer is retained`() {
      withScreen { screen in
        weak var gone: PlatformScrollView?
        weak var observer: ScrollObserver?
        do {
          let list = longList(in: screen)
          let made = ScrollObserver(of: list)
          (gone, observer) = (list, made)
          list.removeFromSuperview()
        }
        screen.settle()
        #expect(gone == nil)
        #expect(observer == nil)
      }
    }
  }
}
