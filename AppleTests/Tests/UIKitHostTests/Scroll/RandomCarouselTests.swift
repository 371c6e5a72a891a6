#if !canImport(Darwin)
// Over the double only: touches, over hours of virtual time.
import SightlineAppleViews
import SightlineTestSupport
import Testing
// UIKit's constants are not marked as constants in every SDK.
@preconcurrency import UIKit
import ViewWorlds

extension UIKitHost {
  /// A carousel while a user, an app and the system move and change it at once.
  @MainActor
  @Suite struct RandomCarouselTests {
    @MainActor
    private final class World: ViewWorld {
      private var random: SightlineTestSupport.SeededGenerator
      private let screen: Screen
      private let other: UIWindow
      private let hand: Hand
      private let container = UIView(frame: CGRect(x: 0, y: 100, width: 320, height: 100))
      private var items: [UIView] = []
      private var removed: [UIView] = []
      private let isCentred: Bool
      private let mode: Carousel.Mode
      private let controller: CarouselController
      private var reported: Int?
      private var wrongReport: String?

      private static let spacing: CGFloat = 10
      private static let interval: Double = 2

      init(seed: UInt64, in screen: Screen) {
        self.screen = screen
        random = SightlineTestSupport.SeededGenerator(seed: seed)
        hand = Hand(in: screen.window)
        other = UIWindow(windowScene: screen.scene)
        other.rootViewController = UIViewController()
        other.isHidden = false
        isCentred = random.oneIn(3)
        mode = random.oneIn(2) ? .continuous(speed: 40) : .paged(every: .seconds(Self.interval))
        screen.view.addSubview(container)
        controller = CarouselController(
          items: [], spacing: Self.spacing, alignment: isCentred ? .center : .leading, mode: mode,
          in: container)
        controller.currentItemChanged = { [unowned self] new in
          if new == reported || new != controller.currentItem {
            wrongReport =
              "reported \(new as Any) of \(controller.currentItem as Any) after \(reported as Any)"
          }
          reported = new
        }
        for _ in 0..<3 { changeItems() }
      }

      isolated deinit { other.isHidden = true }

      // MARK: The app

      private func changeItems() {
        let old = items
        for _ in 0..<1 + random.index(3) {
          switch random.index(9) {
          case 0: items = []
          case 1: items.shuffle(using: &random)
          case 2...3: if !items.isEmpty { items.remove(at: random.index(items.count)) }
          default:
            let item = UIView(
              frame: CGRect(x: 0, y: 0, width: CGFloat(60 + 20 * random.index(6)), height: 10))
            items.insert(item, at: random.index(items.count + 1))
          }
        }
        removed += old.filter { !items.contains($0) }
        controller.setItems(items)
      }

      private func moveContainer() -> String {
        container.isHidden = random.oneIn(5)
        switch random.index(5) {
        case 0: container.removeFromSuperview()
        case 1: other.rootViewController?.view.addSubview(container)
        case 2:
          container.frame.origin.y = 2_000
          screen.view.addSubview(container)
        default:
          container.frame.origin.y = 100
          screen.view.addSubview(container)
        }
        return "shown \(isShown)"
      }

      func act() -> String {
        if let pause = random.pause() { pass(pause) }
        switch random.index(18) {
        case 0...6: return hand.act(in: container.frame, along: \.x, &random)
        case 7...8:
          changeItems()
          return "\(items.count) items"
        case 9...10:
          let count = random.index(7) - 3
          controller.step(by: count)
          return "step by \(count)"
        case 11:
          controller.isPaused.toggle()
          return "paused \(controller.isPaused)"
        case 12:
          container.bounds = CGRect(
            x: CGFloat(50 * random.index(2)), y: 0, width: CGFloat(200 + 60 * random.index(4)),
            height: CGFloat(90 + random.index(2) * 20))
          return "bounds \(container.bounds)"
        case 13:
          // It takes a frame to notice that it is on screen, and then notices a new direction.
          pass(1.0 / 60)
          container.semanticContentAttribute = isForward ? .forceRightToLeft : .forceLeftToRight
          return "forward \(isForward)"
        case 14: return moveContainer()
        case 15:
          switch random.index(3) {
          case 0: UIAccessibility.isReduceMotionEnabled.toggle()
          case 1: UIAccessibility.isVoiceOverRunning.toggle()
          default: screen.move(to: isActive ? .foregroundInactive : .foregroundActive)
          }
          return "Reduce Motion \(UIAccessibility.isReduceMotionEnabled), VoiceOver"
            + " \(UIAccessibility.isVoiceOverRunning), active \(isActive)"
        case 16:
          container.accessibilityLabel = random.oneIn(2) ? "Offers" : "Cards"
          if let item = items.randomElement(using: &random) {
            item.accessibilityLabel = random.oneIn(4) ? nil : "item \(random.index(100))"
          }
          return "labels"
        default:
          handle?.accessibilityIncrement()
          return "increment"
        }
      }

      // MARK: The screen

      private var handle: UIAccessibilityElement? {
        container.accessibilityElements?.first as? UIAccessibilityElement
      }
      private var isForward: Bool {
        container.effectiveUserInterfaceLayoutDirection == .leftToRight
      }
      private var isActive: Bool { screen.scene.activationState == .foregroundActive }
      private var isShown: Bool {
        guard let window = container.window, !container.isHidden else { return false }
        return container.convert(container.bounds, to: nil).intersects(window.bounds)
      }
      private var viewport: CGFloat { container.bounds.width }
      private var ring: Ring {
        Ring(items.map(\.bounds.width), spacing: Self.spacing, viewport: viewport)
      }
      private var turns: Bool { ring.turns }
      private var advances: Bool {
        turns && isShown && isActive && !controller.isPaused && !UIAccessibility.isVoiceOverRunning
          && !UIAccessibility.isReduceMotionEnabled
      }

      /// An item's distance from the leading edge.
      private func place(_ item: UIView) -> CGFloat {
        let x = item.frame.minX - container.bounds.minX
        return isForward ? x : viewport - x - item.frame.width
      }

      private var offset: CGFloat { ring.offset(of: (0, place(items[0]))) }

      func mistake() -> String? {
        // Off screen, a new direction is not noticed.
        if !isShown || !isActive { controller.setItems(items) }
        pass(0)
        if let wrongReport { return wrongReport }
        if reported != controller.currentItem {
          return "\(controller.currentItem as Any) not reported"
        }
        if (reported == nil) != items.isEmpty { return "\(reported as Any) of \(items.count)" }
        if let mistake = mistakeInTree() ?? mistakeInPlaces() { return mistake }
        return !hand.isDown && random.oneIn(3) ? mistakeLater() : nil
      }

      private func mistakeInTree() -> String? {
        if items.contains(where: { $0.superview !== container }) { return "an item is missing" }
        if removed.contains(where: { $0.superview === container && !items.contains($0) }) {
          return "a removed item is there"
        }
        let elements = container.accessibilityElements?.dropFirst().compactMap { $0 as? UIView }
        if elements != items { return "accessibility elements \(elements as Any)" }
        if handle?.accessibilityLabel != container.accessibilityLabel { return "an old label" }
        if handle?.accessibilityFrameInContainerSpace != container.bounds { return "an old frame" }
        let value = reported.map { current in
          [items[current].accessibilityLabel, "\(current + 1) of \(items.count)"]
            .compactMap { $0 }.joined(separator: ", ")
        }
        return handle?.accessibilityValue == value
          ? nil : "\(handle?.accessibilityValue as Any), not \(value as Any)"
      }

      private func mistakeInPlaces() -> String? {
        let wrong = items.first {
          $0.frame.minY != container.bounds.minY || $0.frame.height != container.bounds.height
        }
        if let wrong { return "height of \(wrong.frame)" }
        let places = items.enumerated().map { ($0, place($1)) }
        if let mistake = ring.mistake(in: places, isCentred: isCentred, hasCopies: false) {
          return mistake
        }
        guard turns, !mode.isPaged, let reported, !ring.leading(at: offset).contains(reported)
        else {
          return nil
        }
        return "\(reported) is current, not \(ring.leading(at: offset))"
      }

      /// Returns a mistake in the movement after swings and steps have ended.
      private func mistakeLater() -> String? {
        pass(2.5)
        let (before, current) = (items.map(\.frame), reported ?? 0)
        guard advances else {
          if turns, mode.isPaged, let reported {
            let rest = ring.rest(of: reported, isCentred: isCentred)
            if !isNear(place(items[reported]), rest) {
              return "\(reported) is at \(place(items[reported]))"
            }
          }
          if let unrest { return unrest }
          return items.map(\.frame) == before ? nil : "moves at rest"
        }
        let start = offset
        pass(Self.interval)
        if mode.isPaged {
          return reported == (current + 1) % items.count
            ? nil : "\(reported as Any) follows \(current)"
        }
        let way = ring.distance(from: start + 40 * Self.interval - 2, to: offset)
        return way < 4 ? nil : "at \(offset) after \(start)"
      }
    }

    @Test(arguments: viewSeeds)
    func `items form a ring that moves when it should, after any operation`(seed: UInt64) {
      withScreen(as: Variant.windows[Int(seed % 4)]) { screen in
        World(seed: seed, in: screen).run(seed: seed, steps: 80)
      }
    }
  }
}
#endif
