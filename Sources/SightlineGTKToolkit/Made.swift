#if GTK && os(Linux)
/// What one of GTK's constructors gave. They fail only where there is no memory left, yet Swift sees
/// an optional.
public func made<Pointer: InstancePointer>(_ pointer: Pointer?) -> Pointer {
  guard let pointer else { preconditionFailure("GTK made no \(Pointer.self)") }
  return pointer
}
#endif
