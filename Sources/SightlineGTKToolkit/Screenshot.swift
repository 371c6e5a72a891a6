#if GTK && os(Linux)
internal import CSightlineGTK

/// An image of a widget as GTK drew it, captured in-process rather than from the screen.
@MainActor
public final class Screenshot {
  /// The width in pixels.
  public let width: Int
  /// The height in pixels.
  public let height: Int
  private let texture: ObjectReference<OpaquePointer>
  // One number per pixel: alpha, red, green, blue from the highest byte down, premultiplied.
  private lazy var pixels: [UInt32] = download()

  /// Captures a widget.
  /// - Parameter widget: a window, or a widget in one, after its first frame.
  public init(of widget: WidgetPointer) throws(ScreenshotError) {
    let name = widget.className
    guard let native = gtk_widget_get_native(widget), gtk_widget_get_mapped(widget) != 0,
      let renderer = gtk_native_get_renderer(native)
    else { throw .notOnScreen(widget: name) }

    guard let paintable = gtk_widget_paintable_new(widget) else { throw .empty(widget: name) }
    defer { g_object_unref(UnsafeMutableRawPointer(paintable)) }
    width = Int(gdk_paintable_get_intrinsic_width(paintable))
    height = Int(gdk_paintable_get_intrinsic_height(paintable))
    guard width > 0, height > 0, let snapshot = gtk_snapshot_new() else {
      throw .empty(widget: name)
    }
    gdk_paintable_snapshot(paintable, snapshot, Double(width), Double(height))
    guard let node = gtk_snapshot_free_to_node(snapshot) else { throw .empty(widget: name) }
    defer { gsk_render_node_unref(node) }

    var area = graphene_rect_t()
    graphene_rect_init(&area, 0, 0, Float(width), Float(height))
    guard let drawn = gsk_renderer_render_texture(renderer, node, &area) else {
      throw .empty(widget: name)
    }
    texture = ObjectReference(adopting: drawn)
  }

  /// Writes a PNG file, replacing any existing one.
  public func write(toPNG path: String) throws(ScreenshotError) {
    guard gdk_texture_save_to_png(texture.pointer, path) != 0 else {
      throw .notWritten(path: path)
    }
  }

  /// Returns the colour of a pixel, counted from the top left corner: red, green, blue and alpha,
  /// each 0...255, premultiplied by alpha.
  public func color(x: Int, y: Int) -> SIMD4<UInt8> {
    precondition(
      (0..<width).contains(x) && (0..<height).contains(y),
      "pixel \(x), \(y) is outside the picture of \(width) by \(height) pixels")
    let pixel = pixels[y * width + x]
    let components = SIMD4(pixel >> 16, pixel >> 8, pixel, pixel >> 24)
    return SIMD4(truncatingIfNeeded: components)
  }

  private func download() -> [UInt32] {
    [UInt32](unsafeUninitializedCapacity: width * height) { memory, count in
      memory.withMemoryRebound(to: UInt8.self) { bytes in
        gdk_texture_download(texture.pointer, bytes.baseAddress, gsize(width * 4))
      }
      count = width * height
    }
  }
}

/// The reason a screenshot failed.
public enum ScreenshotError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The widget isn't in a shown window.
  case notOnScreen(widget: String)
  /// The widget has no size or hasn't been drawn yet.
  case empty(widget: String)
  /// The file couldn't be written.
  case notWritten(path: String)

  /// The failure and the widget or path it concerns.
  public var description: String {
    switch self {
    case .notOnScreen(let widget):
      "a \(widget) that is not on screen has no picture: show its window first"
    case .empty(let widget):
      "a \(widget) without a size or content has no picture: wait for its first frame"
    case .notWritten(let path):
      "the picture could not be written to \(path): check that its folder exists and is writable"
    }
  }
}
#endif
