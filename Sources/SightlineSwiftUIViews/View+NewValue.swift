#if canImport(SwiftUI)
import SightlineSwiftUI
import SwiftUI

extension View {
  /// SwiftUI's `onChange`, in the form available on the system.
  ///
  /// The form with one value is deprecated on visionOS from its first version on; the one with two
  /// was introduced with iOS 17. Both call the newest closure, with the new value, after the
  /// update.
  func onNewValue<Value: Equatable>(
    of value: Value, perform action: @escaping (_ newValue: Value) -> Void
  ) -> some View {
    #if os(visionOS)
    onChange(of: value) { _, newValue in action(newValue) }
    #else
    onChange(of: value, perform: action)
    #endif
  }

  /// Calls a closure with the view's width once it is laid out, and with each new width.
  func onNewWidth(perform action: @escaping (CGFloat) -> Void) -> some View {
    onGeometryChange(for: CGFloat.self, of: { $0.size.width }, action: action)
  }
}
#endif
