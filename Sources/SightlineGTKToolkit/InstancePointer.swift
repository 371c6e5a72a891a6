#if GTK && os(Linux)
public import CSightlineGTK

/// A pointer to a GObject. Swift imports GTK's types as three kinds of pointers: typed ones if the
/// C struct is public (`GtkWidget`), opaque ones if it isn't (`GtkLabel`), and `gpointer`.
///
/// The compiler can't distinguish a pointer to an object from any other. Functions that take an
/// instance assert it in debug builds, as far as GLib can check.
public protocol InstancePointer {
  init(instance: UnsafeMutableRawPointer)
  var instance: UnsafeMutableRawPointer { get }
}

extension UnsafeMutableRawPointer: InstancePointer {
  /// Creates the pointer to the object at an address.
  public init(instance: UnsafeMutableRawPointer) { self = instance }
  /// The address of the object.
  public var instance: UnsafeMutableRawPointer { self }
}

extension OpaquePointer: InstancePointer {
  /// Creates the pointer to the object at an address.
  public init(instance: UnsafeMutableRawPointer) { self = OpaquePointer(instance) }
  /// The address of the object.
  public var instance: UnsafeMutableRawPointer { UnsafeMutableRawPointer(self) }
}

extension UnsafeMutablePointer: InstancePointer {
  /// Creates the pointer to the object at an address.
  public init(instance: UnsafeMutableRawPointer) {
    self = instance.assumingMemoryBound(to: Pointee.self)
  }
  /// The address of the object.
  public var instance: UnsafeMutableRawPointer { UnsafeMutableRawPointer(self) }
}

/// A pointer to a widget.
public typealias WidgetPointer = UnsafeMutablePointer<GtkWidget>

extension InstancePointer {
  /// The object as a `GObject`, for GLib functions.
  public var object: UnsafeMutablePointer<GObject> {
    assert(sightline_is_object(instance) != 0, "\(instance) is not a GObject")
    return instance.assumingMemoryBound(to: GObject.self)
  }

  /// The object as a widget. Logs a warning if it isn't one.
  public var widget: WidgetPointer { sightline_widget(instance) }

  /// The name of the object's class, such as `GtkButton`, for messages.
  public var className: String { String(cString: sightline_type_name(instance)) }

  /// Reads a property of a type.
  package func property<Value>(
    _ name: String, _ type: GType, _ get: (UnsafePointer<GValue>) -> Value
  ) -> Value {
    var value = GValue()
    g_value_init(&value, type)
    defer { g_value_unset(&value) }
    g_object_get_property(object, name, &value)
    return get(&value)
  }
}

/// Unwraps the result of a GTK constructor. Constructors are imported as returning an optional but
/// only fail when out of memory.
public func required<Pointer: InstancePointer>(_ pointer: Pointer?) -> Pointer {
  guard let pointer else { fatalError("GTK failed to create a \(Pointer.self)") }
  return pointer
}
#endif
