#if canImport(SwiftUI) && !os(watchOS)
package import SwiftUI

extension View {
  /// SwiftUI's `onChange`, in the form available on the system: that with one value is deprecated
  /// on visionOS, and that with two was introduced with iOS 17. Both call the newest closure, with
  /// the new value, after the update.
  package func onNewValue<Value: Equatable>(
    of value: Value, perform action: @escaping (_ newValue: Value) -> Void
  ) -> some View {
    #if os(visionOS)
    onChange(of: value) { _, newValue in action(newValue) }
    #else
    onChange(of: value, perform: action)
    #endif
  }

  /// Calls a closure with the view's width once it is laid out, and with each new width.
  package func onNewWidth(perform action: @escaping (CGFloat) -> Void) -> some View {
    onGeometryChange(for: CGFloat.self, of: { $0.size.width }, action: action)
  }
}
#endif
