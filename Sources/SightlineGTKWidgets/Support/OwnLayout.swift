#if GTK && os(Linux)
internal import CSightlineGTK
internal import SightlineGTKToolkit

/// A public object that lays out its widget. Separate from `CustomWidgetDelegate`, because the
/// toolkit's Swift API isn't public.
@MainActor
protocol OwnLayout: AnyObject {
  var requestMode: GtkSizeRequestMode { get }

  func measure(
    _ widget: WidgetPointer, along orientation: GtkOrientation, for size: Int
  ) -> (minimum: Int, natural: Int)

  func allocate(_ widget: WidgetPointer, width: Int, height: Int)

  func focus(_ widget: WidgetPointer, towards direction: GtkDirectionType) -> Bool?
}

extension OwnLayout {
  var requestMode: GtkSizeRequestMode { GTK_SIZE_REQUEST_CONSTANT_SIZE }

  func focus(_ widget: WidgetPointer, towards direction: GtkDirectionType) -> Bool? { nil }
}

/// Retains the object for the life of its widget and forwards to it.
@MainActor
final class LayoutOwner: CustomWidgetDelegate {
  let owner: any OwnLayout

  init(_ owner: any OwnLayout) { self.owner = owner }

  var requestMode: GtkSizeRequestMode { owner.requestMode }

  func measure(
    _ widget: WidgetPointer, along orientation: GtkOrientation, for size: Int
  ) -> (minimum: Int, natural: Int) {
    owner.measure(widget, along: orientation, for: size)
  }

  func allocate(_ widget: WidgetPointer, width: Int, height: Int, baseline: Int) {
    owner.allocate(widget, width: width, height: height)
  }

  func focus(_ widget: WidgetPointer, towards direction: GtkDirectionType) -> Bool? {
    owner.focus(widget, towards: direction)
  }
}
#endif
