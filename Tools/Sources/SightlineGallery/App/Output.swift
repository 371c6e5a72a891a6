import Foundation

/// Prints a line at once, also into a pipe. Whoever reads may have had enough: that is no failure.
func say(_ line: String) {
  try? FileHandle.standardOutput.write(contentsOf: Data("\(line)\n".utf8))
}
