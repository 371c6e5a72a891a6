#if canImport(SwiftUI) && !os(watchOS)
package import SwiftUI
#if canImport(UIKit)
import UIKit

package protocol ToolkitRepresentable: UIViewRepresentable where UIViewType == Shown {
  associatedtype Shown
}
#else
import AppKit

package protocol ToolkitRepresentable: NSViewRepresentable where NSViewType == Shown {
  associatedtype Shown
}
#endif

/// Shows a platform view in SwiftUI, with requirements common to both toolkits.
@MainActor
package protocol PlatformRepresentable: ToolkitRepresentable {
  func make(_ coordinator: Coordinator) -> Shown
  func update(_ view: Shown, _ coordinator: Coordinator)
  static func dismantle(_ view: Shown, _ coordinator: Coordinator)
}

extension PlatformRepresentable {
  package func update(_ view: Shown, _ coordinator: Coordinator) {}
  package static func dismantle(_ view: Shown, _ coordinator: Coordinator) {}

  #if canImport(UIKit)
  package func makeUIView(context: Context) -> Shown { make(context.coordinator) }
  package func updateUIView(_ view: Shown, context: Context) { update(view, context.coordinator) }
  package static func dismantleUIView(_ view: Shown, coordinator: Coordinator) {
    dismantle(view, coordinator)
  }
  #else
  package func makeNSView(context: Context) -> Shown { make(context.coordinator) }
  package func updateNSView(_ view: Shown, context: Context) { update(view, context.coordinator) }
  package static func dismantleNSView(_ view: Shown, coordinator: Coordinator) {
    dismantle(view, coordinator)
  }
  #endif
}
#endif
