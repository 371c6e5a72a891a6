import SightlineApple
import Testing

#if canImport(UIKit)
import UIKit
#else
import AppKit
#endif

extension ToolkitHost {
  /// Random trees with random changes, compared with the toolkit's conversion between views.
  @MainActor
  @Suite struct RandomTreeTests {
    @MainActor
    private final class Forest {
      let screen: Screen
      var views: [PlatformView] = []
      var visible: Set<Int> = []
      var numbers: SeededGenerator

      init(seed: UInt64, in screen: Screen) {
        self.screen = screen
        numbers = SeededGenerator(seed: seed)
        for index in 0..<24 {
          let view = makeView(index)
          // Before it enters a window, and after.
          let parent = randomParent(among: views)
          if index % 3 == 0 { observe(view, index) }
          content(of: parent).addSubview(view)
          if index % 3 != 0 { observe(view, index) }
          views.append(view)
        }
        screen.settle()
      }

      private func observe(_ view: PlatformView, _ index: Int) {
        view.visibility.changed(.anyPixel) { [weak self] state in
          if state == .visible { self?.visible.insert(index) } else { self?.visible.remove(index) }
        }
      }

      private func makeView(_ index: Int) -> PlatformView {
        let isFlipped = index % 3 != 0
        if index % 4 != 0 { return view(randomFrame(), isFlipped: isFlipped) }
        return scrollingView(
          randomFrame(), content: CGSize(width: 400, height: 900), isFlipped: isFlipped, in: nil)
      }

      private func randomFrame() -> CGRect {
        CGRect(
          x: CGFloat(Int.random(in: -100..<300, using: &numbers)),
          y: CGFloat(Int.random(in: -100..<450, using: &numbers)),
          width: CGFloat(Int.random(in: 1..<300, using: &numbers)),
          height: CGFloat(Int.random(in: 1..<300, using: &numbers)))
      }

      func change(withTransforms: Bool) {
        guard let view = views.randomElement(using: &numbers) else { return }
        switch Int.random(in: 0..<(withTransforms ? 11 : 8), using: &numbers) {
        case 0:
          setUpright(view)
          view.frame = randomFrame()
        case 1: view.isHidden = Int.random(in: 0..<5, using: &numbers) == 0
        case 2: view.opacity = Int.random(in: 0..<5, using: &numbers) == 0 ? 0 : 0.9
        case 3: view.clipsToBounds.toggle()
        case 4:
          scrolled(view).bounds.origin.y = CGFloat(Int.random(in: -200..<200, using: &numbers))
        case 5 where Bool.random(using: &numbers): view.removeFromSuperview()
        case 5, 6, 7:
          let parent = randomParent(among: views.filter { !$0.isDescendant(of: view) })
          content(of: parent).addSubview(view)
        default: transform(view)
        }
      }

      /// Often returns the screen, so that not too many views are hidden with their ancestors.
      private func randomParent(among views: [PlatformView]) -> PlatformView {
        if Bool.random(using: &numbers) { return screen.view }
        return views.randomElement(using: &numbers) ?? screen.view
      }

      #if canImport(UIKit)
      private func content(of view: UIView) -> UIView { view }
      private func scrolled(_ view: UIView) -> UIView { view }
      private func setUpright(_ view: UIView) { view.transform = .identity }

      private func transform(_ view: UIView) {
        view.transform =
          Bool.random(using: &numbers)
          ? CGAffineTransform(scaleX: 2, y: 0.5) : CGAffineTransform(translationX: 0, y: 250)
      }

      private func isUpright(_ view: UIView) -> Bool { true }
      #else
      private func content(of view: NSView) -> NSView {
        (view as? NSScrollView)?.documentView ?? view
      }
      private func scrolled(_ view: NSView) -> NSView {
        (view as? NSScrollView)?.contentView ?? view
      }
      private func setUpright(_ view: NSView) { view.frameRotation = 0 }

      private func transform(_ view: NSView) {
        switch Int.random(in: 0..<3, using: &numbers) {
        case 0: view.frameRotation = CGFloat(Int.random(in: 0..<8, using: &numbers)) * 45
        case 1 where view is NSScrollView:
          (view as? NSScrollView)?.magnification = Bool.random(using: &numbers) ? 2 : 0.5
        default:
          let frame = view.frame
          view.setBoundsSize(NSSize(width: frame.width / 2, height: frame.height * 2))
        }
      }

      /// Returns whether a view is upright: a quarter turn maps a box to a box. At other angles, a
      /// view is smaller than its bounding box, so `isVisible` does not hold.
      private func isUpright(_ view: NSView) -> Bool {
        var current: NSView? = view
        while let here = current {
          if Int(here.frameRotation) % 90 != 0 { return false }
          current = here.superview
        }
        return true
      }
      #endif

      /// Whether any of a view can be seen, by the toolkit's own conversion.
      private func isVisible(_ view: PlatformView) -> Bool {
        guard view.window === screen.window else { return false }
        var area = view.convert(view.bounds, to: screen.view)
        var current: PlatformView? = view
        while let here = current {
          if here.isHidden || here.opacity < 0.01 { return false }
          if here.clipsToBounds, here !== view {
            area = area.intersection(here.convert(here.bounds, to: screen.view))
          }
          current = here.superview
        }
        area = area.intersection(screen.top.convert(screen.top.bounds, to: screen.view))
        return area.width > 1e-6 && area.height > 1e-6
      }

      /// Whether the reports are right, for all views with a certain answer.
      func check() -> Bool {
        views.indices.allSatisfy { index in
          !isUpright(views[index]) || visible.contains(index) == isVisible(views[index])
        }
      }
    }

    private func run(_ variant: Variant, seed: UInt64, withTransforms: Bool) {
      withScreen(as: variant) { screen in
        let forest = Forest(seed: seed, in: screen)
        #expect(forest.check(), "seed \(seed), at first")
        var seen = 0
        for change in 0..<150 {
          forest.change(withTransforms: withTransforms)
          // A view moved from a hidden place to a visible one is found once the app rests.
          screen.run(for: restTime)
          #expect(forest.check(), "seed \(seed), change \(change)")
          if !forest.check() { return }
          seen += forest.visible.count
        }
        #expect(seen > 3 * 150, "seed \(seed)")
      }
    }

    #if canImport(UIKit)
    private let restTime = 0.2
    #else
    private let restTime = 1.2
    #endif

    @Test(arguments: Variant.windows, [UInt64(1), 2, 3])
    func `reports match coordinate conversion after any change`(variant: Variant, seed: UInt64) {
      run(variant, seed: seed, withTransforms: false)
    }

    @Test(arguments: Variant.irregular, [UInt64(6), 7])
    func `reports match with late timers and irregular frames`(variant: Variant, seed: UInt64) {
      run(variant, seed: seed, withTransforms: true)
    }

    @Test(arguments: Variant.windows, [UInt64(4), 5])
    func `reports match coordinate conversion with transforms`(variant: Variant, seed: UInt64) {
      run(variant, seed: seed, withTransforms: true)
    }
  }
}
