#if canImport(AppKit) && !targetEnvironment(macCatalyst)
package import AppKit
import SightlineApple
import SightlineCore
import SightlineHost

/// Draws over a window what each of its observed views shows: the visible part, its fraction, and the
/// reason where it is not entirely visible.
package final class InspectorView: NSView {
  private weak var host: WindowHost?

  package init() {
    super.init(frame: .zero)
    setAccessibilityElement(false)
  }

  @available(*, unavailable)
  package required init?(coder: NSCoder) { fatalError("an inspector is made in code") }

  package override func hitTest(_ point: NSPoint) -> NSView? { nil }

  package override var isFlipped: Bool { true }

  package override func viewDidMoveToWindow() {
    super.viewDidMoveToWindow()
    let new = window.map(WindowHost.of)
    if host !== new {
      host?.window.tracker.didPass = nil
      host = new
      new?.window.tracker.didPass = { [weak self] engine in
        if engine.scene.targetCount > 0 { self?.needsDisplay = true }
      }
    }
  }

  package override func draw(_ rect: CGRect) {
    guard let host, let top = host.topView else { return }
    for target in host.window.mirror.targets {
      let state = host.window.tracker.engine.state(of: target)
      guard let visible = state.visibleRect else { continue }
      var inWindow = CGRect(visible)
      if !top.isFlipped { inWindow.origin.y = top.bounds.maxY - inWindow.maxY }
      let frame = convert(inWindow, from: top)
      let colour: NSColor = state.reason == nil ? .systemGreen : .systemOrange
      colour.withAlphaComponent(0.15).setFill()
      colour.setStroke()
      let path = NSBezierPath(rect: frame.insetBy(dx: 1, dy: 1))
      path.lineWidth = 2
      path.fill()
      path.stroke()
      var text = "\(Int((state.fraction * 100).rounded())) %"
      if let reason = state.reason { text += ", \(reason)" }
      NSString(string: text).draw(
        at: CGPoint(x: frame.minX + 4, y: frame.minY + 4),
        withAttributes: [
          .font: NSFont.monospacedDigitSystemFont(ofSize: 11, weight: .semibold),
          .foregroundColor: NSColor.white, .backgroundColor: colour,
        ])
    }
  }
}
#endif
