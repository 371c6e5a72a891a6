import Foundation

/// Runs `scripts/build-web`, and keeps why there is no engine where the toolchain cannot build it:
/// everything but the viewer works without.
struct EngineBuild {
  /// The packed engine, or why it is missing.
  enum Result: Equatable {
    case built(Data)
    case missing(String)
  }

  let script: String
  let folder: URL
  /// All files that the script reads.
  var inputs: [String] = []

  /// How the script ends if it is the toolchain that lacks something (`EX_UNAVAILABLE`).
  private static let unavailable: Int32 = 69
  private static let module = "sightline.wasm.gz"
  private static let reason = "missing.txt"
  private static let stamp = "inputs.txt"

  /// Builds the engine, unless it has been built of the very same files: a change of the page needs
  /// no other engine, nor does a new link of this program.
  func run() throws {
    let stamp = folder.appendingPathComponent(Self.stamp)
    let state = try inputs.map(Self.state).joined(separator: "\n")
    if case .built = try? Self.result(in: folder), !inputs.isEmpty,
      let last = try? String(contentsOf: stamp, encoding: .utf8), last == state
    {
      return
    }
    try? FileManager.default.removeItem(at: stamp)
    try build()
    try Data(state.utf8).write(to: stamp)
  }

  /// A file's name, size and time of its last change.
  private static func state(of file: String) throws -> String {
    let attributes = try FileManager.default.attributesOfItem(atPath: file)
    let time = (attributes[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
    return "\(file) \(attributes[.size] as? Int ?? 0) \(time)"
  }

  private func build() throws {
    let log = folder.appendingPathComponent("build-web.log")
    try Data().write(to: log)
    let output = try FileHandle(forWritingTo: log)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [script, folder.path]
    process.standardOutput = output
    process.standardError = output
    try process.run()
    process.waitUntilExit()
    let text = try String(contentsOf: log, encoding: .utf8)
    switch process.terminationStatus {
    case 0: try Data().write(to: folder.appendingPathComponent(Self.reason))
    case Self.unavailable:
      let line =
        text.split(separator: "\n").last.map(String.init) ?? "the toolchain lacks something"
      print("warning: sightline view will make no pages: \(line)")
      try Data().write(to: folder.appendingPathComponent(Self.module))
      try Data(line.utf8).write(to: folder.appendingPathComponent(Self.reason))
    case let status: throw BundlingError("scripts/build-web ended with \(status):\n\(text)")
    }
  }

  /// What a run has left.
  static func result(in folder: URL) throws -> Result {
    let reason = try Data(contentsOf: folder.appendingPathComponent(Self.reason))
    if !reason.isEmpty { return .missing(String(decoding: reason, as: UTF8.self)) }
    return .built(try Data(contentsOf: folder.appendingPathComponent(Self.module)))
  }
}
