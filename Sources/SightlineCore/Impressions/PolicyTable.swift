/// The distinct policies in use.
///
/// Targets are watched under few policies, so watches and entries store an index. Each holds a
/// reference; releasing the last one frees the policy.
struct PolicyTable: Sendable {
  private struct Record: Sendable {
    var policy: ImpressionPolicy
    var references = 0
  }

  private var records: ContiguousArray<Record> = []
  private var indexes: [ImpressionPolicy: UInt32] = [:]
  private var free: ContiguousArray<UInt32> = []
  /// The policy requested last: rows of a list share one.
  private var latest = none

  /// The number of policies.
  var count: Int { indexes.count }

  subscript(_ index: UInt32) -> ImpressionPolicy { records[Int(index)].policy }

  func index(of policy: ImpressionPolicy) -> UInt32? { indexes[policy] }

  /// Retains a policy and returns its index.
  mutating func retain(_ policy: ImpressionPolicy) -> UInt32 {
    if latest != none && records[Int(latest)].policy == policy {
      records[Int(latest)].references += 1
      return latest
    }
    let index: UInt32
    if let known = indexes[policy] {
      index = known
    } else if let unused = free.popLast() {
      index = unused
      records[Int(index)].policy = policy
      indexes[policy] = index
    } else {
      index = UInt32(records.count)
      records.append(Record(policy: policy))
      indexes[policy] = index
    }
    records[Int(index)].references += 1
    latest = index
    return index
  }

  /// Adds a reference to a policy.
  mutating func retain(_ index: UInt32) { records[Int(index)].references += 1 }

  /// Releases a reference to a policy.
  mutating func release(_ index: UInt32) {
    records[Int(index)].references -= 1
    if records[Int(index)].references > 0 { return }
    indexes[records[Int(index)].policy] = nil
    records[Int(index)].policy = .feed
    free.append(index)
    if latest == index { latest = none }
  }

  /// Releases the memory of an empty table.
  mutating func releaseMemory() { if indexes.isEmpty { self = PolicyTable() } }

  /// Calls a closure with the index of each policy.
  func forEachIndex(_ body: (UInt32) -> Void) { for index in indexes.values { body(index) } }
}
