#if GTK && os(Linux)
internal import CSightlineGTK
internal import SightlineGTKToolkit
internal import SightlineHost

/// The widgets that hide the widgets under them.
///
/// Overlays of a `GtkOverlay` are covers by default, except those that let clicks through
/// (`gtk_widget_set_can_target`), as decoration does, and those marked friendly. Any other widget
/// must be marked as a cover. GTK doesn't reveal whether a widget paints its whole rectangle; use
/// ``CoverMode/friendly`` or ``CoverMode/none`` for one that doesn't, such as a box with two
/// buttons.
@MainActor
final class CoverTable {
  static let modes = AttachedObject<Mode>("cover")

  final class Mode {
    let mode: CoverMode
    init(_ mode: CoverMode) { self.mode = mode }
  }

  /// Widgets with a child that has a cover mode.
  private var parents: Set<WidgetPointer> = []

  /// Returns the covers in a container, bottommost first.
  func covers(in view: WidgetPointer) -> [(view: ViewKey, isFriendly: Bool)] {
    let isOverlay = sightline_is_overlay(view) != 0
    guard isOverlay || !parents.isEmpty && parents.contains(view) else { return [] }
    let main = isOverlay ? gtk_overlay_get_child(OpaquePointer(view)) : nil
    var found: [(view: ViewKey, isFriendly: Bool)] = []
    var next = gtk_widget_get_first_child(view)
    let hasNamed = !parents.isEmpty && parents.contains(view)
    while let child = next {
      next = gtk_widget_get_next_sibling(child)
      if child == main && !hasNamed { continue }
      switch Self.modes.value(at: child)?.mode {
      case .opaque: found.append((ViewKey(child), false))
      case .friendly: found.append((ViewKey(child), true))
      case .some(.none): break
      case nil:
        if isOverlay && child != main && gtk_widget_get_can_target(child) != 0 {
          found.append((ViewKey(child), false))
        }
      }
    }
    return found
  }

  /// Returns a widget's drawing order among its siblings, which only matters in an overlay and for
  /// widgets with a cover mode.
  func zIndex(
    of view: WidgetPointer, in parent: WidgetPointer, as role: ViewSurroundings.Role
  ) -> Int32 {
    // Two steps per widget: the cover, then its content above it.
    2 * order(of: view, in: parent) + (role == .cover ? 0 : 1)
  }

  private func order(of view: WidgetPointer, in parent: WidgetPointer) -> Int32 {
    if sightline_is_overlay(parent) != 0 {
      var index: Int32 = 0
      var sibling = gtk_widget_get_prev_sibling(view)
      while let before = sibling {
        index += 1
        sibling = gtk_widget_get_prev_sibling(before)
      }
      return index
    }
    guard parents.contains(parent), let mode = Self.modes.value(at: view)?.mode else { return 0 }
    return mode == .none ? 0 : 1
  }

  /// Records that a child of `parent` has a cover mode.
  func note(_ parent: WidgetPointer) { parents.insert(parent) }
}

/// How a widget affects the visibility of the widgets under it.
public enum CoverMode: Hashable, Sendable {
  /// Hides everything under its rectangle.
  case opaque
  /// May lie on top, as a glass bar does. Content under it still counts as visible.
  case friendly
  /// Ignored.
  case none
}
#endif
