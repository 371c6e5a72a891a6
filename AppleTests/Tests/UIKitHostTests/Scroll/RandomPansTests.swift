#if !canImport(Darwin)
// Over the double only: touches, over hours of virtual time.
import SightlineAppleViews
import SightlineScroll
import SightlineTestSupport
import Testing
import UIKit
import ViewWorlds

extension UIKitHost {
  /// Nested areas for drags around a scroll view, while a user drags and an app changes them.
  @MainActor
  @Suite struct RandomPansTests {
    @MainActor
    private final class Area {
      var pan: PanArea? = PanArea()
      var isEnabled = true
      /// The distance of the drag in progress, and the sign of any event out of order.
      private(set) var dragged: Double?
      private(set) var isWrong = false
      private(set) var count = 0

      init() { listen() }

      func listen() {
        pan?.dragged = { [unowned self] event in
          switch event {
          case .began:
            isWrong = isWrong || dragged != nil
            dragged = 0
            count += 1
          case .moved(let distance):
            isWrong = isWrong || dragged == nil
            dragged = distance
          case .ended, .cancelled:
            isWrong = isWrong || dragged == nil
            dragged = nil
          }
        }
      }
    }

    @MainActor
    private final class World: ViewWorld {
      private var random: SightlineTestSupport.SeededGenerator
      private let screen: Screen
      private let hand: Hand
      private let areas = [Area(), Area()]
      private let list: UIScrollView
      private let sheet = UIViewController()
      private var wrongScroll: String?

      init(seed: UInt64, in screen: Screen) {
        self.screen = screen
        random = SightlineTestSupport.SeededGenerator(seed: seed)
        hand = Hand(in: screen.window)
        list = UIScrollView(frame: CGRect(x: 0, y: 300, width: 320, height: 100))
        list.contentInsetAdjustmentBehavior = .never
        list.contentSize = CGSize(width: 600, height: 100)
        screen.view.addSubview(list)
        sheet.view.frame = screen.view.bounds
        for (index, area) in areas.enumerated() { place(area, index) }
      }

      /// The second area lies in the first one, in the background of the list.
      private func place(_ area: Area, _ index: Int) {
        guard let view = area.pan?.view else { return }
        view.frame = CGRect(
          x: 0, y: 100 + 150 * CGFloat(index), width: 320, height: 350 - 150 * CGFloat(index))
        screen.view.insertSubview(view, at: index)
        area.pan?.update(isEnabled: area.isEnabled)
      }

      func act() -> String {
        if !random.oneIn(3) { pass([0, 1.0 / 60, 0.1, 0.3][random.index(4)]) }
        let index = random.index(2)
        let area = areas[index]
        switch random.index(22) {
        case 0...11:
          let area = CGRect(x: 20, y: 110, width: 280, height: 330)
          return hand.act(in: area, along: random.oneIn(8) ? \.y : \.x, &random)
        case 12:
          area.isEnabled = !random.oneIn(3)
          area.pan?.update(isEnabled: area.isEnabled)
          return "\(index) enabled \(area.isEnabled)"
        case 13:
          area.pan?.view.removeFromSuperview()
          return "\(index) removed"
        case 14:
          area.pan?.dismantle()
          area.pan?.view.removeFromSuperview()
          return "\(index) dismantled"
        case 15:
          // Its end is reported before its removal.
          if area.dragged == nil {
            area.pan?.view.removeFromSuperview()
            area.pan = PanArea()
            area.listen()
          }
          return "\(index) replaced"
        case 16:
          list.contentOffset.x = random.oneIn(2) ? 0 : 280
          list.isScrollEnabled = !random.oneIn(4)
          return "list at \(list.contentOffset.x)"
        case 17...18: return hand.isDown ? "no trackpad" : scrollOnTrackpad()
        default:
          place(area, index)
          return "\(index) back"
        }
      }

      /// Scrolls sideways with a trackpad: the list while it can move, or else the inner area.
      private func scrollOnTrackpad() -> String {
        pass(3)
        let pointer = CGPoint(x: random.number(20...300), y: random.number(110...440))
        let distance: CGFloat = random.oneIn(2) ? -90 : 90
        let (counts, offset) = (areas.map(\.count), list.contentOffset.x)
        let listMoves =
          list.frame.contains(pointer) && list.isScrollEnabled
          && (distance < 0 ? offset < 280 : offset > 0)
        let inner = areas.lastIndex { area in
          guard let view = area.pan?.view, view.window != nil else { return false }
          return area.isEnabled && view.frame.contains(pointer)
        }
        screen.scroll(at: pointer, by: CGPoint(x: distance, y: 0))
        // At its end the list overscrolls and returns.
        pass(3)
        let dragged = areas.indices.filter { areas[$0].count != counts[$0] }
        let expected = listMoves ? [] : [inner].compactMap(\.self)
        if dragged != expected || (list.contentOffset.x != offset) != listMoves {
          wrongScroll = "\(dragged) dragged instead of \(expected), list from \(offset)"
        }
        return "scroll at \(pointer) by \(distance)"
      }

      func mistake() -> String? {
        pass(0.02)
        if let wrongScroll { return wrongScroll }
        if let wrong = areas.firstIndex(where: \.isWrong) {
          return "an event of \(wrong) out of order"
        }
        let dragging = areas.indices.filter { areas[$0].dragged != nil }
        let isListDragged = list.isDragging && !list.isDecelerating
        if dragging.count + (isListDragged ? 1 : 0) > hand.count {
          return "\(dragging) and the list (\(isListDragged)) are dragged by \(hand.count) fingers"
        }
        let off = dragging.first { !areas[$0].isEnabled || areas[$0].pan?.view.window == nil }
        return off.map { "\($0) is dragged, but off" }
      }

      var dragCount: Int { areas.reduce(0) { $0 + $1.count } }
    }

    @Test func `every drag that begins ends, and each finger drags one thing at most`() {
      var dragCount = 0
      for seed in viewSeeds {
        withScreen { screen in
          let world = World(seed: seed, in: screen)
          world.run(seed: seed, steps: 100)
          dragCount += world.dragCount
        }
      }
      #expect(dragCount > viewSeeds.count)
    }
  }
}
#endif
