#if GTK && os(Linux)
internal import CSightlineGTK

/// The sender and the arguments of a signal's emission, with arguments numbered from 0. Valid only
/// during the handler's call.
@MainActor
public struct SignalArguments {
  // Only used on the main thread, where GTK emits signals.
  nonisolated(unsafe) let values: UnsafeBufferPointer<GValue>

  nonisolated init(values: UnsafeBufferPointer<GValue>) { self.values = values }

  /// Returns the emitting object.
  public func sender<Instance: InstancePointer>(as _: Instance.Type) -> Instance {
    guard let instance = g_value_peek_pointer(value(-1, "object")) else {
      preconditionFailure("a signal without a sender")
    }
    return Instance(instance: instance)
  }

  /// The number of arguments, excluding the sender.
  var count: Int { values.count - 1 }

  /// Returns the argument at an index. Index 0 is the first after the sender.
  public func double(_ index: Int) -> Double {
    g_value_get_double(checked(index, sightline_type_double(), "double"))
  }

  /// Returns the argument at an index. Index 0 is the first after the sender.
  public func uint(_ index: Int) -> Int {
    Int(g_value_get_uint(checked(index, sightline_type_uint(), "uint")))
  }

  /// Returns an object, a boxed struct or a raw pointer, borrowed.
  public func pointer<Instance: InstancePointer>(_ index: Int, as _: Instance.Type) -> Instance? {
    let value = value(index, "pointer")
    precondition(
      g_value_fits_pointer(value) != 0,
      "argument \(index) is a \(typeName(value)), not a pointer")
    guard let pointer = g_value_peek_pointer(value) else { return nil }
    return Instance(instance: pointer)
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
