#if canImport(UIKit) && !os(watchOS)
import SightlineCore
public import SightlineScroll
public import UIKit

extension ScrollMetrics {
  /// A scroll view's geometry as it is now; its adjusted insets are the insets.
  @MainActor
  public init(_ scrollView: UIScrollView) {
    let insets = scrollView.adjustedContentInset
    self.init(
      contentOffset: LayoutPoint(scrollView.contentOffset),
      contentSize: LayoutSize(scrollView.contentSize),
      containerSize: LayoutSize(scrollView.bounds.size),
      contentInsets: LayoutInsets(
        top: Double(insets.top), left: Double(insets.left), bottom: Double(insets.bottom),
        right: Double(insets.right)))
  }
}
#elseif canImport(AppKit)
public import AppKit
import SightlineCore
public import SightlineScroll

extension ScrollMetrics {
  /// A scroll view's geometry as it is now, from the top left corner of its document downwards,
  /// whether the document view is flipped or not.
  @MainActor
  public init(_ scrollView: NSScrollView) {
    let visible = scrollView.contentView.bounds
    let insets = scrollView.contentInsets
    let document = scrollView.documentView?.frame ?? .zero
    let isFlipped = scrollView.contentView.isFlipped
    self.init(
      contentOffset: LayoutPoint(
        x: Double(visible.minX - document.minX),
        y: Double(isFlipped ? visible.minY - document.minY : document.maxY - visible.maxY)),
      contentSize: LayoutSize(document.size), containerSize: LayoutSize(visible.size),
      contentInsets: LayoutInsets(
        top: Double(insets.top), left: Double(insets.left), bottom: Double(insets.bottom),
        right: Double(insets.right)))
  }
}
#endif
