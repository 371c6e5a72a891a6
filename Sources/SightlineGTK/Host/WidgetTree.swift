#if GTK && os(Linux)
internal import CSightlineGTK
internal import SightlineCore
internal import SightlineGTKToolkit
internal import SightlineHost

/// Reads GTK widgets for a window's mirror.
///
/// Coordinates: a widget's space has its origin at its content box, inside its CSS border and
/// padding. GTK reports child frames in this space. Scrolling moves the children of a `GtkViewport`
/// and the rows of a list, so readings add the scroll offset back; scrolling then leaves them
/// unchanged.
@MainActor
final class WidgetTree: ViewTree {
  private let redraws = RedrawDetector()
  private let covers: CoverTable
  private let root: ViewKey
  /// The lists that have scrolled in this frame and therefore laid out all their rows.
  private var scrolledLists: [ViewKey] = []

  init(root: WidgetPointer, covers: CoverTable) {
    self.root = ViewKey(root)
    self.covers = covers
  }

  func parent(of view: ViewKey) -> ViewKey? {
    // Above a window or a popover lies another surface.
    if sightline_is_native(view.widget) != 0 { return nil }
    return gtk_widget_get_parent(view.widget).map(ViewKey.init)
  }

  func contentsMayDiffer(in view: ViewKey) -> Bool {
    if let index = scrolledLists.firstIndex(of: view) {
      scrolledLists.remove(at: index)
      redraws.forget(view.widget)
      return true
    }
    return redraws.wasRedrawn(view.widget)
  }

  func isSetAside(_ view: ViewKey) -> Bool {
    gtk_widget_get_child_visible(view.widget) == 0
  }

  func beginFrame() { if !scrolledLists.isEmpty { scrolledLists.removeAll() } }

  func forget(_ view: ViewKey) { redraws.forget(view.widget) }

  func forgetAll() { redraws.forgetAll() }

  func covers(in view: ViewKey) -> [(view: ViewKey, isFriendly: Bool)] {
    covers.covers(in: view.widget)
  }

  // MARK: Reading

  func read(_ key: ViewKey, in surroundings: ViewSurroundings) -> ViewReading? {
    let view = key.widget
    if key == root { return readRoot(view) }
    guard let parent = gtk_widget_get_parent(view) else { return nil }
    let offset = surroundings.offset
    let isShown = gtk_widget_get_visible(view) != 0
    let isPlaced = gtk_widget_get_child_visible(view) != 0
    if !isPlaced && isList(parent) {
      return Self.setAside(ViewReading(frame: .zero, clip: .bounds))
    }
    guard let border = view.bounds(in: view) else { return nil }
    var matrix = graphene_matrix_t()
    guard gtk_widget_compute_transform(view, parent, &matrix) != 0 else { return nil }
    var (a, b, c, d, x, y) = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
    var transform = LayoutTransform.identity
    if graphene_matrix_to_2d(&matrix, &a, &b, &c, &d, &x, &y) {
      if !(a == 1 && b == 0 && c == 0 && d == 1) {
        transform = LayoutTransform(a: a, b: b, c: c, d: d, tx: 0, ty: 0)
      }
    } else {
      // Rotated out of the plane, so its visible area can't be computed in 2D.
      (x, y) = (.infinity, .infinity)
    }
    var reading = ViewReading(
      frame: LayoutRect(origin: LayoutPoint(x: x + offset.x, y: y + offset.y), size: border.size),
      border: border,
      appearance: SceneAppearance(
        opacity: gtk_widget_get_opacity(view), isHidden: !(isShown && isPlaced),
        transform: transform,
        zIndex: zIndex(of: view, in: parent, surroundings)))
    reading.stamp = stamp(of: view)
    if surroundings.role == .container {
      reading.clip = clip(of: view, border: border)
      // Their children may overlap.
      reading.mayHoldCovers =
        sightline_is_overlay(view) != 0 || sightline_is_a(view, gtk_fixed_get_type()) != 0
      if sightline_is_scrollable(view) != 0 {
        reading.scrolls = true
        follow(view)
        reading.contentOffset = scrollOffset(of: view)
      }
    }
    return reading
  }

  /// Compares a few of a widget's properties, in a third of the time of a full reading: its content
  /// origin, and its size with and without the CSS border and padding. A change to border or
  /// padding changes one of them; only the origin, if they move from one side to the other.
  func change(
    of key: ViewKey, in parent: ViewKey, since old: ViewReading, _ surroundings: ViewSurroundings
  ) -> ViewChange {
    let view = key.widget
    if key == root {
      if stamp(of: view) == old.stamp, gtk_widget_get_opacity(view) == old.appearance.opacity {
        return .unchanged
      }
      return readRoot(view).map(ViewChange.changed) ?? .unchanged
    }
    // A mapped widget is both visible and child-visible.
    let isMapped = gtk_widget_get_mapped(view) != 0
    if !isMapped, isSetAside(key), isList(parent.widget) {
      return old.isSetAside ? .unchanged : .changed(Self.setAside(old))
    }
    guard let origin = origin(of: view, in: parent.widget, isMapped, since: old, surroundings)
    else {
      guard let now = read(key, in: surroundings), now != old else { return .unchanged }
      return .changed(now)
    }
    var offset = old.contentOffset
    if old.scrolls, surroundings.role == .container {
      offset = scrollOffset(of: view)
      if offset != old.contentOffset, isList(view) { scrolledLists.append(key) }
    }
    if origin == old.frame.origin, offset == old.contentOffset, !old.isSetAside {
      return .unchanged
    }
    var now = old
    now.frame = LayoutRect(origin: origin, size: old.frame.size)
    now.contentOffset = offset
    now.isSetAside = false
    return .changed(now)
  }

  /// Returns the origin of a widget that, apart from it and from its scroll offset, is unchanged
  /// since it was read; `nil` if it may have changed.
  private func origin(
    of view: WidgetPointer, in parent: WidgetPointer, _ isMapped: Bool, since old: ViewReading,
    _ surroundings: ViewSurroundings
  ) -> LayoutPoint? {
    let isShown = isMapped || gtk_widget_get_visible(view) != 0 && !isSetAside(ViewKey(view))
    guard isShown == !old.appearance.isHidden, stamp(of: view) == old.stamp,
      gtk_widget_get_opacity(view) == old.appearance.opacity,
      zIndex(of: view, in: parent, surroundings) == old.appearance.zIndex
    else { return nil }
    var matrix = graphene_matrix_t()
    var (a, b, c, d, x, y) = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
    guard gtk_widget_compute_transform(view, parent, &matrix) != 0,
      graphene_matrix_to_2d(&matrix, &a, &b, &c, &d, &x, &y)
    else { return nil }
    let transform = old.appearance.transform
    guard a == transform.a, b == transform.b, c == transform.c, d == transform.d,
      surroundings.role != .container
        || (gtk_widget_get_overflow(view) == GTK_OVERFLOW_HIDDEN) == (old.clip != .none)
    else { return nil }
    let origin = LayoutPoint(x: x + surroundings.offset.x, y: y + surroundings.offset.y)
    guard
      origin == old.frame.origin || old.border.size == view.size
        || old.border == view.bounds(in: view)
    else { return nil }
    return origin
  }

  private func zIndex(
    of view: WidgetPointer, in parent: WidgetPointer, _ surroundings: ViewSurroundings
  ) -> Int32 {
    surroundings.isOrdered || covers.isOrdered(parent)
      ? covers.zIndex(of: view, in: parent, as: surroundings.role)
      : surroundings.role.step - ViewSurroundings.Role.target.step
  }

  /// The widget's size with and without its border and padding.
  private func stamp(of view: WidgetPointer) -> SIMD4<Int32> {
    var (width, height): (Int32, Int32) = (0, 0)
    sightline_widget_allocation(view, &width, &height)
    return SIMD4(width, height, gtk_widget_get_width(view), gtk_widget_get_height(view))
  }

  private func readRoot(_ view: WidgetPointer) -> ViewReading? {
    guard let border = view.bounds(in: view) else { return nil }
    var reading = ViewReading(
      frame: LayoutRect(origin: .zero, size: border.size), border: border,
      clip: .rect(border), appearance: SceneAppearance(opacity: gtk_widget_get_opacity(view)))
    reading.stamp = stamp(of: view)
    return reading
  }

  /// Returns the reading of a row that a list keeps ready outside its visible range. The row has no
  /// position, so this one lies off any screen.
  private static func setAside(_ reading: ViewReading) -> ViewReading {
    var reading = reading
    reading.frame = LayoutRect(origin: LayoutPoint(x: -1e7, y: 0), size: reading.frame.size)
    reading.isSetAside = true
    return reading
  }

  private func isList(_ widget: WidgetPointer) -> Bool {
    sightline_is_scrollable(widget) != 0 && sightline_is_viewport(widget) == 0
  }

  /// Makes a scrolled window listen to input from before its first scroll.
  private func follow(_ scrollable: WidgetPointer) {
    if let scroller = gtk_widget_get_ancestor(scrollable, gtk_scrolled_window_get_type()) {
      _ = ScrollObserver.of(scroller)
    }
  }

  /// A scrolled window tells the reader's input from the program's jumps.
  func isScrolledByReader(_ key: ViewKey) -> Bool {
    guard
      let scroller = gtk_widget_get_ancestor(key.widget, gtk_scrolled_window_get_type())
    else { return false }
    switch ScrollObserver.of(scroller).phase {
    case .tracking, .interacting, .decelerating: return true
    case .idle, .animating: return false
    }
  }

  /// Overflow is clipped inside the border. Rounded corners count as square.
  private func clip(of view: WidgetPointer, border: LayoutRect) -> SceneContainer.Clip {
    guard gtk_widget_get_overflow(view) == GTK_OVERFLOW_HIDDEN else { return .none }
    return .rect(border.grown(by: LayoutInsets(cssBorderOf: view)))
  }

  /// GTK places scrolled content on whole pixels by truncating the offset.
  private func scrollOffset(of view: WidgetPointer) -> LayoutPoint {
    let (horizontal, vertical) = ScrollAdjustments.of(view).values
    return LayoutPoint(x: horizontal.rounded(.towardZero), y: vertical.rounded(.towardZero))
  }
}

extension ViewKey {
  init(_ widget: WidgetPointer) { self.init(UnsafeMutableRawPointer(widget)) }

  var widget: WidgetPointer { address.assumingMemoryBound(to: GtkWidget.self) }
}

extension LayoutInsets {
  /// The widths of a widget's CSS border, inwards.
  init(cssBorderOf widget: WidgetPointer) {
    let widths = sightline_widget_border(widget)
    self.init(
      top: -Double(widths.top), left: -Double(widths.left), bottom: -Double(widths.bottom),
      right: -Double(widths.right))
  }
}
#endif
