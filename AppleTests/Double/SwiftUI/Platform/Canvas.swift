import UIKit

/// A UIKit view whose subviews the graph orders.
@MainActor
protocol CanvasView: UIView {}

/// The platform views in one view, in drawing order.
@MainActor
final class Canvas {
  private let view: UIView
  private var children: [UIView] = []

  init(_ view: UIView) { self.view = view }

  func add(_ child: UIView) { children.append(child) }

  /// Inserts new views, removes old ones, and orders the rest. Views inserted by other code stay.
  func commit() {
    for subview in view.subviews
    where subview is any CanvasView && !children.contains(where: { $0 === subview }) {
      subview.removeFromSuperview()
    }
    var existing = view.subviews.filter { $0 is any CanvasView }
    for (index, child) in children.enumerated() {
      if existing.indices.contains(index), existing[index] === child { continue }
      if index == 0 {
        view.insertSubview(child, at: 0)
      } else {
        view.insertSubview(child, aboveSubview: children[index - 1])
      }
      existing = view.subviews.filter { $0 is any CanvasView }
    }
  }
}

/// The view that SwiftUI wraps around views it clips, fades or scales. It is never hit itself.
final class InheritedView: UIView, CanvasView {
  override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
    let hit = super.hitTest(point, with: event)
    return hit === self ? nil : hit
  }
}

/// An effect that requires a separate view around its content.
nonisolated struct EffectModifier: ElementModifier {
  enum Effect {
    case clip(@MainActor (CGRect) -> CGRect)
    case opacity(Double)
    case scale(CGSize, UnitPoint)
  }

  let effect: Effect

  @MainActor func element(
    around content: LayoutElement, _ index: Int, _ node: Node, _ inputs: Inputs
  ) -> LayoutElement {
    let effect = effect
    let view = node.stored(index) {
      let view = InheritedView(frame: .zero)
      node.onRemoval { view.removeFromSuperview() }
      return view
    }
    let direction = inputs.environment.layoutDirection
    return WrapperElement(content) { placement in
      var frame = placement.frame
      var transform = CGAffineTransform.identity
      view.clipsToBounds = false
      view.alpha = 1
      switch effect {
      case .clip(let path):
        let area = path(CGRect(origin: .zero, size: frame.size))
        frame = area.offsetBy(dx: frame.minX, dy: frame.minY)
        view.clipsToBounds = true
      case .opacity(let opacity): view.alpha = CGFloat(opacity)
      case .scale(let scale, let anchor):
        let x = direction == .leftToRight ? anchor.x : 1 - anchor.x
        view.layer.anchorPoint = CGPoint(x: x, y: anchor.y)
        transform = CGAffineTransform(scaleX: scale.width, y: scale.height)
      }
      let anchor = view.layer.anchorPoint
      view.bounds = CGRect(origin: .zero, size: frame.size)
      view.center = CGPoint(
        x: frame.minX + anchor.x * frame.width, y: frame.minY + anchor.y * frame.height)
      view.transform = transform
      placement.context.canvas.add(view)
      let canvas = Canvas(view)
      var context = placement.context.entering(canvas, at: frame.origin)
      if !transform.isIdentity { context.toHost = nil }
      // Invisible views take no taps, but a clip does not affect taps (Begemann: "clipped() doesn't
      // affect hit testing").
      if view.alpha == 0 { context.isHitTestable = false }
      let origin = CGPoint(
        x: placement.frame.minX - frame.minX, y: placement.frame.minY - frame.minY)
      content.place(
        Placement(
          frame: CGRect(origin: origin, size: placement.frame.size), proposal: placement.proposal,
          context))
      canvas.commit()
    }
  }
}

/// Hides the content, which keeps its place.
nonisolated private struct HiddenModifier: ElementModifier {
  @MainActor func element(
    around content: LayoutElement, _ index: Int, _ node: Node, _ inputs: Inputs
  ) -> LayoutElement {
    WrapperElement(content) { placement in
      // Placed off screen, because its geometry is read all the same.
      var context = placement.context
      context.canvas = Canvas(UIView(frame: .zero))
      context.accessibility = AccessibilityBuilder()
      context.isHitTestable = false
      content.place(
        Placement(frame: placement.frame, proposal: placement.proposal, context))
    }
  }
}

nonisolated extension View {
  public func clipped(antialiased: Bool = false) -> some View {
    modifier(EffectModifier(effect: .clip { $0 }))
  }

  /// Clips to a shape. A rectangle clips as a view's bounds do; any other path is drawn without
  /// views.
  public func clipShape(_ shape: some Shape) -> some View {
    modifier(EffectModifier(effect: .clip { shape.path(in: $0).rectangle }))
  }

  public func opacity(_ opacity: Double) -> some View {
    modifier(EffectModifier(effect: .opacity(opacity)))
  }

  public func scaleEffect(_ scale: CGFloat, anchor: UnitPoint = .center) -> some View {
    modifier(EffectModifier(effect: .scale(CGSize(width: scale, height: scale), anchor)))
  }

  public func hidden() -> some View { modifier(HiddenModifier()) }
}
