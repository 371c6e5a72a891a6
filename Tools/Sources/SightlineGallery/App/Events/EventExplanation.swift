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
      if let cut = cut(state, widget) { lines.append(cut) }
      if state.opacity < 1 {
        lines.append("It is \(GalleryEvent.percent(state.opacity)) opaque.")
      }
      if state.reason == .covered, let cover = cover(of: widget) {
        lines.append("\(cover) covers it.")
      }
    }
    if let reason = event.reason { lines.append("Reason: \(words(reason))") }
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

  /// Describes the missing part at each edge and the widget that ends there.
  private static func cut(_ state: VisibilitySnapshot, _ widget: WidgetPointer) -> String? {
    guard let whole = state.boundingRect else { return nil }
    guard let visible = state.visibleRect else {
      return "Nothing of it is inside \(clip(of: widget, at: nil))."
    }
    let edges = [
      ("top", visible.minY - whole.minY), ("bottom", whole.maxY - visible.maxY),
      ("left", visible.minX - whole.minX), ("right", whole.maxX - visible.maxX),
    ].filter { $0.1 >= 0.5 }
    guard !edges.isEmpty else { return nil }
    let parts = edges.map { "\(Int($0.1.rounded())) points at the \($0.0)" }
    return "\(clip(of: widget, at: visible)) cuts off \(parts.joined(separator: " and "))."
  }

  /// Returns the nearest ancestor that clips at the edge of the visible part.
  private static func clip(of widget: WidgetPointer, at visible: LayoutRect?) -> String {
    let clip = widget.ancestors.first { ancestor in
      guard gtk_widget_get_overflow(ancestor) == GTK_OVERFLOW_HIDDEN else { return false }
      guard let visible, let root = widget.root else { return true }
      return ancestor.bounds(in: root).map { touches($0, visible) } ?? false
    }
    return clip.map { name(of: $0) } ?? "The window"
  }

  private static func touches(_ bounds: LayoutRect, _ visible: LayoutRect) -> Bool {
    abs(visible.minX - bounds.minX) < 1 || abs(visible.maxX - bounds.maxX) < 1
      || abs(visible.minY - bounds.minY) < 1 || abs(visible.maxY - bounds.maxY) < 1
  }

  /// Returns the nearest widget over a widget, in the overlays that contain it.
  private static func cover(of widget: WidgetPointer) -> String? {
    let chain = [widget] + widget.ancestors
    for (child, parent) in zip(chain, chain.dropFirst()) where sightline_is_overlay(parent) != 0 {
      let siblings = sequence(first: child) { gtk_widget_get_next_sibling($0) }.dropFirst()
      let cover = siblings.first {
        gtk_widget_get_mapped($0) != 0 && gtk_widget_get_can_target($0) != 0 && meets($0, widget)
      }
      if let cover { return name(of: cover) }
    }
    return nil
  }

  private static func meets(_ cover: WidgetPointer, _ widget: WidgetPointer) -> Bool {
    cover.bounds(in: widget)?.intersection(widget.extent) != nil
  }

  /// Describes a widget by its CSS class, which is more specific than its type.
  private static func name(of widget: WidgetPointer) -> String {
    if sightline_is_window(widget) != 0 { return "The window" }
    if sightline_is_viewport(widget) != 0 || sightline_is_scrolled_window(widget) != 0
      || sightline_is_scrollable(widget) != 0
    {
      return "The scrolled area"
    }
    let name = gtk_widget_get_css_name(widget).map { String(cString: $0) } ?? "widget"
    guard let classes = gtk_widget_get_css_classes(widget) else { return "A \(name)" }
    defer { g_strfreev(classes) }
    guard let first = classes[0] else { return "A \(name)" }
    return "The \(String(cString: first))"
  }

  private static func words(_ reason: InvisibilityReason) -> String {
    switch reason {
    case .removed: "it was removed from the window."
    case .notMeasurable: "its position or transform is not finite."
    case .inactive: "the window is hidden, minimised or in the background."
    case .hidden: "it or an ancestor is hidden."
    case .transparent: "its opacity is below its rule's minimum."
    case .zeroArea: "it has no area."
    case .tooSmall: "it is smaller than its rule requires."
    case .outOfViewport: "too little of it is inside the viewport."
    case .clipped: "an ancestor clips too much of it."
    case .covered: "a cover hides too much of it."
    case .edgesUnseen: "not all of its edges have been in view yet."
    }
  }
}
