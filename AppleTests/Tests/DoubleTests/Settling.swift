import VirtualTime

extension VirtualRunLoop {
  /// Takes a turn, as for an event, and the turns it requests.
  func settle() {
    turn()
    runUntilAsleep()
  }
}
