import SightlineHost
import Testing

@Suite struct WindowPresenceTests {
  @Test func `a window not shown is in the background`() {
    #expect(!WindowPresence().isForeground)
  }

  @Test func `a shown window is in the foreground until made inactive`() {
    var presence = WindowPresence()
    presence.isShown = true
    #expect(presence.isForeground)
    presence.needsActivity = true
    #expect(presence.isForeground)
    presence.isActive = false
    #expect(!presence.isForeground)
    presence.needsActivity = false
    #expect(presence.isForeground)
  }

  @Test func `a minimised window is in the background`() {
    var presence = WindowPresence()
    presence.isShown = true
    presence.isMinimized = true
    #expect(!presence.isForeground)
  }
}
