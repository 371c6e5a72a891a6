public import SightlineCore

/// A viewport that Sightline's engine evaluates comes, changes or goes.
public struct TraceView: Equatable, Sendable {
  /// What happens to the viewport.
  public enum Action: Equatable, Sendable {
    /// It is there from now on, or has new margins.
    case place(Placement)
    /// It is there no longer.
    case remove
  }

  /// Where a viewport is.
  public struct Placement: Equatable, Sendable {
    /// The node whose clip (or frame) is the viewport; it never changes while the viewport lives.
    public var root: Int
    /// By how much the root's clip grows.
    public var margins: ViewportMargins
    /// By how much the clip of every scroller between target and root grows.
    public var scrollMargins: ViewportMargins

    /// Creates a placement.
    public init(
      root: Int, margins: ViewportMargins = .zero, scrollMargins: ViewportMargins = .zero
    ) {
      self.root = root
      self.margins = margins
      self.scrollMargins = scrollMargins
    }
  }

  /// The step in which it happened.
  public var step: Int
  /// The viewport's number; free again once it was removed.
  public var view: Int
  /// What happens.
  public var action: Action

  /// Creates the line.
  public init(step: Int, view: Int, action: Action) {
    self.step = step
    self.view = view
    self.action = action
  }
}
