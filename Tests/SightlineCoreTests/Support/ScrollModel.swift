import SightlineCore

/// A model of the speed limits of scrolling chains that counts single milliseconds: plain, and
/// sharing only definitions with the engine.
struct ScrollModel {
  /// The duration of a velocity, in milliseconds.
  static let settleTime = 100

  private struct Mover {
    var velocity = LayoutPoint.zero
    var moved = Int.min / 2
  }

  private var movers: [Mover]
  /// The containers of each chain.
  private let chains: [[Int]]
  private let limits: [Double]
  /// Whether each chain is below each limit.
  private var isBelow: [[Bool]]

  init(containers: Int, chains: [[Int]], limits: [Double]) {
    movers = Array(repeating: Mover(), count: containers)
    self.chains = chains
    self.limits = limits
    isBelow = chains.map { _ in limits.map { _ in true } }
  }

  func isBelowSpeedLimit(_ chain: Int, _ limit: Double?) -> Bool {
    guard let limit, let index = limits.firstIndex(of: limit) else { return true }
    return isBelow[chain][index]
  }

  private func isSlow(_ chain: Int, _ limit: Double, at time: Int) -> Bool {
    var sum = LayoutPoint.zero
    for container in chains[chain] where time < movers[container].moved + Self.settleTime {
      sum = sum + movers[container].velocity
    }
    return (sum.x * sum.x + sum.y * sum.y).squareRoot() <= limit
  }

  /// Advances by a millisecond without movement, after which a chain may be slow enough.
  mutating func tick(to time: Int) {
    if movers.allSatisfy({ time > $0.moved + Self.settleTime }) { return }
    for chain in chains.indices {
      for (i, limit) in limits.enumerated() where isSlow(chain, limit, at: time) {
        isBelow[chain][i] = true
      }
    }
  }

  /// Moves containers.
  mutating func move(_ distances: [Int: LayoutPoint], at time: Int) {
    for (container, distance) in distances where distance != .zero {
      let elapsed = min(max(time - movers[container].moved, 1), Self.settleTime)
      movers[container].velocity = LayoutPoint(
        x: distance.x / (Double(elapsed) / 1000), y: distance.y / (Double(elapsed) / 1000))
      movers[container].moved = time
    }
    for chain in chains.indices
    where chains[chain].contains(where: { (distances[$0] ?? .zero) != .zero }) {
      for (i, limit) in limits.enumerated() { isBelow[chain][i] = isSlow(chain, limit, at: time) }
    }
  }
}
