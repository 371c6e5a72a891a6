#if canImport(SwiftUI) && !os(watchOS)
public import SightlineHost
public import SwiftUI

nonisolated extension View {
  /// Suspends a `LogDelivery`, or an `ImpressionLog` that isn't delivered, while the app is in the
  /// background, and resumes it afterwards. Apply it to the content of the app's scenes:
  ///
  /// ```swift
  /// WindowGroup { Feed().suspends(delivery) }
  /// ```
  public func suspends(_ log: some BackgroundSuspending) -> some View {
    modifier(Suspension(log: log))
  }
}

private struct Suspension<Log: BackgroundSuspending> {
  @State private var scene = SuspendingScene()
  let log: Log
}

@MainActor
extension Suspension: ViewModifier {
  func body(content: Content) -> some View {
    // SwiftUI's own scene phase is always the background, except in a SwiftUI `App`.
    content.backed(
      by: ProbeRepresentable { presence in
        #if canImport(UIKit)
        scene.changed(isInBackground: !presence.isShown, for: log)
        #else
        scene.changed(isInBackground: false, for: log)
        #endif
      })
  }
}

/// One of an app's scenes, each of which enters the background on its own.
@MainActor
private final class SuspendingScene {
  private struct User {
    let log: ObjectIdentifier
    weak var scene: SuspendingScene?
  }

  nonisolated init() {}

  /// The scenes that are not in the background, with their logs.
  private static var users: [User] = []

  /// Whether a scene that is not in the background has a log.
  private static func areUsing(_ log: some BackgroundSuspending) -> Bool {
    users.contains { $0.log == ObjectIdentifier(log) && $0.scene != nil }
  }

  /// The suspended logs.
  private static var suspended: [SuspendedLog] = []

  private struct SuspendedLog { weak var log: (any BackgroundSuspending)? }

  /// Notes whether a log is suspended. Returns whether it was.
  @discardableResult
  private static func noteSuspension(of log: some BackgroundSuspending, _ isSuspended: Bool) -> Bool
  {
    let wasSuspended = suspended.contains { $0.log === log }
    suspended.removeAll { $0.log == nil || $0.log === log }
    if isSuspended { suspended.append(SuspendedLog(log: log)) }
    return wasSuspended
  }

  /// Suspends the log when the last scene enters the background, and resumes it with the first one
  /// that leaves it.
  func changed(isInBackground: Bool, for log: some BackgroundSuspending) {
    let wasInUse = Self.areUsing(log)
    Self.users.removeAll { $0.scene == nil || $0.scene === self }
    if !isInBackground { Self.users.append(User(log: ObjectIdentifier(log), scene: self)) }
    if !isInBackground {
      if Self.noteSuspension(of: log, false) { log.enterForeground() }
    } else if wasInUse, !Self.areUsing(log) {
      Self.noteSuspension(of: log, true)
      log.enterBackground()
    }
  }
}
#endif
