#if GTK && os(Linux)
internal import CSightlineGTK
internal import SightlineCore

/// Connects Swift closures to signals with any arguments.
///
/// One thunk serves every signal: GLib passes it the arguments as `GValue`s. A closure is released
/// when its token disconnects it or the object dies. It should hold its owner weakly, because the
/// object may outlive the owner.
@MainActor
public enum Signal {
  /// Calls a closure at every emission.
  /// - Parameters:
  ///   - signal: the signal's name, with its detail if any, such as `notify::opacity`.
  ///   - after: whether the object's default handler runs first.
  @discardableResult
  public static func connect(
    _ object: some InstancePointer, _ signal: String, after: Bool = false,
    _ handler: @escaping @MainActor () -> Void
  ) -> SignalToken {
    connect(object.instance, signal, after) { _, _ in handler() }
  }

  /// Calls a closure with the sender and the arguments at every emission.
  @discardableResult
  public static func connect(
    _ object: some InstancePointer, _ signal: String, after: Bool = false,
    _ handler: @escaping @MainActor (SignalArguments) -> Void
  ) -> SignalToken {
    connect(object.instance, signal, after) { arguments, _ in handler(arguments) }
  }

  /// Calls a closure that returns the signal's result. For most signals, `true` stops the event's
  /// propagation.
  @discardableResult
  public static func answer(
    _ object: some InstancePointer, _ signal: String, after: Bool = false,
    _ handler: @escaping @MainActor (SignalArguments) -> Bool
  ) -> SignalToken {
    connect(object.instance, signal, after) { arguments, result in
      let answer = handler(arguments)
      guard let result, sightline_value_type(result) == sightline_type_boolean() else { return }
      g_value_set_boolean(result, answer ? 1 : 0)
    }
  }

  /// Calls a closure whenever a property such as `opacity` is set.
  @discardableResult
  public static func notify(
    _ object: some InstancePointer, _ property: String,
    _ handler: @escaping @MainActor () -> Void
  ) -> SignalToken {
    connect(object, "notify::\(property)", handler)
  }

  private static func connect(
    _ instance: UnsafeMutableRawPointer, _ signal: String, _ after: Bool,
    _ handler: @escaping SignalToken.Handler
  ) -> SignalToken {
    let token = SignalToken(instance, handler)
    // The closure owns the token and releases it in `ended`.
    let closure = g_closure_new_simple(
      guint(MemoryLayout<GClosure>.size), Unmanaged.passRetained(token).toOpaque())
    guard let closure else { fatalError("GLib failed to create a closure") }
    g_closure_add_finalize_notifier(closure, closure.pointee.data, ended)
    g_closure_set_marshal(closure, emitted)
    token.handler = g_signal_connect_closure(instance, signal, closure, after ? 1 : 0)
    require(token.handler != 0, "\(instance.className) has no signal named \(signal)")
    return token
  }
}

/// A signal connection. Releasing the token doesn't disconnect it.
///
/// GLib destroys an object's closures no later than the object, so `instance` needs no weak
/// reference.
@MainActor
public final class SignalToken {
  fileprivate typealias Handler =
    @MainActor (SignalArguments, UnsafeMutablePointer<GValue>?) -> Void
  fileprivate typealias Call = (SignalArguments, UnsafeMutablePointer<GValue>?) -> Void

  fileprivate var handler: gulong = 0
  // GLib emits signals and ends closures on the main thread, without Swift's isolation.
  /// The object; `nil` once the closure has ended.
  fileprivate nonisolated(unsafe) var instance: UnsafeMutableRawPointer?
  /// The handler without its isolation, which only debug builds check, because the check is slow.
  fileprivate nonisolated(unsafe) var call: Call?

  fileprivate init(_ instance: UnsafeMutableRawPointer, _ call: @escaping Handler) {
    self.instance = instance
    self.call = unsafeBitCast(call, to: Call.self)
  }

  /// Whether the handler is still connected.
  public var isConnected: Bool {
    instance.map { g_signal_handler_is_connected($0, handler) != 0 } ?? false
  }

  /// Disconnects the handler and releases its closure, after the current call if it is running.
  /// Does nothing if already disconnected or if the object has been destroyed.
  public func disconnect() { if isConnected { g_signal_handler_disconnect(instance, handler) } }
}

private let emitted: GClosureMarshal = { closure, result, count, values, _, _ in
  #if DEBUG
  MainActor.assertIsolated()
  #endif
  guard let data = closure?.pointee.data else { return }
  let token = Unmanaged<SignalToken>.fromOpaque(data).takeUnretainedValue()
  let values = UnsafeBufferPointer(start: values, count: Int(count))
  token.call?(SignalArguments(values: values), result)
}

private let ended: GClosureNotify = { data, _ in
  guard let data else { return }
  let token = Unmanaged<SignalToken>.fromOpaque(data).takeRetainedValue()
  // The token may outlive the connection; the objects captured by the closure must not.
  token.instance = nil
  token.call = nil
}
#endif
