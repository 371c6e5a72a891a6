import CSightlineGTK

/// A connection to the accessibility bus, AT-SPI.
final class AccessibilityBus {
  /// The timeout for one answer from an application, in milliseconds.
  private static let patience: gint = 10_000

  private let connection: OpaquePointer

  init() throws {
    let session = try Self.check { g_bus_get_sync(G_BUS_TYPE_SESSION, nil, $0) }
    defer { g_object_unref(UnsafeMutableRawPointer(session)) }
    let address = try Self.call(
      session, "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus.GetAddress")
    guard let address = address.child(0).string else { throw Failure("there is no bus") }
    let flags = GDBusConnectionFlags(
      G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
        | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue)
    connection = try Self.check {
      g_dbus_connection_new_for_address_sync(address, flags, nil, nil, $0)
    }
  }

  deinit { g_object_unref(UnsafeMutableRawPointer(connection)) }

  /// Calls a method, such as `org.a11y.atspi.Accessible.GetRoleName`, and waits for its answer.
  func call(
    _ element: Element, _ method: String, _ arguments: [OpaquePointer?] = []
  ) throws -> Variant {
    try Self.call(connection, element.owner, element.path, method, arguments)
  }

  private static func call(
    _ connection: OpaquePointer, _ owner: String, _ path: String, _ method: String,
    _ arguments: [OpaquePointer?] = []
  ) throws -> Variant {
    guard let dot = method.lastIndex(of: ".") else { throw Failure("\(method) has no interface") }
    let (interface, name) = (method[..<dot], method[method.index(after: dot)...])
    return Variant(
      adopting: try check {
        g_dbus_connection_call_sync(
          connection, owner, path, String(interface), String(name),
          g_variant_new_tuple(arguments, gsize(arguments.count)), nil, G_DBUS_CALL_FLAGS_NONE,
          patience, nil, $0)
      })
  }

  private static func check(
    _ body: (UnsafeMutablePointer<UnsafeMutablePointer<GError>?>) -> OpaquePointer?
  ) throws -> OpaquePointer {
    var error: UnsafeMutablePointer<GError>?
    if let result = body(&error) { return result }
    defer { g_clear_error(&error) }
    throw Failure(error.map { String(cString: $0.pointee.message) } ?? "no answer")
  }
}

/// An error with a description.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// A value from the bus.
final class Variant {
  private let pointer: OpaquePointer

  init(adopting pointer: OpaquePointer) { self.pointer = pointer }

  deinit { g_variant_unref(pointer) }

  var count: Int { Int(g_variant_n_children(pointer)) }

  func child(_ index: Int) -> Variant {
    Variant(adopting: required(g_variant_get_child_value(pointer, gsize(index))))
  }

  var children: [Variant] { (0..<count).map(child) }

  private func hasType(_ type: String) -> Bool {
    String(cString: g_variant_get_type_string(pointer)) == type
  }

  /// The value as a string or an object path.
  var string: String? {
    guard hasType("s") || hasType("o") else { return nil }
    return String(cString: g_variant_get_string(pointer, nil))
  }

  var number: UInt32? { hasType("u") ? g_variant_get_uint32(pointer) : nil }

  var integer: Int32? { hasType("i") ? g_variant_get_int32(pointer) : nil }

  var bool: Bool? { hasType("b") ? g_variant_get_boolean(pointer) != 0 : nil }

  /// The content of a boxed variant.
  var unboxed: Variant {
    hasType("v") ? Variant(adopting: required(g_variant_get_variant(pointer))) : self
  }
}

/// Unwraps the result of a GLib constructor. These are declared as nullable but never return `nil`.
func required(_ pointer: OpaquePointer?) -> OpaquePointer {
  guard let pointer else { preconditionFailure("GLib made nothing") }
  return pointer
}
