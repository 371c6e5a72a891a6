#if canImport(Darwin)
// This half has not been run yet: it was written on a machine without UIKit.
import Testing
import UIKit

/// A window of a test, in a simulator: time passes as it does.
@MainActor
final class Screen {
  let window: UIWindow
  let root = UIViewController()

  /// The root controller's view, as large as the window.
  var view: UIView { root.view }

  nonisolated static let hasFingers = false
  nonisolated static let movesScenes = false

  init(width: CGFloat = 320, height: CGFloat = 480, isShown: Bool = true) {
    window = UIWindow(windowScene: Self.activeScene())
    // Below the bars of the device, so that the window has no safe area, as over the double.
    window.frame = CGRect(x: 0, y: 100, width: width, height: height)
    window.rootViewController = root
    if isShown { window.makeKeyAndVisible() }
    settle()
  }

  /// The app's scene, once it is active: the tests may begin before that.
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

  /// Lets a few frames of the display pass, so that what was changed is laid out and read.
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

/// UIKit behaves in one way only.
struct Variant: Sendable {
  static let windows = [Variant()]
  static let lists = [Variant()]
  static let scrolls = [Variant()]
  static let commits = [Variant()]

  @MainActor
  func use() {}

  @MainActor
  static func reset() {}
}
#endif
