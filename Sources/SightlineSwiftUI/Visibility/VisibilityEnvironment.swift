#if canImport(SwiftUI) && !os(watchOS)
import SightlineApple
import SightlineCore
public import SightlineHost
public import SwiftUI

private struct VisibilitySessionKey: EnvironmentKey {
  static var defaultValue: VisibilitySession? { nil }
}

private struct ViewportFrameKey: EnvironmentKey {
  static var defaultValue: ViewportFrame? { nil }
}

private struct ItemListKey: EnvironmentKey {
  static var defaultValue: ItemOwner? { nil }
}

extension EnvironmentValues {
  /// The session in which the impressions of a window count; `nil` for the shared session.
  ///
  /// Set it at a window's root: a window has one session, that of its first observed view.
  public var visibilitySession: VisibilitySession? {
    get { self[VisibilitySessionKey.self] }
    set { self[VisibilitySessionKey.self] = newValue }
  }

  /// The list that contains the views, if the list has no identifying platform view.
  var itemList: ItemOwner? {
    get { self[ItemListKey.self] }
    set { self[ItemListKey.self] = newValue }
  }

  var viewportFrame: ViewportFrame? {
    get { self[ViewportFrameKey.self] }
    set { self[ViewportFrameKey.self] = newValue }
  }
}

/// Makes a view a separate list, as a scroll view is: the same id in another list is another item.
@MainActor
package struct ItemListModifier: ViewModifier {
  @State private var list = ItemOwner()

  package init() {}

  package func body(content: Content) -> some View { content.environment(\.itemList, list) }
}

@MainActor
struct ViewportModifier: ViewModifier {
  let margins: VisibilityMargins
  @State private var frame = ViewportFrame()

  func body(content: Content) -> some View {
    content
      .environment(\.viewportFrame, frame)
      .backed(by: ProbeRepresentable(framing: frame, margins: margins))
  }
}
#endif
