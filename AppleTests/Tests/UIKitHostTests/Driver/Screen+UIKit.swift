#if canImport(Darwin)
// Not run so far: this half was written on a machine without UIKit.
import SightlineApple
import SightlineHost
import SightlineTesting
import Testing
import UIKit

/// A window of a test, in a simulator, in real time.
@MainActor
final class Screen {
  let window: UIWindow
  let root = UIViewController()

  /// The root controller's view, as large as the window.
  var view: UIView { root.view }

  nonisolated static let hasFingers = false
  nonisolated static let movesScenes = false

  init(width: CGFloat = 320, height: CGFloat = 480, isShown: Bool = true) {
    MirroredWindow.verifyFrames()
    window = UIWindow(windowScene: Self.activeScene())
    // Below the device's bars, so the window has no safe area, as over the double.
    window.frame = CGRect(x: 0, y: 100, width: width, height: height)
    window.rootViewController = root
    if isShown { window.makeKeyAndVisible() }
    settle()
  }

  /// Returns the app's scene once it is active. Tests may begin earlier.
  private static func activeScene() -> UIWindowScene {
    let limit = Date(timeIntervalSinceNow: 10)
    while Date() < limit {
      for case let scene as UIWindowScene in UIApplication.shared.connectedScenes
      where scene.activationState == .foregroundActive {
        return scene
      }
      RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.05))
    }
    preconditionFailure("the tests need an app with an active scene")
  }

  /// Lets a few frames of the display pass, so changes are laid out and read.
  func settle() { run(for: 0.05) }

  /// Lets time pass, in seconds.
  func run(for seconds: Double) { RunLoop.main.run(until: Date(timeIntervalSinceNow: seconds)) }

  func close() {
    window.isHidden = true
    window.rootViewController = nil
    window.windowScene = nil
    settle()
  }
}
#endif
