import CSightlineGTK
import SightlineGTKToolkit

/// A container of one child, which gets the whole space.
@MainActor
class Wrapper: CustomWidgetDelegate {
  func wrap(_ child: WidgetPointer, cssName: String) -> WidgetPointer {
    let widget = CustomWidget.make(self, cssName: cssName)
    CustomWidget.add(child, to: widget)
    return widget
  }

  var requestMode: GtkSizeRequestMode { GTK_SIZE_REQUEST_CONSTANT_SIZE }

  final func measure(
    _ widget: WidgetPointer, along orientation: GtkOrientation, for size: Int
  ) -> (minimum: Int, natural: Int) {
    gtk_widget_get_first_child(widget).map { measure(child: $0, orientation, for: size) } ?? (0, 0)
  }

  final func allocate(_ widget: WidgetPointer, width: Int, height: Int, baseline: Int) {
    guard let child = gtk_widget_get_first_child(widget) else { return }
    let isMirrored = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL
    let least = Flow.lengths(child, GTK_ORIENTATION_HORIZONTAL).minimum
    let column = column(in: width, least: least)
    let x = isMirrored ? width - column.x - column.width : column.x
    CustomWidget.place(
      child, Placement(x: Double(x), width: Double(column.width), height: Double(height)))
  }

  func measure(
    child: WidgetPointer, _ orientation: GtkOrientation, for size: Int
  ) -> (minimum: Int, natural: Int) { Flow.lengths(child, orientation, for: size) }

  /// Returns the child's place from the start of the line.
  ///
  /// - Parameter least: the child's minimum width.
  func column(in width: Int, least: Int) -> (x: Int, width: Int) { (0, width) }

  func focus(_ widget: WidgetPointer, towards direction: GtkDirectionType) -> Bool? { nil }
}

/// A container that keeps its child from widening the window. If the child doesn't fit, only its
/// end shows until its owner replaces it with something smaller.
final class ClampedStage: Wrapper {
  private let least: Int

  private init(least: Int) { self.least = least }

  /// - Parameter least: the width to request, regardless of the child's.
  static func make(_ child: WidgetPointer, least: Int = 0) -> WidgetPointer {
    let widget = ClampedStage(least: least).wrap(child, cssName: "squeeze")
    gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN)
    return widget
  }

  override func measure(
    child: WidgetPointer, _ orientation: GtkOrientation, for size: Int
  ) -> (minimum: Int, natural: Int) {
    let lengths = Flow.lengths(child, orientation)
    return orientation == GTK_ORIENTATION_HORIZONTAL
      ? (min(least, lengths.minimum), lengths.natural) : lengths
  }

  override func column(in width: Int, least: Int) -> (x: Int, width: Int) {
    (width - max(width, least), max(width, least))
  }
}

/// A container that limits its child's width, to a maximum and to a share of the space.
final class Clamp: Wrapper {
  private let most: Int
  /// The child's share of the width, 0...1.
  var share = 1.0

  private init(most: Int) { self.most = most }

  /// - Parameter most: the maximum width in pixels at normal text size. A narrower child is
  ///   centred.
  static func make(_ child: WidgetPointer, most: Int) -> WidgetPointer {
    Clamp(most: most).wrap(child, cssName: "clamp")
  }

  /// - Parameter share: the child's share of the width. The child is at the start.
  static func make(_ child: WidgetPointer, share: Double) -> (widget: WidgetPointer, clamp: Clamp) {
    let clamp = Clamp(most: .max)
    clamp.share = share
    return (clamp.wrap(child, cssName: "clamp"), clamp)
  }

  override var requestMode: GtkSizeRequestMode { GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH }

  override func measure(
    child: WidgetPointer, _ orientation: GtkOrientation, for size: Int
  ) -> (minimum: Int, natural: Int) {
    let isHeight = orientation == GTK_ORIENTATION_VERTICAL
    return Flow.lengths(child, orientation, for: isHeight && size >= 0 ? width(in: size) : size)
  }

  private func width(in width: Int) -> Int {
    let most = most == .max ? most : Int(Double(most) * Style.shared.wholeTextScale)
    return min(Int((Double(width) * share).rounded()), most)
  }

  override func column(in width: Int, least: Int) -> (x: Int, width: Int) {
    let own = min(width, max(least, self.width(in: width)))
    return (most < .max ? (width - own) / 2 : 0, own)
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
