#if canImport(UIKit) && !os(watchOS)
import SightlineApple
import SightlineCore
import SightlineHost
package import UIKit

/// Draws over a window what each of its observed views shows: the visible part, its fraction, and the
/// reason where it is not entirely visible.
package final class InspectorView: UIView {
  private weak var host: WindowHost?

  package init() {
    super.init(frame: .zero)
    isUserInteractionEnabled = false
    isOpaque = false
    backgroundColor = .clear
    contentMode = .redraw
    accessibilityElementsHidden = true
  }

  @available(*, unavailable)
  package required init?(coder: NSCoder) { fatalError("an inspector is made in code") }

  package override func didMoveToWindow() {
    super.didMoveToWindow()
    let new = window.map(WindowHost.of)
    if host !== new {
      host?.window.tracker.didPass = nil
      host = new
      new?.window.tracker.didPass = { [weak self] engine in
        // A look without a change draws nothing.
        if engine.scene.targetCount > 0 { self?.setNeedsDisplay() }
      }
    }
  }

  package override func draw(_ rect: CGRect) {
    guard let host, let window else { return }
    for target in host.window.mirror.targets {
      let state = host.window.tracker.engine.state(of: target)
      guard let visible = state.visibleRect else { continue }
      let frame = convert(CGRect(visible), from: window)
      let colour: UIColor = state.reason == nil ? .systemGreen : .systemOrange
      colour.withAlphaComponent(0.15).setFill()
      colour.setStroke()
      let path = UIBezierPath(rect: frame.insetBy(dx: 1, dy: 1))
      path.lineWidth = 2
      path.fill()
      path.stroke()
      var text = "\(Int((state.fraction * 100).rounded())) %"
      if let reason = state.reason { text += ", \(reason)" }
      NSString(string: text).draw(
        at: CGPoint(x: frame.minX + 4, y: frame.minY + 4),
        withAttributes: [
          .font: UIFont.monospacedDigitSystemFont(ofSize: 11, weight: .semibold),
          .foregroundColor: UIColor.white, .backgroundColor: colour,
        ])
    }
  }
}
#endif
