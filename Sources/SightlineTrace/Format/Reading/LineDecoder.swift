/// Decodes the bytes of one line into a ``TraceLine``.
///
/// Keys may come in any order. Keys unknown to version 1 are skipped.
struct LineDecoder {
  /// The position before the line's object, or after its key `k` if that comes first.
  private var json: JSONScanner
  private let start: Int

  init(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) {
    json = JSONScanner(bytes)
    json.position = start
    self.start = start
  }

  mutating func kind() throws(Problem) -> JSONKey? {
    json = try begun()
    var rest = json
    var isFirst = true
    while let key = try rest.nextKey() {
      if key == "k" {
        let kind = try rest.code(key)
        if isFirst { json = rest }
        return kind
      }
      try rest.skipValue()
      isFirst = false
    }
    return nil
  }

  private func begun() throws(Problem) -> JSONScanner {
    var json = JSONScanner(self.json.bytes)
    json.position = start
    json.skipSpace()
    if json.byte != 0x7B {
      try json.skipValue()
      throw .notAnObject
    }
    try json.beginObject(.none)
    return json
  }

  /// Returns the line, or `nil` for kinds unknown to version 1.
  mutating func line(_ kind: JSONKey) throws(Problem) -> TraceLine? {
    if let offset = JSONScanner.firstInvalidUTF8(in: json.bytes) {
      throw .notUTF8(column: offset + 1)
    }
    if kind == TraceMeta.kind {
      let version = try version()
      if version > TraceMeta.currentVersion { throw .futureVersion(version) }
    }
    let line = try TraceLine(kind, &json)
    try json.end()
    return line
  }

  /// Returns the value of `v`, before decoding the rest of the line.
  private func version() throws(Problem) -> Int {
    var json = try begun()
    while let key = try json.nextKey() {
      if key == "v" { return try json.integer(key, in: 1...Int.max) }
      try json.skipValue()
    }
    throw .missingKey("v", kind: "meta")
  }
}
