import CSightlineGTK
import SightlineCore
import SightlineGTK
import SightlineHost
import SightlineRecording
import SightlineScroll

typealias WidgetPointer = UnsafeMutableRawPointer

/// The state of one modifier, attached to its widget. It lives as long as the widget.
@MainActor
final class Attachment {
  private static let key = "sightline-swift-cross-ui"

  private var observed: (item: ObservedItem, subject: Subject)?
  /// The latest closure, for registrations that persist.
  private var action: (@MainActor (Event) -> Void)?
  private var token: VisibilityToken?
  /// The events that close the widget's open events, by threshold, if it shows another item.
  private var closings: [Int: Event] = [:]
  private var scroll: (scroller: WidgetPointer, tokens: [ScrollToken])?
  private var geometry: (@MainActor (ScrollMetrics) -> Void)?
  private var phase: (@MainActor (ScrollPhaseChange) -> Void)?
  private var isRecording = false
  private var inspector: VisibilityInspector?

  static func of(_ widget: WidgetPointer) -> Attachment {
    let object = widget.assumingMemoryBound(to: GObject.self)
    if let existing = g_object_get_data(object, key) {
      return Unmanaged<Attachment>.fromOpaque(existing).takeUnretainedValue()
    }
    let made = Attachment()
    g_object_set_data_full(object, key, Unmanaged.passRetained(made).toOpaque()) { data in
      // GTK frees widgets on the main thread.
      nonisolated(unsafe) let data = data
      MainActor.assumeIsolated {
        guard let data else { return }
        let ended = Unmanaged<Attachment>.fromOpaque(data).takeRetainedValue()
        if let (item, subject) = ended.observed { ended.unbind(item, subject) }
      }
    }
    return made
  }

  // MARK: Visibility

  /// Observes an item in the widget from now on, with a new closure.
  func observe(
    _ item: ObservedItem, _ subject: Subject, at widget: WidgetPointer,
    _ action: @escaping @MainActor (Event) -> Void
  ) {
    let viewport = Viewports.around(widget)
    if viewport == nil { ObservedItems.under(subject).setAction(action, for: item) }
    if let observed, observed == (item, subject) {
      self.action = action
      return
    }
    close()
    self.action = action
    if let (item, subject) = observed { unbind(item, subject) }
    observed = (item, subject)
    token?.cancel()
    token = nil
    if let viewport {
      token = register(item, subject, WidgetVisibility(of: widget), in: viewport)
    } else {
      ObservedItems.under(subject).bind(widget, to: item)
    }
  }

  /// The closures retain this object: the last events arrive after the widget's end.
  private func register(
    _ item: ObservedItem, _ subject: Subject, _ widget: WidgetVisibility,
    in viewport: WidgetVisibility
  ) -> VisibilityToken {
    switch subject {
    case .changes(let rule):
      widget.changed(rule, in: viewport) { [self] in deliver(.change($0 == .visible)) }
    case .crossings(let rule):
      widget.crossed(rule, in: viewport) { [self] in deliver(.crossing($0)) }
    case .impressions(let policy):
      widget.impression(of: item.id, policy, in: viewport) { [self] in deliver(.impression($0)) }
    case .exposures(let rule):
      widget.exposure(of: item.id, rule, in: viewport) { [self] in deliver(.exposure($0)) }
    }
  }

  private func deliver(_ event: Event) {
    if let threshold = event.threshold { closings[threshold] = event.closing }
    action?(event)
  }

  /// Closes the events of an item that the widget no longer shows: the highest threshold first.
  private func close() {
    for (_, event) in closings.sorted(by: { $0.key > $1.key }) { action?(event) }
    closings = [:]
  }

  private func unbind(_ item: ObservedItem, _ subject: Subject) {
    if token == nil { ObservedItems.under(subject).unbind(item) }
  }

  // MARK: Scrolling and recording

  /// Observes the nearest scrolled window around the widget.
  func observeScroll(
    around widget: WidgetPointer, _ geometry: (@MainActor (ScrollMetrics) -> Void)?,
    _ phase: (@MainActor (ScrollPhaseChange) -> Void)?
  ) {
    (self.geometry, self.phase) = (geometry, phase)
    let found = gtk_widget_get_ancestor(
      widget.assumingMemoryBound(to: GtkWidget.self), gtk_scrolled_window_get_type())
    guard let found else { return }
    let scroller = WidgetPointer(found)
    if scroll?.scroller == scroller { return }
    for token in scroll?.tokens ?? [] { token.cancel() }
    let observer = ScrollObserver.of(found)
    scroll = (
      scroller,
      [
        observer.geometryChanged { [weak self] in self?.geometry?($0) },
        observer.phaseChanged { [weak self] in self?.phase?($0) },
      ]
    )
    geometry?(observer.geometry)
  }

  /// Shows the inspector over all of the widget's window.
  func setInspector(_ isShown: Bool, over widget: WidgetPointer) {
    if !isShown || inspector != nil {
      if !isShown { inspector?.remove() }
      inspector = isShown ? inspector : nil
      return
    }
    guard let root = gtk_widget_get_root(widget.assumingMemoryBound(to: GtkWidget.self)) else {
      return
    }
    inspector = VisibilityInspector(
      over: WidgetPointer(root).assumingMemoryBound(to: GtkWidget.self))
  }

  /// Records the widget's window once the widget is in one.
  func record(_ widget: WidgetPointer, to path: String) {
    if isRecording { return }
    isRecording = true
    do {
      try WidgetVisibility(of: widget).recordTrace(to: path) { print("Sightline: \($0)") }
    } catch {
      print("Sightline: \(error)")
    }
  }
}

/// The widgets that are viewports.
@MainActor
enum Viewports {
  private static let key = "sightline-swift-cross-ui-viewport"

  static func insert(_ widget: WidgetPointer) {
    g_object_set_data(widget.assumingMemoryBound(to: GObject.self), key, widget)
  }

  /// Returns the nearest viewport around a widget.
  static func around(_ widget: WidgetPointer) -> WidgetVisibility? {
    var next = gtk_widget_get_parent(widget.assumingMemoryBound(to: GtkWidget.self))
    while let parent = next {
      let pointer = WidgetPointer(parent)
      if g_object_get_data(pointer.assumingMemoryBound(to: GObject.self), key) != nil {
        return WidgetVisibility(of: pointer)
      }
      next = gtk_widget_get_parent(parent)
    }
    return nil
  }
}
