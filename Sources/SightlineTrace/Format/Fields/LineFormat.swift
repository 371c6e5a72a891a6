/// A part of a trace: a kind of line, or an object on one.
protocol TraceRecord: Equatable, Sendable {
  /// The fields, in the order of writing.
  static var format: LineFormat<Self> { get }

  /// Creates a record with default values in all fields.
  init()
}

/// The complete description of one kind of line or object: its list of fields.
final class LineFormat<Line: Sendable>: Sendable {
  /// Checks further conditions on a line, given the fields present.
  typealias Check = @Sendable (Line, FieldSet) throws(Problem) -> Void

  /// The value of `k`, or the key of the object.
  let kind: StaticString
  let fields: [Field<Line>]
  private let check: Check?
  private let required: FieldSet
  private let keys: [StaticString]
  /// The fields, unretained. Reading one from an array of objects or closures retains and releases
  /// it, which took a third of the time to read a trace.
  private let unretained: [Unmanaged<Field<Line>>]

  init(_ kind: StaticString, _ fields: [Field<Line>], check: Check? = nil) {
    precondition(fields.count <= FieldSet.RawValue.bitWidth, "\(kind) has too many fields")
    self.kind = kind
    self.fields = fields
    self.check = check
    keys = fields.map(\.key)
    unretained = fields.map(Unmanaged.passUnretained)
    required = FieldSet(fields.indices.filter { fields[$0].isRequired }.map { .field($0) })
  }

  func field(_ key: String) -> FieldSet {
    FieldSet(fields.indices.filter { "\(fields[$0].key)" == key }.map { .field($0) })
  }

  /// Reads the rest of an object into a line, skipping unknown keys. Returns the fields present.
  func read(_ json: inout JSONScanner, into line: inout Line) throws(Problem) -> FieldSet {
    var seen: FieldSet = []
    // Keys usually follow the order of the list.
    var expected = 0
    while let key = try json.nextKey() {
      guard let index = index(of: key, from: expected) else {
        try json.skipValue()
        continue
      }
      if !seen.insert(.field(index)).inserted { throw .duplicateKey(key.text) }
      try unretained[index].read(&line, &json, key)
      expected = index + 1 < keys.count ? index + 1 : 0
    }
    return seen
  }

  private func index(of key: JSONKey, from start: Int) -> Int? {
    var index = start
    for _ in keys.indices {
      if key == keys[index] { return index }
      index = index + 1 < keys.count ? index + 1 : 0
    }
    return nil
  }

  /// Checks that a complete line has all required fields and meets its conditions.
  func validate(_ line: Line, _ seen: FieldSet, kind: StaticString? = nil) throws(Problem) {
    if !required.isSubset(of: seen) {
      for (index, field) in fields.enumerated()
      where field.isRequired && !seen.contains(.field(index)) && field.applies(line) {
        throw .missingKey("\(field.key)", kind: "\(kind ?? self.kind)")
      }
    }
    try check?(line, seen)
  }

  func write(_ line: Line, to encoder: inout LineEncoder) {
    for field in fields where field.applies(line) { field.write(line, &encoder, false) }
  }

  /// Writes some fields of a line as a change, with defaults as `null`.
  func write(_ changed: FieldSet, of line: Line, to encoder: inout LineEncoder) {
    changed.forEachIndex { fields[$0].write(line, &encoder, true) }
  }

  func difference(_ old: Line, _ new: Line) -> FieldSet {
    FieldSet(fields.indices.filter { fields[$0].differs(old, new) }.map { .field($0) })
  }

  func copy(_ changed: FieldSet, from source: Line, to line: inout Line) {
    // Copy the source once, not once per field.
    var source = source
    changed.forEachIndex { index in
      unretained[index]._withUnsafeGuaranteedRef { $0.copy(&source, &line) }
    }
  }
}

extension TraceRecord {
  /// The value of `k`, or the key of the object.
  static var kind: StaticString { format.kind }

  /// Reads the rest of an object.
  ///
  /// - Parameter kind: the object's name in errors, if it differs from its format's.
  init(_ json: inout JSONScanner, kind: StaticString? = nil) throws(Problem) {
    self.init()
    let seen = try Self.format.read(&json, into: &self)
    try Self.format.validate(self, seen, kind: kind)
  }

  func write(to encoder: inout LineEncoder) { Self.format.write(self, to: &encoder) }
}

extension Unmanaged {
  fileprivate func read<Line>(
    _ line: inout Line, _ json: inout JSONScanner, _ key: JSONKey
  ) throws(Problem) where Instance == Field<Line> {
    var problem: Problem?
    _withUnsafeGuaranteedRef { reader in
      do throws(Problem) { try reader.read(&line, &json, key) } catch { problem = error }
    }
    if let problem { throw problem }
  }
}
