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
      .onAppear { scene.note(log, isInBackground: phase == .background) }
      .onNewValue(of: phase == .background) { isInBackground in
        let wasInUse = SuspendingScene.areUsing(log)
        scene.note(log, isInBackground: isInBackground)
        if wasInUse == SuspendingScene.areUsing(log) { return }
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

  /// Whether a scene that is not in the background has a log.
  static func areUsing(_ log: some BackgroundSuspending) -> Bool {
    users.contains { $0.log == ObjectIdentifier(log) && $0.scene != nil }
  }

  func note(_ log: some BackgroundSuspending, isInBackground: Bool) {
    Self.users.removeAll { $0.scene == nil || $0.scene === self }
    if !isInBackground { Self.users.append(User(log: ObjectIdentifier(log), scene: self)) }
  }
}
#endif
