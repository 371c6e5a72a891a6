/// Stops the program with a message unless a condition holds.
///
/// The checks of arguments use it in place of `precondition`, which prints no message in release
/// builds.
@inline(__always)
package func require(
  _ condition: Bool, _ message: @autoclosure () -> String, file: StaticString = #fileID,
  line: UInt = #line
) {
  if !condition { stop(message(), file, line) }
}

@inline(never)
private func stop(_ message: String, _ file: StaticString, _ line: UInt) -> Never {
  #if hasFeature(Embedded)
  fatalError()
  #else
  fatalError(message, file: file, line: line)
  #endif
}
