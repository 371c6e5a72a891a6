#if canImport(SwiftUI) && !os(watchOS)
public import SightlineHost
public import SwiftUI

extension View {
  /// Suspends a `LogDelivery`, or an `ImpressionLog` that isn't delivered, while the app is in the
  /// background, and resumes it afterwards. Apply it to the content of the app's scenes:
  ///
  /// ```swift
  /// WindowGroup { Feed().suspends(delivery) }
  /// ```
  @MainActor
  public func suspends(_ log: some BackgroundSuspending) -> some View {
    modifier(Suspension(log: log))
  }
}

private struct Suspension<Log: BackgroundSuspending>: ViewModifier {
  @Environment(\.scenePhase) private var phase
  @State private var scene = SuspendingScene()
  let log: Log

  func body(content: Content) -> some View {
    content
      .onAppear { scene.usesLog(log, unless: phase == .background) }
      .onNewValue(of: phase == .background) { isInBackground in
        let wasUsed = SuspendingScene.usesLog(log)
        scene.usesLog(log, unless: isInBackground)
        if wasUsed == SuspendingScene.usesLog(log) { return }
        if isInBackground { log.enterBackground() } else { log.enterForeground() }
      }
  }
}

/// One of an app's scenes, each of which enters the background on its own.
@MainActor
private final class SuspendingScene {
  private struct User {
    let log: ObjectIdentifier
    weak var scene: SuspendingScene?
  }

  /// The scenes that are not in the background, with their logs.
  private static var users: [User] = []

  static func usesLog(_ log: some BackgroundSuspending) -> Bool {
    users.contains { $0.log == ObjectIdentifier(log) && $0.scene != nil }
  }

  func usesLog(_ log: some BackgroundSuspending, unless isInBackground: Bool) {
    let user = User(log: ObjectIdentifier(log), scene: self)
    Self.users.removeAll { $0.scene == nil || $0.scene === self && $0.log == user.log }
    if !isInBackground { Self.users.append(user) }
  }
}
#endif
