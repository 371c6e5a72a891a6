import Foundation

/// Runs `scripts/build-web`. If the toolchain can't build the engine, returns the reason;
/// everything but the viewer works without it.
struct EngineBuild {
  /// The packed engine, or the reason it is missing.
  enum Result: Equatable {
    case built(Data)
    case missing(String)
  }

  let script: String
  let folder: URL

  func run() throws -> Result {
    if let reason = try build() { return .missing(reason) }
    return .built(try Data(contentsOf: folder.appendingPathComponent("sightline.wasm.gz")))
  }

  /// Runs the script. Returns the reason if the toolchain lacks a requirement.
  private func build() throws -> String? {
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [script, folder.path]
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    switch process.terminationStatus {
    case 0: return nil
    case EX_UNAVAILABLE:
      let line =
        text.split(separator: "\n").last.map(String.init) ?? "the toolchain lacks something"
      print("warning: sightline view will make no pages: \(line)")
      return line
    case let status: throw BundlingError("scripts/build-web ended with \(status):\n\(text)")
    }
  }
}
