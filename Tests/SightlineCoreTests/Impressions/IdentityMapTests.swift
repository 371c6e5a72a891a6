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
