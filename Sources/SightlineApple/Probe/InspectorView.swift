#if canImport(UIKit) && !os(watchOS) || canImport(AppKit)
import SightlineCore
import SightlineHost
#if canImport(UIKit)
package import UIKit
#else
package import AppKit
#endif

/// Marks each observed view of a window: its visible part, its visible fraction, the reason it is
/// not visible under its first rule, and, along the bottom, the progress of its dwell.
package final class InspectorView: PassiveView {
  /// The inspected window; the one the view is in if `nil`. Set it before the view enters a window.
  weak var inspected: PlatformWindow?
  private weak var host: WindowHost?
  private var marks: [InspectorMark] = []

  package override init() {
    super.init()
    #if canImport(UIKit)
    contentMode = .redraw
    #endif
  }

  override func movedToWindow() {
    let new = window.map { WindowHost.of(inspected ?? $0) }
    if host !== new {
      host?.window.tracker.didPass = nil
      host = new
      new?.window.tracker.didPass = { [weak self] engine in self?.take(engine) }
      new?.requestPass()
    }
  }

  /// Draws nothing without a change, since drawing causes another pass.
  private func take(_ engine: VisibilityEngine) {
    guard let mirror = host?.window.mirror else { return }
    follow()
    let new = InspectorMark.marks(of: mirror, engine, at: MonotonicClock.now)
    if new == marks { return }
    marks = new
    #if canImport(UIKit)
    setNeedsDisplay()
    #else
    needsDisplay = true
    #endif
  }

  /// Keeps its own window over the inspected one.
  private func follow() {
    guard let inspected, let window, window.frame != inspected.frame else { return }
    #if canImport(UIKit)
    window.frame = inspected.frame
    #else
    window.setFrame(inspected.frame, display: true)
    #endif
  }

  package override func draw(_ rect: CGRect) {
    for mark in marks {
      let frame = placed(inWindow: mark.visible)
      let colour: PlatformColor = mark.isVisible ? .systemGreen : .systemRed
      colour.withAlphaComponent(0.15).setFill()
      colour.setStroke()
      let path = PlatformBezierPath(rect: frame.insetBy(dx: 1, dy: 1))
      path.lineWidth = 2
      path.fill()
      path.stroke()
      if let dwell = mark.dwell {
        PlatformColor.systemBlue.setFill()
        let line = CGRect(
          x: frame.minX, y: frame.maxY - Self.dwellHeight, width: frame.width * CGFloat(dwell),
          height: Self.dwellHeight)
        PlatformBezierPath(rect: line).fill()
      }
      NSString(string: mark.text).draw(
        at: CGPoint(x: frame.minX + 4, y: frame.minY + 4),
        withAttributes: [
          .font: PlatformFont.monospacedDigitSystemFont(ofSize: 11, weight: .semibold),
          .foregroundColor: PlatformColor.white, .backgroundColor: colour,
        ])
    }
  }

  private func placed(inWindow rect: LayoutRect) -> CGRect {
    #if canImport(UIKit)
    convert(CGRect(rect), from: nil)
    #else
    var rect = CGRect(rect)
    if let window { rect.origin.y = window.frame.height - rect.maxY }
    return convert(rect, from: nil)
    #endif
  }

  private static let dwellHeight: CGFloat = 4
}
#endif
