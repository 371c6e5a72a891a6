/// SHA-256 as defined by FIPS 180-4. Content security policies identify scripts by this hash.
enum SHA256 {
  private static let roundConstants = fractions(of: 64) { x in cubeRoot(x) }
  private static let start = Array(fractions(of: 8) { x in x.squareRoot() })

  /// Returns the 32-byte hash of some bytes.
  static func hash(_ bytes: [UInt8]) -> [UInt8] {
    var message = bytes + [0x80]
    message += [UInt8](repeating: 0, count: (120 - message.count % 64) % 64)
    let bits = UInt64(bytes.count) * 8
    message += (0..<8).reversed().map { UInt8(truncatingIfNeeded: bits >> (8 * UInt64($0))) }
    var hash = start
    for block in stride(from: 0, to: message.count, by: 64) {
      mix(message[block..<block + 64], into: &hash)
    }
    return hash.flatMap { word in
      (0..<4).reversed().map { UInt8(truncatingIfNeeded: word >> (8 * UInt32($0))) }
    }
  }

  private static func mix(_ block: ArraySlice<UInt8>, into hash: inout [UInt32]) {
    func turned(_ word: UInt32, _ count: UInt32) -> UInt32 {
      word >> count | word << (32 - count)
    }
    var words = (0..<16).map { index in
      block.dropFirst(4 * index).prefix(4).reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
    }
    for index in 16..<64 {
      let (a, b) = (words[index - 15], words[index - 2])
      words.append(
        words[index - 16] &+ words[index - 7] &+ (turned(a, 7) ^ turned(a, 18) ^ a >> 3)
          &+ (turned(b, 17) ^ turned(b, 19) ^ b >> 10))
    }
    var h = hash
    for index in 0..<64 {
      let choice = h[4] & h[5] ^ ~h[4] & h[6]
      let majority = h[0] & h[1] ^ h[0] & h[2] ^ h[1] & h[2]
      let first =
        h[7] &+ (turned(h[4], 6) ^ turned(h[4], 11) ^ turned(h[4], 25)) &+ choice
        &+ roundConstants[index] &+ words[index]
      let second = (turned(h[0], 2) ^ turned(h[0], 13) ^ turned(h[0], 22)) &+ majority
      h = [first &+ second, h[0], h[1], h[2], h[3] &+ first, h[4], h[5], h[6]]
    }
    for index in 0..<8 { hash[index] &+= h[index] }
  }

  /// Returns the first 32 fractional bits of a root of each of the first primes.
  private static func fractions(of count: Int, _ root: (Double) -> Double) -> [UInt32] {
    let primes = (2...400).filter { number in !(2..<number).contains { number % $0 == 0 } }
    return primes.prefix(count).map { prime in
      let value = root(Double(prime))
      return UInt32((value - value.rounded(.down)) * 4_294_967_296)
    }
  }

  private static func cubeRoot(_ number: Double) -> Double {
    var root = number.squareRoot()
    // Newton's method, which converges much earlier.
    for _ in 0..<60 { root -= (root * root * root - number) / (3 * root * root) }
    return root
  }
}
