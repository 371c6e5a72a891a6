#if canImport(SwiftUI) && !os(watchOS)
import SightlineApple
import SwiftUI
#if canImport(UIKit)
import UIKit

protocol ToolkitRepresentable: UIViewRepresentable where UIViewType == Shown {
  associatedtype Shown
}
#else
import AppKit

protocol ToolkitRepresentable: NSViewRepresentable where NSViewType == Shown {
  associatedtype Shown
}
#endif

/// Shows a platform view in SwiftUI, with requirements common to both toolkits.
@MainActor
protocol PlatformRepresentable: ToolkitRepresentable {
  func make(_ coordinator: Coordinator) -> Shown
  func update(_ view: Shown, _ coordinator: Coordinator)
  static func dismantle(_ view: Shown, _ coordinator: Coordinator)
}

extension PlatformRepresentable {
  func update(_ view: Shown, _ coordinator: Coordinator) {}
  static func dismantle(_ view: Shown, _ coordinator: Coordinator) {}

  #if canImport(UIKit)
  func makeUIView(context: Context) -> Shown { make(context.coordinator) }
  func updateUIView(_ view: Shown, context: Context) { update(view, context.coordinator) }
  static func dismantleUIView(_ view: Shown, coordinator: Coordinator) {
    dismantle(view, coordinator)
  }
  #else
  func makeNSView(context: Context) -> Shown { make(context.coordinator) }
  func updateNSView(_ view: Shown, context: Context) { update(view, context.coordinator) }
  static func dismantleNSView(_ view: Shown, coordinator: Coordinator) {
    dismantle(view, coordinator)
  }
  #endif
}
#endif
