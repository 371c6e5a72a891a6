/// What a host knows of a window's place on screen, and whether what it shows can be visible.
public struct WindowPresence: Hashable, Sendable {
  /// Whether it is on a screen at all.
  public var isShown = false
  /// Whether it is minimised, or suspended because nothing of it shows.
  public var isMinimized = false
  /// Whether it has the keyboard, in an app that is in front.
  public var isActive = true
  /// Whether a window that is not active counts as invisible.
  public var needsActivity = false

  /// What is known of a window that is not shown yet.
  public init() {}

  /// Whether what it shows can be visible.
  public var isForeground: Bool { isShown && !isMinimized && (isActive || !needsActivity) }
}
