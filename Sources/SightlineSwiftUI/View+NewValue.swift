#if canImport(SwiftUI) && !os(watchOS)
package import SwiftUI

extension View {
  /// SwiftUI's `onChange`, in the form available on the system.
  ///
  /// The form with one value is deprecated on visionOS from its first version on; the one with two
  /// was introduced with iOS 17. Both call the newest closure, with the new value, after the
  /// update.
  package func onNewValue<Value: Equatable>(
    of value: Value, perform action: @escaping (_ newValue: Value) -> Void
  ) -> some View {
    #if os(visionOS)
    onChange(of: value) { _, newValue in action(newValue) }
    #else
    onChange(of: value, perform: action)
    #endif
  }
}
#endif
