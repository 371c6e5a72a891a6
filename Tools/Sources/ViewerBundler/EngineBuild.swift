import Foundation

/// Runs `scripts/build-web`. If the toolchain can't build the engine, stores the reason; everything
/// but the viewer works without it.
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

  private static let module = "sightline.wasm.gz"
  private static let reason = "missing.txt"
  private static let stamp = "inputs.txt"

  /// Builds the engine, unless it was built from identical inputs. Neither a change of the page nor
  /// relinking this program requires another engine.
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
    case EX_UNAVAILABLE:
      // The toolchain lacks a requirement.
      let line =
        text.split(separator: "\n").last.map(String.init) ?? "the toolchain lacks something"
      print("warning: sightline view will make no pages: \(line)")
      try Data().write(to: folder.appendingPathComponent(Self.module))
      try Data(line.utf8).write(to: folder.appendingPathComponent(Self.reason))
    case let status: throw BundlingError("scripts/build-web ended with \(status):\n\(text)")
    }
  }

  static func result(in folder: URL) throws -> Result {
    let reason = try Data(contentsOf: folder.appendingPathComponent(Self.reason))
    if !reason.isEmpty { return .missing(String(decoding: reason, as: UTF8.self)) }
    return .built(try Data(contentsOf: folder.appendingPathComponent(Self.module)))
  }
}
