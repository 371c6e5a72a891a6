import SightlineCore
import Testing

@Suite struct IdentityMapTests {
  @Test func `each ID keeps one distinct number for the map's lifetime`() {
    var map = IdentityMap<String>()
    let ids = ["a", "b", "c"]
    let first = ids.map { map.identity(of: $0) }
    #expect(Set(first).count == 3)
    #expect(ids.reversed().map { map.identity(of: $0) } == first.reversed())
    #expect(first.map { map.id(of: $0) } == ids)
    #expect(map.id(of: ItemIdentity(3)) == nil && map.id(of: ItemIdentity(.max)) == nil)
  }

  @Test func `a map of thousands finds each ID by its number`() {
    var map = IdentityMap<String>()
    let numbers = (0..<3_000).map { map.identity(of: "\($0)") }
    map.forget { $0.rawValue % 3 == 0 }
    map.forget("1")
    for (id, number) in numbers.enumerated() {
      let isKept = number.rawValue % 3 != 0 && id != 1
      #expect(map.id(of: number) == (isKept ? "\(id)" : nil))
      #expect(map.knownIdentity(of: "\(id)") == (isKept ? number : nil))
    }
    #expect(map.count == 1_999)
  }

  @Test func `a forgotten ID gets a new number`() {
    var map = IdentityMap<String>()
    let first = ["a", "b", "c"].map { map.identity(of: $0) }
    map.forget("a")
    #expect(map.count == 2 && map.id(of: first[0]) == nil && map.knownIdentity(of: "a") == nil)
    let again = map.identity(of: "a")
    #expect(!first.contains(again) && map.id(of: again) == "a")
    map.forget { $0 != first[1] }
    #expect(map.count == 1 && map.knownIdentity(of: "b") == first[1])
    #expect(map.id(of: first[1]) == "b" && map.id(of: first[2]) == nil)
  }
}
