/// The parts of an engine that a pass borrows.
@usableFromInline
struct PassTables: ~Copyable {
  @usableFromInline var scene: VisibilityScene
  var watching: WatchTable
  var ledger = ImpressionLedger()

  /// Ends a watch and its subject in the ledger.
  mutating func end(_ watch: WatchSlot) { ledger.end(watch, &watching) }

  /// Replaces a policy: see `ImpressionLedger.replace(_:with:_:)`.
  mutating func replace(_ policy: ImpressionPolicy, with successor: ImpressionPolicy) -> Bool {
    ledger.replace(policy, with: successor, &watching)
  }

  /// Moves exposures whose watch has ended or left the screen to other watches on screen.
  @inline(__always)
  mutating func reattributeImpressions() {
    if !ledger.needingReattribution.isEmpty { ledger.reattribute(watching, scene.targets) }
  }
}
