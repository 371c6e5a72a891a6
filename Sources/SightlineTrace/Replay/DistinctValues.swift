/// Distinct values, numbered in the order of their first use.
struct DistinctValues<Value: Hashable> {
  private(set) var values: [Value] = []
  private var numbers: [Value: UInt32] = [:]

  /// Returns the number of a value, and whether it was newly assigned.
  mutating func number(of value: Value) -> (number: UInt32, isNew: Bool) {
    if let number = numbers[value] { return (number, false) }
    let number = UInt32(truncatingIfNeeded: values.count)
    numbers[value] = number
    values.append(value)
    return (number, true)
  }
}
