import SightlineTestSupport
import Testing

@testable import SightlineTrace

/// Broken traces of any kind are read or refused, but never crash.
@Suite struct TraceFuzzTests {
  private static let small =
    meta + #"{"k":"obs","o":0,"root":1,"margin":"-10% 0px 100px 0px","thr":[0,0.5,1]}"# + "\n"
    + stepZero + root + """
      {"k":"node","id":1,"p":0,"frame":[0,10,100,500],"clip":[0,0,100,500],"scroll":[0,40]}
      {"k":"node","id":2,"p":1,"frame":[0,0,100,50.25],"tf":[1,0,0,1,0,0],"opacity":0.5}
      {"k":"observe","s":0,"ids":[1,2]}
      {"k":"snap","s":0,"o":0,"root":[0,0,100,100],"n":2,"v":[[2,0.5,[0,0,1,1],[0,0,2,2]]]}
      {"k":"e","s":0,"o":0,"id":2,"t":0,"br":[0,0,1,1],"ir":[0,0,0,0],"rb":null,"q":0,"in":false}
      {"k":"view","s":0,"v":0,"root":0,"margin":[1,2,3,4],"share":[0.1,0,0,0]}
      {"k":"watch","s":0,"w":5,"id":2,"v":0,"rule":{"of":"item","thr":[0.7],"hyst":0.2},\
      "see":{"id":12,"dwell":1000000000,"again":"coolDown","n":5,"speed":2500}}
      {"k":"step","s":1,"ms":100,"ns":100000001,"do":[{"op":"scroll","y":60}]}
      {"k":"d","s":1,"set":[{"id":1,"scroll":[0,60],"clip":null}],\
      "add":[{"id":3,"p":2,"frame":[0,0,1,1],"cover":"opaque","z":2}]}
      {"k":"app","s":1,"active":false}
      {"k":"seen","s":1,"rule":{"thr":[1]},"see":{"id":9},"n":2,"ns":3,"day":4,"today":1,"visit":true}
      {"k":"ev","s":1,"w":5,"on":true,"thr":0,"f":0.71,"why":"clipped"}
      {"k":"imp","s":1,"w":5,"id":12,"ns":123456789,"n":1}
      {"k":"step","s":2,"ms":200}
      {"k":"d","s":2,"set":[{"id":3,"p":0}],"rm":[2]}
      {"k":"unwatch","s":2,"w":5}
      {"k":"view","s":2,"v":0,"rm":true}
      {"k":"names","v":["viewport","é"]}

      """

  private static let numbers = [
    "NaN", "1e999", "-1", "99999999999999999999", "0", "null", "1e-999", "2147483648", "-0",
    "1.7976931348623157e308", "[]", "\"1\"", "true", "9223372036854775807",
  ]

  private func mutate(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
    guard !bytes.isEmpty else { return }
    let place = Int.random(in: 0..<bytes.count, using: &random)
    switch Int.random(in: 0..<8, using: &random) {
    case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 1: bytes[place] = UInt8.random(in: 0...255, using: &random)
    case 2: bytes.remove(at: place)
    case 3:
      let end = min(bytes.count, place + Int.random(in: 1...40, using: &random))
      bytes.removeSubrange(place..<end)
    case 4: bytes.removeSubrange(place...)
    case 5:
      var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
      lines.swapAt(
        Int.random(in: 0..<lines.count, using: &random),
        Int.random(in: 0..<lines.count, using: &random))
      bytes = Array(lines.joined(separator: [0x0A]))
    case 6:
      let end = min(bytes.count, place + Int.random(in: 1...60, using: &random))
      let from = Int.random(in: 0..<bytes.count, using: &random)
      bytes.insert(contentsOf: Array(bytes[place..<end]), at: from)
    default: replaceNumber(&bytes, from: place, &random)
    }
  }

  private func replaceNumber(
    _ bytes: inout [UInt8], from place: Int, _ random: inout SeededGenerator
  ) {
    func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) || byte == 0x2E }
    guard let start = bytes[place...].firstIndex(where: isDigit) else { return }
    let end = bytes[start...].firstIndex { !isDigit($0) } ?? bytes.count
    let number = Self.numbers.randomElement(using: &random) ?? "0"
    bytes.replaceSubrange(start..<end, with: Array(number.utf8))
  }

  @Test(arguments: 0..<8) func `broken traces never crash`(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var (refused, accepted) = (0, 0)
    for _ in 0..<600 {
      var bytes = Array(Self.small.utf8)
      for _ in 0..<Int.random(in: 1...3, using: &random) { mutate(&bytes, &random) }
      let lineCount = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).count
      let skipsReports = !Bool.random(using: &random)
      do throws(TraceError) {
        _ = try read(bytes, skipsReports: skipsReports, checkingScene: true)
        accepted += 1
      } catch {
        refused += 1
        #expect(error.file == "test")
        #expect((0...lineCount).contains(error.line), "seed \(seed): \(error)")
        #expect(
          error.line > 0 || [.empty, .notText].contains(error.problem), "seed \(seed): \(error)")
        #expect(!error.isInputMissing)
        #expect(!error.description.contains("\n"), "seed \(seed): \(error)")
      }
    }
    // Both must occur, or the test would test nothing.
    #expect(refused > 100 && accepted > 10, "seed \(seed): \(refused) refused, \(accepted) read")
  }

  @Test func `every truncation is read or reported as truncated`() throws {
    let bytes = Array(Self.small.utf8)
    #expect(try read(bytes, checkingScene: true).count == 18)
    for length in 1..<bytes.count {
      let lines = bytes[..<length].split(separator: 0x0A).count
      do throws(TraceError) {
        _ = try read(Array(bytes[..<length]))
        // The cut is at the end of a line, or only the line feed is missing.
        #expect(bytes[length - 1] == 0x0A || bytes[length] == 0x0A)
      } catch { #expect(error == TraceError(file: "test", line: lines, problem: .cutOff)) }
    }
  }

  @Test func `random bytes are rejected`() {
    var random = SeededGenerator(seed: 99)
    for _ in 0..<500 {
      let bytes = (0..<200).map { _ in UInt8.random(in: 0...255, using: &random) }
      #expect(throws: TraceError.self) { try read(bytes) }
    }
  }
}
