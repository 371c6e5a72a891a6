#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit
import SightlineCore

/// Whether the reader scrolls a scroll view: between the notifications of a live scroll, and
/// shortly after one of a wheel without gestures, which posts no beginning or end. Keys post none.
@MainActor
final class LiveScrolling {
  private static let attached = AttachedObject<LiveScrolling>()

  private var relays: [NotificationRelay] = []
  private var isLive = false
  private var last = MonotonicTime(nanoseconds: .min)

  static func of(_ scrollView: NSScrollView) -> LiveScrolling {
    if let existing = attached[scrollView] { return existing }
    let scrolling = LiveScrolling(scrollView)
    attached[scrollView] = scrolling
    return scrolling
  }

  private init(_ scrollView: NSScrollView) {
    for (name, isLive) in [
      (NSScrollView.willStartLiveScrollNotification, true),
      (NSScrollView.didLiveScrollNotification, nil),
      (NSScrollView.didEndLiveScrollNotification, false),
    ] as [(Notification.Name, Bool?)] {
      relays.append(
        NotificationRelay(of: [name], from: scrollView) { [weak self] in
          if let isLive { self?.isLive = isLive }
          self?.last = MonotonicClock.now
        })
    }
  }

  var isByReader: Bool { isLive || MonotonicClock.now - last <= ScrollPhaseDetector.wheelQuietTime }
}
#endif
