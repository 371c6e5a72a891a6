#if canImport(UIKit) && !os(watchOS) || canImport(AppKit)
#if canImport(UIKit)
import UIKit
#else
import AppKit
#endif

extension PlatformView {
  /// The first scroll view drawn above this view that covers its middle, from the nearest common
  /// ancestor outwards, within the view of the nearest controller: a sheet is another screen.
  /// Hidden and transparent ones don't count, nor do those that show a text, a web page or a PDF.
  ///
  /// SwiftUI does not give a modifier the scroll view it is applied to, but inserts its background
  /// view right below it: beside it, or beside one of its ancestors.
  ///
  /// - Complexity: O(*n*) in the views between the two.
  var scrollViewInFront: PlatformScrollView? {
    var branch: PlatformView = self
    let screen = nearestController?.loadedView
    while branch !== screen, let ancestor = branch.superview {
      let siblings = ancestor.subviews
      if let place = siblings.firstIndex(where: { $0 === branch }) {
        for sibling in siblings[(place + 1)...] {
          if let found = sibling.scrollView(covering: self) { return found }
        }
      }
      branch = ancestor
    }
    return nil
  }

  private func scrollView(covering view: PlatformView) -> PlatformScrollView? {
    if isUnseen { return nil }
    if let scrollView = self as? PlatformScrollView {
      return scrollView.covers(view) && !scrollView.showsDocument ? scrollView : nil
    }
    for subview in subviews {
      if let found = subview.scrollView(covering: view) { return found }
    }
    return nil
  }

  /// Returns whether it can still be the scroll view found in front of another view.
  func staysInFront(of view: PlatformView) -> Bool {
    var branch: PlatformView? = self
    while let current = branch, !view.isDescendant(of: current) {
      if current.isUnseen { return false }
      branch = current.superview
    }
    return covers(view)
  }

  private var isUnseen: Bool {
    #if canImport(UIKit)
    isHidden || alpha < 0.01
    #else
    isHidden || alphaValue < 0.01
    #endif
  }

  /// Returns whether the middle of another view of the window is in this one.
  private func covers(_ view: PlatformView) -> Bool {
    guard let window, view.window === window else { return false }
    let middle = CGPoint(x: view.bounds.midX, y: view.bounds.midY)
    return bounds.contains(view.convert(middle, to: self))
  }
}

extension PlatformScrollView {
  /// Whether it scrolls the document of a text, web or PDF view. The scroll views of the latter
  /// have private classes; their frameworks need not be linked.
  fileprivate var showsDocument: Bool {
    #if canImport(UIKit)
    if self is UITextView { return true }
    #else
    if documentView is NSTextView { return true }
    #endif
    return ["WKScrollView", "PDFScrollView"].contains(String(describing: type(of: self)))
  }
}
#endif
