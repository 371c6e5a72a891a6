#if canImport(SwiftUI)
import SightlineSwiftUI
import SwiftUI

extension View {
  /// Calls a closure with the view's width once it is laid out, and with each new width.
  func onNewWidth(perform action: @escaping (CGFloat) -> Void) -> some View {
    onGeometryChange(for: CGFloat.self, of: { $0.size.width }, action: action)
  }
}
#endif
