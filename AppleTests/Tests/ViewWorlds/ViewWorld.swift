package import SightlineTestSupport
import Testing
package import UIKit
import VirtualTime

/// A view in a window, operated at random by its user, its app and the system.
@MainActor
package protocol ViewWorld: AnyObject {
  /// Performs a random operation and describes it.
  func act() -> String
  /// Returns a mistake on the screen; `nil` without one.
  func mistake() -> String?
}

extension ViewWorld {
  /// Acts and checks in turn, up to the first mistake.
  package func run(seed: UInt64, steps: Int) {
    defer { resetSettings() }
    var acts: [String] = []
    for step in 0..<steps {
      acts.append(act())
      if isWrong(seed, step, acts) { return }
    }
  }

  /// The same, with the tasks of loads running in between.
  package func run(seed: UInt64, steps: Int, _ loads: PendingLoads) async {
    defer { resetSettings() }
    var acts: [String] = []
    for step in 0..<steps {
      acts.append(act())
      for _ in 0..<3 {
        await loads.settle()
        pass(0.05)
      }
      if isWrong(seed, step, acts) { return }
    }
  }

  private func isWrong(_ seed: UInt64, _ step: Int, _ acts: [String]) -> Bool {
    guard let mistake = mistake() else { return false }
    let last = acts.suffix(12).joined(separator: "\n")
    Issue.record("seed \(seed), step \(step): \(mistake), after\n\(last)")
    return true
  }

  private func resetSettings() {
    UIAccessibility.isReduceMotionEnabled = false
    UIAccessibility.isVoiceOverRunning = false
  }
}

/// Few of the random worlds, because each turns a run loop.
package let viewSeeds = 0..<UInt64(max(4, RandomWorlds.count / 8))

/// Lets time pass, in seconds. The preceding changes count as an event.
@MainActor
package func pass(_ seconds: Double) {
  VirtualRunLoop.main.wakeUp()
  VirtualRunLoop.main.run(for: Int64(seconds * 1e9))
}

extension SeededGenerator {
  /// Returns a time to pass between operations, in seconds; `nil` if two come at once.
  package mutating func pause() -> Double? {
    oneIn(3) ? nil : [0, 1.0 / 60, 0.1, 0.3, 1][index(5)]
  }
}

/// Returns the activity of the run loop while nothing happens; `nil` if it sleeps.
@MainActor
package var unrest: String? {
  let before = VirtualRunLoop.main.turnCount
  pass(5)
  let turns = VirtualRunLoop.main.turnCount - before
  let links = VirtualRunLoop.main.display.runningLinkCount
  return turns <= 3 && links == 0 ? nil : "\(turns) turns and \(links) display links at rest"
}

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

/// Returns whether two lengths are equal but for rounding.
package func isNear(_ one: CGFloat, _ other: CGFloat) -> Bool { abs(one - other) < 0.01 }
