package import CoreFoundation

// On Linux `CFRunLoopMode` is an optional string.
extension Optional where Wrapped == CFString {
  package static var commonModes: CFString? { kCFRunLoopCommonModes }
}

@MainActor
package final class MainRelay {
  private let action: @MainActor () -> Void

  package init(_ action: @escaping @MainActor () -> Void) { self.action = action }

  package nonisolated func callOnMainThread() {
    MainActor.assumeIsolated { action() }
  }
}
