import Foundation
import Testing

@testable import ViewerBundler

/// Calls a closure with a temporary folder that contains some files.
private func withFolder<Result>(
  _ files: [String: String], _ body: (URL) throws -> Result
) throws -> Result {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "sightline-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  for (name, text) in files {
    let file = folder.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }
  return try body(folder)
}

/// Returns the error message of a bundler step, if any.
private func message(_ body: () throws -> Void) -> String? {
  do { try body() } catch { return "\(error)" }
  return nil
}

@Suite struct ModulesTests {
  private func script(_ files: [String: String]) throws -> String {
    try withFolder(files) { try Modules(main: $0.appendingPathComponent("main.mjs")).script }
  }

  @Test func `a module follows its imports, each included once`() throws {
    let script = try script([
      "main.mjs": "// m\nimport { b } from './b.mjs'\nimport {\n  c,\n} from './in/c.mjs';\nb(c)\n",
      "b.mjs": "import { c } from './in/c.mjs'\nexport const b = (x) => x + c\n",
      "in/c.mjs": "export const c = 1\nexport async function d() {}\nexport class E {}",
    ])
    #expect(
      script == """
        const c = 1
        async function d() {}
        class E {}
        const b = (x) => x + c
        // m
        b(c)

        """)
  }

  @Test(arguments: [
    ("import * as b from './b.mjs'\n", "main.mjs imports in another form"),
    ("import b from './b.mjs'\n", "main.mjs imports in another form"),
    ("import { b as c } from './b.mjs'\n", "main.mjs imports in another form"),
    ("import { readFile } from 'node:fs'\n", "main.mjs imports in another form"),
    ("import './b.mjs'\n", "main.mjs imports in another form"),
    ("export default 1\n", "main.mjs exports or imports in another form: export default 1"),
    ("export { b }\n", "main.mjs exports or imports in another form: export { b }"),
    ("import { b } from './b.mjs'\nconst b = 2\n", "b is declared in b.mjs and in main.mjs"),
    ("import { a } from './loop.mjs'\n", "main.mjs imports itself indirectly"),
    ("import { a } from './none.mjs'\n", "none.mjs"),
  ])
  func `syntax requiring a parser is an error`(main: String, expected: String) throws {
    let problem = message {
      _ = try script([
        "main.mjs": main, "b.mjs": "export const b = 1\n",
        "loop.mjs": "import { x } from './main.mjs'\n",
      ])
    }
    let text = try #require(problem)
    #expect(text.contains(expected))
  }
}

@Suite struct PageTests {
  private let html = """
    <!doctype html>
    <head>
    <meta charset="utf-8">
    <link rel="stylesheet" href="a.css">
    <link rel="stylesheet" href="b.css">
    </head>
    <script type="text/plain" id="engine"></script>
    <script type="text/plain" id="session"></script>
    <script type="module" src="main.mjs"></script>

    """

  private func page(_ changes: [String: String] = [:]) throws -> Page {
    let files = ["index.html": html, "a.css": "a {}\n", "b.css": "b {}\n", "main.mjs": "go()\n"]
    return try withFolder(files.merging(changes) { $1 }) { try Page(viewer: $0) }
  }

  @Test func `the page contains the files, with the engine and a session between its parts`() throws
  {
    let parts = try page().parts
    #expect(parts.count == 3)
    let text = parts.joined(separator: "|")
    #expect(text.contains("<style>a {}\nb {}\n</style>\n</head>"))
    #expect(text.contains(#"id="engine">|</script>"#))
    #expect(text.contains(#"id="session">|</script>"#))
    #expect(text.hasSuffix("<script type=\"module\">go()\n</script>\n"))
    #expect(!text.contains("<link"))
    #expect(!text.contains("src="))
  }

  @Test(arguments: [
    ("main.mjs", "'</SCRIPT>'", "must not contain </script"),
    ("main.mjs", "'<!--'", "must not contain <!--"),
    ("a.css", "</style>", "must not contain </style"),
    ("index.html", "<meta charset=\"utf-8\"></head>", "index.html has no <script type=\"module\""),
  ])
  func `text closing an element early is an error`(
    file: String, text: String, expected: String
  ) throws {
    let problem = message { _ = try page([file: text]) }
    let text = try #require(problem)
    #expect(text.contains(expected))
  }

  @Test func `without an engine the file has the reason`() throws {
    let page = try page()
    let without = page.swift(with: .missing("no \"clang\"\\"))
    #expect(without.contains(#"static let missing: String? = "no \"clang\"\\""#))
    let with = page.swift(with: .built(Data([1, 2, 3])))
    #expect(with.contains("static let missing: String? = nil"))
    #expect(with.contains(#"static let engine = "AQID""#))
  }
}

@Suite struct EngineBuildTests {
  @Test func `a missing toolchain component is recorded without failing the build`() throws {
    try withFolder(["script": "echo not this >&2; echo no wasm-ld here >&2; exit 69\n"]) {
      let script = $0.appendingPathComponent("script").path
      let result = try EngineBuild(script: script, folder: $0).run()
      #expect(result == .missing("no wasm-ld here"))
    }
  }

  @Test func `any other failure ends the build with the script's output`() throws {
    try withFolder(["script": "echo core.swift:1: error >&2; exit 1\n"]) { folder in
      let problem = message {
        _ = try EngineBuild(
          script: folder.appendingPathComponent("script").path, folder: folder
        ).run()
      }
      let text = try #require(problem)
      #expect(text.contains("ended with 1:\ncore.swift:1: error"))
    }
  }

  @Test func `a built engine is used as is`() throws {
    try withFolder(["script": "printf engine >\"$1/sightline.wasm.gz\"\n"]) {
      let script = $0.appendingPathComponent("script").path
      let result = try EngineBuild(script: script, folder: $0).run()
      #expect(result == .built(Data("engine".utf8)))
    }
  }

  /// Runs the real script with a stub compiler.
  @Test func `the script reports missing toolchain components`() throws {
    let failing = "#!/bin/sh\nexit 1\n"
    try withFolder(["swiftc": failing, "clang": "", "wasm-ld": ""]) { folder in
      for (programs, expected) in [
        (["swiftc"], "has no clang"), (["swiftc", "clang", "wasm-ld"], "has no Embedded Swift"),
      ] {
        try makeExecutable(programs, in: folder)
        let (status, text) = try runScript(realScript, into: folder, compiler: folder)
        #expect(status == 69)
        #expect(text.contains(expected), "\(text)")
      }
    }
  }

  /// Runs a copy of the script with a stub compiler that counts the linked modules.
  @Test func `an engine is rebuilt only when a file or the compiler has changed`() throws {
    let stub = """
      #!/bin/sh
      [ "$1" != --version ] || exec cat "${0%/*}/version"
      case $0 in *wasm-ld) echo linked >>"${0%/*}/runs" ;; esac
      while [ $# -gt 0 ]; do [ "$1" != -o ] || echo built >"$2"; shift; done
      """
    let programs = ["swiftc", "clang", "wasm-ld"]
    var files = Dictionary(uniqueKeysWithValues: programs.map { ("bin/\($0)", stub) })
    for source in ["Sources/SightlineCore/a.swift", "Web/Interface/a.swift", "Web/runtime.c"] {
      files[source] = ""
    }
    files["scripts/build-web"] = try String(contentsOfFile: realScript, encoding: .utf8)
    files["bin/version"] = "1"
    try withFolder(files) { project in
      let bin = project.appendingPathComponent("bin")
      try makeExecutable(programs, in: bin)
      func modules(_ folder: String = ".build/web") throws -> Int {
        let (folder, script) = (
          project.appendingPathComponent(folder),
          project.appendingPathComponent("scripts/build-web").path
        )
        #expect(try runScript(script, into: folder, compiler: bin) == (0, ""))
        let module = folder.appendingPathComponent("sightline.wasm")
        #expect(try String(contentsOf: module, encoding: .utf8) == "built\n")
        let runs = try String(contentsOf: bin.appendingPathComponent("runs"), encoding: .utf8)
        return runs.split(separator: "\n").count / 2
      }
      #expect(try modules() == 1)
      #expect(try modules() == 1)
      #expect(try modules("copy") == 1)
      try Data("1".utf8).write(to: project.appendingPathComponent("Web/Interface/a.swift"))
      #expect(try modules("copy") == 2)
      #expect(try modules() == 3)
      try FileManager.default.removeItem(
        at: project.appendingPathComponent("Sources/SightlineCore/a.swift"))
      #expect(try modules() == 4)
      try Data("2".utf8).write(to: bin.appendingPathComponent("version"))
      #expect(try modules() == 5)
      #expect(try modules("copy") == 5)
      for (folder, count) in [("copy", 5), (".build/web", 6)] {
        let module = project.appendingPathComponent("\(folder)/sightline.wasm.gz")
        try FileManager.default.removeItem(at: module)
        #expect(try modules(folder) == count)
        #expect(FileManager.default.fileExists(atPath: module.path))
      }
    }
  }

  private let realScript = URL(fileURLWithPath: #filePath)
    .appendingPathComponent("../../../../scripts/build-web").standardized.path

  private func makeExecutable(_ programs: [String], in folder: URL) throws {
    for name in programs {
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: folder.appendingPathComponent(name).path)
    }
  }

  /// Returns the script's status and errors.
  private func runScript(
    _ script: String, into folder: URL, compiler: URL
  ) throws -> (status: Int32, errors: String) {
    let (process, error) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [script, folder.path]
    process.environment = ["PATH": "\(compiler.path):/usr/bin:/bin"]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = error
    try process.run()
    let text = String(decoding: error.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text)
  }
}

@Suite struct HashTests {
  @Test(arguments: [
    ("abc", "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="),
    // More than a pipe holds.
    (
      String(repeating: "a", count: 100_000), "bRzyLXzAmwhd/CXuGh864CZYBMYHvCB0rSU7zIL9ge4="
    ),
  ])
  func `hashes match reference values`(text: String, expected: String) throws {
    #expect(try Page.hash(of: text) == "'sha256-\(expected)'")
  }
}
