import Foundation

/// The build tool for the viewer's page:
///
///     ViewerBundler SCRIPT VIEWER FOLDER
///
/// Builds the engine with the script, `scripts/build-web`. Writes `FOLDER/ViewerFiles.swift` with
/// the engine and the files in the folder VIEWER.
@main
struct ViewerBundler {
  static func main() {
    do {
      let arguments = CommandLine.arguments
      guard arguments.count == 4 else {
        throw BundlingError("usage: ViewerBundler SCRIPT VIEWER FOLDER")
      }
      let folder = URL(fileURLWithPath: arguments[3])
      let engine = try EngineBuild(script: arguments[1], folder: folder).run()
      let page = try Page(viewer: URL(fileURLWithPath: arguments[2]))
      let file = folder.appendingPathComponent("ViewerFiles.swift")
      try Data(page.swift(with: engine).utf8).write(to: file)
    } catch {
      FileHandle.standardError.write(Data("error: viewer: \(error)\n".utf8))
      exit(1)
    }
  }
}

struct BundlingError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
