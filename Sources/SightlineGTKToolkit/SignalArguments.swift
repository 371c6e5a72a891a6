#if GTK && os(Linux)
internal import CSightlineGTK
internal import SightlineCore

/// The sender and the arguments of a signal's emission, with arguments numbered from 0. Valid only
/// during the handler's call.
@MainActor
public struct SignalArguments {
  // Only used on the main thread, where GTK emits signals.
  nonisolated(unsafe) let values: UnsafeBufferPointer<GValue>

  /// Returns the emitting object.
  public func sender<Instance: InstancePointer>(as _: Instance.Type) -> Instance {
    required(pointer(-1, as: Instance.self))
  }

  /// Returns the argument at an index. Index 0 is the first after the sender.
  public func double(_ index: Int) -> Double { g_value_get_double(value(index)) }

  /// Returns the argument at an index. Index 0 is the first after the sender.
  public func uint(_ index: Int) -> Int { Int(g_value_get_uint(value(index))) }

  /// Returns an object, a boxed struct or a raw pointer, borrowed.
  public func pointer<Instance: InstancePointer>(_ index: Int, as _: Instance.Type) -> Instance? {
    g_value_peek_pointer(value(index)).map { Instance(instance: $0) }
  }

  // GLib warns about a value of the wrong type.
  private func value(_ index: Int) -> UnsafePointer<GValue>? {
    require(values.indices.contains(index + 1), "the signal has no argument \(index)")
    return values.baseAddress.map { $0 + index + 1 }
  }
}
#endif
