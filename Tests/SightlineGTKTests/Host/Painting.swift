#if GTK && os(Linux)
import CSightlineGTK
import Foundation
import SightlineCore
import SightlineGTKToolkit

/// Counts the visible pixels of a window's last frame. It redraws the frame for each widget in
/// question, with that widget red, the covers black and nothing else, and counts the red pixels.
@MainActor
final class Painting {
  private static let names = 150
  // Serialised colours, all of the same length.
  private static func colour(_ name: Int) -> String { "rgb(100,\(100 + name),200)" }
  private static let (red, black, clear) =
    ("rgb(255,0,0)    ", "rgb(0,0,0)      ", "rgba(0,0,0,0)   ")

  /// The render nodes as text.
  private var text: [CChar] = []
  /// The places of each widget's colour in the text.
  private var places: [Int: [Int]] = [:]
  private let renderer: OpaquePointer
  private let screen: LayoutRect

  /// Fills the widgets with the style classes `n1`, `n2`… each in one colour.
  static let style: Void = {
    let plain = "background: none; border: none; box-shadow: none; padding: 0; min-height: 0;"
    let colours = (0..<names).map { "window.painted .n\($0) { background: \(colour($0)); }" }
    let provider = required(gtk_css_provider_new())
    sightline_css_provider_load(
      provider,
      "window.painted { background: black; } window.painted * { \(plain) } \(colours.joined())"
        + "window.painted .padded { border: 2px solid transparent; padding: 3px; }")
    gtk_style_context_add_provider_for_display(
      gdk_display_get_default(), sightline_style_provider(provider), 800)
  }()

  init(of window: WidgetPointer) {
    renderer = required(gtk_native_get_renderer(OpaquePointer(window)))
    let paintable = required(gtk_widget_paintable_new(window))
    defer { g_object_unref(paintable.instance) }
    let width = Double(gdk_paintable_get_intrinsic_width(paintable))
    let height = Double(gdk_paintable_get_intrinsic_height(paintable))
    screen = LayoutRect(x: 0, y: 0, width: width, height: height)
    let snapshot = required(gtk_snapshot_new())
    gdk_paintable_snapshot(paintable, snapshot, width, height)
    guard let node = gtk_snapshot_free_to_node(snapshot) else { return }
    defer { gsk_render_node_unref(node) }
    let bytes = required(gsk_render_node_serialize(node))
    defer { g_bytes_unref(bytes) }
    var size: gsize = 0
    let data = required(g_bytes_get_data(bytes, &size).map(UnsafeMutableRawPointer.init(mutating:)))
    text = Array(UnsafeRawBufferPointer(start: data, count: Int(size)).bindMemory(to: CChar.self))
    text.append(0)
    text.withUnsafeMutableBufferPointer { text in
      guard let start = text.baseAddress else { return }
      var next = strstr(start, "rgb(100,")
      while let found = next {
        places[Int(atoi(found + 8)) - 100, default: []].append(found - start)
        next = strstr(found + 8, "rgb(100,")
      }
      // Faint widgets are painted in full.
      next = strstr(start, "opacity: 0.")
      while let found = next {
        found[9] = CChar(UInt8(ascii: "1"))
        next = strstr(found, "opacity: 0.")
      }
    }
  }

  /// Returns a widget's visible area in pixels, and the number of partly visible pixels.
  func area(
    of name: Int, under covers: Set<Int>, in bounds: LayoutRect
  ) -> (shown: Double, blurred: Double) {
    guard places[name] != nil, let part = bounds.intersection(screen), part.width > 0,
      part.height > 0
    else { return (0, 0) }
    for (other, places) in places {
      let colour = other == name ? Self.red : covers.contains(other) ? Self.black : Self.clear
      for place in places {
        text.replaceSubrange(place..<place + colour.utf8.count, with: colour.utf8.map(CChar.init))
      }
    }
    let bytes = required(g_bytes_new(text, gsize(text.count - 1)))
    defer { g_bytes_unref(bytes) }
    let node = required(gsk_render_node_deserialize(bytes, nil, nil))
    defer { gsk_render_node_unref(node) }
    let (left, top) = (part.minX.rounded(.down), part.minY.rounded(.down))
    let (width, height) = (Int(part.maxX.rounded(.up) - left), Int(part.maxY.rounded(.up) - top))
    var area = graphene_rect_t(
      LayoutRect(x: left, y: top, width: Double(width), height: Double(height)))
    let texture = required(gsk_renderer_render_texture(renderer, node, &area))
    defer { g_object_unref(texture.instance) }
    var pixels = [UInt32](repeating: 0, count: width * height)
    pixels.withUnsafeMutableBytes {
      gdk_texture_download(texture, $0.baseAddress, gsize(width * 4))
    }
    var (sum, blurred) = (0.0, 0.0)
    for case let red in pixels.lazy.map({ $0 >> 16 & 255 }) where red != 0 {
      sum += Double(red) / 255
      if red != 255 { blurred += 1 }
    }
    return (sum, blurred)
  }
}
#endif
