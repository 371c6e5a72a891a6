import Foundation
import Testing

@testable import SightlineTrace

/// Some values in every field of every kind of line. `Fixtures/fields.txt` lists those kept,
/// changed and refused.
@Suite struct FieldValuesTests {
  /// Lines with every field, as keys and values in the order of writing, within other text.
  private static let samples: [(name: String, before: String, fields: String, after: String)] = [
    (
      "meta", #"{"k":"meta","#,
      #"v:1 ua:"x" page:"x" viewport:[1,2] unit:"x""#, "}"
    ),
    ("step", #"{"k":"step","#, #"s:0 ms:1.5 ns:1500000"#, "}"),
    (
      "node", #"{"k":"node","#,
      #"id:1 p:0 frame:[1,2,3,4] clip:[0,0,3,4] scroll:[5,6] tf:[1,0,0,1,7,8] fixed:true"#
        + #" opacity:0.5 hidden:true gone:true z:9 cover:"opaque" box:true target:true idle:true"#
        + " shift:true", "}"
    ),
    (
      "set", #"{"k":"d","s":0,"set":[{"#, #"id:1 p:2 frame:[1,2,3,4] opacity:0.5 z:9"#, "}]}"
    ),
    (
      "d", #"{"k":"d","#,
      #"s:0 set:[{"id":1,"z":2}] add:[{"id":2,"p":0,"frame":[1,2,3,4]}] rm:[3]"#, "}"
    ),
    ("observe", #"{"k":"observe","#, "s:0 ids:[1,-2]", "}"),
    (
      "view", #"{"k":"view","#,
      "s:0 v:1 rm:false root:2 margin:[1,2,3,4] share:[0.1,0.2,0.3,0.4] scrollMargin:[5,6,7,8]"
        + " scrollShare:[0.5,0.6,0.7,0.8]", "}"
    ),
    (
      "watch", #"{"k":"watch","#,
      #"s:0 w:1 id:2 v:3 name:"x" rule:{"of":"item","thr":[0.5]} see:{"id":9,"n":1,"again":"perDay"}"#,
      "}"
    ),
    (
      "rule", #"{"k":"watch","s":0,"w":1,"id":2,"v":3,"rule":{"#,
      #"of:"viewport" thr:[0.5] hyst:0.1 alpha:0.2 area:3"#, "}}"
    ),
    (
      "see", #"{"k":"watch","s":0,"w":1,"id":2,"v":3,"rule":{"thr":[1]},"see":{"#,
      #"id:9 dwell:5 sum:true pause:true again:"perDay" n:2 speed:7.5"#, "}}"
    ),
    ("unwatch", #"{"k":"unwatch","#, "s:0 w:1", "}"),
    (
      "seen", #"{"k":"seen","#,
      #"s:0 rule:{"thr":[1]} see:{"id":9} n:2 ns:3 day:4 today:5 session:true visit:true"#
        + " shown:true", "}"
    ),
    ("ev", #"{"k":"ev","#, #"s:0 w:1 on:true thr:2 f:0.5 why:"covered""#, "}"),
    ("imp", #"{"k":"imp","#, "s:0 w:1 id:2 ns:3 n:4", "}"),
    ("exp", #"{"k":"exp","#, #"s:0 w:1 id:2 on:false f:0.5 why:"covered""#, "}"),
  ]

  private static let values = [
    "null", "true", "false", "0", "-0", "1", "-1", "2", "0.5", "-0.5", "1.0", "1.5", "1e2",
    "5e-324",
    "65535", "65536", "2147483647", "2147483648", "-2147483647", "-2147483648", "-2147483649",
    "9007199254740991", "9007199254740992", "9007199254740993", "9007199254740994.0",
    "-9007199254740993", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
    "-9223372036854775809", "18446744073709551615", "18446744073709551616", "9.2e12",
    "9200000000001", "-9.2e12", "-9200000000001", "1e308", "1e309", #""""#, #""x""#, #""5""#,
    #""05""#, #""9007199254740993""#, #""18446744073709551616""#, #""a\u0000\"\\/\u00e9""#,
    #""1px 2% 0""#, #""1em""#, #""opaque""#, #""friendly""#, #""once""#, #""smaller""#,
    #""removed""#, "[]", "[1]", "[-1]", "[0,1]", "[1,2]", "[1,2,3,4]", "[1,null,3,4]",
    "[1,2,3,4,5]", "[1,2,3,4,5,6]", "[[1,0.5,[1,2,3,4]]]", "{}",
  ]

  /// Returns the text that a trace with this line has after the key, or the problem.
  private func outcome(_ key: String, _ line: String, _ name: String) -> String {
    let head = name == "meta" ? "" : meta
    do throws(TraceError) {
      let lines = try read(head + line + "\n")
      guard let last = lines.last else { return "no line" }
      var encoder = LineEncoder()
      encoder.append(last.record)
      let text = String(decoding: encoder.bytes.dropLast(), as: UTF8.self)
      // Nested objects come last on their lines.
      guard let found = text.range(of: "\"\(key)\":", options: .backwards) else { return "absent" }
      var rest = String(text[found.upperBound...])
      return rest.withUTF8 { bytes in
        var json = JSONScanner(bytes)
        guard (try? json.skipValue()) != nil else { return "not JSON" }
        return String(decoding: bytes[..<json.position], as: UTF8.self)
      }
    } catch {
      return "\(error.problem)".replacing("\"\(key)\"", with: "\"KEY\"")
        .replacing("a \"\(name)\" needs", with: "it needs")
    }
  }

  /// Returns the outcomes of all values in a field, one per line.
  private func outcomes(
    _ place: Int, of fields: [(key: String, value: String)], _ sample: (String, String, String)
  ) -> String {
    let key = fields[place].key
    func line(_ value: String?) -> String {
      var fields = fields.map { "\"\($0.key)\":\($0.value)" }
      fields[place] = value.map { "\"\(key)\":\($0)" } ?? ""
      return sample.1 + fields.filter { !$0.isEmpty }.joined(separator: ",") + sample.2
    }
    var (kept, groups): ([String], [(outcome: String, values: [String])]) = ([], [])
    for value in Self.values + [nil] {
      let outcome = outcome(key, line(value), sample.0)
      if outcome == value {
        kept.append(outcome)
      } else if let existing = groups.firstIndex(where: { $0.outcome == outcome }) {
        groups[existing].values.append(value ?? "missing")
      } else {
        groups.append((outcome, [value ?? "missing"]))
      }
    }
    return
      (["  kept: " + kept.joined(separator: " ")]
      + groups.map { "  \($0.outcome) <- \($0.values.joined(separator: " "))" })
      .joined(separator: "\n")
  }

  @Test func `every value is kept, changed or refused as recorded`() throws {
    var fieldsOfOutcome: [(outcomes: String, fields: [String])] = []
    for sample in Self.samples {
      let fields = sample.fields.split(separator: " ").map { field in
        let colon = field.firstIndex(of: ":") ?? field.endIndex
        return (key: String(field[..<colon]), value: String(field[colon...].dropFirst()))
      }
      for place in fields.indices {
        let outcomes = outcomes(place, of: fields, (sample.name, sample.before, sample.after))
        let field = "\(sample.name).\(fields[place].key)"
        if let existing = fieldsOfOutcome.firstIndex(where: { $0.outcomes == outcomes }) {
          fieldsOfOutcome[existing].fields.append(field)
        } else {
          fieldsOfOutcome.append((outcomes, [field]))
        }
      }
    }
    let results = fieldsOfOutcome.map { $0.fields.joined(separator: " ") + "\n" + $0.outcomes }
    let url = try #require(Bundle.module.url(forResource: "Fixtures/fields", withExtension: "txt"))
    let recorded = try String(contentsOf: url, encoding: .utf8).split(separator: "\n\n").map {
      String($0)
    }
    for (result, expected) in zip(results, recorded) { #expect(result == expected) }
    if results != recorded {
      let new = FileManager.default.temporaryDirectory.appendingPathComponent("fields.txt")
      try (results.joined(separator: "\n\n") + "\n\n").write(
        to: new, atomically: true, encoding: .utf8)
      Issue.record("if the changes are intended, copy \(new.path)")
    }
  }
}
