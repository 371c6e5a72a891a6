#if GTK && os(Linux)
/// Unwraps what one of GTK's constructors returned. They fail only where there is no memory left,
/// yet are imported as returning an optional.
public func required<Pointer: InstancePointer>(_ pointer: Pointer?) -> Pointer {
  guard let pointer else { preconditionFailure("GTK made no \(Pointer.self)") }
  return pointer
}
#endif
