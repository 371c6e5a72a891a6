import SightlineHost
import Testing

@Suite struct ItemKeyTests {
  @Test func `integers, text and keys have keys`() {
    #expect((-5).itemKey == .number(-5))
    #expect(Int64.min.itemKey == .number(.min))
    #expect(Int32.min.itemKey == .number(-2_147_483_648))
    #expect(UInt32.max.itemKey == .number(4_294_967_295))
    #expect("ad".itemKey == .text("ad"))
    #expect(ItemKey.number(7).itemKey == 7)
  }

  @Test func `a key has the item's id and text`() {
    #expect(ItemKey.number(7).id == AnyHashable(7) && "\(ItemKey.number(7))" == "7")
    #expect(ItemKey.text("ad").id == AnyHashable("ad") && "\(ItemKey.text("ad"))" == "ad")
    #expect(ItemKey.number(7).id != ItemKey.text("7").id)
  }
}
