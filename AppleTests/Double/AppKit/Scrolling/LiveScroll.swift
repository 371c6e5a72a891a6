/// A scroll by the user, performed by a test: with two fingers on a trackpad, or with a wheel
/// without gestures.
@MainActor
public final class LiveScroll {
  public enum Device: Sendable { case trackpad, wheel }

  private let scrollView: NSScrollView
  private let device: Device

  /// Begins the scroll: two fingers touch the trackpad, or a wheel is about to turn.
  public init(of scrollView: NSScrollView, by device: Device) {
    self.scrollView = scrollView
    self.device = device
    if device == .trackpad { post(NSScrollView.willStartLiveScrollNotification) }
  }

  /// Scrolls by a number of points to the right and to the bottom of the document, within the
  /// document.
  public func scroll(byX x: CGFloat = 0, y: CGFloat) {
    let clipView = scrollView.contentView
    var bounds = clipView.bounds
    bounds.origin.x += x
    bounds.origin.y += clipView.isFlipped ? y : -y
    clipView.scroll(to: clipView.constrainBoundsRect(bounds).origin)
    scrollView.reflectScrolledClipView(clipView)
    post(NSScrollView.didLiveScrollNotification)
  }

  /// Ends the scroll of the fingers, including its momentum.
  public func end() {
    if device == .trackpad { post(NSScrollView.didEndLiveScrollNotification) }
  }

  private func post(_ name: Notification.Name) {
    NotificationCenter.default.post(name: name, object: scrollView)
  }
}
