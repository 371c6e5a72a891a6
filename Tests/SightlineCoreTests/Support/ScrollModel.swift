import SightlineCore

/// Which chains of scrolling containers are calm, by counting milliseconds one by one: plain, and
/// sharing nothing with the engine but the meaning of the words.
struct ScrollModel {
  /// How long a velocity lasts, in milliseconds.
  static let settleTime = 100

  private struct Mover {
    var velocity = LayoutPoint.zero
    var moved = -1000
  }

  private var movers: [Mover]
  /// The containers of each chain.
  private let chains: [[Int]]
  private let limits: [Double]
  /// Of each chain, under each limit.
  private var calm: [[Bool]]

  init(containers: Int, chains: [[Int]], limits: [Double]) {
    movers = Array(repeating: Mover(), count: containers)
    self.chains = chains
    self.limits = limits
    calm = chains.map { _ in limits.map { _ in true } }
  }

  func isCalm(_ chain: Int, _ limit: Double?) -> Bool {
    guard let limit, let index = limits.firstIndex(of: limit) else { return true }
    return calm[chain][index]
  }

  private func isSlow(_ chain: Int, _ limit: Double, at time: Int) -> Bool {
    var sum = LayoutPoint.zero
    for container in chains[chain] where time < movers[container].moved + Self.settleTime {
      sum = sum + movers[container].velocity
    }
    return (sum.x * sum.x + sum.y * sum.y).squareRoot() <= limit
  }

  /// A millisecond goes by without a movement: what was too fast may be slow now.
  mutating func tick(to time: Int) {
    if movers.allSatisfy({ time > $0.moved + Self.settleTime }) { return }
    for chain in chains.indices {
      for (i, limit) in limits.enumerated() where isSlow(chain, limit, at: time) {
        calm[chain][i] = true
      }
    }
  }

  /// Containers move.
  mutating func move(_ distances: [Int: LayoutPoint], at time: Int) {
    for (container, distance) in distances where distance != .zero {
      let elapsed = min(max(time - movers[container].moved, 1), Self.settleTime)
      movers[container].velocity = LayoutPoint(
        x: distance.x / (Double(elapsed) / 1000), y: distance.y / (Double(elapsed) / 1000))
      movers[container].moved = time
    }
    for chain in chains.indices
    where chains[chain].contains(where: { (distances[$0] ?? .zero) != .zero }) {
      for (i, limit) in limits.enumerated() { calm[chain][i] = isSlow(chain, limit, at: time) }
    }
  }
}
