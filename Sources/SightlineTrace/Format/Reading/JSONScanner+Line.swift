/// Reads a line's object. Keys may come in any order; keys unknown to version 1 are skipped.
extension JSONScanner {
  /// Begins the object and returns its kind. Skips the key `k` if it comes first.
  mutating func beginLine() throws(Problem) -> JSONKey? {
    skipSpace()
    if byte != 0x7B {
      try skipValue()
      throw .notAnObject
    }
    try beginObject(.none)
    var rest = self
    var isFirst = true
    while let key = try rest.nextKey() {
      if key == "k" {
        let kind = try rest.code(key)
        if isFirst { self = rest }
        return kind
      }
      try rest.skipValue()
      isFirst = false
    }
    return nil
  }

  /// Returns the line, or `nil` for kinds unknown to version 1.
  mutating func line(_ kind: JSONKey) throws(Problem) -> TraceLine? {
    if let offset = JSONScanner.firstInvalidUTF8(in: bytes) { throw .notUTF8(column: offset + 1) }
    if kind == TraceMeta.kind { try checkVersion() }
    let line = try TraceLine(kind, &self)
    try end()
    return line
  }

  /// Checks the value of `v` before the rest of the line is read.
  private func checkVersion() throws(Problem) {
    var json = self
    while let key = try json.nextKey() {
      if key == "v" {
        let version = try json.integer(key, in: 1...Int.max)
        if version > TraceMeta.currentVersion { throw .futureVersion(version) }
        return
      }
      try json.skipValue()
    }
    throw .missingKey("v", kind: "meta")
  }
}
