import Foundation

/// Prints a line immediately, even into a pipe. Ignores a reader that has gone.
func say(_ line: String) {
  try? FileHandle.standardOutput.write(contentsOf: Data("\(line)\n".utf8))
}
