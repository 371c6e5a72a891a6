/// A phase of scrolling.
///
/// The five phases are SwiftUI's (iOS 18), the same on every host.
public enum ScrollingPhase: UInt8, Hashable, Sendable, CaseIterable {
  /// Not scrolling.
  case idle
  /// A finger rests on the content and has not moved it yet.
  case tracking
  /// A finger, a wheel or, on GTK, a key moves the content.
  case interacting
  /// The content continues to move after the finger is lifted.
  case decelerating
  /// The app scrolls the content with an animation.
  case animating

  /// Whether a person is holding or moving the content, so nothing else may move it.
  public var isTouched: Bool { self == .tracking || self == .interacting }
}

/// A change of phase.
public struct ScrollPhaseChange: Hashable, Sendable {
  /// The phase before.
  public var from: ScrollingPhase
  /// The phase after; never the same one.
  public var to: ScrollingPhase
  /// The time of the change, which may be earlier than the call that reports it.
  public var time: MonotonicTime

  package init(from: ScrollingPhase, to: ScrollingPhase, time: MonotonicTime) {
    self.from = from
    self.to = to
    self.time = time
  }
}

/// An event of a scroll, reported by a host.
public enum ScrollEvent: Hashable, Sendable {
  /// A finger or a button was pressed on the content.
  case touchBegan
  /// That finger moved the content.
  case dragged
  /// The touch was lifted or cancelled, with the content at this velocity in points per second.
  case touchEnded(velocity: LayoutPoint)
  /// A wheel or a touchpad moved the content.
  case wheel
  /// A touchpad reported that the fingers were lifted, with the content at this velocity in points
  /// per second.
  case wheelEnded(velocity: LayoutPoint)
  /// The content offset changed, for any reason.
  case offsetChanged
  /// The host's deceleration came to rest.
  case decelerationEnded
  /// The app started to scroll with an animation.
  case animationBegan
  /// That animation ended or was stopped.
  case animationEnded
}
