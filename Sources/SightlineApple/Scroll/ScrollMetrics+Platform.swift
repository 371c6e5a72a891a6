#if canImport(UIKit) && !os(watchOS)
public import SightlineCore
public import UIKit

extension ScrollMetrics {
  /// The current geometry of a scroll view, with its adjusted insets.
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

extension UIScrollView {
  /// The refresh control's part of the top inset, in points. While it refreshes, the content rests
  /// below it.
  var refreshInset: CGFloat {
    #if os(tvOS)
    0
    #else
    refreshControl.map { $0.isRefreshing ? $0.frame.height : 0 } ?? 0
    #endif
  }
}
#elseif canImport(AppKit)
public import AppKit
public import SightlineCore

extension ScrollMetrics {
  /// The current geometry of a scroll view, measured downwards from the top left corner of its
  /// document, flipped or not. The insets are those of the clip view, with a table's header.
  @MainActor
  public init(_ scrollView: NSScrollView) {
    let visible = scrollView.contentView.bounds
    let insets = scrollView.contentView.contentInsets
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

extension NSScrollView {
  /// A Mac has no refresh control.
  var refreshInset: CGFloat { 0 }
}
#endif
