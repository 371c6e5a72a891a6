// The effects of a header on a scroll view and on its own height, for both toolkits.
#if canImport(UIKit) && !os(watchOS)
import SightlineApple
import SightlineScroll
import UIKit

extension UIScrollView {
  /// Increases the top inset. Content at its top stays there, as does content resting at the
  /// bottom, although UIKit clamps the offset at once.
  func increaseTopInset(by height: CGFloat) {
    let before = ScrollMetrics(self)
    contentInset.top += height
    guard before.isAtStart(along: .vertical) else { return }
    contentOffset.y = min(CGFloat(before.minOffset.y), -adjustedContentInset.top)
  }

  /// Whether section headers stay at the top while their section is in view.
  var pinsSectionHeaders: Bool {
    if let table = self as? UITableView {
      return table.style == .plain
        && (0..<table.numberOfSections).contains { table.rectForHeader(inSection: $0).height > 0 }
    }
    let layout = (self as? UICollectionView)?.collectionViewLayout as? UICollectionViewFlowLayout
    return layout?.sectionHeadersPinToVisibleBounds ?? false
  }

  /// Inserts a header behind the content.
  func insertHeader(_ header: UIView) {
    if header.superview !== self { insertSubview(header, at: 0) }
    header.clipsToBounds = true
  }

  /// Returns a header's frame in the scroll view.
  func frame(ofHeader frame: LayoutRect) -> CGRect { CGRect(frame) }
}

extension NSLayoutConstraint {
  /// Changes the constant and lays a view out, with an animation unless the duration is zero.
  @MainActor
  func animate(
    to constant: CGFloat, in view: UIView?, over duration: Duration, _ easing: Easing,
    alongside changes: @escaping @MainActor () -> Void
  ) {
    let apply = { [weak view] in
      self.constant = constant
      changes()
      view?.layoutIfNeeded()
    }
    guard duration > .zero else { return apply() }
    // Other pending layouts are not part of the animation.
    view?.layoutIfNeeded()
    UIViewPropertyAnimator(
      duration: duration.inSeconds, controlPoint1: CGPoint(x: easing.x1, y: easing.y1),
      controlPoint2: CGPoint(x: easing.x2, y: easing.y2), animations: apply
    ).startAnimation()
  }
}

extension MotionPreference {
  /// The system's Reduce Motion setting.
  @MainActor
  static var current: MotionPreference {
    UIAccessibility.isReduceMotionEnabled ? .reduced : .full
  }
}
#elseif canImport(AppKit)
import AppKit
import SightlineApple
import SightlineScroll

extension NSScrollView {
  /// Increases the top inset. Content at its top stays there; AppKit alone would leave the document
  /// in place, under the header.
  func increaseTopInset(by height: CGFloat) {
    let isAtTop = ScrollMetrics(self).isAtStart(along: .vertical)
    let top = contentInsets.top + height
    automaticallyAdjustsContentInsets = false
    contentInsets.top = top
    guard isAtTop else { return }
    // The insets of the clip view change with a layout.
    tile()
    let down = CGFloat(ScrollMetrics(self).minOffset.y - ScrollMetrics(self).contentOffset.y)
    let y = contentView.bounds.minY + (contentView.isFlipped ? down : -down)
    contentView.scroll(to: CGPoint(x: contentView.bounds.minX, y: y))
    reflectScrolledClipView(contentView)
  }

  /// Unknown: only a table's delegate decides which rows are group rows, which float.
  var pinsSectionHeaders: Bool { false }

  /// Inserts a header over the document.
  func insertHeader(_ header: NSView) {
    header.translatesAutoresizingMaskIntoConstraints = true
    if header.superview !== contentView {
      contentView.addSubview(header, positioned: .above, relativeTo: documentView)
    }
    // Before macOS 14, clipping is done by the layer; `clipsToBounds` is available only since then.
    header.wantsLayer = true
    header.layer?.masksToBounds = true
  }

  /// Converts a header's frame, measured downwards from the document's top, to the clip view.
  func frame(ofHeader frame: LayoutRect) -> CGRect {
    let document = documentView?.frame ?? .zero
    let rect = CGRect(frame)
    return CGRect(
      x: document.minX + rect.minX,
      y: contentView.isFlipped ? document.minY + rect.minY : document.maxY - rect.maxY,
      width: rect.width, height: rect.height)
  }
}

extension NSLayoutConstraint {
  /// Changes the constant, with an animation that lays a view out unless the duration is zero.
  @MainActor
  func animate(
    to constant: CGFloat, in view: NSView?, over duration: Duration, _ easing: Easing,
    alongside changes: @escaping @MainActor () -> Void
  ) {
    guard duration > .zero else {
      self.constant = constant
      return changes()
    }
    // Other pending layouts are not part of the animation.
    view?.layoutSubtreeIfNeeded()
    NSAnimationContext.runAnimationGroup { context in
      context.duration = duration.inSeconds
      context.timingFunction = CAMediaTimingFunction(
        controlPoints: Float(easing.x1), Float(easing.y1), Float(easing.x2), Float(easing.y2))
      context.allowsImplicitAnimation = true
      animator().constant = constant
      changes()
      view?.layoutSubtreeIfNeeded()
    }
  }
}

extension MotionPreference {
  /// The system's Reduce Motion setting.
  @MainActor
  static var current: MotionPreference {
    NSWorkspace.shared.accessibilityDisplayShouldReduceMotion ? .reduced : .full
  }
}
#endif
