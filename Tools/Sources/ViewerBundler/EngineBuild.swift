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
  /// All files the script reads.
  var inputs: [String] = []

  /// Returns the engine, built unless it was built from identical inputs. Neither a change of the
  /// page nor relinking this program requires another one.
  func run() throws -> Result {
    let module = folder.appendingPathComponent("sightline.wasm.gz")
    let stamp = folder.appendingPathComponent("inputs.txt")
    let state = try inputs.map(Self.state).joined(separator: "\n")
    if let last = try? String(contentsOf: stamp, encoding: .utf8), last == state,
      let engine = try? Data(contentsOf: module)
    {
      return .built(engine)
    }
    try? FileManager.default.removeItem(at: stamp)
    if let reason = try build() { return .missing(reason) }
    try Data(state.utf8).write(to: stamp)
    return .built(try Data(contentsOf: module))
  }

  private static func state(of file: String) throws -> String {
    let attributes = try FileManager.default.attributesOfItem(atPath: file)
    let time = (attributes[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
    return "\(file) \(attributes[.size] as? Int ?? 0) \(time)"
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
