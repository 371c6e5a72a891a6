/// Another recogniser that may claim a touch, with its priority: inner recognisers precede outer
/// ones, and the system's screen edges precede all. The recogniser with priority decides once the
/// touch has moved; if it declines, the other one gets the touch.
public struct DragRival: Hashable, Sendable {
  /// The kind of recogniser.
  public enum Kind: UInt8, Hashable, Sendable, CaseIterable {
    /// A recogniser that moves content sideways or follows the finger: a carousel, a pager, a strip
    /// of tabs, the swipe actions of rows, a pan of the app.
    case drag
    /// A scroll view that scrolls horizontally.
    case horizontalScroll
    /// The system's pan from a screen edge, such as a navigation controller's back swipe.
    case screenEdge
    /// A recogniser without horizontal movement, such as a tap or a vertical scroll.
    case other
  }

  /// The place of the recogniser.
  public enum Place: UInt8, Hashable, Sendable, CaseIterable {
    /// Inside this view's area.
    case inside
    /// Around this view's area.
    case around
  }

  /// The order of the two recognisers.
  public enum Answer: UInt8, Hashable, Sendable {
    /// The rival has priority: this recogniser waits until it fails.
    case rivalFirst
    /// This recogniser has priority: the rival waits until it fails.
    case weFirst
    /// Neither has priority; the toolkit decides.
    case unordered
  }

  /// The kind of recogniser.
  public var kind: Kind
  /// The place of the recogniser.
  public var place: Place

  /// Creates a description of a rival.
  public init(_ kind: Kind, _ place: Place) {
    self.kind = kind
    self.place = place
  }

  /// The order of the two recognisers.
  ///
  /// A horizontal scroll view inside the area waits for this recogniser although it takes
  /// precedence: whether it can scroll that way is known only once the finger has moved, and
  /// ``takes(_:canMove:scrollersInside:)`` refuses the touch if it can.
  public var answer: Answer {
    switch (kind, place) {
    case (.screenEdge, _), (.drag, .inside): .rivalFirst
    case (.other, _): .unordered
    case (.horizontalScroll, _), (.drag, .around): .weFirst
    }
  }

  /// Returns whether to take a touch that has started to move, given priority: if its direction is
  /// horizontal, there is anything to move that way, and no scroll view inside the area that
  /// contains the touch can scroll there.
  ///
  /// - Complexity: O(*n*) in the number of scroll views.
  public static func takes(
    _ movement: DragDirection?, canMove: (DragDirection) -> Bool, scrollersInside: [ScrollMetrics]
  ) -> Bool {
    guard let movement, canMove(movement) else { return false }
    return !scrollersInside.contains { $0.canScroll(movement) }
  }
}

extension ScrollMetrics {
  /// Returns whether a drag scrolls the content by more than toolkits round, half a point.
  public func canScroll(_ direction: DragDirection) -> Bool {
    switch direction {
    case .left: contentOffset.x < maxOffset.x - 0.5
    case .right: contentOffset.x > minOffset.x + 0.5
    }
  }
}
