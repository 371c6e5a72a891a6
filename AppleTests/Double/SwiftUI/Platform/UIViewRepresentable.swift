public import UIKit

/// A UIKit view among SwiftUI's.
@MainActor @preconcurrency
public protocol UIViewRepresentable: View where Body == Never {
  associatedtype UIViewType: UIView
  associatedtype Coordinator = Void
  typealias Context = UIViewRepresentableContext<Self>

  func makeUIView(context: Context) -> UIViewType
  func updateUIView(_ uiView: UIViewType, context: Context)
  static func dismantleUIView(_ uiView: UIViewType, coordinator: Coordinator)
  func makeCoordinator() -> Coordinator
}

extension UIViewRepresentable {
  public static func dismantleUIView(_ uiView: UIViewType, coordinator: Coordinator) {}
}

extension UIViewRepresentable where Coordinator == Void {
  public func makeCoordinator() {}
}

@MainActor
public struct UIViewRepresentableContext<Representable: UIViewRepresentable> {
  public let coordinator: Representable.Coordinator
  public let environment: EnvironmentValues
}

extension UIViewRepresentable {
  /// Creates and updates the view in the update in which it appears.
  func mounted(_ node: Node, _ inputs: Inputs) -> [LayoutElement] {
    let updated = node.updated(self, inputs)
    let value = updated.value
    let mounted = node.stored {
      let coordinator = value.makeCoordinator()
      let context = Context(coordinator: coordinator, environment: inputs.environment)
      let mounted = MountedView<Self>(value.makeUIView(context: context), coordinator)
      node.onRemoval { mounted.dismantle() }
      return mounted
    }
    if updated.needsEvaluation {
      node.host.countEvaluation(of: Self.self)
      let context = Context(coordinator: mounted.coordinator, environment: inputs.environment)
      let update = { @MainActor in value.updateUIView(mounted.view, context: context) }
      if Undocumented.updatesViewsInTheirWindow, mounted.view.window == nil {
        mounted.waiting = update
      } else {
        update()
      }
    }
    return [RepresentableElement(mounted.host) { mounted.wasPlaced() }]
  }
}

@MainActor
private final class MountedView<Representable: UIViewRepresentable> {
  let view: Representable.UIViewType
  let coordinator: Representable.Coordinator
  let host: PlatformViewHost
  /// An update that waits until the view is in its window.
  var waiting: (@MainActor () -> Void)?

  init(_ view: Representable.UIViewType, _ coordinator: Representable.Coordinator) {
    self.view = view
    self.coordinator = coordinator
    host = PlatformViewHost(view)
  }

  func wasPlaced() {
    waiting?()
    waiting = nil
  }

  func dismantle() {
    host.removeFromSuperview()
    Representable.dismantleUIView(view, coordinator: coordinator)
  }
}

/// The view that SwiftUI wraps around a UIKit view.
final class PlatformViewHost: UIView, CanvasView {
  private let hosted: UIView

  init(_ hosted: UIView) {
    self.hosted = hosted
    super.init(frame: .zero)
    addSubview(hosted)
  }

  required init?(coder: NSCoder) { fatalError("views are made in code") }

  /// A host without a width or a height leaves its view unchanged (OpenSwiftUI: PlatformViewHost).
  override func layoutSubviews() {
    super.layoutSubviews()
    if bounds.width != 0, bounds.height != 0 { hosted.frame = bounds }
  }

  override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
    let hit = super.hitTest(point, with: event)
    return hit === self ? nil : hit
  }
}

private final class RepresentableElement: LayoutElement {
  private let host: PlatformViewHost
  private let placed: () -> Void

  init(_ host: PlatformViewHost, _ placed: @escaping () -> Void) {
    (self.host, self.placed) = (host, placed)
  }

  override func measure(_ proposal: ProposedViewSize) -> CGSize { proposal.filled }

  override func place(_ placement: Placement) {
    if host.frame != placement.frame { host.frame = placement.frame }
    host.isUserInteractionEnabled = placement.context.isHitTestable
    placement.context.addTarget(placement.frame, .nothing)
    placement.context.canvas.add(host)
    placement.context.host.afterRendering(placed)
  }
}
