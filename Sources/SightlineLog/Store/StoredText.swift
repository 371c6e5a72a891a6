#if Log
internal import Foundation
internal import GRDB

/// The form of names and attributes in the file.
///
/// Swift compares strings by canonical equivalence but SQLite compares bytes, so text is normalised
/// (NFC). Both GRDB and SQLite's functions end a string at U+0000, so the file has the noncharacter
/// U+FDD0 instead, which Unicode reserves for such internal use.
extension String {
  private static let null: Unicode.Scalar = "\0"
  private static let storedNull = Unicode.Scalar(0xFDD0 as UInt32) ?? null

  /// The text to store.
  var stored: String {
    if utf8.allSatisfy({ 0 < $0 && $0 < 0x80 }) { return self }
    return precomposedStringWithCanonicalMapping.replacing(String.null, with: String.storedNull)
  }

  /// Creates text from its stored form.
  init(stored text: String) { self = text.replacing(String.storedNull, with: String.null) }

  private func replacing(_ old: Unicode.Scalar, with new: Unicode.Scalar) -> String {
    guard unicodeScalars.contains(old) else { return self }
    return String(String.UnicodeScalarView(unicodeScalars.map { $0 == old ? new : $0 }))
  }
}

extension [String: LogValue] {
  /// The text to store: JSON, equal for equal attributes.
  var stored: String { JSONText.object(mapped { $0.stored }) }

  /// Decodes stored attributes.
  init(stored json: String, _ decoder: JSONDecoder, _ db: Database) throws {
    self = try decoder.decode(Self.self, from: Data(json.utf8))
    // The decoder reads 10.0 as an integer, unlike SQLite.
    let reals = try db.cachedStatement(sql: "SELECT key FROM json_each(?) WHERE type = 'real'")
    for name in try String.fetchAll(reals, arguments: [json]) {
      if case .integer(let number)? = self[name] { self[name] = .number(Double(number)) }
    }
    self = mapped { String(stored: $0) }
  }

  private func mapped(_ map: (String) -> String) -> Self {
    let pairs = self.map { name, value in
      guard case .text(let text) = value else { return (map(name), value) }
      return (map(name), LogValue.text(map(text)))
    }
    return Dictionary(pairs) { _, last in last }
  }
}
#endif
