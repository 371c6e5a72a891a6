public import SightlineCore

/// What a scroll is doing.
///
/// The five phases are SwiftUI's (iOS 18), the same on every host.
public enum ScrollingPhase: UInt8, Hashable, Sendable, CaseIterable {
  /// Nothing scrolls.
  case idle
  /// A finger rests on the content and has not moved it yet.
  case tracking
  /// A finger, a wheel or, on GTK, a key moves the content.
  case interacting
  /// The finger is gone and the content runs on.
  case decelerating
  /// The app scrolls the content, with an animation.
  case animating

  /// Whether something scrolls or is about to.
  public var isScrolling: Bool { self != .idle }

  /// Whether a person is moving the content at the moment: then nothing else moves it.
  public var isTouched: Bool { self == .tracking || self == .interacting }
}

/// A scroll went from one phase to another.
public struct ScrollPhaseChange: Hashable, Sendable {
  /// The phase before.
  public var from: ScrollingPhase
  /// The phase after; never the same one.
  public var to: ScrollingPhase
  /// When it happened, which may be earlier than the call that reports it.
  public var time: MonotonicTime

  package init(from: ScrollingPhase, to: ScrollingPhase, time: MonotonicTime) {
    self.from = from
    self.to = to
    self.time = time
  }
}

/// What a host reports of a scroll.
public enum ScrollEvent: Hashable, Sendable {
  /// A finger or a button went down on the content.
  case touchBegan
  /// That finger moved the content.
  case dragged
  /// It was lifted, or taken away, at this speed of the content in points a second.
  case touchEnded(velocity: LayoutPoint)
  /// A wheel or a touchpad moved the content.
  case wheel
  /// A touchpad reported that the fingers are gone, at this speed of the content in points a
  /// second.
  case wheelEnded(velocity: LayoutPoint)
  /// The content offset changed, for whatever reason.
  case offsetChanged
  /// The host's deceleration came to rest.
  case decelerationEnded
  /// The app began to scroll with an animation.
  case animationBegan
  /// That animation ended or was stopped.
  case animationEnded
}
