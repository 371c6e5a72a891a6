#if canImport(SwiftUI) && !os(watchOS)
package import SwiftUI

nonisolated extension View {
  /// Calls the newest closure, with the new value, after an update in which a value has changed.
  package func onNewValue<Value: Equatable>(
    of value: Value, perform action: @escaping @MainActor (_ newValue: Value) -> Void
  ) -> some View {
    modifier(NewValueModifier(value: value, action: action))
  }

  /// Calls a closure with the view's width once it is laid out, and with each new width.
  package func onNewWidth(perform action: @escaping (CGFloat) -> Void) -> some View {
    onGeometryChange(for: CGFloat.self, of: { $0.size.width }, action: action)
  }
}

/// SwiftUI's `onChange` in the form available on the system: that with two values was introduced
/// with iOS 17. That with one calls the closure of the last evaluation before the change, and is
/// deprecated on visionOS.
private struct NewValueModifier<Value: Equatable> {
  private final class Latest {
    var action: (@MainActor (Value) -> Void)?
  }

  let value: Value
  let action: @MainActor (Value) -> Void
  @State private var latest = Latest()
}

@MainActor
extension NewValueModifier: ViewModifier {
  func body(content: Content) -> some View {
    latest.action = action
    #if os(visionOS)
    return content.onChange(of: value) { [latest] _, newValue in latest.action?(newValue) }
    #else
    return content.onChange(of: value) { [latest] newValue in latest.action?(newValue) }
    #endif
  }
}
#endif
