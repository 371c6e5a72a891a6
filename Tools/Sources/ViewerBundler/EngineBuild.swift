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

  /// How the script ends if it is the toolchain that lacks something (`EX_UNAVAILABLE`).
  private static let unavailable: Int32 = 69
  private static let module = "sightline.wasm.gz"
  private static let reason = "missing.txt"

  func run() throws {
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
