#if canImport(Darwin)
// This half has not been run yet: it was written on a machine without UIKit.
import Testing
import UIKit

/// A window that a test looks at, in a simulator: time passes as it does.
@MainActor
final class Screen {
  let window: UIWindow
  let root = UIViewController()

  /// The root controller's view, as large as the window.
  var view: UIView { root.view }

  nonisolated static let hasFingers = false
  nonisolated static let movesScenes = false

  init(width: CGFloat = 320, height: CGFloat = 480, isShown: Bool = true) {
    let scenes = UIApplication.shared.connectedScenes
    guard let scene = scenes.lazy.compactMap({ $0 as? UIWindowScene }).first else {
      preconditionFailure("the tests need an app with a scene")
    }
    window = UIWindow(windowScene: scene)
    window.frame = CGRect(x: 0, y: 0, width: width, height: height)
    window.rootViewController = root
    if isShown { window.makeKeyAndVisible() }
    settle()
  }

  /// Lets a few frames of the display pass, so that what was changed is laid out and looked at.
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

  @MainActor
  func use() {}

  @MainActor
  static func reset() {}
}
#endif
