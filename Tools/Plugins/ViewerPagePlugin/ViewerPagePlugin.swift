import Foundation
import PackagePlugin

/// Builds the viewer's page into the target that uses it: first the engine for JavaScript, by
/// `scripts/build-web`, then one Swift file with all of the page but a session.
///
/// What neither step reads has changed, neither runs again. Both configurations share the result.
@main
struct ViewerPagePlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let project = context.package.directoryURL.deletingLastPathComponent()
    let work = context.pluginWorkDirectoryURL
    let bundler = try context.tool(named: "ViewerBundler").url
    let engine = work.appending(path: "sightline.wasm.gz")
    let reason = work.appending(path: "missing.txt")
    let page = work.appending(path: "ViewerFiles.swift")
    let script = project.appending(path: "scripts/build-web")
    let viewer = project.appending(path: "Web/Viewer")
    let sources = ["Sources/SightlineCore", "Web/Interface"].flatMap {
      files(in: project.appending(path: $0), ["swift"])
    }
    let inputs = sources + [script, project.appending(path: "Web/runtime.c")]
    let modules = [viewer, project.appending(path: "Web/JavaScript")].flatMap {
      files(in: $0, ["html", "css", "mjs"])
    }
    return [
      .buildCommand(
        displayName: "Building the engine for JavaScript", executable: bundler,
        arguments: ["engine", script.path, work.path] + inputs.map(\.path), inputFiles: inputs,
        outputFiles: [engine, reason]),
      .buildCommand(
        displayName: "Bundling the viewer", executable: bundler,
        arguments: ["page", viewer.path, work.path],
        inputFiles: modules + [engine, reason], outputFiles: [page]),
    ]
  }

  /// The files of some kinds in a folder and below it.
  private func files(in folder: URL, _ kinds: Set<String>) -> [URL] {
    let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return (all?.allObjects as? [URL] ?? []).filter { kinds.contains($0.pathExtension) }
      .sorted { $0.path < $1.path }
  }
}
