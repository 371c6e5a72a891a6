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
  let log: Log

  func body(content: Content) -> some View {
    content.onNewValue(of: phase == .background) { isInBackground in
      if isInBackground { log.enterBackground() } else { log.enterForeground() }
    }
  }
}
#endif
