@_spi(Gallery) import SightlineCore
import SightlineGTK
import SightlineGTKToolkit

/// Explains an event in a few lines from the state at that moment: the visible part, the cut-off
/// part and the cause.
@MainActor
enum EventExplanation {
  static func text(_ event: GalleryEvent, _ subject: EventSubject?) -> String {
    var lines = ["\(event.text), \(event.clock) after the page was opened."]
    if let widget = subject?.widget, let state = widget.visibility.current {
      lines.append(share(state))
      if let cut = cut(state) { lines.append(cut) }
      if state.opacity < 1 {
        lines.append("It is \(GalleryEvent.percent(state.opacity)) opaque.")
      }
      if state.reason == .covered, let cover = cover(of: widget) {
        lines.append("\(cover) covers it.")
      }
    }
    if let reason = event.reason { lines.append("Reason: \(reason.sentence)") }
    return lines.joined(separator: "\n")
  }

  private static func share(_ state: VisibilitySnapshot) -> String {
    guard let whole = state.boundingRect else { return "Its position cannot be measured." }
    let visible = state.visibleRect ?? .zero
    return "\(GalleryEvent.percent(state.fraction)) of it is visible: "
      + "\(size(visible)) of \(size(whole)) points, in a viewport of \(size(state.viewportRect))."
  }

  private static func size(_ rect: LayoutRect) -> String {
    "\(Int(rect.width.rounded())) × \(Int(rect.height.rounded()))"
  }

  /// Describes the part cut off at each edge.
  private static func cut(_ state: VisibilitySnapshot) -> String? {
    guard let whole = state.boundingRect else { return nil }
    guard let visible = state.visibleRect else { return "None of it is in view." }
    let parts = [
      ("top", visible.minY - whole.minY), ("bottom", whole.maxY - visible.maxY),
      ("left", visible.minX - whole.minX), ("right", whole.maxX - visible.maxX),
    ].filter { $0.1 >= 0.5 }.map { "\(Int($0.1.rounded())) points at the \($0.0)" }
    return parts.isEmpty ? nil : "Cut off: \(parts.joined(separator: " and "))."
  }

  /// Returns the nearest widget over a widget, in the overlays that contain it.
  private static func cover(of widget: WidgetPointer) -> String? {
    let chain = [widget] + widget.ancestors
    for (child, parent) in zip(chain, chain.dropFirst()) where sightline_is_overlay(parent) != 0 {
      let siblings = sequence(first: child) { gtk_widget_get_next_sibling($0) }.dropFirst()
      let cover = siblings.first {
        gtk_widget_get_mapped($0) != 0 && gtk_widget_get_can_target($0) != 0
          && $0.bounds(in: widget)?.intersection(widget.extent) != nil
      }
      if let cover { return name(of: cover) }
    }
    return nil
  }

  /// Describes a widget by its CSS class, which is more specific than its type.
  private static func name(of widget: WidgetPointer) -> String {
    let name = gtk_widget_get_css_name(widget).map { String(cString: $0) } ?? "widget"
    let classes = gtk_widget_get_css_classes(widget)
    defer { g_strfreev(classes) }
    return "The \(classes?[0].map { String(cString: $0) } ?? name)"
  }
}
