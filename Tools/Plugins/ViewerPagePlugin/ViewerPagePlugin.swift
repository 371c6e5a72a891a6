import Foundation
import PackagePlugin

/// Builds the viewer's page into the target that uses it: the engine for JavaScript, by
/// `scripts/build-web`, and one Swift file with all of the page but a session.
///
/// It does nothing unless a file that it reads has changed. Both configurations share the result.
@main
struct ViewerPagePlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let project = context.package.directoryURL.deletingLastPathComponent()
    let work = context.pluginWorkDirectoryURL
    let script = project.appending(path: "scripts/build-web")
    let viewer = project.appending(path: "Web/Viewer")
    let sources = ["Sources/SightlineCore", "Web/Interface"].flatMap {
      files(in: project.appending(path: $0), ["swift"])
    }
    let engine = sources + [script, project.appending(path: "Web/runtime.c")]
    let page = [viewer, project.appending(path: "Web/JavaScript")].flatMap {
      files(in: $0, ["html", "css", "mjs"])
    }
    // One command: what it leaves in between would become a resource of the target.
    return [
      .buildCommand(
        displayName: "Building the viewer",
        executable: try context.tool(named: "ViewerBundler").url,
        arguments: [script.path, viewer.path, work.path],
        inputFiles: engine + page, outputFiles: [work.appending(path: "ViewerFiles.swift")])
    ]
  }

  /// The files of some kinds in a folder and below it.
  private func files(in folder: URL, _ kinds: Set<String>) -> [URL] {
    let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return (all?.allObjects as? [URL] ?? []).filter { kinds.contains($0.pathExtension) }
      .sorted { $0.path < $1.path }
  }
}
