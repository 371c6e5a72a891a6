@MainActor
open class UIScene: UIResponder {
  public enum ActivationState: Int, Sendable {
    case unattached = -1
    case foregroundActive = 0
    case foregroundInactive = 1
    case background = 2
  }

  public internal(set) var activationState = ActivationState.foregroundActive

  public nonisolated static let didEnterBackgroundNotification = Notification.Name(
    "UISceneDidEnterBackgroundNotification")
  public nonisolated static let didDisconnectNotification = Notification.Name(
    "UISceneDidDisconnectNotification")
  public nonisolated static let willEnterForegroundNotification = Notification.Name(
    "UISceneWillEnterForegroundNotification")
  public nonisolated static let didActivateNotification = Notification.Name(
    "UISceneDidActivateNotification")
  public nonisolated static let willDeactivateNotification = Notification.Name(
    "UISceneWillDeactivateNotification")
}

open class UIWindowScene: UIScene {
  public let screen: UIScreen
  var entries: [WeakWindow] = []

  /// The windows in the scene, including hidden ones.
  public var windows: [UIWindow] { entries.compactMap(\.window) }

  /// Creates a scene in the foreground, on a screen of this size.
  public init(size: CGSize) {
    screen = UIScreen(bounds: CGRect(origin: .zero, size: size))
    super.init()
  }

  /// Moves the scene to a state, as the system does, and posts the notifications on the way.
  public func move(to state: ActivationState) {
    let old = activationState
    guard state != old else { return }
    func post(_ name: Notification.Name) {
      NotificationCenter.default.post(name: name, object: nil)
    }
    if old == .foregroundActive { post(UIScene.willDeactivateNotification) }
    if old == .background { post(UIScene.willEnterForegroundNotification) }
    activationState = state
    switch state {
    case .foregroundActive: post(UIScene.didActivateNotification)
    case .background: post(UIScene.didEnterBackgroundNotification)
    case .unattached: post(UIScene.didDisconnectNotification)
    case .foregroundInactive: break
    }
  }
}

@MainActor
public final class UIScreen {
  public let bounds: CGRect

  init(bounds: CGRect) { self.bounds = bounds }
}

/// The app: everything that belongs to no window.
@MainActor
public final class UIApplication {
  public static let shared = UIApplication()

  public enum State: Int, Sendable { case active, inactive, background }

  public var applicationState = State.active

  public nonisolated static let didEnterBackgroundNotification = Notification.Name(
    "UIApplicationDidEnterBackgroundNotification")
  public nonisolated static let willEnterForegroundNotification = Notification.Name(
    "UIApplicationWillEnterForegroundNotification")
  public nonisolated static let willResignActiveNotification = Notification.Name(
    "UIApplicationWillResignActiveNotification")
  public nonisolated static let didBecomeActiveNotification = Notification.Name(
    "UIApplicationDidBecomeActiveNotification")

  /// Moves the app to a state, as the system does, and posts the notifications in the order of
  /// "Managing your app's life cycle".
  public func move(to state: State) {
    guard state != applicationState else { return }
    func post(_ name: Notification.Name) {
      NotificationCenter.default.post(name: name, object: nil)
    }
    if applicationState == .active { post(Self.willResignActiveNotification) }
    if applicationState == .background { post(Self.willEnterForegroundNotification) }
    applicationState = state
    if state == .background { post(Self.didEnterBackgroundNotification) }
    if state == .active { post(Self.didBecomeActiveNotification) }
  }
}
