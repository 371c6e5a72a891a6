package import Foundation
package import SightlineTestSupport
import Testing
import VirtualTime

#if canImport(UIKit)
import UIKit
#else
import AppKit
#endif

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
    setReduceMotion(false)
    #if canImport(UIKit)
    UIAccessibility.isVoiceOverRunning = false
    #endif
  }
}

/// Changes the system's Reduce Motion setting.
@MainActor
package func setReduceMotion(_ isOn: Bool) {
  #if canImport(UIKit)
  UIAccessibility.isReduceMotionEnabled = isOn
  #else
  NSWorkspace.shared.accessibilityDisplayShouldReduceMotion = isOn
  #endif
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

/// Returns whether two lengths are equal but for rounding.
package func isNear(_ one: CGFloat, _ other: CGFloat) -> Bool { abs(one - other) < 0.01 }
