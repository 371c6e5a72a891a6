import SightlineHost
import SightlineTestSupport
import Testing

@Suite struct ViewTableTests {
  private final class View {}

  private struct Remains {
    unowned let view: View
  }

  @Test func `a view is found by its key`() {
    let table = ViewTable()
    let view = View()
    let key = table.key(of: view)
    #expect(table.view(of: key) === view)
    #expect(table.key(of: view) == key)
    #expect(key == ViewKey(of: view))
    #expect(table.count == 1)
  }

  @Test func `the table retains no views`() {
    let table = ViewTable()
    weak var gone: View?
    let key: ViewKey
    do {
      let view = View()
      gone = view
      key = table.key(of: view)
    }
    #expect(gone == nil)
    #expect(table.view(of: key) == nil)
    #expect(table.count == 0)
  }

  @Test func `another table's key finds nothing`() {
    let table = ViewTable()
    let view = View()
    #expect(table.view(of: ViewKey(of: view)) == nil)
    withExtendedLifetime(view) {}
  }

  @Test func `a new view at a reused address is found only once it has its own key`() {
    let table = ViewTable()
    var reused = 0
    for _ in 0..<1_000 {
      let old = address(of: View(), in: table)
      let new = View()
      guard ViewKey(of: new) == old else { continue }
      reused += 1
      #expect(table.view(of: old) == nil)
      #expect(table.key(of: new) == old)
      #expect(table.view(of: old) === new)
    }
    // As every allocator usually does with the latest freed block.
    #expect(reused > 0)
  }

  @Test
  func `a new view at a reused address is found by its key`() {
    let table = ViewTable()
    var reused = 0
    for _ in 0..<1_000 {
      let old = address(of: View(), in: table)
      let new = View()
      guard table.key(of: new) == old else { continue }
      reused += 1
      #expect(table.view(of: old) === new)
    }
    #expect(reused > 0)
  }

  @Test func `views are found past removed ones`() {
    let table = ViewTable()
    // Enough for 64 slots that most are displaced from their preferred slot.
    var views = (0..<44).map { _ in View() as View? }
    let keys = views.map { table.key(of: $0!) }
    for gone in stride(from: 0, to: views.count, by: 2) { views[gone] = nil }
    for key in keys { _ = table.view(of: key) }
    for (key, view) in zip(keys, views) { #expect(table.view(of: key) === view) }
    #expect(table.count == 22)
  }

  @Test func `released views are eventually purged`() {
    let table = ViewTable()
    let kept = (0..<50).map { _ in View() }
    let keys = kept.map { table.key(of: $0) }
    // No address is reused: an unowned reference keeps the memory of a freed object.
    var remains: [Remains] = []
    for _ in 0..<10_000 {
      let view = View()
      _ = table.key(of: view)
      remains.append(Remains(view: view))
      #expect(table.count <= 4 * (kept.count + 1))
    }
    for (key, view) in zip(keys, kept) { #expect(table.view(of: key) === view) }
  }

  @Test(arguments: UInt64(1)...3)
  func `lookups match a dictionary while views come and go`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let table = ViewTable()
    var alive: [ViewKey: View] = [:]
    var keys: Set<ViewKey> = []
    for round in 0..<200 {
      // Grows to some 1,000 views, then shrinks, so that the table is rebuilt in both directions.
      for _ in 0..<random.index(round < 120 ? 24 : 8) {
        let view = View()
        let key = table.key(of: view)
        alive[key] = view
        keys.insert(key)
      }
      for key in alive.keys.sorted(by: { $0.address < $1.address })
      where random.oneIn(round < 120 ? 20 : 8) {
        alive[key] = nil
      }
      #expect(keys.allSatisfy { table.view(of: $0) === alive[$0] }, "seed \(seed), \(round)")
      #expect(alive.allSatisfy { table.key(of: $0.value) == $0.key }, "seed \(seed), \(round)")
      #expect(table.count == alive.count)
    }
  }

  private func address(of view: View, in table: ViewTable) -> ViewKey { table.key(of: view) }
}
