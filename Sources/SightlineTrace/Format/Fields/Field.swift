/// One field of a kind of line: its key, form and default.
///
/// A field is declared once, in the list of its line (``LineFormat``). Reading, writing, computing
/// a difference of two lines and applying it all go through that list.
final class Field<Line: Sendable>: Sendable {
  typealias Path<Value> = any WritableKeyPath<Line, Value> & Sendable

  let key: StaticString
  /// Whether a line without this field is malformed.
  let isRequired: Bool
  let read: @Sendable (inout Line, inout JSONScanner, JSONKey) throws(Problem) -> Void
  /// Writes the key and value. A default is omitted unless it is always written; in a change it is
  /// written as `null`.
  let write: @Sendable (Line, inout LineEncoder, _ isChange: Bool) -> Void
  /// Copies the value of the first line into the second. Leaves the first unchanged.
  let copy: @Sendable (inout Line, inout Line) -> Void
  /// Returns whether two lines have different values.
  let differs: @Sendable (Line, Line) -> Bool
  /// Returns whether the field applies to a line. If not, it is neither required nor written.
  let applies: @Sendable (Line) -> Bool

  private init<Value>(
    _ key: StaticString, _ path: Path<Value>, _ form: ValueForm<Value>, fallback: Value?,
    takesNull: Bool, isAlwaysWritten: Bool, when applies: @escaping @Sendable (Line) -> Bool
  ) {
    self.key = key
    self.applies = applies
    isRequired = fallback == nil
    // Reading a stored property through its key path looks up metadata every time, which took a
    // tenth of a replay's time.
    let offset = MemoryLayout<Line>.offset(of: path)
    @Sendable func value(of line: Line) -> Value {
      guard let offset else { return line[keyPath: path] }
      return withUnsafeBytes(of: line) { $0.load(fromByteOffset: offset, as: Value.self) }
    }
    read = { (line, json, key) throws(Problem) in
      if takesNull, let fallback, json.takeNull() {
        line[keyPath: path] = fallback
      } else {
        line[keyPath: path] = try form.read(&json, key)
      }
    }
    write = { line, encoder, isChange in
      let value = value(of: line)
      let isDefault = value == fallback
      if isDefault && !isChange && !isAlwaysWritten { return }
      encoder.key(key)
      if isDefault && isChange { encoder.raw("null") } else { form.write(value, &encoder) }
    }
    copy = { source, line in
      guard let offset else {
        line[keyPath: path] = source[keyPath: path]
        return
      }
      line[keyPath: path] = withUnsafeBytes(of: &source) {
        $0.load(fromByteOffset: offset, as: Value.self)
      }
    }
    differs = { value(of: $0) != value(of: $1) }
  }
}

extension Field {
  static func required<Value>(
    _ key: StaticString, _ path: Path<Value>, _ form: ValueForm<Value>,
    when applies: @escaping @Sendable (Line) -> Bool = { _ in true }
  ) -> Field {
    Field(key, path, form, fallback: nil, takesNull: false, isAlwaysWritten: true, when: applies)
  }

  /// Creates an optional field with a default, for which `null` may stand.
  static func optional<Value>(
    _ key: StaticString, _ path: Path<Value>, _ form: ValueForm<Value>, default fallback: Value,
    takesNull: Bool = false, isAlwaysWritten: Bool = false,
    when applies: @escaping @Sendable (Line) -> Bool = { _ in true }
  ) -> Field {
    Field(
      key, path, form, fallback: fallback, takesNull: takesNull, isAlwaysWritten: isAlwaysWritten,
      when: applies)
  }

  static func optional<Value>(
    _ key: StaticString, _ path: Path<Value?>, _ form: ValueForm<Value>, takesNull: Bool = false,
    isAlwaysWritten: Bool = false
  ) -> Field {
    Field(
      key, path, form.orNull, fallback: .some(nil), takesNull: takesNull,
      isAlwaysWritten: isAlwaysWritten, when: { _ in true })
  }
}

/// A set of fields of one kind of line, by index in its list.
struct FieldSet: OptionSet, Sendable {
  var rawValue: UInt32

  static func field(_ index: Int) -> FieldSet { FieldSet(rawValue: 1 << UInt32(index)) }

  func forEachIndex(_ body: (Int) -> Void) {
    var rest = rawValue
    while rest != 0 {
      body(rest.trailingZeroBitCount)
      rest &= rest - 1
    }
  }
}
