#if GTK && os(Linux)
internal import CSightlineGTK
internal import SightlineGTKToolkit

/// The adjustments that move the children of a `GtkScrollable`, attached to it. Only properties
/// give them, and reading two properties takes ten times as long as reading two values.
@MainActor
final class ScrollAdjustments {
  private static let attached = AttachedObject<ScrollAdjustments>("adjustments")

  typealias Adjustment = UnsafeMutablePointer<GtkAdjustment>

  private let scrollable: OpaquePointer
  // Strong, because GTK replaces an adjustment before it notifies.
  private var horizontal: ObjectReference<Adjustment>?
  private var vertical: ObjectReference<Adjustment>?

  static func of(_ scrollable: WidgetPointer) -> ScrollAdjustments {
    if let existing = attached.value(at: scrollable) { return existing }
    let adjustments = ScrollAdjustments(OpaquePointer(scrollable))
    attached.set(adjustments, at: scrollable)
    for property in ["hadjustment", "vadjustment"] {
      Signal.notify(scrollable, property) { [weak adjustments] in adjustments?.read() }
    }
    return adjustments
  }

  private init(_ scrollable: OpaquePointer) {
    self.scrollable = scrollable
    read()
  }

  private func read() {
    horizontal = gtk_scrollable_get_hadjustment(scrollable).map { ObjectReference($0) }
    // A column view's is that of the list in it, and moves none of the view's own children.
    let isOfList = sightline_is_a(scrollable.instance, gtk_column_view_get_type()) != 0
    vertical =
      isOfList ? nil : gtk_scrollable_get_vadjustment(scrollable).map { ObjectReference($0) }
  }

  /// The values, 0 for a missing adjustment.
  var values: (horizontal: Double, vertical: Double) {
    var values = (horizontal: 0.0, vertical: 0.0)
    if let horizontal { values.horizontal = gtk_adjustment_get_value(horizontal.pointer) }
    if let vertical { values.vertical = gtk_adjustment_get_value(vertical.pointer) }
    return values
  }
}
#endif
