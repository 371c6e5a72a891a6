import SightlineCore
import Testing

@Suite struct IdentityMapTests {
  @Test func `an id has the same number for as long as the map lives, and another has another`() {
    var map = IdentityMap<String>()
    let ids = ["a", "b", "c"]
    let first = ids.map { map.identity(of: $0) }
    #expect(Set(first).count == 3)
    #expect(ids.reversed().map { map.identity(of: $0) } == first.reversed())
    #expect(first.map { map.id(of: $0) } == ids)
    #expect(map.id(of: ItemIdentity(3)) == nil && map.id(of: ItemIdentity(.max)) == nil)
  }
}
