import SightlineTestSupport
import Testing

@testable import SightlineCore

@Suite struct SteadyDictionaryTests {
  @Test(arguments: [1, 2, 30, 255, 257, 3_000])
  func `it holds what a dictionary holds`(keys: Int) {
    var random = SeededGenerator(seed: UInt64(keys))
    var (steady, plain) = (SteadyDictionary<Int, Int>(), [Int: Int]())
    for step in 0..<3 * keys {
      let key = random.index(keys)
      steady[key] = random.oneIn(4) ? nil : step
      plain[key] = steady[key]
      if step == 2 * keys {
        for (key, value) in steady.elements where value % 3 == 0 { steady[key] = nil }
        plain = plain.filter { $0.value % 3 != 0 }
      }
      #expect(steady.count == plain.count)
    }
    for key in 0..<keys { #expect(steady[key] == plain[key]) }
    #expect(steady.elements.map(\.value).sorted() == plain.values.sorted())
  }

  private struct Number: Hashable {
    var value: Int
    var hashValue: Int

    func hash(into hasher: inout Hasher) { hasher.combine(hashValue) }
  }

  @Test func `keys with equal hashes are distinct`() {
    var steady = SteadyDictionary<Number, Int>()
    for number in 0..<50 { steady[Number(value: number, hashValue: 7)] = number }
    for number in stride(from: 0, to: 50, by: 3) {
      steady[Number(value: number, hashValue: 7)] = nil
    }
    for number in 0..<50 {
      let found = steady[Number(value: number, hashValue: 7)]
      #expect(found == (number % 3 == 0 ? nil : number))
    }
  }

  @Test(arguments: [1, 64, 1 << 20, 1 << 40])
  func `numbers at regular distances are in buckets of their own`(distance: Int) {
    var steady = SteadyDictionary<Number, Int>()
    for number in 0..<6_400 {
      steady[Number(value: number, hashValue: number * distance)] = number
    }
    #expect(steady.buckets.count == 6_400)
    #expect(steady.buckets.count { $0 == .none } < 3_200)
  }

  @Test func `a removed value is released`() {
    final class Object {}
    weak var object: Object?
    var steady = SteadyDictionary<Int, Object>()
    steady[1] = Object()
    object = steady[1]
    #expect(object != nil)
    steady[1] = nil
    #expect(object == nil)
  }
}
