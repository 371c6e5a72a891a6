import SightlineGTKToolkit

/// A container of one child, which gets the whole space.
@MainActor
class Wrapper: CustomWidgetDelegate {
  final func wrap(_ child: WidgetPointer, cssName: String) -> WidgetPointer {
    let widget = CustomWidget.make(self, cssName: cssName)
    CustomWidget.add(child, to: widget)
    return widget
  }

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
  private let most: Int?
  /// The child's share of the width, 0...1.
  private(set) var share: Double
  private var widget: WeakObjectReference<WidgetPointer>?

  private init(most: Int?, share: Double) { (self.most, self.share) = (most, share) }

  /// - Parameter most: the maximum width in pixels at normal text size. A narrower child is
  ///   centred.
  static func make(_ child: WidgetPointer, most: Int) -> WidgetPointer {
    Clamp(most: most, share: 1).wrap(child, cssName: "clamp")
  }

  /// - Parameter share: the child's share of the width. The child is at the start.
  static func make(_ child: WidgetPointer, share: Double) -> (widget: WidgetPointer, clamp: Clamp) {
    let clamp = Clamp(most: nil, share: share)
    let widget = clamp.wrap(child, cssName: "clamp")
    clamp.widget = WeakObjectReference(widget)
    return (widget, clamp)
  }

  func setShare(_ share: Double) {
    self.share = share
    if let widget = widget?.pointer { gtk_widget_queue_resize(widget) }
  }

  override var requestMode: GtkSizeRequestMode { GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH }

  override func measure(
    _ widget: WidgetPointer, along orientation: GtkOrientation, for size: Int
  ) -> (minimum: Int, natural: Int) {
    let isHeight = orientation == GTK_ORIENTATION_VERTICAL && size >= 0
    return super.measure(widget, along: orientation, for: isHeight ? width(in: size) : size)
  }

  private func width(in width: Int) -> Int {
    let most = most.map { Int(Double($0) * Style.shared.wholeTextScale) } ?? .max
    return min(Int((Double(width) * share).rounded()), most)
  }

  override func frame(of child: WidgetPointer, in width: Int) -> PixelRect {
    let least = child.room(along: GTK_ORIENTATION_HORIZONTAL).minimum
    let own = min(width, max(least, self.width(in: width)))
    return PixelRect(x: most == nil ? 0 : (width - own) / 2, width: own)
  }
}

/// A container that makes a list a single Tab stop. Arrow keys move within the list.
final class OneTabStop: Wrapper {
  private let list: WeakObjectReference<WidgetPointer>

  private init(list: WidgetPointer) { self.list = WeakObjectReference(list) }

  /// - Parameters:
  ///   - child: the child to show, such as the list's scrolled window.
  ///   - list: the widget that handles the keys.
  static func make(_ child: WidgetPointer, list: WidgetPointer) -> WidgetPointer {
    OneTabStop(list: list).wrap(child, cssName: "stop")
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
