/// A scroll by a person, moved by a test: of two fingers on a trackpad, or of a wheel without
/// gestures.
@MainActor
public final class LiveScroll {
  public enum Device: Sendable { case trackpad, wheel }

  private let scrollView: NSScrollView
  private let device: Device

  /// Two fingers touch the trackpad, or a wheel is about to turn.
  public init(of scrollView: NSScrollView, by device: Device) {
    self.scrollView = scrollView
    self.device = device
    if device == .trackpad { post(NSScrollView.willStartLiveScrollNotification) }
  }

  /// So many points to the right and to the bottom of the document, within it.
  public func scroll(byX x: CGFloat = 0, y: CGFloat) {
    let clipView = scrollView.contentView
    var bounds = clipView.bounds
    bounds.origin.x += x
    bounds.origin.y += clipView.isFlipped ? y : -y
    clipView.scroll(to: clipView.constrainBoundsRect(bounds).origin)
    scrollView.reflectScrolledClipView(clipView)
    post(NSScrollView.didLiveScrollNotification)
  }

  /// What the fingers began is over, with what ran on after them.
  public func end() {
    if device == .trackpad { post(NSScrollView.didEndLiveScrollNotification) }
  }

  private func post(_ name: Notification.Name) {
    NotificationCenter.default.post(name: name, object: scrollView)
  }
}
