import VirtualTime

/// The course of a change to its new value.
public struct Animation: Hashable, Sendable {
  let duration: Double
  private let x1, y1, x2, y2: Double

  private init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ duration: Double) {
    (self.x1, self.y1, self.x2, self.y2) = (x1, y1, x2, y2)
    self.duration = duration
  }

  public static func timingCurve(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, duration: Double = 0.35
  ) -> Animation {
    precondition(duration > 0, "only linear(duration: 0) is known to end animations in progress")
    return Animation(x1, y1, x2, y2, duration)
  }

  public static func linear(duration: Double) -> Animation { Animation(0, 0, 1, 1, duration) }

  public static func easeInOut(duration: Double) -> Animation {
    timingCurve(0.42, 0, 0.58, 1, duration: duration)
  }

  /// Returns the fraction of the change after a fraction of the time.
  func share(at time: Double) -> Double {
    if time >= 1 { return 1 }
    if time <= 0 { return 0 }
    func bezier(_ first: Double, _ second: Double, _ t: Double) -> Double {
      let rest = 1 - t
      return 3 * rest * rest * t * first + 3 * rest * t * t * second + t * t * t
    }
    var (low, high) = (0.0, 1.0)
    for _ in 0..<40 {
      let middle = (low + high) / 2
      if bezier(x1, x2, middle) < time { low = middle } else { high = middle }
    }
    return bezier(y1, y2, (low + high) / 2)
  }
}

/// The context common to the changes of one moment.
public struct Transaction: Hashable, Sendable {
  public var animation: Animation?

  public init(animation: Animation? = nil) { self.animation = animation }

  // Safe, because it is read and set on the main thread.
  nonisolated(unsafe) static var current = Transaction()

  static func with<Result>(
    _ transaction: Transaction, _ body: () throws -> Result
  ) rethrows -> Result {
    let outer = current
    current = transaction
    defer { current = outer }
    return try body()
  }
}

public func withAnimation<Result>(
  _ animation: Animation? = .easeInOut(duration: 0.35), _ body: () throws -> Result
) rethrows -> Result {
  try Transaction.with(Transaction(animation: animation), body)
}

/// Animated numbers.
///
/// A change with an animation adds to those in progress. A change without one applies immediately
/// and ends none of them. Apple does not document this; it is a finding of OpenSwiftUI
/// (AnimatableAttribute, AnimatorState).
@MainActor
final class Animator {
  private struct Part {
    let interval: [Double]
    let animation: Animation
    let start: Int64

    func rest(at now: Int64) -> Double {
      guard animation.duration > 0 else { return 0 }
      return 1 - animation.share(at: Double(now - start) / 1e9 / animation.duration)
    }
  }

  private var target: [Double]?
  private var parts: [Part] = []

  /// Returns the current numbers on their way to new ones.
  func shown(_ new: [Double], _ inputs: Inputs, in host: HostGraph) -> [Double] {
    let now = VirtualRunLoop.main.now
    if let target, target != new, let animation = inputs.transaction.animation {
      // A change without duration ends those in progress.
      if animation.duration == 0 { parts = [] }
      parts.append(
        Part(interval: zip(new, target).map { $0 - $1 }, animation: animation, start: now))
    }
    target = new
    parts.removeAll { $0.rest(at: now) == 0 }
    if !parts.isEmpty { host.needsFrames = true }
    return new.indices.map { index in
      parts.reduce(new[index]) { $0 - $1.interval[index] * $1.rest(at: now) }
    }
  }
}

nonisolated private struct AnimationModifier<Value: Equatable>: PrimitiveModifier {
  let animation: Animation?
  let value: Value

  private final class Last {
    var value: Value?
  }

  @MainActor func elements(of content: any View, _ node: Node, _ inputs: Inputs) -> [LayoutElement]
  {
    var inputs = inputs
    let last = node.stored { Last() }
    if let old = last.value, old != value { inputs.transaction.animation = animation }
    last.value = value
    return node.evaluate(content, 0, inputs)
  }
}

nonisolated extension View {
  public func animation(_ animation: Animation?, value: some Equatable) -> some View {
    modifier(AnimationModifier(animation: animation, value: value))
  }
}
