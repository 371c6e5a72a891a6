import SightlineGTKToolkit

/// A container of one child, which gets the whole space. Its widget owns this object.
@MainActor
class Wrapper: CustomWidgetDelegate {
  private(set) lazy var widget = CustomWidget.make(self)

  init(_ child: WidgetPointer) { CustomWidget.add(child, to: widget) }

  var requestMode: GtkSizeRequestMode { GTK_SIZE_REQUEST_CONSTANT_SIZE }

  func measure(
    _ widget: WidgetPointer, along orientation: GtkOrientation, for size: Int
  ) -> (minimum: Int, natural: Int) {
    gtk_widget_get_first_child(widget)?.room(along: orientation, for: size) ?? (0, 0)
  }

  final func allocate(_ widget: WidgetPointer, width: Int, height: Int, baseline: Int) {
    guard let child = gtk_widget_get_first_child(widget) else { return }
    var frame = frame(of: child, in: width)
    frame.height = height
    CustomWidget.place(child, frame, in: width)
  }

  /// Returns the child's place from the start of the line.
  func frame(of child: WidgetPointer, in width: Int) -> PixelRect { PixelRect(width: width) }

  func focus(_ widget: WidgetPointer, towards direction: GtkDirectionType) -> Bool? { nil }
}

/// A container that limits its child's width, to a maximum and to a share of the space.
final class Clamp: Wrapper {
  private let most: Int
  /// The child's share of the width, 0...1.
  var share: Double { didSet { gtk_widget_queue_resize(widget) } }

  /// - Parameters:
  ///   - most: the maximum width in pixels at normal text size. A narrower child is centred.
  ///   - share: the child's share of the width. The child is at the start.
  init(_ child: WidgetPointer, most: Int = .max, share: Double = 1) {
    (self.most, self.share) = (most, share)
    super.init(child)
  }

  override var requestMode: GtkSizeRequestMode { GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH }

  override func measure(
    _ widget: WidgetPointer, along orientation: GtkOrientation, for size: Int
  ) -> (minimum: Int, natural: Int) {
    let isHeight = orientation == GTK_ORIENTATION_VERTICAL && size >= 0
    return super.measure(widget, along: orientation, for: isHeight ? width(in: size) : size)
  }

  private func width(in width: Int) -> Int {
    let most = Double(most) * Style.shared.wholeTextScale
    return Int(min((Double(width) * share).rounded(), most))
  }

  override func frame(of child: WidgetPointer, in width: Int) -> PixelRect {
    let least = child.room(along: GTK_ORIENTATION_HORIZONTAL).minimum
    let own = min(width, max(least, self.width(in: width)))
    return PixelRect(x: share < 1 ? 0 : (width - own) / 2, width: own)
  }
}

/// A scrolled list that is a single Tab stop. Arrow keys move within the list.
final class OneTabStop: Wrapper {
  let scroller: WidgetPointer
  private let list: WeakObjectReference<WidgetPointer>

  /// - Parameter placeholder: shown in place of rows.
  init(_ list: WidgetPointer, named name: String, placeholder: WidgetPointer) {
    self.list = WeakObjectReference(list)
    scroller = Make.scroller(list)
    gtk_widget_set_focusable(scroller, 0)
    list.setAccessibleLabel(name)
    gtk_list_box_set_placeholder(OpaquePointer(list), placeholder)
    super.init(scroller)
    widget.expanding(horizontally: false)
  }

  override func focus(_ widget: WidgetPointer, towards direction: GtkDirectionType) -> Bool? {
    switch direction {
    case GTK_DIR_TAB_FORWARD, GTK_DIR_TAB_BACKWARD:
      // Leave if the focus is inside.
      if gtk_widget_get_focus_child(widget) != nil { return false }
      guard let list = list.pointer else { return false }
      return gtk_widget_child_focus(list, GTK_DIR_TAB_FORWARD) != 0
    default: return nil
    }
  }
}
