#if canImport(UIKit) && !os(watchOS) || canImport(AppKit)
import SightlineApple
package import SightlineCore
import SightlineHost
package import SightlineScroll
#if canImport(UIKit)
package import UIKit
#else
package import AppKit
#endif

/// Observes the end of a list: the views of its last items, or the part of its content beyond a
/// share. The engine decides whether any pixel of it is visible.
@MainActor
package final class EndObserver {
  private let views = ObservedViews()
  /// A view over the part of the content beyond a share.
  private let region = SentinelView()
  private let reached: @MainActor () -> Void

  /// Creates an observer.
  ///
  /// - Parameter reached: called when a view becomes visible, or if it is when its observation
  ///   begins.
  package init(_ reached: @escaping @MainActor () -> Void) { self.reached = reached }

  /// Observes these views and no others.
  package func observe(_ items: [PlatformView]) {
    views.observe(items.map { (UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()), $0) }) {
      $0.visibility.changed(.anyPixel) { [weak self] in if $0 == .visible { self?.reached() } }
    }
  }

  /// Observes the content of a scroll view beyond the share of a condition.
  ///
  /// - Parameter container: a view in the content, or the view that scrolls it.
  package func observe(
    _ condition: LoadMoreTrigger.Condition, of scrollView: PlatformScrollView,
    _ geometry: ScrollMetrics, _ direction: ReadingDirection, in container: PlatformView
  ) {
    guard let part = condition.region(of: geometry, direction: direction) else {
      return observe([])
    }
    if region.superview !== container {
      #if canImport(UIKit)
      region.insert(atBackOf: container)
      #else
      container.addSubview(region, positioned: .below, relativeTo: nil)
      #endif
    }
    let frame = container.convert(scrollView.rect(ofContent: part), from: scrollView.contentSpace)
    if region.frame != frame { region.frame = frame }
    observe([region])
  }

  /// Ends the observation.
  package func stop() {
    observe([])
    region.removeFromSuperview()
  }
}

extension DeadlineTimer {
  /// Calls a closure after a time, unless the returned one is called or released before.
  package static func after(
    _ delay: Duration, _ body: @escaping @MainActor () -> Void
  ) -> @MainActor () -> Void {
    let timer = DeadlineTimer(body)
    timer.set(MonotonicClock.now + delay)
    return { timer.set(nil) }
  }
}

extension PlatformScrollView {
  var readingDirection: ReadingDirection {
    #if canImport(UIKit)
    effectiveUserInterfaceLayoutDirection == .rightToLeft ? .rightToLeft : .leftToRight
    #else
    userInterfaceLayoutDirection == .rightToLeft ? .rightToLeft : .leftToRight
    #endif
  }

  /// The view in whose coordinates the content lies.
  package var contentSpace: PlatformView {
    #if canImport(UIKit)
    self
    #else
    documentView ?? contentView
    #endif
  }

  /// Returns a part of the content in the coordinates of ``contentSpace``.
  fileprivate func rect(ofContent part: LayoutRect) -> CGRect {
    var rect = CGRect(
      x: part.minX, y: part.minY, width: part.width, height: part.height)
    #if !canImport(UIKit)
    let space = contentSpace
    if !space.isFlipped { rect.origin.y = space.bounds.height - rect.maxY }
    rect.origin.x += space.bounds.minX
    rect.origin.y += space.bounds.minY
    #endif
    return rect
  }
}
#endif
