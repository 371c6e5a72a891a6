/// The targets moved since the last pass, with their origins at the last pass.
///
/// A target stores the place of its latest move, valid only if the move there is its own.
struct MovedTargets: Sendable {
  private struct Move {
    var target: TargetSlot
    /// `unknown` if it came from another container: distances between spaces mean nothing.
    var origin: LayoutPoint
  }

  static let unknown = LayoutPoint(x: .nan, y: .nan)

  private var moves: ContiguousArray<Move> = []

  var isEmpty: Bool { moves.isEmpty }
  var places: Range<Int> { moves.indices }

  func target(at place: Int) -> TargetSlot { moves[place].target }

  /// Notes the first move of a target since the last pass, or that it came from another container.
  ///
  /// - Parameter place: the stored place of the target.
  mutating func note(_ target: TargetSlot, _ place: inout UInt32, from origin: LayoutPoint) {
    if contains(target, at: place) {
      if !origin.isFinite { moves[Int(place)].origin = origin }
      return
    }
    place = UInt32(truncatingIfNeeded: moves.count)
    moves.append(Move(target: target, origin: origin))
  }

  mutating func removeAll() {
    if !moves.isEmpty { moves.removeAll(keepingCapacity: true) }
  }

  /// Returns the origin of a target at the last pass, in its container's content; `unknown` if it
  /// came from another container, and `nil` if it has not moved.
  func formerOrigin(of target: TargetSlot, at place: UInt32) -> LayoutPoint? {
    contains(target, at: place) ? moves[Int(place)].origin : nil
  }

  private func contains(_ target: TargetSlot, at place: UInt32) -> Bool {
    place < moves.count && moves[Int(place)].target == target
  }
}
