import VirtualTime

extension VirtualRunLoop {
  /// Takes a turn, as for an event, and those that are wanted after it.
  func settle() {
    turn()
    runUntilAsleep()
  }
}
