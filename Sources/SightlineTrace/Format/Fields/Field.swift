/// One field of a kind of line: its key, form and default.
///
/// A field is declared once, in the list of its line (``LineFormat``). Reading, writing, computing
/// a difference of two lines and applying it all go through that list.
struct Field<Line: Sendable>: Sendable {
  typealias Path<Value> = any WritableKeyPath<Line, Value> & Sendable

  let key: String
  /// Whether a line without this field is malformed.
  let isRequired: Bool
  let read: @Sendable (inout Line, inout JSONScanner) throws(Problem) -> Void
  /// Writes the key and value. A default is omitted unless it is always written; in a change it is
  /// written as `null`.
  let write: @Sendable (Line, inout LineEncoder, _ isChange: Bool) -> Void
  /// Copies the value of the first line into the second.
  let copy: @Sendable (Line, inout Line) -> Void
  /// Returns whether two lines have different values.
  let differs: @Sendable (Line, Line) -> Bool
  /// Returns whether the field applies to a line. If not, it is neither required nor written.
  let applies: @Sendable (Line) -> Bool

  private init<Value>(
    _ key: String, _ path: Path<Value>, _ form: ValueForm<Value>, default fallback: Value?,
    isAlwaysWritten: Bool = false, when applies: @escaping @Sendable (Line) -> Bool
  ) {
    self.key = key
    self.applies = applies
    isRequired = fallback == nil
    read = { (line, json) throws(Problem) in
      if let fallback, json.take("null") {
        line[keyPath: path] = fallback
      } else {
        line[keyPath: path] = try form.read(&json)
      }
    }
    write = { line, encoder, isChange in
      let value = line[keyPath: path]
      let isDefault = value == fallback
      if isDefault && !isChange && !isAlwaysWritten { return }
      encoder.key(key)
      if isDefault && isChange { encoder.raw("null") } else { form.write(value, &encoder) }
    }
    copy = { $1[keyPath: path] = $0[keyPath: path] }
    differs = { $0[keyPath: path] != $1[keyPath: path] }
  }

  static func required<Value>(
    _ key: String, _ path: Path<Value>, _ form: ValueForm<Value>,
    when applies: @escaping @Sendable (Line) -> Bool = { _ in true }
  ) -> Field {
    Field(key, path, form, default: nil, when: applies)
  }

  /// Creates an optional field with a default, for which `null` may stand.
  static func optional<Value>(
    _ key: String, _ path: Path<Value>, _ form: ValueForm<Value>, default fallback: Value,
    isAlwaysWritten: Bool = false, when applies: @escaping @Sendable (Line) -> Bool = { _ in true }
  ) -> Field {
    Field(key, path, form, default: fallback, isAlwaysWritten: isAlwaysWritten, when: applies)
  }

  static func optional<Value>(
    _ key: String, _ path: Path<Value?>, _ form: ValueForm<Value>
  ) -> Field {
    Field(key, path, form.orNull, default: .some(nil), when: { _ in true })
  }
}

/// A set of fields of one kind of line, by index in its list.
struct FieldSet: OptionSet, Sendable {
  var rawValue: UInt32

  static func field(_ index: Int) -> FieldSet { FieldSet(rawValue: 1 << UInt32(index)) }
}
