#if canImport(SwiftUI) && !os(watchOS)
import Foundation
import SightlineHost
public import SwiftUI

/// Shows an observing platform view, if SwiftUI can show one, hidden from touches and
/// accessibility. Every representable that a modifier adds to a view is wrapped in it.
@MainActor
package struct PlatformProbe<Probe: View>: View {
  private let probe: Probe
  @Environment(\.isVisibilityObservationDisabled) private var isDisabled

  package init(_ probe: Probe) { self.probe = probe }

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

private struct IsVisibilityObservationDisabledKey: EnvironmentKey {
  static var defaultValue: Bool { false }
}

extension EnvironmentValues {
  var isVisibilityObservationDisabled: Bool {
    get { self[IsVisibilityObservationDisabledKey.self] }
    set { self[IsVisibilityObservationDisabledKey.self] = newValue }
  }
}

extension View {
  /// Disables Sightline's modifiers in this view. Visible items leave.
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
  ///
  /// - Parameter isDisabled: `false` changes nothing, and does not undo an outer modifier.
  @MainActor
  public func visibilityObservationDisabled(_ isDisabled: Bool = true) -> some View {
    transformEnvironment(\.isVisibilityObservationDisabled) { $0 = $0 || isDisabled }
  }
}
#endif
