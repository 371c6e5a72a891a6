import Foundation

/// The viewer as one page, with places for an engine and a session.
///
/// `index.html` works unbundled next to its files; bundling inlines them. The content security
/// policy identifies the script and the style by their hashes and allows no other scripts and no
/// requests.
struct Page {
  /// The parts before the engine, between engine and session, and after the session.
  private(set) var parts: [String] = []

  init(viewer: URL) throws {
    let script = try Modules(main: viewer.appendingPathComponent("main.mjs")).script
    var html = try String(
      contentsOf: viewer.appendingPathComponent("index.html"), encoding: .utf8)
    var style = ""
    while let link = html.firstMatch(of: /<link rel="stylesheet" href="([\w-]+\.css)">\n/) {
      let file = viewer.appendingPathComponent(String(link.1))
      style += try String(contentsOf: file, encoding: .utf8)
      html.removeSubrange(link.range)
    }
    // Either would close the enclosing element.
    for (text, end) in [(script, "</script"), (script, "<!--"), (style, "</style")]
    where text.lowercased().contains(end) {
      throw BundlingError("the viewer's files must not contain \(end)")
    }
    try Self.replace("</head>", in: &html, with: "<style>\(style)</style>\n</head>")
    let policy = try Self.policy(script: script, style: style)
    try Self.replace(
      "<meta charset=\"utf-8\">", in: &html,
      with: "<meta charset=\"utf-8\">\n"
        + "<meta http-equiv=\"Content-Security-Policy\" content=\"\(policy)\">")
    try Self.replace(
      "<script type=\"module\" src=\"main.mjs\"></script>", in: &html,
      with: "<script type=\"module\">\(script)</script>")
    for id in ["engine", "session"] {
      let element = "<script type=\"text/plain\" id=\"\(id)\">"
      guard let range = html.range(of: element + "</script>") else {
        throw BundlingError("index.html has no \(element)</script>")
      }
      parts.append(html[..<range.lowerBound] + element)
      html = "</script>" + html[range.upperBound...]
    }
    parts.append(html)
  }

  private static func policy(script: String, style: String) throws -> String {
    "default-src 'none'; script-src \(try hash(of: script)) 'wasm-unsafe-eval'; "
      + "style-src \(try hash(of: style)); img-src data:; base-uri 'none'; form-action 'none'"
  }

  /// Returns a text's hash as a source in a policy. The system's tool computes it, because
  /// Foundation cannot.
  static func hash(of text: String) throws -> String {
    let (process, input, output) = (Process(), Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", "sha256sum || shasum -a 256"]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    try input.fileHandleForWriting.close()
    let digits = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let bytes = digits.prefix(64).matches(of: /[0-9a-f]{2}/).compactMap { UInt8($0.0, radix: 16) }
    guard bytes.count == 32 else { throw BundlingError("neither sha256sum nor shasum works") }
    return "'sha256-\(Data(bytes).base64EncodedString())'"
  }

  private static func replace(_ text: String, in html: inout String, with other: String) throws {
    guard let range = html.range(of: text) else {
      throw BundlingError("index.html has no \(text)")
    }
    html.replaceSubrange(range, with: other)
  }

  /// Returns the page as a Swift file. String literals compile instantly at any length.
  func swift(with engine: EngineBuild.Result) -> String {
    var text = "// Made by ViewerBundler.\n\nenum ViewerFiles {\n"
    switch engine {
    case .built(let data):
      text += "  static let missing: String? = nil\n"
      text += "  static let engine = \"\(data.base64EncodedString())\"\n"
    case .missing(let reason):
      text += "  static let missing: String? = \(String(reflecting: reason))\n"
      text += "  static let engine = \"\"\n"
    }
    let encoded = parts.map { "    \"\(Data($0.utf8).base64EncodedString())\",\n" }.joined()
    return text + "  static let parts = [\n\(encoded)  ]\n}\n"
  }
}
