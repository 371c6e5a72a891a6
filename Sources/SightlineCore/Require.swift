/// Stops the program with a message unless a condition holds.
///
/// The checks of arguments use it in place of `precondition`, which prints no message in release
/// builds. Embedded builds have nowhere to print it, and leave it out.
@inline(__always)
package func require(
  _ condition: Bool, _ message: @autoclosure () -> String, file: StaticString = #fileID,
  line: UInt = #line
) {
  #if hasFeature(Embedded)
  precondition(condition)
  #else
  if !condition { stop(message(), file, line) }
  #endif
}

#if !hasFeature(Embedded)
@inline(never)
private func stop(_ message: String, _ file: StaticString, _ line: UInt) -> Never {
  fatalError(message, file: file, line: line)
}
#endif
