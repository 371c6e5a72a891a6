/// A number of steps, with which tests check how a cost grows: proportional to time, but the same
/// on every machine.
///
/// Only debug builds count.
struct StepCount: Sendable {
  #if DEBUG
  private(set) var total = 0

  static func &+= (count: inout StepCount, steps: Int) { count.total &+= steps }
  #else
  var total: Int { 0 }

  @inline(__always)
  static func &+= (count: inout StepCount, steps: Int) {}
  #endif

  static func &+ (a: StepCount, b: StepCount) -> StepCount {
    var sum = a
    sum &+= b.total
    return sum
  }
}
