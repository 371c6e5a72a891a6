import AppKit
import SightlineApple
import Testing

extension AppKitHost {
  /// Random trees with random changes, compared with the toolkit's conversion between views.
  @MainActor
  @Suite struct RandomTreeTests {
    @MainActor
    private final class Forest {
      let screen: Screen
      var views: [NSView] = []
      var visible: Set<Int> = []
      var numbers: SeededGenerator

      init(seed: UInt64, in screen: Screen) {
        self.screen = screen
        numbers = SeededGenerator(seed: seed)
        for index in 0..<24 {
          let view = makeView(index)
          view.visibility.changed(.anyPixel) { [weak self] state in
            if state == .visible {
              self?.visible.insert(index)
            } else {
              self?.visible.remove(index)
            }
          }
          content(of: randomParent(among: views)).addSubview(view)
          views.append(view)
        }
        screen.settle()
      }

      private func makeView(_ index: Int) -> NSView {
        let isFlipped = index % 3 != 0
        guard index % 4 == 0 else { return view(randomFrame(), isFlipped: isFlipped) }
        let scrollView = NSScrollView(frame: randomFrame())
        scrollView.documentView = view(
          CGRect(x: 0, y: 0, width: 400, height: 900), isFlipped: isFlipped)
        return scrollView
      }

      private func content(of view: NSView) -> NSView {
        (view as? NSScrollView)?.documentView ?? view
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
          view.frameRotation = 0
          view.frame = randomFrame()
        case 1: view.isHidden = Int.random(in: 0..<5, using: &numbers) == 0
        case 2: view.alphaValue = Int.random(in: 0..<5, using: &numbers) == 0 ? 0 : 0.9
        case 3: view.clipsToBounds.toggle()
        case 4:
          let moved = (view as? NSScrollView)?.contentView ?? view
          moved.bounds.origin.y = CGFloat(Int.random(in: -200..<200, using: &numbers))
        case 5 where Bool.random(using: &numbers): view.removeFromSuperview()
        case 5, 6, 7: move(view)
        case 8: view.frameRotation = CGFloat(Int.random(in: 0..<8, using: &numbers)) * 45
        case 9 where view is NSScrollView:
          (view as? NSScrollView)?.magnification = Bool.random(using: &numbers) ? 2 : 0.5
        default:
          let frame = view.frame
          view.setBoundsSize(NSSize(width: frame.width / 2, height: frame.height * 2))
        }
      }

      private func move(_ view: NSView) {
        let parent = randomParent(among: views.filter { !$0.isDescendant(of: view) })
        content(of: parent).addSubview(view)
      }

      /// Often returns the screen, so that not too many views are hidden with their ancestors.
      private func randomParent(among views: [NSView]) -> NSView {
        if Bool.random(using: &numbers) { return screen.view }
        return views.randomElement(using: &numbers) ?? screen.view
      }

      /// Whether any of a view can be seen, by the toolkit's own conversion, where the result is
      /// certain: a rotated view is smaller than its bounding box.
      private func isVisible(_ view: NSView) -> Bool {
        guard view.window === screen.window else { return false }
        var area = view.convert(view.bounds, to: nil)
        var current: NSView? = view
        while let here = current {
          if here.isHidden || here.alphaValue < 0.01 { return false }
          if here.clipsToBounds, here !== view {
            area = area.intersection(here.convert(here.bounds, to: nil))
          }
          current = here.superview
        }
        area = area.intersection(CGRect(origin: .zero, size: screen.window.frame.size))
        return area.width > 1e-6 && area.height > 1e-6
      }

      /// Returns whether a view is upright: a quarter turn maps a box to a box. At other angles,
      /// the formula above does not hold.
      private func isUpright(_ view: NSView) -> Bool {
        var current: NSView? = view
        while let here = current {
          if Int(here.frameRotation) % 90 != 0 { return false }
          current = here.superview
        }
        return true
      }

      /// Whether the reports are right, for all views with a certain answer.
      func check() -> Bool {
        views.indices.allSatisfy { index in
          !isUpright(views[index]) || visible.contains(index) == isVisible(views[index])
        }
      }
    }

    /// Returns the mean number of visible views after a change.
    private func run(_ variant: Variant, seed: UInt64, withTransforms: Bool) -> Double {
      withScreen(as: variant) { screen in
        let forest = Forest(seed: seed, in: screen)
        #expect(forest.check(), "seed \(seed), at first")
        var seen = 0
        for change in 0..<150 {
          forest.change(withTransforms: withTransforms)
          // A view moved from a hidden place to a visible one is found once the app rests.
          screen.run(for: 1.2)
          #expect(forest.check(), "seed \(seed), change \(change)")
          if !forest.check() { return 0 }
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

    @Test(arguments: Variant.windows, [UInt64(4), 5])
    func `reports match coordinate conversion under rotation and scaling`(
      variant: Variant, seed: UInt64
    ) {
      #expect(run(variant, seed: seed, withTransforms: true) > 3)
    }
  }
}
