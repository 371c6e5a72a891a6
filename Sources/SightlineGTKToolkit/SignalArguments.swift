#if GTK && os(Linux)
internal import CGTK

/// What a signal's emission hands to its handlers: the sender first, then the arguments, counted
/// from zero. Valid during the handler's call only.
@MainActor
public struct SignalArguments {
  let values: UnsafeBufferPointer<GValue>

  /// The object that emits.
  public func sender<Instance: InstancePointer>(as _: Instance.Type) -> Instance {
    guard let instance = g_value_peek_pointer(value(-1, "object")) else {
      preconditionFailure("a signal without a sender")
    }
    return Instance(instance: instance)
  }

  /// The number of arguments, without the sender.
  public var count: Int { values.count - 1 }

  /// The argument at an index, the first one after the sender being 0.
  public func double(_ index: Int) -> Double {
    let value = checked(index, sightline_type_double(), "double")
    return g_value_get_double(value)
  }

  /// The argument at an index, the first one after the sender being 0.
  public func int(_ index: Int) -> Int {
    let value = checked(index, sightline_type_int(), "int")
    return Int(g_value_get_int(value))
  }

  /// The argument at an index, the first one after the sender being 0.
  public func uint(_ index: Int) -> Int {
    let value = checked(index, sightline_type_uint(), "uint")
    return Int(g_value_get_uint(value))
  }

  /// The argument at an index, the first one after the sender being 0.
  public func bool(_ index: Int) -> Bool {
    let value = checked(index, sightline_type_boolean(), "boolean")
    return g_value_get_boolean(value) != 0
  }

  /// The number of an enumeration's case.
  public func enumeration(_ index: Int) -> Int {
    let value = checked(index, sightline_type_enum(), "enumeration")
    return Int(g_value_get_enum(value))
  }

  /// The argument at an index, the first one after the sender being 0.
  public func string(_ index: Int) -> String? {
    let value = checked(index, sightline_type_string(), "string")
    return g_value_get_string(value).map { String(cString: $0) }
  }

  /// An object, a boxed struct or a bare pointer, borrowed.
  public func pointer<Instance: InstancePointer>(_ index: Int, as _: Instance.Type) -> Instance? {
    let value = value(index, "pointer")
    precondition(
      g_value_fits_pointer(value) != 0,
      "argument \(index) is a \(typeName(value)), not a pointer")
    return g_value_peek_pointer(value).map { Instance(instance: $0) }
  }

  private func value(_ index: Int, _ what: String) -> UnsafePointer<GValue> {
    precondition(
      (-1..<count).contains(index),
      "the signal has \(count) arguments; there is no \(what) number \(index)")
    guard let base = values.baseAddress else { preconditionFailure("a signal without a sender") }
    return base + (index + 1)
  }

  private func checked(_ index: Int, _ type: GType, _ what: String) -> UnsafePointer<GValue> {
    let value = value(index, what)
    precondition(
      sightline_fundamental_type(sightline_value_type(value)) == type,
      "argument \(index) is a \(typeName(value)), not a \(what)")
    return value
  }

  private func typeName(_ value: UnsafePointer<GValue>) -> String {
    g_type_name(sightline_value_type(value)).map { String(cString: $0) } ?? "nothing"
  }
}
#endif
