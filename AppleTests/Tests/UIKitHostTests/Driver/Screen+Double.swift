#if !canImport(Darwin)
import Testing
import UIKit
import VirtualTime

/// A window of a test, over the double: time passes only where the test says so.
@MainActor
final class Screen {
  let scene: UIWindowScene
  let window: UIWindow
  let root = UIViewController()

  /// The root controller's view, as large as the window.
  var view: UIView { root.view }

  /// Fingers and the app's state can be had over the double only: UIKit offers neither to tests.
  nonisolated static let hasFingers = true
  nonisolated static let movesScenes = true

  init(width: CGFloat = 320, height: CGFloat = 480, isShown: Bool = true) {
    scene = UIWindowScene(size: CGSize(width: width, height: height))
    window = UIWindow(windowScene: scene)
    window.rootViewController = root
    if isShown { window.makeKeyAndVisible() }
    settle()
  }

  /// Lets a few frames of the display pass, so that what was changed is laid out and read.
  func settle() { run(for: 0.05) }

  /// Lets time pass, in seconds. What a test did before counts as an event, and so begins a turn.
  func run(for seconds: Double) {
    VirtualRunLoop.main.wakeUp()
    VirtualRunLoop.main.run(for: Int64(seconds * 1e9))
  }

  func close() {
    window.isHidden = true
    window.rootViewController = nil
    window.windowScene = nil
    settle()
  }

  // MARK: Over the double only

  /// Brings the app to the front or to the background.
  func move(to state: UIScene.ActivationState) { scene.move(to: state) }

  /// A finger drags from one point of the window to another, in so many seconds, and is lifted.
  func drag(from start: CGPoint, to end: CGPoint, in seconds: Double = 0.2, cancel: Bool = false) {
    let finger = touch(at: start)
    move(finger, from: start, to: end, in: seconds)
    VirtualRunLoop.main.post { if cancel { finger.cancel() } else { finger.lift() } }
    VirtualRunLoop.main.runUntilAsleep()
  }

  func touch(at point: CGPoint) -> FingerTouch {
    let finger = FingerTouch(at: point, in: window)
    run(for: Self.frame)
    return finger
  }

  func move(_ finger: FingerTouch, from start: CGPoint, to end: CGPoint, in seconds: Double) {
    let steps = max(1, Int(seconds / Self.frame))
    for step in 1...steps {
      run(for: Self.frame)
      let part = CGFloat(step) / CGFloat(steps)
      VirtualRunLoop.main.post {
        finger.move(
          to: CGPoint(
            x: start.x + part * (end.x - start.x), y: start.y + part * (end.y - start.y)))
      }
      VirtualRunLoop.main.runUntilAsleep()
    }
  }

  private static let frame = 1.0 / 60
}

/// One way in which UIKit may behave where Apple documents nothing.
struct Variant: Sendable, CustomTestStringConvertible {
  var changesWakeTheRunLoop = true
  var parentsHearOfWindowsFirst = true
  var hidesReusedCells = false
  var reusesOldestCellFirst = false
  var scrollsEndWithTheirLastStep = true
  var commitsBeforeSleeping = true

  /// When a window is told and when the run loop wakes.
  static let windows: [Variant] = [(true, true), (true, false), (false, true), (false, false)].map {
    Variant(changesWakeTheRunLoop: $0.0, parentsHearOfWindowsFirst: $0.1)
  }

  /// What becomes of cells that are shown no more.
  static let lists: [Variant] = [(true, true), (true, false), (false, true), (false, false)].map {
    Variant(hidesReusedCells: $0.0, reusesOldestCellFirst: $0.1)
  }

  /// When changes are committed.
  static let commits = [Variant(), Variant(commitsBeforeSleeping: false)]

  /// When a scroll is over.
  static let scrolls = [Variant(), Variant(scrollsEndWithTheirLastStep: false)]

  @MainActor
  func use() {
    Undocumented.changesWakeTheRunLoop = changesWakeTheRunLoop
    Undocumented.parentsHearOfWindowsFirst = parentsHearOfWindowsFirst
    Undocumented.hidesReusedCells = hidesReusedCells
    Undocumented.reusesOldestCellFirst = reusesOldestCellFirst
    Undocumented.scrollsEndWithTheirLastStep = scrollsEndWithTheirLastStep
    Undocumented.commitsBeforeSleeping = commitsBeforeSleeping
  }

  @MainActor
  static func reset() { Undocumented.reset() }

  var testDescription: String {
    [
      changesWakeTheRunLoop ? "changes wake the run loop" : "changes wake nothing",
      parentsHearOfWindowsFirst ? "parents first" : "children first",
      hidesReusedCells ? "cells are hidden" : "cells are taken out",
      reusesOldestCellFirst ? "oldest cell first" : "newest cell first",
      scrollsEndWithTheirLastStep
        ? "scrolls end with their last step" : "scrolls end a frame later",
      commitsBeforeSleeping ? "commits before sleeping" : "commits with the next frame",
    ].joined(separator: ", ")
  }
}
#endif
