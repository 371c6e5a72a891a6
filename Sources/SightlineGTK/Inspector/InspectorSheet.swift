#if GTK && os(Linux)
internal import CSightlineGTK
internal import SightlineCore
internal import SightlineGTKToolkit
internal import SightlineHost

/// The widget that draws the inspector.
@MainActor
final class InspectorSheet: CustomWidgetDelegate {
  private(set) var content = InspectorContent()
  private var audit: VisibilityAudit?

  /// Takes the results of a pass. Returns whether there is anything new to draw.
  func take(_ window: WidgetWindow, _ engine: VisibilityEngine) -> Bool {
    let new = InspectorContent(window, engine)
    if new == content { return false }
    content = new
    return true
  }

  /// Takes the results of an audit. Returns whether there is anything new to draw.
  func take(_ new: VisibilityAudit) -> Bool {
    if new == audit { return false }
    audit = new
    return true
  }

  // MARK: The widget

  func snapshot(_ widget: WidgetPointer, into snapshot: OpaquePointer) {
    guard let window = WidgetWindow.nativeWidget(of: widget),
      let offset = window.convert(.zero, to: widget)
    else { return }
    var bounds = graphene_rect_t(LayoutRect(origin: .zero, size: widget.size))
    gtk_snapshot_push_clip(snapshot, &bounds)
    for mark in content.marks {
      draw(mark, at: mark.visible.offset(by: offset), of: widget, into: snapshot)
    }
    if let notice = content.notice {
      let area = LayoutRect(
        x: 0, y: 0, width: widget.size.width, height: widget.size.height - Self.noticeInset)
      write(notice, on: Self.gray, in: area, at: .center, of: widget, into: snapshot)
    }
    drawAudit(of: widget, into: snapshot)
    gtk_snapshot_pop(snapshot)
  }

  /// Draws the numbers of the audit, and the first differences below them.
  private func drawAudit(of widget: WidgetPointer, into snapshot: OpaquePointer) {
    guard let audit else { return }
    let color = audit.differences.isEmpty ? Self.gray : Self.red
    let lines = [audit.summary] + audit.differences.prefix(Self.mostDifferences).map(\.description)
    var area = LayoutRect(x: 0, y: 0, width: 0, height: Self.lineHeight)
    for line in lines {
      write(line, on: color, in: area, at: .end, of: widget, into: snapshot)
      area = area.offset(by: LayoutPoint(x: 0, y: Self.lineHeight))
    }
  }

  private func draw(
    _ mark: InspectorMark, at rect: LayoutRect, of widget: WidgetPointer,
    into snapshot: OpaquePointer
  ) {
    let color = mark.isVisible ? Self.green : Self.red
    fill(rect, color, alpha: 0.12, into: snapshot)
    snapshot.appendBorder(of: rect, width: min(2, rect.height / 2), color)
    var rest = rect
    if let dwell = mark.dwell {
      rest = LayoutRect(
        x: rect.minX, y: rect.minY, width: rect.width,
        height: max(0, rect.height - Self.dwellHeight))
      let line = LayoutRect(
        x: rect.minX, y: rest.maxY, width: rect.width * dwell, height: Self.dwellHeight)
      fill(line, Self.blue, alpha: 1, into: snapshot)
    }
    write(mark.text, on: color, in: rest, at: .end, of: widget, into: snapshot)
  }

  private static let dwellHeight = 4.0
  private static let lineHeight = 24.0
  private static let mostDifferences = 3
  // White text on these has a contrast ratio of at least 5:1.
  private static let red = GdkRGBA(red: 0.75, green: 0.11, blue: 0.16, alpha: 1)
  private static let green = GdkRGBA(red: 0.1, green: 0.48, blue: 0.26, alpha: 1)
  private static let gray = GdkRGBA(red: 0.22, green: 0.22, blue: 0.24, alpha: 1)
  /// The distance from the bottom to the notice.
  private static let noticeInset = 12.0
  private static let blue = GdkRGBA(red: 0.21, green: 0.52, blue: 0.89, alpha: 1)

  private func fill(
    _ rect: LayoutRect, _ color: GdkRGBA, alpha: Float, into snapshot: OpaquePointer
  ) {
    var color = color
    color.alpha = alpha
    var area = graphene_rect_t(rect)
    gtk_snapshot_append_color(snapshot, &color, &area)
  }

  /// The position of a text along the bottom. Titles are at the top.
  private enum Corner { case end, center }

  private func write(
    _ text: String, on color: GdkRGBA, in rect: LayoutRect, at corner: Corner,
    of widget: WidgetPointer, into snapshot: OpaquePointer
  ) {
    // The number reads left to right even in right-to-left languages.
    let layout = required(gtk_widget_create_pango_layout(widget, "\u{2066}\(text)\u{2069}"))
    defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
    var (width, height): (gint, gint) = (0, 0)
    pango_layout_get_pixel_size(layout, &width, &height)
    let size = (width: Double(width) + 12, height: Double(height) + 4)
    // Too little space for text.
    guard size.height <= rect.height else { return }
    let x =
      switch corner {
      case .center: rect.minX + (rect.width - size.width) / 2
      case .end where gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL: rect.minX
      // If the part is narrower than the text, show the text's start.
      case .end: max(rect.minX, rect.maxX - size.width)
      }
    let badge = LayoutRect(x: x, y: rect.maxY - size.height, width: size.width, height: size.height)
    fill(badge, color, alpha: 0.92, into: snapshot)
    var place = graphene_point_t(x: Float(badge.minX + 6), y: Float(badge.minY + 2))
    var white = GdkRGBA(red: 1, green: 1, blue: 1, alpha: 1)
    gtk_snapshot_save(snapshot)
    gtk_snapshot_translate(snapshot, &place)
    gtk_snapshot_append_layout(snapshot, layout, &white)
    gtk_snapshot_restore(snapshot)
  }
}

/// The inspector's drawing after a pass, in window coordinates.
@MainActor
struct InspectorContent: Equatable {
  private(set) var marks: [InspectorMark] = []
  /// The text shown if there are no marks; `nil` otherwise.
  private(set) var notice: String?

  init() {}

  init(_ window: WidgetWindow, _ engine: VisibilityEngine) {
    let mirror = window.window.mirror
    marks = InspectorMark.marks(of: mirror, engine, at: .now)
    if marks.isEmpty {
      let isTracking = mirror.targets.contains { _ in true }
      notice = isTracking ? "Nothing tracked shows here" : "Nothing is tracked here"
    }
  }
}
#endif
