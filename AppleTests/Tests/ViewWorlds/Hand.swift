#if canImport(UIKit)
package import SightlineTestSupport
package import UIKit
import VirtualTime

/// Up to two fingers of a user.
@MainActor
package final class Hand {
  private typealias Finger = (touch: FingerTouch, place: CGPoint)

  private weak var window: UIWindow?
  private var fingers: [Finger] = []

  package init(in window: UIWindow) { self.window = window }

  package var isDown: Bool { !fingers.isEmpty }
  /// The number of fingers on the screen.
  package var count: Int { fingers.count }

  /// Presses, moves or lifts a finger, or loses the touches.
  ///
  /// - Parameter area: where to press, in the window.
  package func act(
    in area: CGRect, along axis: WritableKeyPath<CGPoint, CGFloat>, _ random: inout SeededGenerator
  ) -> String {
    if !isDown || count == 1 && random.oneIn(6) { return press(in: area, &random) }
    let index = random.index(count)
    switch random.index(8) {
    case 0...4:
      let distance = random.number(-250...250)
      move(index, by: distance, along: axis, in: [0.05, 0.2, 0.4][random.index(3)])
      if random.oneIn(2) { return "move \(index) by \(distance)" }
      leave([fingers.remove(at: index)]) { $0.lift() }
      return "move \(index) by \(distance) and lift"
    case 5...6:
      leave([fingers.remove(at: index)]) { $0.lift() }
      return "lift \(index)"
    default:
      let all = fingers
      fingers = []
      leave(all) { $0.cancel() }
      return "cancel"
    }
  }

  private func press(in area: CGRect, _ random: inout SeededGenerator) -> String {
    let place = CGPoint(
      x: area.minX + random.number(0...1) * area.width,
      y: area.minY + random.number(0...1) * area.height)
    if let window { fingers.append((FingerTouch(at: place, in: window), place)) }
    pass(1.0 / 60)
    return "press \(place)"
  }

  private func move(
    _ index: Int, by distance: CGFloat, along axis: WritableKeyPath<CGPoint, CGFloat>,
    in seconds: Double
  ) {
    let steps = Int(seconds * 60)
    for _ in 0..<steps {
      pass(1.0 / 60)
      fingers[index].place[keyPath: axis] += distance / CGFloat(steps)
      let (touch, place) = fingers[index]
      VirtualRunLoop.main.post { touch.move(to: place) }
      VirtualRunLoop.main.runUntilAsleep()
    }
  }

  private func leave(
    _ fingers: [Finger], _ end: @escaping @MainActor (FingerTouch) -> Void
  ) {
    VirtualRunLoop.main.post { for finger in fingers { end(finger.touch) } }
    VirtualRunLoop.main.runUntilAsleep()
  }
}
#else
package import AppKit
package import SightlineTestSupport

/// Two fingers of a user on a trackpad, or a wheel.
@MainActor
package final class Hand {
  private weak var window: NSWindow?
  private var scroll: LiveScroll?

  package init(in window: NSWindow) { self.window = window }

  package var isDown: Bool { scroll != nil }

  /// Scrolls the view in the middle of an area of the window's flipped content, and may let go.
  package func act(
    in area: CGRect, along axis: WritableKeyPath<CGPoint, CGFloat>, _ random: inout SeededGenerator
  ) -> String {
    guard let content = window?.contentView else { return "no window" }
    let place = content.convert(CGPoint(x: area.midX, y: area.midY), to: nil)
    guard let list = content.hitTest(place)?.enclosingScrollView else { return "no scroll view" }
    let isWheel = scroll == nil && random.oneIn(3)
    let scroll = scroll ?? LiveScroll(of: list, by: isWheel ? .wheel : .trackpad)
    let distance = random.number(-250...250)
    scroll.scroll(byX: axis == \.x ? distance : 0, y: axis == \.y ? distance : 0)
    pass(1.0 / 60)
    let ends = isWheel || random.oneIn(2)
    if ends { scroll.end() }
    self.scroll = ends ? nil : scroll
    return "\(isWheel ? "wheel" : "fingers") by \(distance), lifted: \(ends)"
  }
}
#endif
