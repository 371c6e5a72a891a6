import Gtk
import GtkBackend
@_exported public import SightlineCore
import SightlineGTK
@_exported public import SightlineHost
@_exported public import SightlineScroll
public import SwiftCrossUI

// The modifiers of SightlineSwiftUI, for the GTK widgets created by SwiftCrossUI.
extension View {
  /// Calls a closure when this view becomes visible under a rule and when it stops being visible.
  ///
  /// An id that moves to another view within a frame has not left. The call site is part of the
  /// identity: the same id at another place in the source is another item. In a
  /// `viewportMargins`, an id that moves leaves and enters again.
  public func onVisibilityChange(
    of id: some Hashable, _ rule: VisibilityRule = .asMuchAsFits, file: StaticString = #fileID,
    line: UInt = #line, perform action: @escaping @MainActor (Bool) -> Void
  ) -> some View {
    observed(ObservedItem(id, file, line), .changes(rule)) {
      if case .change(let isVisible) = $0 { action(isVisible) }
    }
  }

  /// Calls a closure for each threshold of a rule that this view reaches or loses.
  public func onVisibilityCrossing(
    of id: some Hashable, _ rule: VisibilityRule, file: StaticString = #fileID,
    line: UInt = #line, perform action: @escaping @MainActor (VisibilityCrossing) -> Void
  ) -> some View {
    observed(ObservedItem(id, file, line), .crossings(rule)) {
      if case .crossing(let crossing) = $0 { action(crossing) }
    }
  }

  /// Calls a closure for each impression of an item that this view shows. "Once" applies to the id.
  public func onImpression(
    of id: some Hashable, _ policy: ImpressionPolicy = .feed,
    perform action: @escaping @MainActor (Impression) -> Void
  ) -> some View {
    observed(ObservedItem(id), .impressions(policy)) {
      if case .impression(let impression) = $0 { action(impression) }
    }
  }

  /// Calls a closure when an exposure of an item that this view shows begins and when it ends.
  public func onExposure(
    of id: some Hashable, _ rule: VisibilityRule = .asMuchAsFits,
    perform action: @escaping @MainActor (ExposureEvent) -> Void
  ) -> some View {
    observed(ObservedItem(id), .exposures(rule)) {
      if case .exposure(let exposure) = $0 { action(exposure) }
    }
  }

  /// Makes this view's frame the viewport of the views in it, instead of the window.
  public func viewportMargins(_ margins: ViewportMargins = .zero) -> some View {
    surroundings {
      WidgetVisibility(of: $0).viewportMargins = margins
      Viewports.insert($0)
    }
  }

  /// Declares that this view is opaque and hides the views below it.
  public func visibilityCover(_ isCovering: Bool = true) -> some View {
    surroundings { WidgetVisibility(of: $0).setCover(isCovering ? .opaque : .none) }
  }

  /// Declares that this view may overlap others without hiding them.
  public func friendlyObstruction() -> some View {
    surroundings { WidgetVisibility(of: $0).setCover(.friendly) }
  }

  /// Calls closures when the enclosing scroll view scrolls or enters another phase.
  public func onEnclosingScroll(
    geometry: (@MainActor (ScrollMetrics) -> Void)? = nil,
    phase: (@MainActor (ScrollPhaseChange) -> Void)? = nil
  ) -> some View {
    updated { Attachment.of($0).observeScroll(around: $0, geometry, phase) }
  }

  /// Marks each observed view in the window: its visible part, its fraction and its reason.
  public func visibilityInspector(_ isShown: Bool = true) -> some View {
    updated { Attachment.of($0).setInspector(isShown, over: $0) }
  }

  /// Records the window as a trace from now on: see `sightline replay`.
  public func visibilityRecording(to path: String) -> some View {
    updated { Attachment.of($0).record($0, to: path) }
  }

  private func observed(
    _ item: ObservedItem, _ subject: Subject, _ action: @escaping @MainActor (Event) -> Void
  ) -> some View {
    updated { Attachment.of($0).observe(item, subject, at: $0, action) }
  }

  /// Calls a closure with the view's widget after each update. Only then are a body's closures up
  /// to date, and the widget in its parent.
  private func updated(_ body: @escaping @MainActor (WidgetPointer) -> Void) -> some View {
    widget(.afterUpdate, body)
  }

  /// Also calls it before the views inside are updated, since they look for the widget.
  private func surroundings(_ body: @escaping @MainActor (WidgetPointer) -> Void) -> some View {
    widget([.onCreate, .afterUpdate], body)
  }

  /// The stack gives each modifier a widget. Without it, content that reads the environment would
  /// crash.
  private func widget(
    _ points: InspectionPoints, _ body: @escaping @MainActor (WidgetPointer) -> Void
  ) -> some View {
    VStack(spacing: 0) { self }.inspect(points) { (widget: Gtk.Widget) in
      body(WidgetPointer(widget.widgetPointer))
    }
  }
}
