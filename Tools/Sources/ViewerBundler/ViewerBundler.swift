import Foundation

/// What the build runs for the viewer's page:
///
///     ViewerBundler engine SCRIPT FOLDER INPUT…  runs scripts/build-web into the folder
///     ViewerBundler page VIEWER FOLDER           writes FOLDER/ViewerFiles.swift, with that engine
@main
struct ViewerBundler {
  static func main() {
    do {
      let arguments = CommandLine.arguments
      guard arguments.count >= 4 else {
        throw BundlingError("usage: ViewerBundler (engine SCRIPT | page VIEWER) FOLDER [INPUT…]")
      }
      let (step, source, folder) = (arguments[1], arguments[2], URL(fileURLWithPath: arguments[3]))
      switch step {
      case "engine":
        try EngineBuild(script: source, folder: folder, inputs: Array(arguments[4...])).run()
      case "page":
        let page = try Page(viewer: URL(fileURLWithPath: source))
        let file = folder.appendingPathComponent("ViewerFiles.swift")
        try Data(page.swift(with: EngineBuild.result(in: folder)).utf8).write(to: file)
      default: throw BundlingError("there is no step \(step)")
      }
    } catch {
      FileHandle.standardError.write(Data("error: viewer: \(error)\n".utf8))
      exit(1)
    }
  }
}

/// Why there is no page, in one line.
struct BundlingError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
