#if GTK && os(Linux)
/// Unwraps the result of a GTK constructor. Constructors are imported as returning an optional but
/// only fail when out of memory.
public func required<Pointer: InstancePointer>(_ pointer: Pointer?) -> Pointer {
  guard let pointer else { preconditionFailure("GTK made no \(Pointer.self)") }
  return pointer
}
#endif
