/// A part of a trace: a kind of line, or an object on one.
protocol TraceRecord: Equatable, Sendable {
  /// The fields, in the order of writing.
  static var format: LineFormat<Self> { get }

  /// Creates a record with default values in all fields.
  init()
}

extension TraceRecord {
  /// Reads the rest of an object.
  init(_ json: inout JSONScanner) throws(Problem) {
    self.init()
    let present = try Self.format.read(&json, into: &self)
    try Self.format.validate(self, present)
  }
}

/// The complete description of one kind of line or object: its list of fields.
struct LineFormat<Line: Sendable>: Sendable {
  /// The value of `k`, or the key of the object.
  let kind: String
  let fields: [Field<Line>]
  /// Checks further conditions on a complete line.
  private let check: @Sendable (Line) throws(Problem) -> Void

  init(
    _ kind: String, _ fields: [Field<Line>],
    check: @escaping @Sendable (Line) throws(Problem) -> Void = { _ in }
  ) {
    precondition(fields.count <= FieldSet.RawValue.bitWidth, "\(kind) has too many fields")
    self.kind = kind
    self.fields = fields
    self.check = check
  }

  func field(_ key: String) -> FieldSet { set { $0.key == key } }

  private func set(where matches: (Field<Line>) -> Bool) -> FieldSet {
    FieldSet(fields.indices.filter { matches(fields[$0]) }.map { .field($0) })
  }

  /// Reads the rest of an object into a line, skipping unknown keys. Returns the fields present.
  func read(_ json: inout JSONScanner, into line: inout Line) throws(Problem) -> FieldSet {
    var present: FieldSet = []
    // Keys usually follow the order of the list.
    var next = 0
    while let key = try json.nextKey() {
      let index =
        fields[next...].firstIndex { $0.key == key } ?? fields[..<next].firstIndex { $0.key == key }
      guard let index else {
        try json.skipValue()
        continue
      }
      if !present.insert(.field(index)).inserted { throw .duplicateKey(key) }
      try fields[index].read(&line, &json)
      next = index + 1
    }
    return present
  }

  /// Checks that a complete line has all required fields and meets its conditions.
  func validate(_ line: Line, _ present: FieldSet) throws(Problem) {
    for (index, field) in fields.enumerated()
    where field.isRequired && !present.contains(.field(index)) && field.applies(line) {
      throw .missingKey(field.key, kind: kind)
    }
    try check(line)
  }

  func write(_ line: Line, to encoder: inout LineEncoder) {
    for field in fields where field.applies(line) { field.write(line, &encoder, false) }
  }

  /// Writes some fields of a line as a change, with defaults as `null`.
  func write(_ changed: FieldSet, of line: Line, to encoder: inout LineEncoder) {
    for index in fields.indices where changed.contains(.field(index)) {
      fields[index].write(line, &encoder, true)
    }
  }

  func difference(_ old: Line, _ new: Line) -> FieldSet { set { $0.differs(old, new) } }

  func copy(_ changed: FieldSet, from source: Line, to line: inout Line) {
    for index in fields.indices where changed.contains(.field(index)) {
      fields[index].copy(source, &line)
    }
  }
}
