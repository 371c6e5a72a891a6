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
  /// The audit since the window last came to rest.
  private(set) var audit: VisibilityAudit?
  /// The time of the last change since that audit.
  private var changed: MonotonicTime?
  private lazy var restTimer = DeadlineTimer { [weak self] in self?.cameToRest() }
  private static let timeToRest = Duration.milliseconds(200)

  package override init() {
    super.init()
    #if canImport(UIKit)
    contentMode = .redraw
    #endif
  }

  override func movedToWindow() {
    let new = window.map { WindowHost.of(inspected ?? $0) }
    if host !== new {
      host?.window.inspectors[ObjectIdentifier(self)] = nil
      host = new
      new?.window.inspectors[ObjectIdentifier(self)] = { [weak self] engine in
        self?.take(engine)
      }
      new?.requestPass()
    }
  }

  /// Draws nothing without a change, since drawing causes another pass.
  private func take(_ engine: VisibilityEngine) {
    guard let mirror = host?.window.mirror else { return }
    follow()
    let now = MonotonicClock.now
    let new = InspectorMark.marks(of: mirror, engine, at: now)
    let isFirst = audit == nil && changed == nil
    if isFirst || mirror.hasChanged || !InspectorMark.showTheSame(marks, new) {
      changed = now
      restTimer.set(now + Self.timeToRest)
    } else if let changed, mirror.isSettled, now >= changed + MirroredWindow.timeToRest {
      // While turns go on without a change, everything has been read in one pass only.
      restTimer.set(now)
    }
    if new != marks {
      marks = new
      redraw()
    }
  }

  /// Handles a while without a change.
  private func cameToRest() {
    guard let host else { return }
    let measurement = WindowMeasurement(host)
    let new = host.window.audit { [tree = host.tree] key in
      tree.view(of: key).map { measurement.fraction(of: $0) } ?? 0
    }
    guard let new else { return }
    changed = nil
    if new == audit { return }
    audit = new
    redraw()
  }

  private func redraw() {
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
          .font: Self.font, .foregroundColor: PlatformColor.white, .backgroundColor: colour,
        ])
    }
    drawAudit()
  }

  /// Draws the audit's numbers at the bottom, and the first differences above them.
  private func drawAudit() {
    guard let audit else { return }
    let colour: PlatformColor = audit.differences.isEmpty ? .systemGreen : .systemRed
    let lines = [audit.summary] + audit.differences.prefix(Self.mostDifferences).map(\.description)
    for (index, line) in lines.enumerated() {
      let place = placed(
        inWindow: LayoutRect(
          x: 8, y: Double(windowSize.height) - Self.lineHeight * Double(index + 2), width: 1,
          height: 1))
      NSString(string: line).draw(
        at: place.origin,
        withAttributes: [
          .font: Self.font, .foregroundColor: PlatformColor.white, .backgroundColor: colour,
        ])
    }
  }

  private var windowSize: CGSize { window?.frame.size ?? .zero }

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
  private static let lineHeight = 18.0
  private static let mostDifferences = 3
  private static let font = PlatformFont.monospacedDigitSystemFont(ofSize: 11, weight: .semibold)
}
#endif
