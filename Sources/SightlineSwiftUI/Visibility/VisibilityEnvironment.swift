#if canImport(SwiftUI) && !os(watchOS)
import SightlineApple
public import SightlineHost
public import SwiftUI

/// The observation of the views in a view, as set by the modifiers around them.
struct ObservationEnvironment {
  var session: VisibilitySession?
  var rule: VisibilityRule?
  var policy: LogPolicy?
  var viewportFrame: ViewportFrame?
  /// The list that contains the views, if the list has no identifying platform view.
  var list: ItemOwner?
  var countsDwell = true
  var isDisabled = false
  var window = WindowSettings()
}

private struct ObservationKey: EnvironmentKey {
  static var defaultValue: ObservationEnvironment { ObservationEnvironment() }
}

extension EnvironmentValues {
  var observation: ObservationEnvironment {
    get { self[ObservationKey.self] }
    set { self[ObservationKey.self] = newValue }
  }

  /// The session in which the impressions of a window count; `nil` for the shared session.
  ///
  /// Set it at a window's root: a window has one session, that of its first observed view.
  public var visibilitySession: VisibilitySession? {
    get { observation.session }
    set { observation.session = newValue }
  }

  /// The rule of modifiers that name none; `nil` for the session's `defaultRule`.
  ///
  /// ```swift
  /// Feed().environment(\.visibilityRule, .fraction(0.5))
  /// ```
  public var visibilityRule: VisibilityRule? {
    get { observation.rule }
    set { observation.rule = newValue }
  }

  /// The policy of impressions that name none, with its name in logs; `nil` for the session's
  /// `defaultPolicy`.
  public var impressionPolicy: LogPolicy? {
    get { observation.policy }
    set { observation.policy = newValue }
  }

  /// Whether the window counts as invisible while it is not active, as while Control Center or a
  /// system alert takes over: `visibilityNeedsActivity` of the window, which is true on iOS,
  /// iPadOS, tvOS and visionOS and false on a Mac. `nil` for that of the window. Set it at a
  /// window's root.
  public var visibilityNeedsActivity: Bool? {
    get { observation.window.needsActivity }
    set { observation.window.needsActivity = newValue }
  }

  /// Whether the keyboard covers the views below it: `visibilityKeyboardCovers` of the window,
  /// which is true. `nil` for that of the window. Set it at a window's root.
  public var visibilityKeyboardCovers: Bool? {
    get { observation.window.keyboardCovers }
    set { observation.window.keyboardCovers = newValue }
  }
}

/// Makes a view a separate list, as a scroll view is: the same id in another list is another item.
package struct ItemListModifier {
  @State private var list = ItemOwner()

  package init() {}
}

@MainActor
extension ItemListModifier: ViewModifier {
  package func body(content: Content) -> some View {
    content.environment(\.observation.list, list)
  }
}

struct ViewportModifier {
  let margins: ViewportMargins
  @State private var frame = ViewportFrame()

  init(margins: ViewportMargins) { self.margins = margins }
}

@MainActor
extension ViewportModifier: ViewModifier {
  func body(content: Content) -> some View {
    content
      .environment(\.observation.viewportFrame, frame)
      .backed(by: ProbeRepresentable(framing: frame, margins: margins))
  }
}
#endif
