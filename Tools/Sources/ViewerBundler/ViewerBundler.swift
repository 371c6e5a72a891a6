import Foundation

/// What the build runs for the viewer's page:
///
///     ViewerBundler engine SCRIPT FOLDER    runs scripts/build-web into the folder
///     ViewerBundler page VIEWER FOLDER      writes FOLDER/ViewerFiles.swift, with that engine
@main
struct ViewerBundler {
  static func main() {
    do {
      let arguments = CommandLine.arguments.dropFirst()
      guard arguments.count == 3, let step = arguments.first else {
        throw BundlingError("usage: ViewerBundler (engine SCRIPT | page VIEWER) FOLDER")
      }
      let (source, folder) = (arguments[2], URL(fileURLWithPath: arguments[3]))
      switch step {
      case "engine": try EngineBuild(script: source, folder: folder).run()
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
