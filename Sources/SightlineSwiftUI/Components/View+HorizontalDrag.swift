#if canImport(SwiftUI) && !os(watchOS)
import SightlineApple
import SightlineCore
import SightlineScroll
import SwiftUI
#if canImport(UIKit)
import SightlineUIKit
import UIKit
#endif

extension View {
  /// Calls a closure for horizontal drags, cancellations included.
  ///
  /// SwiftUI's `DragGesture` does not report them: its `onEnded` never comes when a scroll view
  /// takes the touch, it begins in any direction, and of two that are nested both move. So on
  /// UIKit's platforms a recogniser decides, in ``SightlineUIKit/PanArea``. On macOS nothing takes
  /// a drag away, since scrolling is no dragging there, and a `GestureState` is reset however the
  /// drag ends: see ``PointerDrag``. With tvOS's remote nothing is dragged.
  ///
  /// - Parameters:
  ///   - canMove: whether there is anything to move in a direction.
  ///   - overButtons: whether the pointer may begin on a button.
  ///   - dragged: called on the main actor, never while views are updated.
  @MainActor @ViewBuilder
  func onHorizontalDrag(
    canMove: @escaping @MainActor (DragDirection) -> Bool, overButtons: Bool = false,
    perform dragged: @escaping @MainActor (DragEvent) -> Void
  ) -> some View {
    #if os(tvOS)
    self
    #elseif canImport(UIKit)
    background(PlatformProbe(PanAreaRepresentable(canMove: canMove, dragged: dragged)))
    #else
    modifier(PointerDrag(canMove: canMove, overButtons: overButtons, dragged: dragged))
    #endif
  }
}

#if os(tvOS)
#elseif canImport(UIKit)
/// Puts an area for drags where a SwiftUI view is.
private struct PanAreaRepresentable: PlatformRepresentable {
  typealias Shown = PassiveView

  let canMove: @MainActor (DragDirection) -> Bool
  let dragged: @MainActor (DragEvent) -> Void
  @Environment(\.isEnabled) private var isEnabled

  init(
    canMove: @escaping @MainActor (DragDirection) -> Bool,
    dragged: @escaping @MainActor (DragEvent) -> Void
  ) {
    self.canMove = canMove
    self.dragged = dragged
  }

  func makeCoordinator() -> PanArea { PanArea() }

  func make(_ area: PanArea) -> PassiveView { area.view }

  func update(_ view: PassiveView, _ area: PanArea) {
    area.canMove = canMove
    area.dragged = dragged
    area.update(isEnabled: isEnabled)
  }

  static func dismantle(_ view: PassiveView, _ area: PanArea) { area.dismantle() }
}
#else
/// A drag with a pointer, which ``SightlineScroll/DragSession`` classifies. The gesture's state is
/// reset when the gesture ends or is cancelled; a drag that has not ended by then is cancelled.
private struct PointerDrag: ViewModifier {
  let canMove: @MainActor (DragDirection) -> Bool
  let overButtons: Bool
  let dragged: @MainActor (DragEvent) -> Void
  @GestureState private var translation: CGSize?
  @State private var session = DragSession()

  func body(content: Content) -> some View {
    drag(content)
      .onNewValue(of: translation) { translation in
        guard let translation else { return cancel() }
        let place = LayoutPoint(x: Double(translation.width), y: Double(translation.height))
        send(session.move(to: place, at: MonotonicClock.now, canMove: canMove))
      }
      .onDisappear(perform: cancel)
  }

  @MainActor @ViewBuilder
  private func drag(_ content: Content) -> some View {
    if overButtons {
      content.highPriorityGesture(gesture)
    } else {
      content.gesture(gesture)
    }
  }

  @MainActor
  private var gesture: some Gesture {
    DragGesture(minimumDistance: CGFloat(DragSession.slop))
      .updating($translation) { value, translation, _ in translation = value.translation }
      .onEnded { _ in send(session.end(at: MonotonicClock.now)) }
  }

  /// After an end there is nothing to cancel; the next drag is another session.
  @MainActor
  private func cancel() {
    send(session.cancel())
    session = DragSession()
  }

  @MainActor
  private func send(_ event: DragEvent?) {
    if let event { dragged(event) }
  }
}
#endif
#endif
