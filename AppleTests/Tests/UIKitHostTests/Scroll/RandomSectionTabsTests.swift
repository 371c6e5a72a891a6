#if !canImport(Darwin)
// Over the double only: touches, over hours of virtual time.
import SightlineAppleViews
import SightlineTestSupport
import Testing
import UIKit
import ViewWorlds

extension UIKitHost {
  /// Sections of one scroll and their tabs while a user and an app move and change them at once.
  @MainActor
  @Suite struct RandomSectionTabsTests {
    @MainActor
    private final class World: ViewWorld {
      private var random: SightlineTestSupport.SeededGenerator
      private let hand: Hand
      private let list = UIScrollView(frame: CGRect(x: 0, y: 0, width: 320, height: 400))
      private var sections: [UIView] = []
      private var tail: CGFloat = 0
      private lazy var controller = SectionTabsController(of: list) { [unowned self] in
        sections.map { Double($0.frame.minY) }
      }
      private var reported: Int?
      private var wrongReport: String?
      /// The section chosen last, and whether nothing else has scrolled since.
      private var chosen: (index: Int, isAlone: Bool)?
      /// Whether insets have changed since the content was last scrolled from its top.
      private var hasNewInsets = false

      init(seed: UInt64, in screen: Screen) {
        random = SightlineTestSupport.SeededGenerator(seed: seed)
        hand = Hand(in: screen.window)
        list.contentInsetAdjustmentBehavior = .never
        screen.view.addSubview(list)
        for _ in 0..<5 { insert() }
        layOut()
        reported = controller.selection
        controller.selectionChanged = { [unowned self] new in
          if new == reported || new != controller.selection {
            wrongReport =
              "reported \(new as Any) of \(controller.selection as Any) after \(reported as Any)"
          }
          reported = new
        }
      }

      // MARK: The app

      private func insert() {
        let height = CGFloat(40 + 40 * random.index(12))
        let section = UIView(frame: CGRect(x: 0, y: 0, width: 320, height: height))
        list.addSubview(section)
        sections.insert(section, at: random.index(sections.count + 1))
      }

      private func layOut() {
        var top: CGFloat = 0
        for section in sections {
          section.frame.origin.y = top
          top += section.bounds.height
        }
        list.contentSize = CGSize(width: 320, height: top + tail)
      }

      private func change() {
        let (count, top, place) = (sections.count, chosenTop, offset)
        let isResting = isAtChosen && chosen?.isAlone == true
        switch random.index(7) {
        case 0: for section in sections.suffix(sections.count / 2) { remove(section) }
        case 1: sections.shuffle(using: &random)
        case 2: if let section = sections.randomElement(using: &random) { remove(section) }
        case 3: tail = CGFloat(100 * random.index(8))
        case 4: if random.oneIn(3) { for section in sections { remove(section) } }
        default: insert()
        }
        layOut()
        guard sections.count != count, chosenTop != top else { return }
        chosen = nil
        pass(0)
        if isResting, offset != place { wrongReport = "moved from \(place) to \(offset)" }
      }

      private var chosenTop: CGFloat? {
        chosen.flatMap { sections.indices.contains($0.index) ? sections[$0.index].frame.minY : nil }
      }

      private var isAtChosen: Bool {
        guard let chosen, sections.indices.contains(chosen.index) else { return false }
        // Short content rests where it is.
        if end == 0, offset < 0 { return true }
        return abs(offset - max(0, edge(chosen.index))) <= 0.5
      }

      private func remove(_ section: UIView) {
        section.removeFromSuperview()
        sections.removeAll { $0 === section }
      }

      func act() -> String {
        if let pause = random.pause() { pass(pause) }
        switch random.index(15) {
        case 0...5:
          chosen?.isAlone = false
          return hand.act(in: list.frame, along: \.y, &random)
        case 6...8:
          let (index, isAnimated) = (random.index(sections.count + 2) - 1, !random.oneIn(3))
          pass(0)
          if sections.indices.contains(index) { chosen = (index, !hand.isDown) }
          controller.select(index, animated: isAnimated)
          return "select \(index), \(isAnimated)"
        case 9...10:
          change()
          return "\(sections.count) sections, content \(list.contentSize.height)"
        case 11:
          controller.barHeight = CGFloat(30 * random.index(3))
          return "bar \(controller.barHeight)"
        case 12:
          list.contentInset.top = CGFloat(30 * random.index(3))
          hasNewInsets = true
          chosen?.isAlone = false
          list.frame.size.height = CGFloat(300 + 50 * random.index(3))
          return "inset \(list.contentInset.top), height \(list.frame.height)"
        case 13:
          UIAccessibility.isReduceMotionEnabled.toggle()
          return "Reduce Motion \(UIAccessibility.isReduceMotionEnabled)"
        default:
          let (place, isAnimated) = (random.number(0...1) * end, random.oneIn(2))
          chosen?.isAlone = false
          list.setContentOffset(
            CGPoint(x: 0, y: place - list.contentInset.top), animated: isAnimated)
          // A scroll is recognised at its first step.
          pass(0.04)
          return "scroll to \(place), \(isAnimated)"
        }
      }

      // MARK: The screen

      /// The distance scrolled from the top, and its greatest value.
      private var offset: CGFloat { list.contentOffset.y + list.contentInset.top }
      private var end: CGFloat {
        max(0, list.contentSize.height + list.contentInset.top - list.bounds.height)
      }

      /// The offset at which a section is below the bar.
      private func edge(_ index: Int) -> CGFloat {
        min(sections[index].frame.minY - controller.barHeight, end)
      }

      /// The offset at which scrolling selects a section: those that can't reach the bar share the
      /// rest of the scroll, at a quarter of their distances at least.
      private func turn(_ top: CGFloat) -> CGFloat {
        let tops = sections.map { $0.frame.minY - controller.barHeight }
        guard let last = tops.last, last > end else { return top }
        let start = max(0, tops.last { $0 < end && (last - $0) / (end - $0) <= 4 } ?? 0)
        return top <= start ? top : start + (top - start) * (end - start) / (last - start)
      }

      private var expected: Int? {
        if sections.isEmpty { return nil }
        if end < 0.5 { return 0 }
        return sections.indices.last {
          turn(sections[$0].frame.minY - controller.barHeight) < offset + 0.5 - 1e-6
        } ?? 0
      }

      /// Scrolls from the top to the current place, whatever has kept the selection there.
      private func scrollThere() {
        (chosen, hasNewInsets) = (nil, false)
        let place = list.contentOffset
        list.contentOffset.y = -list.contentInset.top
        pass(0.04)
        list.contentOffset = place
        pass(4)
      }

      func mistake() -> String? {
        pass(0)
        let selection = controller.selection
        if let wrongReport { return wrongReport }
        if reported != selection {
          return "\(selection as Any) was not reported, but \(reported as Any)"
        }
        if let choice = chosen, choice.index >= sections.count { chosen = nil }
        if let chosen, chosen.isAlone, selection != chosen.index {
          return "\(selection as Any) is selected instead of \(chosen.index)"
        }
        return !hand.isDown && random.oneIn(3) ? mistakeAtRest() : nil
      }

      private func mistakeAtRest() -> String? {
        pass(4)
        let selection = controller.selection
        if let chosen {
          if chosen.isAlone, !isAtChosen || selection != chosen.index {
            return "\(selection as Any) at \(offset) instead of \(chosen) at \(edge(chosen.index))"
          }
          if isAtChosen, selection == chosen.index { return unrest }
        }
        if chosen != nil || hasNewInsets { scrollThere() }
        if controller.selection != expected {
          return "\(controller.selection as Any) at \(offset) instead of \(expected as Any)"
        }
        return unrest
      }
    }

    @Test(arguments: viewSeeds)
    func `the section below the bar is selected after any operation`(seed: UInt64) {
      withScreen(as: Variant.scrolls[Int(seed % 3)]) { screen in
        World(seed: seed, in: screen).run(seed: seed, steps: 80)
      }
    }
  }
}
#endif
