/// The targets moved since the last pass, with their origins at the last pass.
///
/// Moves are collected in any order and sorted only if a pass asks for one.
struct MovedTargets: Sendable {
  private struct Move {
    var target: TargetSlot
    var number: UInt32
    /// `nil` if it came from another container: distances between spaces mean nothing.
    var origin: LayoutPoint?
  }

  private var moves: ContiguousArray<Move> = []
  private var isSorted = true

  var isEmpty: Bool { moves.isEmpty }

  mutating func note(_ target: TargetSlot, from origin: LayoutPoint?) {
    isSorted = false
    moves.append(
      Move(target: target, number: UInt32(truncatingIfNeeded: moves.count), origin: origin))
  }

  mutating func removeAll() {
    if !moves.isEmpty { moves.removeAll(keepingCapacity: true) }
    isSorted = true
  }

  /// Returns the origin of a target at the last pass, in its container's content; `nil` if it has
  /// not moved or came from another container.
  ///
  /// - Complexity: O(log moves), after a sort in each pass that asks.
  mutating func formerOrigin(of target: TargetSlot) -> LayoutPoint? {
    if moves.isEmpty { return nil }
    sortMoves()
    var (low, high) = (0, moves.count)
    while low < high {
      let middle = (low + high) / 2
      if moves[middle].target.raw < target.raw { low = middle + 1 } else { high = middle }
    }
    var place = low
    while place < moves.count, moves[place].target == target {
      if moves[place].origin == nil { return nil }
      place += 1
    }
    return place > low ? moves[low].origin : nil
  }

  /// The places of the moves, sorted by target, some of which have several.
  var places: Range<Int> {
    mutating get {
      sortMoves()
      return moves.indices
    }
  }

  func target(at place: Int) -> TargetSlot { moves[place].target }

  private mutating func sortMoves() {
    if isSorted { return }
    sort(&moves) { ($0.target.raw, $0.number) < ($1.target.raw, $1.number) }
    isSorted = true
  }
}
