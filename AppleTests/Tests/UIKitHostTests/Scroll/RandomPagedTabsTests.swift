#if !canImport(Darwin)
// Over the double only: touches, over hours of virtual time.
import SightlineAppleViews
import SightlineTestSupport
import Testing
import UIKit
import ViewWorlds

extension UIKitHost {
  /// Pages and their tabs while a user, an app and the system move and change them at once.
  @MainActor
  @Suite struct RandomPagedTabsTests {
    @MainActor
    private final class World: ViewWorld {
      private var random: SightlineTestSupport.SeededGenerator
      private let screen: Screen
      private let hand: Hand
      private let strip = UIScrollView(frame: .zero)
      private let pages = UIScrollView(frame: .zero)
      private let underline = UIView()
      private var tabs: [UIView] = []
      private var isForward = true
      private var width: CGFloat = 320
      private let controller: PagedTabsController
      /// The selection as last reported.
      private var reported: Int?
      private var wrongReport: String?
      /// Whether the strip may be away from its tab, and the tab selected when it was moved.
      private var scrolledStrip: (Int?)?
      private var isHandOnStrip = false

      init(seed: UInt64, in screen: Screen) {
        self.screen = screen
        random = SightlineTestSupport.SeededGenerator(seed: seed)
        hand = Hand(in: screen.window)
        for scrollView in [strip, pages] {
          scrollView.contentInsetAdjustmentBehavior = .never
          screen.view.addSubview(scrollView)
        }
        pages.isPagingEnabled = true
        controller = PagedTabsController(
          tabs: [], underline: underline, underlineHeight: 4, strip: strip, pages: pages)
        controller.selectionChanged = { [unowned self] new in
          if new == reported || new != controller.selection {
            wrongReport =
              "reported \(new as Any) of \(controller.selection as Any) after \(reported as Any)"
          }
          reported = new
        }
        changeTabs()
      }

      // MARK: The app

      private func layOut() {
        let total = max(width, tabs.reduce(0) { $0 + $1.bounds.width })
        var start: CGFloat = 0
        for tab in tabs {
          tab.frame.origin.x = isForward ? start : total - start - tab.bounds.width
          start += tab.bounds.width
        }
        for view in [strip, pages] {
          view.semanticContentAttribute = isForward ? .forceLeftToRight : .forceRightToLeft
        }
        strip.frame = CGRect(x: 0, y: 0, width: width, height: 40)
        strip.contentSize = CGSize(width: total, height: 40)
        pages.frame = CGRect(x: 0, y: 40, width: width, height: 440)
        pages.contentSize = CGSize(width: CGFloat(tabs.count) * width, height: 440)
      }

      private func changeTabs() {
        var new = tabs
        for _ in 0..<1 + random.index(3) {
          switch random.index(8) {
          case 0: new = []
          case 1: new.shuffle(using: &random)
          case 2...3: if !new.isEmpty { new.remove(at: random.index(new.count)) }
          default:
            let frame = CGRect(x: 0, y: 0, width: CGFloat(40 + 20 * random.index(6)), height: 40)
            let tab = random.oneIn(4) ? UIView(frame: frame) : UIButton(frame: frame)
            new.insert(tab, at: random.index(new.count + 1))
          }
        }
        for tab in tabs where !new.contains(tab) { tab.removeFromSuperview() }
        for tab in new where tab.superview == nil { strip.addSubview(tab) }
        let isLaidOutFirst = random.oneIn(2)
        tabs = new
        if isLaidOutFirst { layOut() }
        controller.setTabs(new)
        if !isLaidOutFirst { layOut() }
      }

      func act() -> String {
        if let pause = random.pause() { pass(pause) }
        switch random.index(18) {
        case 0...6:
          if !hand.isDown { isHandOnStrip = random.oneIn(7) }
          if isHandOnStrip { scrolledStrip = .some(controller.selection) }
          let area = isHandOnStrip ? strip.frame : pages.frame
          return (isHandOnStrip ? "strip: " : "pages: ") + hand.act(in: area, along: \.x, &random)
        case 7...9:
          let tab = tabs.isEmpty ? nil : tabs[random.index(tabs.count)] as? UIControl
          tab?.sendActions(for: .touchUpInside)
          return "tap \(tab.flatMap { tabs.firstIndex(of: $0) } as Any)"
        case 10:
          let (index, isAnimated) = (random.index(tabs.count + 2) - 1, random.oneIn(2))
          controller.select(index, animated: isAnimated)
          return "select \(index), \(isAnimated)"
        case 11...12:
          changeTabs()
          return "\(tabs.count) tabs"
        case 13:
          width = CGFloat(200 + 40 * random.index(4))
          layOut()
          return "width \(width)"
        case 14:
          isForward.toggle()
          layOut()
          return "forward \(isForward)"
        case 15:
          UIAccessibility.isReduceMotionEnabled.toggle()
          return "Reduce Motion \(UIAccessibility.isReduceMotionEnabled)"
        case 16:
          // A drag is cancelled.
          let view = random.oneIn(2) ? pages : strip
          view.removeFromSuperview()
          if random.oneIn(2) { pass(0.1) }
          screen.view.addSubview(view)
          return "\(view === pages ? "pages" : "strip") out and in"
        default:
          let offset = random.number(0...1) * max(0, pages.contentSize.width - width)
          pages.setContentOffset(CGPoint(x: offset, y: 0), animated: true)
          return "scroll to \(offset)"
        }
      }

      // MARK: The screen

      private func place(_ index: Int) -> CGFloat {
        CGFloat(isForward ? index : tabs.count - 1 - index) * width
      }

      /// The underline's sides for the offset of the pages.
      private var expectedLine: CGRect {
        guard let last = tabs.indices.last else { return .zero }
        let way = pages.contentOffset.x / width
        let progress = min(max(isForward ? way : CGFloat(last) - way, 0), CGFloat(last))
        let (first, part) = (Int(progress), progress - progress.rounded(.down))
        let (a, b) = (tabs[first].frame, tabs[min(first + 1, last)].frame)
        return CGRect(
          x: a.minX + part * (b.minX - a.minX), y: 36,
          width: a.width + part * (b.width - a.width), height: 4)
      }

      func mistake() -> String? {
        pass(0)
        let selection = controller.selection
        if let wrongReport { return wrongReport }
        if reported != selection {
          return "\(selection as Any) was not reported, but \(reported as Any)"
        }
        if (selection == nil) != tabs.isEmpty || selection.map({ $0 >= tabs.count }) == true {
          return "selected \(selection as Any) of \(tabs.count)"
        }
        for (index, tab) in tabs.enumerated() {
          let isSelected = index == selection
          if tab.accessibilityTraits.contains(.selected) != isSelected {
            return "trait of \(index)"
          }
          if let tab = tab as? UIControl, tab.isSelected != isSelected { return "look of \(index)" }
        }
        let (line, expected) = (underline.frame, expectedLine)
        if !isNear(line.minX, expected.minX) || !isNear(line.width, expected.width)
          || !tabs.isEmpty && line.minY != expected.minY
        {
          return "underline \(line), not \(expected)"
        }
        return !hand.isDown && random.oneIn(3) ? mistakeAtRest() : nil
      }

      private func mistakeAtRest() -> String? {
        pass(2.5)
        guard let selection = controller.selection else { return nil }
        if abs(pages.contentOffset.x - place(selection)) > 0.5 {
          return "page \(selection) of \(tabs.count) rests at \(pages.contentOffset.x)"
        }
        if let moved = scrolledStrip, moved != selection { scrolledStrip = nil }
        let middle = min(
          max(tabs[selection].frame.midX - width / 2, 0), strip.contentSize.width - width)
        if scrolledStrip == nil, abs(strip.contentOffset.x - middle) > 0.5 {
          return "strip at \(strip.contentOffset.x), not \(middle)"
        }
        return unrest
      }
    }

    @Test(arguments: viewSeeds)
    func `tabs, underline and pages agree after any operation`(seed: UInt64) {
      withScreen(as: Variant.scrolls[Int(seed % 3)]) { screen in
        World(seed: seed, in: screen).run(seed: seed, steps: 80)
      }
    }
  }
}
#endif
