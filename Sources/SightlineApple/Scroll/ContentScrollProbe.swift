#if canImport(UIKit) && !os(watchOS)
import UIKit

/// Names the scroll view in front of it as the one that the bars of its controller follow. Of
/// several scroll views side by side, which one they follow otherwise is undocumented.
package final class ContentScrollProbe: PassiveView {
  /// Whether its page is shown.
  package var isShown = false {
    didSet { if isShown != oldValue { request() } }
  }
  private lazy var naming = CommitAction { [weak self] in self?.name() }

  override func movedToWindow() { request() }

  private func request() { if isShown, window != nil { naming.request() } }

  private func name() {
    guard isShown, window != nil, let controller = nearestController else { return }
    var scrollView = scrollViewInFront
    // A carousel.
    if let found = scrollView, found.contentSize.width > found.bounds.width,
      found.contentSize.height <= found.bounds.height
    {
      scrollView = nil
    }
    if controller.contentScrollView(for: .top) !== scrollView {
      controller.setContentScrollView(scrollView, for: [.top, .bottom])
    }
  }
}
#endif
