import SightlineHost
import Testing

@Suite struct WindowPresenceTests {
  @Test func aWindowThatIsNotShownIsInTheBackground() {
    #expect(!WindowPresence().isForeground)
  }

  @Test func aWindowThatIsShownIsInTheForegroundUntilItIsSaidToBeInactive() {
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

  @Test func aMinimisedWindowIsInTheBackground() {
    var presence = WindowPresence()
    presence.isShown = true
    presence.isMinimized = true
    #expect(!presence.isForeground)
  }
}
