#if canImport(SwiftUI) && !os(watchOS)
import SightlineAppleViews
import SightlineScroll
import SightlineSwiftUI
public import SwiftUI
#if canImport(UIKit)
import UIKit
#endif

nonisolated extension View {
  /// Reserves horizontal drags that begin on this view: no enclosing `PagedTabs` or
  /// `EndlessCarousel` takes them.
  ///
  /// Scroll views, sliders and rows with actions keep their drags by themselves. Apply this to
  /// content that follows a finger without a UIKit control: a map, a web page, a view with a
  /// `DragGesture`. On macOS such a gesture takes precedence over enclosing ones anyway.
  public func horizontalDragsStayInside() -> some View {
    #if canImport(UIKit) && !os(tvOS)
    background(PlatformProbe(ReservedAreaRepresentable()))
    #else
    self
    #endif
  }

  /// Calls a closure for horizontal drags, including cancellations.
  ///
  /// SwiftUI's `DragGesture` does not suffice: its `onEnded` is not called when a scroll view takes
  /// the touch, it begins in any direction, and nested gestures both move. On UIKit platforms a
  /// recogniser decides instead, in ``SightlineAppleViews/PanArea``. On macOS nothing cancels a
  /// drag, since scrolling is not dragging there, and a `GestureState` is reset however the drag
  /// ends: see ``PointerDrag``. On tvOS, the remote doesn't drag.
  ///
  /// - Parameters:
  ///   - canMove: whether there is anything to move in a direction.
  ///   - overButtons: whether a drag with the pointer may begin on a button.
  ///   - dragged: called on the main actor, never while views are updated.
  @ViewBuilder
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

  /// Calls a closure when a remote or a keyboard moves the focus in the view, in reading order.
  @ViewBuilder
  func onHorizontalMove(perform moved: @escaping @MainActor (_ forward: Bool) -> Void) -> some View
  {
    #if os(tvOS) || os(macOS)
    modifier(MoveCommand(moved: moved))
    #else
    self
    #endif
  }
}

#if os(tvOS) || os(macOS)
private struct MoveCommand {
  let moved: @MainActor (_ forward: Bool) -> Void
  @Environment(\.layoutDirection) private var layoutDirection
}

@MainActor
extension MoveCommand: ViewModifier {
  func body(content: Content) -> some View {
    content.onMoveCommand { direction in
      switch direction {
      case .left: moved(layoutDirection == .rightToLeft)
      case .right: moved(layoutDirection == .leftToRight)
      default: break
      }
    }
  }
}
#endif

#if os(tvOS)
#elseif canImport(UIKit)
/// Inserts an area for drags at the position of a SwiftUI view.
private struct PanAreaRepresentable {
  let canMove: @MainActor (DragDirection) -> Bool
  let dragged: @MainActor (DragEvent) -> Void
  @Environment(\.isEnabled) private var isEnabled
}

@MainActor
extension PanAreaRepresentable: PlatformRepresentable {
  typealias Shown = SentinelView

  func makeCoordinator() -> PanArea { PanArea() }

  func make(_ area: PanArea) -> SentinelView { area.view }

  func update(_ view: SentinelView, _ area: PanArea) {
    area.canMove = canMove
    area.dragged = dragged
    area.update(isEnabled: isEnabled)
  }

  static func dismantle(_ view: SentinelView, _ area: PanArea) { area.dismantle() }
}

private struct ReservedAreaRepresentable {}

@MainActor
extension ReservedAreaRepresentable: PlatformRepresentable {
  typealias Shown = SentinelView

  func makeCoordinator() -> ReservedArea { ReservedArea() }

  func make(_ area: ReservedArea) -> SentinelView { area.view }
}
#else
/// A pointer drag, classified by ``/SightlineScroll/DragRecognizer``. The gesture's state is reset
/// when the gesture ends or is cancelled; a drag that has not ended at that point is cancelled.
private struct PointerDrag {
  let canMove: @MainActor (DragDirection) -> Bool
  let overButtons: Bool
  let dragged: @MainActor (DragEvent) -> Void
  @GestureState private var translation: CGSize?
  @State private var recognizer = DragRecognizer()
}

@MainActor
extension PointerDrag: ViewModifier {
  func body(content: Content) -> some View {
    drag(content)
      .onNewValue(of: translation) { translation in
        guard let translation else { return cancel() }
        let place = LayoutPoint(x: Double(translation.width), y: Double(translation.height))
        send(recognizer.move(to: place, at: MonotonicClock.now, canMove: canMove))
      }
      .onDisappear(perform: cancel)
  }

  @ViewBuilder
  private func drag(_ content: Content) -> some View {
    if overButtons {
      content.highPriorityGesture(gesture)
    } else {
      content.gesture(gesture)
    }
  }

  private var gesture: some Gesture {
    DragGesture(minimumDistance: CGFloat(DragRecognizer.slop))
      .updating($translation) { value, translation, _ in translation = value.translation }
      .onEnded { _ in send(recognizer.end(at: MonotonicClock.now)) }
  }

  /// Cancels the drag, which does nothing after an end. The next drag uses a new recogniser.
  private func cancel() {
    send(recognizer.cancel())
    recognizer = DragRecognizer()
  }

  private func send(_ event: DragEvent?) {
    if let event { dragged(event) }
  }
}
#endif
#endif
