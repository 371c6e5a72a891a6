import Foundation

/// Bundles the viewer's modules into one script, each after its imports, with import and export
/// keywords removed.
///
/// This isn't a parser. Modules follow rules that make one unnecessary, and breaking a rule is an
/// error: imports are at the top, one statement each, with plain names; exports are keywords before
/// a declaration; top-level names are unique across all modules.
struct Modules {
  private(set) var script = ""
  private var bundled: Set<String> = []
  private var waiting: [String] = []
  private var declared: [String: String] = [:]

  /// - Parameter main: the module that starts the page.
  init(main: URL) throws { try bundle(main.standardizedFileURL) }

  private mutating func bundle(_ file: URL) throws {
    let name = file.lastPathComponent
    if bundled.contains(file.path) { return }
    if waiting.contains(file.path) { throw BundlingError("\(name) imports itself indirectly") }
    waiting.append(file.path)
    var text = try String(contentsOf: file, encoding: .utf8)
    while let statement = text.firstMatch(of: /(?m)^import\s[^;'"]*['"][^'"]*['"];?[ \t]*\n/) {
      guard
        let whole = statement.output.wholeMatch(
          of: /import\s*\{[\w$,\s]*\}\s*from\s*['"](\.[^'"]+)['"];?\s*/),
        !statement.output.contains(/\sas\s/)
      else {
        throw BundlingError("\(name) imports in another form than { names }: \(statement.output)")
      }
      let path = String(whole.1)
      text.removeSubrange(statement.range)
      try bundle(
        file.deletingLastPathComponent().appendingPathComponent(path).standardizedFileURL)
    }
    text.replace(/(?m)^export (?=(async |const |let |class |function))/, with: "")
    if let rest = text.firstMatch(of: /(?m)^(export|import)\b.*/) {
      throw BundlingError("\(name) exports or imports in another form: \(rest.0)")
    }
    for match in text.matches(of: /(?m)^(?:async )?(?:const|let|class|function\*?) ([\w$]+)/) {
      if let other = declared.updateValue(name, forKey: String(match.1)) {
        throw BundlingError("\(match.1) is declared in \(other) and in \(name)")
      }
    }
    waiting.removeLast()
    bundled.insert(file.path)
    script += text.hasSuffix("\n") ? text : text + "\n"
  }
}
