/// The app became active or inactive, or a session, visit or day began.
public struct TraceApp: Equatable, Sendable {
  /// What happened to the app.
  public enum Event: Equatable, Sendable {
    /// It became active or inactive.
    case active(Bool)
    /// A session began.
    case session
    /// A visit of the screen began.
    case visit
    /// A calendar day began; its number is the host's.
    case day(Int)
  }

  /// The step in which it happened.
  public var step: Int
  /// What happened.
  public var event: Event

  /// Creates the line.
  public init(step: Int, event: Event) {
    self.step = step
    self.event = event
  }
}
