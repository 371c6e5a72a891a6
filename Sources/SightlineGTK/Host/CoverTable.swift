#if GTK && os(Linux)
internal import CGTK
internal import SightlineGTKToolkit
internal import SightlineHost

/// The widgets that lie over others and hide them.
///
/// The overlays of a `GtkOverlay` do by themselves, unless they let clicks through
/// (`gtk_widget_set_can_target`), as decoration does, or are named friendly. Any other widget has
/// to be named. GTK does not reveal whether a widget paints its whole rectangle: one that does not,
/// such as a box with two buttons, is a case for ``CoverMode/friendly`` or ``CoverMode/none``.
@MainActor
final class CoverTable {
  static let modes = AttachedObject<Mode>("cover")

  final class Mode {
    let mode: CoverMode
    init(_ mode: CoverMode) { self.mode = mode }
  }

  /// Widgets with a child that was named.
  private var parents: Set<WidgetPointer> = []

  /// The widgets in a container that lie over others, undermost first.
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

  /// The order in which a widget is drawn among its siblings, where that matters: in an overlay and
  /// for what was named as a cover.
  func zIndex(
    of view: WidgetPointer, in parent: WidgetPointer, as role: ViewSurroundings.Role
  ) -> Int32 {
    // Two steps for each: the cover itself, and above it what it holds.
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

  /// Records that a child of a widget was named.
  func note(_ parent: WidgetPointer) { parents.insert(parent) }
}

/// Whether a widget hides what lies under it.
public enum CoverMode: Hashable, Sendable {
  /// It hides what it covers, with its whole rectangle.
  case opaque
  /// It may lie on top, such as a bar of glass: what it covers still counts as visible.
  case friendly
  /// It is ignored.
  case none
}
#endif
