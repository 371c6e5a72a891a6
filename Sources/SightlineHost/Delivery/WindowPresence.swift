/// Whether a window counts as being looked at: what a host knows of it, and what that means.
package struct WindowPresence: Hashable, Sendable {
  /// Whether it is on a screen at all.
  package var isShown = false
  /// Whether it is minimised, or suspended because nothing of it shows.
  package var isMinimized = false
  /// Whether it has the keyboard, in an app that is in front.
  package var isActive = true
  /// Whether a window that is not active counts as invisible.
  package var needsActivity = false

  package init() {}

  /// Whether what it shows can be visible.
  package var isForeground: Bool { isShown && !isMinimized && (isActive || !needsActivity) }
}
