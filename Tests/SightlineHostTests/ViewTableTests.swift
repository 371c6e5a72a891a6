import SightlineHost
import Testing

@Suite struct ViewTableTests {
  private final class View {}

  @Test func `a view is found by its key`() {
    let table = ViewTable()
    let view = View()
    let key = table.key(of: view)
    #expect(table.view(of: key) === view)
    #expect(table.key(of: view) == key)
    #expect(key == ViewKey(of: view))
    #expect(table.count == 1)
  }

  @Test func `the table keeps nothing alive`() {
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

  @Test func `a key made elsewhere stands for nothing`() {
    let table = ViewTable()
    let view = View()
    #expect(table.view(of: ViewKey(of: view)) == nil)
    withExtendedLifetime(view) {}
  }

  @Test func `the next view at an address is only found once it has a key itself`() {
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
    // As every allocator does with what was let go last, most of the time.
    #expect(reused > 0)
  }

  @Test func `views that are gone are not remembered for ever`() {
    let table = ViewTable()
    let kept = (0..<50).map { _ in View() }
    let keys = kept.map { table.key(of: $0) }
    for _ in 0..<10_000 {
      let crowd = (0..<3).map { _ in View() }
      for view in crowd { _ = table.key(of: view) }
    }
    #expect(table.count <= 2 * kept.count)
    for (key, view) in zip(keys, kept) { #expect(table.view(of: key) === view) }
  }

  private func address(of view: View, in table: ViewTable) -> ViewKey { table.key(of: view) }
}
