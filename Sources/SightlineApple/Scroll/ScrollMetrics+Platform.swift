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
        right: Double(insets.right)),
      restingOffset: scrollView.restingOffset,
      pixelLength: DevicePixel.length(scale: Double(scrollView.traitCollection.displayScale)))
  }
}

/// The last offset at which content smaller than its scroll view rested.
private final class RestingOffset {
  var value = LayoutPoint.zero
}

extension UIScrollView {
  private static let restingOffsets = AttachedObject<RestingOffset>()

  /// The offset at which content smaller than the scroll view rests: where no finger or its swing
  /// has moved it. UIKit knows only the top, but leaves content where SwiftUI or the app aligns it.
  fileprivate var restingOffset: LayoutPoint? {
    if contentSize.width >= bounds.width && contentSize.height >= bounds.height { return nil }
    let existing = Self.restingOffsets[self]
    if isTracking || isDecelerating { return existing?.value }
    let rest = existing ?? RestingOffset()
    rest.value = LayoutPoint(contentOffset)
    if existing == nil { Self.restingOffsets[self] = rest }
    return rest.value
  }

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
    self.init(
      contentOffset: scrollView.offset(of: visible),
      contentSize: LayoutSize(scrollView.documentView?.frame.size ?? .zero),
      containerSize: LayoutSize(visible.size),
      contentInsets: LayoutInsets(
        top: Double(insets.top), left: Double(insets.left), bottom: Double(insets.bottom),
        right: Double(insets.right)),
      restingOffset: scrollView.restingOffset,
      pixelLength: DevicePixel.length(scale: Double(scrollView.window?.backingScaleFactor ?? 0)))
  }
}

extension NSScrollView {
  /// The offset at which the clip view rests a document smaller than itself: one that is not
  /// flipped is at its bottom, and a subclass may centre it.
  fileprivate var restingOffset: LayoutPoint? {
    let (size, document) = (contentView.bounds.size, documentView?.frame ?? .zero)
    if document.width >= size.width && document.height >= size.height { return nil }
    let visible = contentView.bounds
    let rest = offset(of: contentView.constrainBoundsRect(visible))
    // The app may have placed it higher. Only what is beyond is a pull.
    return LayoutPoint(x: max(rest.x, offset(of: visible).x), y: max(rest.y, offset(of: visible).y))
  }

  /// The offset in the document, measured downwards from its top left corner, of visible bounds.
  fileprivate func offset(of visible: CGRect) -> LayoutPoint {
    let document = documentView?.frame ?? .zero
    let isFlipped = contentView.isFlipped
    return LayoutPoint(
      x: Double(visible.minX - document.minX),
      y: Double(isFlipped ? visible.minY - document.minY : document.maxY - visible.maxY))
  }

  /// A Mac has no refresh control.
  var refreshInset: CGFloat { 0 }
}
#endif
