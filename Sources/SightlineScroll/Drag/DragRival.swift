/// Another recogniser that may want a touch, and which of the two has the first choice: what is
/// inside goes before what is around it, and the system's edges before all.
///
/// The one with the first choice decides when the touch has moved; the other one gets it if that
/// one does not take it. A touch is never shared: one finger moves one thing.
public struct DragRival: Hashable, Sendable {
  /// What it is.
  public enum Kind: UInt8, Hashable, Sendable, CaseIterable {
    /// A carousel, a pager or a strip of tabs.
    case drag
    /// A scroll view that scrolls sideways.
    case horizontalScroll
    /// A scroll view that does not.
    case otherScroll
    /// The recogniser that slides the rows of a list aside.
    case rowActions
    /// A pan of the app.
    case pan
    /// The system's pan from an edge of the screen: a navigation controller's way back.
    case screenEdge
    /// A recogniser that takes no movement: a tap, a long press.
    case other
  }

  /// Where it is.
  public enum Place: UInt8, Hashable, Sendable, CaseIterable {
    /// Inside our area.
    case inside
    /// Around our area.
    case around
  }

  /// Which of the two has the first choice.
  public enum Answer: UInt8, Hashable, Sendable {
    /// The rival: we wait until it has failed.
    case rivalFirst
    /// We: it waits until we have failed.
    case weFirst
    /// Whichever moves first; the toolkit decides.
    case unordered
  }

  /// What it is.
  public var kind: Kind
  /// Where it is.
  public var place: Place

  /// Creates a description of a rival.
  public init(_ kind: Kind, _ place: Place) {
    self.kind = kind
    self.place = place
  }

  /// Who has the choice first.
  ///
  /// A horizontal scroll view in our area waits for us although it goes before us: whether it can
  /// scroll that way is known only when the finger has moved, and we refuse the touch if it can
  /// (``takes(_:canMove:scrollersInside:)``). At its end it leaves the touch to us.
  public var answer: Answer {
    switch (kind, place) {
    case (.screenEdge, _): .rivalFirst
    case (.other, _), (.otherScroll, _): .unordered
    case (.drag, .inside), (.rowActions, .inside), (.pan, .inside): .rivalFirst
    case (.horizontalScroll, _), (.drag, .around), (.rowActions, .around), (.pan, .around): .weFirst
    }
  }

  /// Whether we take a touch that has begun to move, if we have the choice.
  ///
  /// - Parameters:
  ///   - movement: its direction; `nil` where it is not horizontal.
  ///   - canMove: whether we have anything to move in a direction.
  ///   - scrollersInside: the scroll views in our area that hold the touch.
  /// - Complexity: O(*n*) in the number of scroll views.
  public static func takes(
    _ movement: DragDirection?, canMove: (DragDirection) -> Bool, scrollersInside: [ScrollMetrics]
  ) -> Bool {
    guard let movement, canMove(movement) else { return false }
    return !scrollersInside.contains { $0.canScroll(movement) }
  }
}

extension ScrollMetrics {
  /// Whether a drag in a direction would scroll the content, and not only pull it past its end: by
  /// half a point at least, since toolkits round.
  public func canScroll(_ direction: DragDirection) -> Bool {
    switch direction {
    case .left: contentOffset.x < maxOffset.x - 0.5
    case .right: contentOffset.x > minOffset.x + 0.5
    }
  }
}
