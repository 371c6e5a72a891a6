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
  private static let modes = AttachedObject<Boxed<CoverMode>>("cover")

  /// A window, held weakly.
  private struct Place { weak var window: WidgetWindow? }

  /// The widgets that have a cover mode, with the windows they were last in.
  private static var marked: [WidgetPointer: Place] = [:]

  /// The widgets with a child that has a cover mode.
  private(set) var parents: Set<WidgetPointer> = []
  /// The containers around them. The order of the children in these matters.
  private var ordered: Set<WidgetPointer> = []
  /// The places of those children, collected again for each frame.
  private var places: [WidgetPointer: [WidgetPointer: Int32]] = [:]

  static func setMode(_ mode: CoverMode, of widget: WidgetPointer) {
    let existing = modes.value(at: widget)?.value
    // Declarative code names the same mode with every update.
    if existing == mode { return }
    modes.set(Boxed(mode), at: widget)
    if existing == nil {
      marked[widget] = Place()
      // The widget may enter a window or change parents later.
      Signal.notify(widget, "root") { changed(widget) }
      Signal.connect(widget, "destroy") { marked[widget] = nil }
    }
    changed(widget)
  }

  private static func changed(_ widget: WidgetPointer) {
    let old = marked[widget]?.window
    let new = WidgetWindow.existing(of: widget)
    marked[widget]?.window = new
    old?.coversChanged()
    if new !== old { new?.coversChanged() }
  }

  /// Finds the marked widgets of a window.
  func refresh(in window: WidgetWindow, _ native: WidgetPointer) {
    (parents, ordered) = ([], [])
    for (widget, _) in Self.marked where WidgetWindow.nativeWidget(of: widget) == native {
      Self.marked[widget]?.window = window
      guard widget != native, let parent = gtk_widget_get_parent(widget) else { continue }
      parents.insert(parent)
      var next = parent == native ? nil : gtk_widget_get_parent(parent)
      while let ancestor = next, ordered.insert(ancestor).inserted, ancestor != native {
        next = gtk_widget_get_parent(ancestor)
      }
    }
  }

  /// Forgets the order of children, which may have changed since the last frame.
  func beginFrame() { if !places.isEmpty { places = [:] } }

  /// Returns the covers in a container, bottommost first.
  func covers(in view: WidgetPointer) -> [(view: ViewKey, isFriendly: Bool)] {
    let isOverlay = sightline_is_overlay(view) != 0
    let hasNamed = !parents.isEmpty && parents.contains(view)
    guard isOverlay || hasNamed else { return [] }
    let main = isOverlay ? gtk_overlay_get_child(OpaquePointer(view)) : nil
    var found: [(view: ViewKey, isFriendly: Bool)] = []
    var next = gtk_widget_get_first_child(view)
    while let child = next {
      next = gtk_widget_get_next_sibling(child)
      if child == main && !hasNamed { continue }
      switch Self.modes.value(at: child)?.value {
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

  /// Returns a widget's drawing order among its siblings. Widgets with a cover mode lie over the
  /// others, except in overlays.
  func zIndex(
    of view: WidgetPointer, in parent: WidgetPointer, as role: ViewSurroundings.Role
  ) -> Int32 {
    3 * order(of: view, in: parent) + role.step
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
    let place = place(of: view, in: parent)
    return parents.contains(parent) && Self.isNamed(view) ? Self.overSiblings + place : place
  }

  /// Whether a widget has a cover mode and therefore lies over its siblings outside of overlays.
  static func isNamed(_ widget: WidgetPointer) -> Bool {
    modes.value(at: widget).map { $0.value != .none } ?? false
  }

  private static let overSiblings: Int32 = 1 << 24

  private func place(of view: WidgetPointer, in parent: WidgetPointer) -> Int32 {
    if places[parent] == nil {
      let children = CustomWidget.children(of: parent)
      places[parent] = Dictionary(uniqueKeysWithValues: zip(children, 0...))
    }
    return places[parent]?[view] ?? 0
  }

  /// Whether the drawing order of a container's children matters, apart from its own covers.
  func isOrdered(_ parent: WidgetPointer) -> Bool {
    !ordered.isEmpty && ordered.contains(parent)
  }
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
