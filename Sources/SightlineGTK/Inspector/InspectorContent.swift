#if GTK && os(Linux)
internal import CSightlineGTK
internal import SightlineCore
internal import SightlineGTKToolkit
internal import SightlineHost

/// The inspector's drawing after a pass, in window coordinates.
@MainActor
struct InspectorContent: Equatable {
  private(set) var marks: [InspectorMark] = []
  /// Friendly covers, such as a glass bar. The inspector doesn't draw over them.
  private(set) var bars: [LayoutRect] = []
  /// The text shown if there are no marks; `nil` otherwise.
  private(set) var notice: String?

  init() {}

  init(_ window: WidgetWindow, _ engine: VisibilityEngine) {
    let mirror = window.window.mirror
    marks = InspectorMark.marks(of: mirror, engine, at: .now)
    bars = mirror.friendlyCovers(in: engine).compactMap { Self.place(of: $0.widget) }
    if marks.isEmpty {
      let isTracking = mirror.targets.contains { _ in true }
      notice = isTracking ? "Nothing tracked shows here" : "Nothing is tracked here"
    }
  }

  private static func place(of widget: WidgetPointer) -> LayoutRect? {
    var bounds = graphene_rect_t()
    guard gtk_widget_get_mapped(widget) != 0, let native = gtk_widget_get_native(widget),
      gtk_widget_compute_bounds(widget, UnsafeMutableRawPointer(native).widget, &bounds) != 0
    else { return nil }
    return LayoutRect(
      x: Double(bounds.origin.x), y: Double(bounds.origin.y), width: Double(bounds.size.width),
      height: Double(bounds.size.height))
  }

  /// Returns the parts of a mark outside all bars. A mark entirely inside a bar belongs to the bar
  /// and is returned whole; otherwise it wouldn't be marked at all.
  func parts(of mark: InspectorMark) -> [LayoutRect] {
    var parts = [mark.visible]
    for bar in bars where !bar.contains(mark.visible) {
      parts = parts.flatMap { Self.rest(of: $0, without: bar) }
    }
    return parts
  }

  /// Returns `rect` minus `other`, as the rectangles above, below, left and right of `other`.
  private static func rest(of rect: LayoutRect, without other: LayoutRect) -> [LayoutRect] {
    guard let common = rect.intersection(other), !common.isEmpty else { return [rect] }
    return [
      LayoutRect(
        x: rect.minX, y: rect.minY, width: rect.width, height: common.minY - rect.minY),
      LayoutRect(
        x: rect.minX, y: common.maxY, width: rect.width, height: rect.maxY - common.maxY),
      LayoutRect(
        x: rect.minX, y: common.minY, width: common.minX - rect.minX, height: common.height),
      LayoutRect(
        x: common.maxX, y: common.minY, width: rect.maxX - common.maxX, height: common.height),
    ].filter { !$0.isEmpty }
  }
}
#endif
