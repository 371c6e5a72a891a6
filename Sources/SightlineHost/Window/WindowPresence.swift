/// A window's presence on screen, as known to its host, and whether its content can be visible.
public struct WindowPresence: Hashable, Sendable {
  /// Whether it is on a screen.
  public var isShown = false
  /// Whether it is minimised, or suspended because none of it shows.
  public var isMinimized = false
  /// Whether it has the keyboard and its app is frontmost.
  public var isActive = true
  /// Whether the window counts as invisible while it is not active.
  public var needsActivity = false

  /// Creates the presence of a window that is not shown yet.
  public init() {}

  /// Whether the window's content can be visible.
  public var isForeground: Bool { isShown && !isMinimized && (isActive || !needsActivity) }
}
