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
