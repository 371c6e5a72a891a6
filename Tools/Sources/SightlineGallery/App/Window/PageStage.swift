import SightlineGTK
import SightlineGTKToolkit

/// The container of a page. It takes the size the window leaves; larger pages scroll.
@MainActor
final class PageStage {
  let widget: WidgetPointer
  /// Called when a person presses, scrolls or types within the page.
  var onInput: () -> Void = {}
  private let scroller = required(gtk_scrolled_window_new())
  private var inspector: VisibilityInspector?
  private let focus: Focus
  private var outlined: WeakObjectReference<WidgetPointer>?

  private static let inputs = [GDK_BUTTON_PRESS, GDK_TOUCH_BEGIN, GDK_SCROLL, GDK_KEY_PRESS]

  init() {
    widget = Make.overlay(scroller.expanding(), [])
    focus = Focus(in: scroller)
    let pointer = OpaquePointer(scroller)
    gtk_scrolled_window_set_policy(pointer, GTK_POLICY_AUTOMATIC, GTK_POLICY_AUTOMATIC)
    // Touches and wheels belong to the page; this scroller is a last resort.
    gtk_scrolled_window_set_kinetic_scrolling(pointer, 0)
    gtk_widget_set_focusable(scroller, 0)
    let input = required(gtk_event_controller_legacy_new())
    gtk_event_controller_set_propagation_phase(input, GTK_PHASE_CAPTURE)
    Signal.answer(input, "event") { [weak self] arguments in
      let type = arguments.pointer(0, as: OpaquePointer.self).map { gdk_event_get_event_type($0) }
      if let type, Self.inputs.contains(type) { self?.onInput() }
      return false
    }
    gtk_widget_add_controller(widget, input)
  }

  func show(_ page: WidgetPointer) {
    gtk_scrolled_window_set_child(OpaquePointer(scroller), page.expanding())
    // Scrolled windows wrap non-scrolling content in a viewport, which shouldn't take the focus
    // here.
    if let viewport = gtk_widget_get_parent(page), viewport != scroller {
      gtk_widget_set_focusable(viewport, 0)
    }
  }

  func clear() {
    outline(nil)
    gtk_scrolled_window_set_child(OpaquePointer(scroller), nil)
  }

  func outline(_ widget: WidgetPointer?) {
    outlined?.pointer?.setClass("is-outlined", false)
    outlined = widget.map { WeakObjectReference($0) }
    widget?.setClass("is-outlined", true)
  }

  func focusPage() {
    focus.move { [scroller] in gtk_widget_child_focus(scroller, GTK_DIR_TAB_FORWARD) != 0 }
  }

  // MARK: Inspector

  var isInspecting: Bool { inspector != nil }

  func setInspector(_ isOn: Bool) {
    if isOn, inspector == nil {
      inspector = VisibilityInspector(over: widget)
    } else if !isOn {
      inspector?.remove()
      inspector = nil
    }
  }
}
