#if !canImport(Darwin)
// Over the double only, where tests set the state of the system.
import SightlineApple
import Testing
import UIKit

extension UIKitHost {
  /// Random trees with covers, scroll views and presented controllers and many changes in one turn,
  /// compared with a painting of the screen. Over the double only.
  @MainActor
  @Suite struct UIKitRandomScreensTests {
    @MainActor
    private final class World {
      let screen: Screen
      var numbers: SeededGenerator
      private var views: [UIView] = []
      private var names: [ObjectIdentifier: Int] = [:]
      private var count = 0
      private(set) var visible: Set<Int> = []
      private var reported: [Int] = []
      private var before: Set<Int> = []
      private var presented: UIViewController?
      private var isAnimated = false
      private var keyboard = CGRect.null

      init(seed: UInt64, in screen: Screen) {
        self.screen = screen
        numbers = SeededGenerator(seed: seed)
        screen.view.clipsToBounds = true
        for _ in 0..<24 { add() }
        screen.run(for: 0.2)
      }

      private func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &numbers) }

      /// Returns a coordinate on the grid.
      private func place(_ range: Range<Int>) -> CGFloat {
        CGFloat(number(range)) * PaintedScreen.square
      }

      private func randomFrame() -> CGRect {
        CGRect(x: place(-5..<14), y: place(-5..<20), width: place(1..<12), height: place(1..<16))
      }

      /// Returns a view that may hold another one: often the screen or the presented view.
      private func randomParent(outside view: UIView?) -> UIView {
        let choice = number(0..<7)
        if choice < 3 { return screen.view }
        if choice == 3, let presented { return presented.view }
        if choice == 4 { return screen.window }
        let others = views.filter { other in view.map { !other.isDescendant(of: $0) } ?? true }
        return others.randomElement(using: &numbers) ?? screen.view
      }

      private func add() {
        let view = number(0..<4) == 0 ? UIScrollView(frame: .zero) : UIView(frame: .zero)
        (view as? UIScrollView)?.contentInsetAdjustmentBehavior = .never
        view.frame = randomFrame()
        count += 1
        let name = count
        names[ObjectIdentifier(view)] = name
        views.append(view)
        view.visibility.changed(.anyPixel) { [weak self] state in
          self?.reported.append(name)
          if state == .visible { self?.visible.insert(name) } else { self?.visible.remove(name) }
        }
        randomParent(outside: view).addSubview(view)
      }

      func takeTurn() {
        reported = []
        isAnimated = false
        for _ in 0..<number(1..<9) { change() }
        if isAnimated {
          screen.run(for: 0.1)
          for _ in 0..<number(0..<4) { change() }
          screen.run(for: 0.4)
        }
        // Most views are placed in the window.
        for view in views where view.window == nil && number(0..<3) == 0 {
          randomParent(outside: view).addSubview(view)
        }
        screen.run(for: 0.2)
      }

      private func change() {
        guard let view = views.randomElement(using: &numbers) else { return }
        switch number(0..<20) {
        case 0, 1: randomParent(outside: view).addSubview(view)
        case 2:
          // Out of a container that leaves in the same turn.
          let (old, place) = (view.superview, randomParent(outside: view.superview ?? view))
          let isBefore = number(0..<2) == 0
          if isBefore { place.addSubview(view) }
          if let old, names[ObjectIdentifier(old)] != nil { old.removeFromSuperview() }
          if !isBefore { place.addSubview(view) }
        case 3: view.removeFromSuperview()
        case 4: exchange(in: view.superview ?? screen.view)
        case 5: moveWithinParent(view)
        case 6: view.isHidden = number(0..<5) == 0
        case 7: view.alpha = [0, 0.9, 1, 1, 1, 1][number(0..<6)]
        case 8: view.clipsToBounds.toggle()
        case 9: view.frame = randomFrame()
        case 10: view.bounds.origin = CGPoint(x: place(-3..<4), y: place(-8..<9))
        case 11, 12: view.visibility.cover = [.opaque, .opaque, .friendly, nil][number(0..<4)]
        case 13, 16: view.layer.zPosition = CGFloat(number(-1..<2))
        case 14:
          let isMoved = number(0..<2) == 0
          view.transform =
            isMoved ? CGAffineTransform(translationX: place(-4..<5), y: place(-6..<7)) : .identity
        case 15: presentOrDismiss()
        case 17: showKeyboard()
        case 18:
          screen.move(to: number(0..<3) == 0 ? .foregroundInactive : .foregroundActive)
        default: replace(view)
        }
      }

      private func exchange(in parent: UIView) {
        let count = parent.subviews.count
        if count < 2 { return }
        parent.exchangeSubview(at: number(0..<count), withSubviewAt: number(0..<count))
      }

      private func moveWithinParent(_ view: UIView) {
        guard let parent = view.superview else { return }
        switch number(0..<3) {
        case 0: parent.sendSubviewToBack(view)
        case 1: parent.bringSubviewToFront(view)
        default: parent.insertSubview(view, at: number(0..<parent.subviews.count))
        }
      }

      private func showKeyboard() {
        keyboard = .null
        screen.window.keyboard = nil
        switch number(0..<3) {
        case 0:
          let height = place(1..<16)
          screen.window.keyboard = .docked(height: height)
          keyboard = CGRect(x: 0, y: 480 - height, width: 320, height: height)
        case 1:
          keyboard = randomFrame()
          screen.window.keyboard = .floating(keyboard)
        default: break
        }
        // UIKit animates the guide, which lays it out in the event.
        CATransaction.shared.flush()
      }

      private func replace(_ view: UIView) {
        views.removeAll { $0 === view }
        names[ObjectIdentifier(view)] = nil
        view.removeFromSuperview()
        add()
      }

      private func presentOrDismiss() {
        // One transition at a time, and none in another one.
        if isAnimated { return }
        isAnimated = number(0..<2) == 0
        if presented != nil {
          presented = nil
          return screen.root.dismiss(animated: isAnimated)
        }
        let controller = UIViewController()
        controller.modalPresentationStyle =
          [.overFullScreen, .fullScreen, .overCurrentContext][number(0..<3)]
        if number(0..<2) == 0 { controller.view.backgroundColor = .white }
        screen.root.present(controller, animated: isAnimated)
        if controller.presentingViewController != nil { presented = controller }
      }

      // MARK: Expectations

      private func isCover(_ view: UIView) -> Bool {
        if view === presented?.view {
          return presented?.modalPresentationStyle == .fullScreen || view.backgroundColor != nil
        }
        return view.visibility.cover == .opaque
      }

      private var expected: Set<Int> {
        if screen.scene.activationState != .foregroundActive { return [] }
        let painted = PaintedScreen(of: screen.window, keyboard: keyboard) { [unowned self] in
          isCover($0)
        }
        return Set(painted.visibleViews.compactMap { names[$0] })
      }

      /// Returns the mistake after a turn; `nil` if there was no mistake.
      func mistake() -> String? {
        let now = expected
        defer { before = now }
        // Views that are gone no longer count.
        let live = Set(names.values)
        if visible.intersection(live) != now {
          return "not reported: \(now.subtracting(visible)),"
            + " too much: \(visible.intersection(live).subtracting(now))"
        }
        // In a transition, views may come and go.
        if isAnimated { return nil }
        let same = reported.first { live.contains($0) && now.contains($0) == before.contains($0) }
        return same.map { "\($0) has stayed as it was: \(reported)" }
      }
    }

    @Test(arguments: Variant.windows + Variant.irregular, [UInt64(1), 2])
    func `after any turn, the reports match a painting of the screen`(
      variant: Variant, seed: UInt64
    ) {
      withScreen(as: variant) { screen in
        let world = World(seed: seed, in: screen)
        #expect(world.mistake() == nil, "seed \(seed), at first")
        var seen = 0
        for turn in 0..<50 {
          world.takeTurn()
          let mistake = world.mistake()
          #expect(mistake == nil, "seed \(seed), turn \(turn)")
          if mistake != nil { return }
          seen += world.visible.count
        }
        #expect(seen > 100, "seed \(seed)")
      }
    }
  }
}
#endif
