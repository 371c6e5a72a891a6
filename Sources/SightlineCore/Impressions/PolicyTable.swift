/// The policies in use, each once.
///
/// Targets are watched under few policies, so what refers to one keeps its index. Each watch and
/// each kept entry holds a reference; the last one to go frees the policy.
struct PolicyTable: Sendable {
  private struct Record: Sendable {
    var policy: ImpressionPolicy
    var references = 0
  }

  private var records: ContiguousArray<Record> = []
  private var indexes: [ImpressionPolicy: UInt32] = [:]
  private var free: ContiguousArray<UInt32> = []
  /// The one requested last: the rows of a list have the same.
  private var latest = none

  /// How many there are.
  var count: Int { indexes.count }

  subscript(_ index: UInt32) -> ImpressionPolicy { records[Int(index)].policy }

  func index(of policy: ImpressionPolicy) -> UInt32? { indexes[policy] }

  /// Takes a reference to a policy.
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

  /// Takes one more reference.
  mutating func retain(_ index: UInt32) { records[Int(index)].references += 1 }

  /// Gives a reference back.
  mutating func release(_ index: UInt32) {
    records[Int(index)].references -= 1
    if records[Int(index)].references > 0 { return }
    indexes[records[Int(index)].policy] = nil
    records[Int(index)].policy = .feed
    free.append(index)
    if latest == index { latest = none }
  }

  /// Gives back the memory of a table that is empty.
  mutating func releaseMemory() { if indexes.isEmpty { self = PolicyTable() } }

  /// Calls a closure with the index of each.
  func forEachIndex(_ body: (UInt32) -> Void) { for index in indexes.values { body(index) } }
}
