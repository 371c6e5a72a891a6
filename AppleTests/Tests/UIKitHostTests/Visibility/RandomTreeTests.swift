import SightlineApple
import Testing
import UIKit

extension UIKitHost {
  /// Random trees with random changes, compared with the toolkit's conversion between views.
  @MainActor
  @Suite struct RandomTreeTests {
    @MainActor
    private final class Forest {
      let screen: Screen
      var views: [UIView] = []
      var visible: Set<Int> = []
      var numbers: SeededGenerator

      init(seed: UInt64, in screen: Screen) {
        self.screen = screen
        numbers = SeededGenerator(seed: seed)
        for index in 0..<24 {
          let view = index % 4 == 0 ? UIScrollView() : UIView()
          (view as? UIScrollView)?.contentInsetAdjustmentBehavior = .never
          view.frame = randomFrame()
          // Before it enters a window, and after.
          let parent = randomParent(among: views)
          if index % 3 == 0 { observe(view, index) }
          parent.addSubview(view)
          if index % 3 != 0 { observe(view, index) }
          views.append(view)
        }
        screen.settle()
      }

      private func observe(_ view: UIView, _ index: Int) {
        view.visibility.changed(.anyPixel) { [weak self] state in
          if state == .visible { self?.visible.insert(index) } else { self?.visible.remove(index) }
        }
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
        switch Int.random(in: 0..<(withTransforms ? 10 : 8), using: &numbers) {
        case 0:
          view.transform = .identity
          view.frame = randomFrame()
        case 1: view.isHidden = Int.random(in: 0..<5, using: &numbers) == 0
        case 2: view.alpha = Int.random(in: 0..<5, using: &numbers) == 0 ? 0 : 0.9
        case 3: view.clipsToBounds.toggle()
        case 4: view.bounds.origin.y = CGFloat(Int.random(in: -200..<200, using: &numbers))
        case 5 where Bool.random(using: &numbers): view.removeFromSuperview()
        case 5, 6, 7: move(view)
        case 8: view.transform = CGAffineTransform(scaleX: 2, y: 0.5)
        default: view.transform = CGAffineTransform(translationX: 0, y: 250)
        }
      }

      private func move(_ view: UIView) {
        randomParent(among: views.filter { !$0.isDescendant(of: view) }).addSubview(view)
      }

      /// Often returns the screen, so that not too many views are hidden with their ancestors.
      private func randomParent(among views: [UIView]) -> UIView {
        if Bool.random(using: &numbers) { return screen.view }
        return views.randomElement(using: &numbers) ?? screen.view
      }

      /// Whether any of a view can be seen, by the toolkit's own conversion.
      private func isVisible(_ view: UIView) -> Bool {
        guard view.window === screen.window else { return false }
        var area = view.convert(view.bounds, to: screen.window)
        var current: UIView? = view
        while let here = current {
          if here.isHidden || here.alpha < 0.01 { return false }
          if here.clipsToBounds, here !== view {
            area = area.intersection(here.convert(here.bounds, to: screen.window))
          }
          current = here.superview
        }
        area = area.intersection(screen.window.bounds)
        return area.width > 1e-6 && area.height > 1e-6
      }

      var expected: Set<Int> { Set(views.indices.filter { isVisible(views[$0]) }) }
    }

    /// Returns the mean number of visible views after a change.
    private func run(_ variant: Variant, seed: UInt64, withTransforms: Bool) -> Double {
      withScreen(as: variant) { screen in
        let forest = Forest(seed: seed, in: screen)
        #expect(forest.visible == forest.expected, "seed \(seed), at first")
        var seen = 0
        for change in 0..<150 {
          forest.change(withTransforms: withTransforms)
          // A view moved from a hidden place to a visible one is found once the app rests.
          screen.run(for: 0.2)
          #expect(forest.visible == forest.expected, "seed \(seed), change \(change)")
          if forest.visible != forest.expected { return 0 }
          seen += forest.visible.count
        }
        return Double(seen) / 150
      }
    }

    @Test(
      arguments: Variant.windows,
      [UInt64(1), 2, 3])
    func `reports match coordinate conversion after any change`(
      variant: Variant, seed: UInt64
    ) {
      #expect(run(variant, seed: seed, withTransforms: false) > 3)
    }

    @Test(arguments: Variant.irregular, [UInt64(6), 7])
    func `reports match with late timers and irregular frames`(variant: Variant, seed: UInt64) {
      #expect(run(variant, seed: seed, withTransforms: true) > 3)
    }

    @Test(arguments: Variant.windows, [UInt64(4), 5])
    func `reports match coordinate conversion with transforms`(variant: Variant, seed: UInt64) {
      #expect(run(variant, seed: seed, withTransforms: true) > 3)
    }
  }
}
