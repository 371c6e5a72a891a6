#if !canImport(Darwin)
// Over the double only: touches, over hours of virtual time.
import SightlineAppleViews
import SightlineTestSupport
import Testing
import ViewWorlds

#if canImport(UIKit)
import UIKit
#else
import AppKit
#endif

extension ToolkitHost {
  /// A collapsing header over a scroll view and a stretchy one in it, while a user scrolls and an
  /// app changes both.
  @MainActor
  @Suite struct RandomHeadersTests {
    @MainActor
    private final class World: ViewWorld {
      private var random: SightlineTestSupport.SeededGenerator
      private let screen: Screen
      private let hand: Hand
      private let list: PlatformScrollView
      private let observer: ScrollObserver
      private let bar: PlatformView
      private let hero = plainView(.zero)
      private var collapsing: CollapsingHeaderController?
      private var stretchy: StretchyHeaderController?
      private var style = CollapsingHeader.Style()
      private var ownInset: CGFloat = 0
      private var label: Bool?
      private var stretched: StretchyHeader.Layout?
      private var phase = ScrollingPhase.idle
      private var hasGap = false
      private var isMotionReduced = false
      /// The insets that apply to the collapsing header, and its geometry.
      private var insets = PlainInsets()
      private var seen: ScrollMetrics?

      init(seed: UInt64, in screen: Screen) {
        self.screen = screen
        random = SightlineTestSupport.SeededGenerator(seed: seed)
        hand = Hand(in: screen.window)
        list = scrollView(
          CGRect(x: 0, y: 0, width: 320, height: 480),
          document: CGSize(width: 320, height: 2_000), isFlipped: seed % 2 == 0, in: screen.view)
        observer = ScrollObserver(of: list)
        bar = box(0, 0, 320, 10, in: screen.view)
        observer.phaseChanged = { [unowned self] in
          if phase != $0.from { hasGap = true }
          phase = $0.to
        }
        observer.geometryChanged = { [unowned self] in seen = insets.seen($0) }
        setUp()
      }

      /// Sets the headers up again, as when a screen gets another style.
      private func setUp() {
        style = CollapsingHeader.Style(
          expandedHeight: Double(70 + 10 * random.index(3)), collapsedHeight: 40, threshold: 120,
          hysteresis: Double(20 * random.index(2)))
        (label, stretched, insets, seen) = (nil, nil, PlainInsets(), nil)
        collapsing = CollapsingHeaderController(header: bar, in: list, style: style)
        // A list at its top may still be restored to another place.
        let geometry = ScrollMetrics(list)
        if !geometry.isAtStart(along: .vertical) { seen = insets.seen(geometry) }
        collapsing?.layoutChanged = { [unowned self] in label = $0.showsLabel }
        stretchy = StretchyHeaderController(
          header: hero, in: list, state: StretchyHeader(height: 200, parallaxRate: 0.25))
        stretchy?.layoutChanged = { [unowned self] in stretched = $0 }
      }

      func act() -> String {
        if let pause = random.pause() { pass(pause) }
        switch random.index(14) {
        case 0...5:
          return hand.act(in: CGRect(x: 0, y: 150, width: 320, height: 300), along: \.y, &random)
        case 6...8:
          let place = CGFloat(random.index(40) * 10 - 100)
          list.scroll(fromTop: place, animated: random.oneIn(3))
          return "scroll to \(place)"
        case 9:
          setUp()
          return "\(style)"
        case 10:
          let new = CGFloat(20 * random.index(3))
          list.topInset += new - ownInset
          ownInset = new
          return "inset \(new)"
        case 11:
          // It applies with the next scroll.
          isMotionReduced.toggle()
          setReduceMotion(isMotionReduced)
          list.scroll(fromTop: offset + 1)
          return "Reduce Motion \(isMotionReduced)"
        case 12: return list.disturb(&random)
        default:
          list.frame.size.width = CGFloat(280 + 20 * random.index(3))
          return "width \(list.frame.width)"
        }
      }

      /// The distance scrolled from the top, with a refresh and without.
      private var distance: CGFloat {
        offset + ownInset + style.expandedHeight + list.refreshHeight
      }
      private var pulled: CGFloat { distance - list.refreshHeight }

      /// The distance of the content's top above that of the list.
      private var offset: CGFloat { -list.contentTop(in: screen.view) }

      func mistake() -> String? {
        pass(0.05)
        if list.topInset != ownInset + style.expandedHeight { return "inset \(list.topInset)" }
        if hasGap { return "a phase is missing before \(phase)" }
        if observer.geometry != ScrollMetrics(list) { return "unknown \(ScrollMetrics(list))" }
        let height = bar.bounds.height
        let isCollapsed = height == style.collapsedHeight
        if !isCollapsed, height != style.expandedHeight { return "height \(height)" }
        if let distance = seen?.distance(along: .vertical) {
          if distance >= style.threshold, !isCollapsed { return "expanded at \(distance)" }
          // Less than a pixel before its threshold, it may be either.
          if distance < style.threshold - max(0.5, style.hysteresis), isCollapsed {
            return "collapsed at \(distance)"
          }
        }
        if let label, label == isCollapsed { return "label \(label) at height \(height)" }
        if bar.constraints.count != 1 { return "\(bar.constraints.count) constraints" }
        return mistakeInHero ?? (hand.isDown || !random.oneIn(4) ? nil : mistakeAtRest())
      }

      private var mistakeInHero: String? {
        let rate: CGFloat = isMotionReduced ? 0 : 0.75
        let top = pulled > 0 ? pulled * rate : pulled
        let frame = hero.convert(hero.bounds, to: screen.view)
        if frame.minX != 0 || frame.width != list.bounds.width
          || !isNear(frame.minY, top - offset) || !isNear(frame.height, max(0, 200 - top))
        {
          return "hero \(frame) at \(pulled)"
        }
        guard let stretched else { return nil }
        return isNear(CGFloat(stretched.frame.minY), min(0, -pulled))
          ? nil : "\(stretched) at \(pulled)"
      }

      private func mistakeAtRest() -> String? {
        pass(4)
        return phase == .idle ? unrest : "\(phase) at rest"
      }
    }

    @Test(arguments: viewSeeds)
    func `headers follow the scroll after any operation`(seed: UInt64) {
      withScreen(as: Variant.scrolls[Int(seed) % Variant.scrolls.count]) { screen in
        World(seed: seed, in: screen).run(seed: seed, steps: 80)
      }
    }
  }
}
#endif
