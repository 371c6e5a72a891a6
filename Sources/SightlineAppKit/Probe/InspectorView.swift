#if canImport(AppKit) && !targetEnvironment(macCatalyst)
package import AppKit
import SightlineApple
import SightlineCore
import SightlineHost

/// Draws over a window what each of its observed views shows: the visible part, its fraction, why it is
/// not visible under its first rule, and along the bottom how far its dwell is.
package final class InspectorView: NSView {
  private weak var host: WindowHost?
  private var marks: [InspectorMark] = []

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
      new?.window.tracker.didPass = { [weak self] engine in self?.take(engine) }
      new?.requestLook()
    }
  }

  /// A look without a change draws nothing: what is drawn has the window looked at again.
  private func take(_ engine: VisibilityEngine) {
    guard let mirror = host?.window.mirror else { return }
    let new = InspectorMark.marks(of: mirror, engine, at: MonotonicClock.now)
    if new == marks { return }
    marks = new
    needsDisplay = true
  }

  package override func draw(_ rect: CGRect) {
    guard let top = host?.topView else { return }
    for mark in marks {
      var inWindow = CGRect(mark.visible)
      if !top.isFlipped { inWindow.origin.y = top.bounds.maxY - inWindow.maxY }
      let frame = convert(inWindow, from: top)
      let colour: NSColor = mark.isVisible ? .systemGreen : .systemRed
      colour.withAlphaComponent(0.15).setFill()
      colour.setStroke()
      let path = NSBezierPath(rect: frame.insetBy(dx: 1, dy: 1))
      path.lineWidth = 2
      path.fill()
      path.stroke()
      if let dwell = mark.dwell {
        NSColor.systemBlue.setFill()
        let line = CGRect(
          x: frame.minX, y: frame.maxY - Self.dwellHeight, width: frame.width * CGFloat(dwell),
          height: Self.dwellHeight)
        NSBezierPath(rect: line).fill()
      }
      NSString(string: mark.text).draw(
        at: CGPoint(x: frame.minX + 4, y: frame.minY + 4),
        withAttributes: [
          .font: NSFont.monospacedDigitSystemFont(ofSize: 11, weight: .semibold),
          .foregroundColor: NSColor.white, .backgroundColor: colour,
        ])
    }
  }

  private static let dwellHeight: CGFloat = 4
}
#endif
