#if !canImport(Darwin)
// Over the double only, where the test moves fingers and advances time.
import SightlineApple
import SightlineHost
import SightlineTesting
import Testing
import UIKit
import VirtualTime

/// A window of a test, over the double: time passes only when the test advances it.
@MainActor
final class Screen {
  let scene: UIWindowScene
  let window: UIWindow
  let root = UIViewController()

  /// The root controller's view, as large as the window.
  var view: UIView { root.view }

  /// Fingers and app states exist over the double only: UIKit offers neither to tests.
  nonisolated static let hasFingers = true
  nonisolated static let movesScenes = true

  init(width: CGFloat = 320, height: CGFloat = 480, isShown: Bool = true) {
    MirroredWindow.verifyFrames()
    scene = UIWindowScene(size: CGSize(width: width, height: height))
    window = UIWindow(windowScene: scene)
    window.rootViewController = root
    if isShown { window.makeKeyAndVisible() }
    settle()
  }

  /// The number of times that any view's place has been read.
  static var viewReads: Int { CALayer.positionReads }

  /// Lets a few frames of the display pass, so changes are laid out and read.
  func settle() { run(for: 0.05) }

  /// Lets time pass, in seconds. The test's preceding changes count as an event, and so begin a
  /// turn.
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

  /// Moves the app to the foreground or to the background.
  func move(to state: UIScene.ActivationState) { scene.move(to: state) }

  func enterBackground() { move(to: .background) }
  func enterForeground() { move(to: .foregroundActive) }

  /// Drags a finger from one point of the window to another over a number of seconds, and lifts it.
  func drag(from start: CGPoint, to end: CGPoint, in seconds: Double = 0.2, cancel: Bool = false) {
    let finger = touch(at: start)
    follow(finger, from: start, to: end, in: seconds, cancel: cancel)
  }

  /// Two fingers on a trackpad scroll by a distance while the pointer rests.
  func scroll(at pointer: CGPoint, by distance: CGPoint, in seconds: Double = 0.2) {
    let fingers = FingerTouch(at: pointer, in: window, isScroll: true)
    let end = CGPoint(x: pointer.x + distance.x, y: pointer.y + distance.y)
    follow(fingers, from: pointer, to: end, in: seconds, cancel: false)
  }

  private func follow(
    _ finger: FingerTouch, from start: CGPoint, to end: CGPoint, in seconds: Double, cancel: Bool
  ) {
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
#endif
