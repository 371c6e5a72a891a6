@MainActor
package final class MainRelay {
  private let action: @MainActor () -> Void

  package init(_ action: @escaping @MainActor () -> Void) { self.action = action }

  package nonisolated static func callIfOnMainThread(_ body: @MainActor () -> Void) {
    MainActor.assumeIsolated(body)
  }

  package nonisolated func callOnMainThread() {
    MainActor.assumeIsolated { action() }
  }
}
