/// The parts of an engine that a pass borrows.
@usableFromInline
struct PassTables: Sendable {
  @usableFromInline var scene: VisibilityScene
  var watching: WatchTable
  var ledger = ImpressionLedger()
}
