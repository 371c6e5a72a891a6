#if canImport(SwiftUI) && !os(watchOS)
import SightlineApple
public import SwiftUI

nonisolated extension View {
  /// Makes this view a screen, for impressions that count once a visit. A visit begins whenever the
  /// view enters the window, and with each new id.
  ///
  /// ```swift
  /// Offer(offer)
  ///   .onImpression(of: offer.id, .feed.repeating(.oncePerScreenVisit)) { impression in … }
  /// ProductPage(product).visibilityScreen(product.id)
  /// ```
  ///
  /// Without it, the screens are those of SwiftUI's controllers: pushed views, tabs, sheets and
  /// covers. Use it for screens that your own views exchange, on the content that fills the window.
  /// As with lists, an id in this view is a different item from the same id in another screen.
  ///
  /// A view enters the window again when the screen above it is popped, when its tab is chosen or
  /// when a full-screen cover is dismissed, but not when a sheet is. A visit applies to the whole
  /// window, and begins with the pass that first sees the screen's rows.
  ///
  /// - Parameter id: the id of the screen's content, if the same view may show other content later.
  public func visibilityScreen(_ id: AnyHashable = 0) -> some View {
    modifier(ItemListModifier()).background(PlatformProbe(ScreenRepresentable(id: id)))
  }
}

private struct ScreenRepresentable {
  let id: AnyHashable
  @Environment(\.observation.session) private var session
}

@MainActor
extension ScreenRepresentable: PlatformRepresentable {
  typealias Shown = ScreenProbe

  func make(_ coordinator: Void) -> ScreenProbe {
    let view = ScreenProbe()
    view.session = session
    return view
  }

  func update(_ view: ScreenProbe, _ coordinator: Void) { view.screen = id }

  static func dismantle(_ view: ScreenProbe, _ coordinator: Void) { view.dismantle() }
}
#endif
