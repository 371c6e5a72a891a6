import SightlineTestSupport
import Testing

@testable import SightlineCore

@Suite struct PartedDictionaryTests {
  @Test(arguments: [30, 255, 256, 257, 3_000])
  func `it holds what a dictionary holds`(keys: Int) {
    var random = SeededGenerator(seed: UInt64(keys))
    var (parted, plain) = (PartedDictionary<Int, Int>(), [Int: Int]())
    for step in 0..<3 * keys {
      let key = random.index(keys)
      parted[key] = random.oneIn(4) ? nil : step
      plain[key] = parted[key]
      if step == 2 * keys {
        parted.removeAll { $1 % 3 == 0 }
        plain = plain.filter { $0.value % 3 != 0 }
      }
      #expect(parted.count == plain.count)
    }
    for key in 0..<keys { #expect(parted[key] == plain[key]) }
  }

  @Test func `growing moves a small part of its elements`() {
    var parted = PartedDictionary<Int, Int>()
    for key in 0..<6_400 { parted[key] = key }
    #expect(parted.count == 6_400)
    #expect(parted.parts.allSatisfy { $0.count < 200 }, "a 64th is 100")
  }
}
