#if canImport(SwiftUI) && !os(watchOS)
import Foundation
import SightlineHost
public import SwiftUI
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

/// Shows an observing platform view, if SwiftUI can show one, hidden from touches and
/// accessibility. Every representable that a modifier adds to a view is wrapped in it.
package struct PlatformProbe<Probe: View> {
  private let probe: Probe
  @Environment(\.observation.isDisabled) private var isDisabled

  package init(_ probe: Probe) { self.probe = probe }
}

@MainActor
extension PlatformProbe: View {
  package var body: some View {
    if !isDisabled && !isMissingInProcess {
      probe.allowsHitTesting(false).accessibilityHidden(true)
    }
  }
}

/// Read once per process.
@MainActor private let isMissingInProcess = PlatformViewSupport.isMissing(
  inExtension: extensionPoint)

/// The extension point of the process, in either of Apple's forms; `nil` for an app.
@MainActor private var extensionPoint: String? {
  let information = Bundle.main.infoDictionary ?? [:]
  let extensionKit = information["EXAppExtensionAttributes"] as? [String: Any]
  let classic = information["NSExtension"] as? [String: Any]
  return extensionKit?["EXExtensionPointIdentifier"] as? String
    ?? classic?["NSExtensionPointIdentifier"] as? String
}

nonisolated extension View {
  /// Disables Sightline's modifiers in this view. Visible items leave. `false` does not undo an
  /// outer modifier.
  ///
  /// ```swift
  /// ImageRenderer(content: Card(item).visibilityObservationDisabled())
  /// Card(item)
  ///   .visibilityObservationDisabled()
  ///   .drawingGroup()
  ///   .onVisibilityChange(of: item.id) { … }
  /// ```
  ///
  /// Apply it to content that SwiftUI draws without platform views: the content of an
  /// `ImageRenderer`, of a `drawingGroup()`, and of a `colorEffect`, `layerEffect` or
  /// `distortionEffect`. There SwiftUI draws a placeholder for a view with a modifier. Modifiers
  /// outside of the group work. In widgets, Live Activities and snippets of App Intents the
  /// modifiers do nothing anyway.
  public func visibilityObservationDisabled(_ isDisabled: Bool = true) -> some View {
    transformEnvironment(\.observation.isDisabled) { $0 = $0 || isDisabled }
  }
}
#endif
