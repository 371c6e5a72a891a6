// Checks the projects passed by scripts/check-project. Runs in the root of the repository.
import Foundation

struct Project {
  typealias Object = [String: Any]

  let url: URL
  let text: String
  let root: String
  let version: String
  let objects: [String: Object]
  private(set) var problems: [String] = []

  init?(_ path: String) {
    url = URL(fileURLWithPath: path)
    guard let data = try? Data(contentsOf: url.appendingPathComponent("project.pbxproj")),
      let list = try? PropertyListSerialization.propertyList(from: data, options: [], format: nil),
      let project = list as? Object, let objects = project["objects"] as? [String: Object],
      let root = project["rootObject"] as? String
    else { return nil }
    text = String(decoding: data, as: UTF8.self)
    self.root = root
    self.objects = objects
    version = project["objectVersion"] as? String ?? ""
  }

  /// The base folder of the project's paths.
  var folder: URL { url.deletingLastPathComponent() }

  mutating func check() {
    checkReferences()
    checkFiles()
    checkPackages()
    checkSettings()
    checkSchemes()
  }

  private mutating func checkReferences() {
    var reached: Set<String> = []
    var waiting = [root]
    while let id = waiting.popLast() {
      guard let object = objects[id] else {
        problems.append("undefined \(id)")
        continue
      }
      if reached.insert(id).inserted { waiting += references(in: object) }
    }
    for id in objects.keys where !reached.contains(id) { problems.append("unreferenced \(id)") }
    for id in objects.keys {
      // The parser keeps only one of several objects with the same name.
      let pattern = "(?m)^\\s*\(id)( /\\*[^*]*\\*/)? = \\{"
      let expression = try? NSRegularExpression(pattern: pattern)
      let range = NSRange(text.startIndex..., in: text)
      if expression?.numberOfMatches(in: text, range: range) != 1 {
        problems.append("\(id) is defined twice")
      }
    }
    if !all("PBXFileSystemSynchronizedRootGroup").isEmpty && version != "77" {
      problems.append("synchronized folders require objectVersion 77")
    }
  }

  private mutating func checkFiles() {
    let used = all("PBXNativeTarget").flatMap { strings($0["fileSystemSynchronizedGroups"]) }
    var folders: [String] = []
    let kind = "PBXFileSystemSynchronizedRootGroup"
    for (id, object) in objects where object["isa"] as? String == kind {
      let place = folder.appendingPathComponent(object["path"] as? String ?? "").standardizedFileURL
      var isFolder: ObjCBool = false
      let exists = FileManager.default.fileExists(atPath: place.path, isDirectory: &isFolder)
      if !exists || !isFolder.boolValue { problems.append("no folder \(place.path)") }
      if !used.contains(id) { problems.append("no target includes \(place.lastPathComponent)") }
      if swiftFiles(in: place).isEmpty { problems.append("no Swift file in \(place.path)") }
      folders.append(place.path + "/")
    }
    // Beside the project of the tests are the doubles, which do not belong to it.
    let isAlone = !FileManager.default.fileExists(
      atPath: folder.appendingPathComponent("Double").path)
    guard isAlone else { return }
    for file in swiftFiles(in: folder) where !folders.contains(where: file.hasPrefix) {
      problems.append("\(file) belongs to no target")
    }
  }

  private mutating func checkPackages() {
    var products: Set<String> = []
    for package in all("XCLocalSwiftPackageReference") {
      let place = folder.appendingPathComponent(package["relativePath"] as? String ?? "")
      let manifest = place.appendingPathComponent("Package.swift").standardizedFileURL
      guard let text = try? String(contentsOf: manifest, encoding: .utf8) else {
        problems.append("no package at \(manifest.path)")
        continue
      }
      for line in text.split(separator: "\n") where line.contains(".library(name: \"") {
        products.insert(String(line.components(separatedBy: "\"")[1]))
      }
    }
    for dependency in all("XCSwiftPackageProductDependency") {
      let name = dependency["productName"] as? String ?? ""
      if !products.contains(name) { problems.append("no package with a product \(name)") }
    }
  }

  private mutating func checkSettings() {
    let manifest = (try? String(contentsOfFile: "Package.swift", encoding: .utf8)) ?? ""
    for (setting, platform) in ["IPHONEOS": "iOS", "MACOSX": "macOS"] {
      guard let start = manifest.range(of: ".\(platform)(.v") else { continue }
      let oldest = manifest[start.upperBound...].prefix { $0.isNumber } + ".0"
      for configuration in all("XCBuildConfiguration") {
        let settings = configuration["buildSettings"] as? Object
        guard let value = settings?["\(setting)_DEPLOYMENT_TARGET"] as? String else { continue }
        if value != oldest { problems.append("\(platform) \(value), the package has \(oldest)") }
      }
    }
    for list in all("XCConfigurationList") {
      let names = strings(list["buildConfigurations"]).map { objects[$0]?["name"] as? String ?? "" }
      if !names.contains(list["defaultConfigurationName"] as? String ?? "") {
        problems.append("the default configuration is not in \(names)")
      }
    }
  }

  private mutating func checkSchemes() {
    let schemes = url.appendingPathComponent("xcshareddata/xcschemes")
    let files = (try? FileManager.default.contentsOfDirectory(atPath: schemes.path)) ?? []
    if files.isEmpty { problems.append("no shared scheme") }
    for file in files {
      let text = try? String(contentsOf: schemes.appendingPathComponent(file), encoding: .utf8)
      let words = (text ?? "").components(separatedBy: "\"")
      for (index, word) in words.dropLast().enumerated() {
        let attribute = word.filter { !$0.isWhitespace }
        let value = words[index + 1]
        let kind = objects[value]?["isa"] as? String
        if attribute == "BlueprintIdentifier=", kind != "PBXNativeTarget" {
          problems.append("\(file): no target \(value)")
        }
        if attribute == "ReferencedContainer=", value != "container:\(url.lastPathComponent)" {
          problems.append("\(file): \(value) refers to another project")
        }
      }
    }
  }

  private func all(_ kind: String) -> [Object] {
    objects.values.filter { $0["isa"] as? String == kind }
  }

  private func strings(_ value: Any?) -> [String] { value as? [String] ?? [] }

  /// Object names are 24 hexadecimal digits.
  private func references(in value: Any) -> [String] {
    switch value {
    case let text as String: text.count == 24 && text.allSatisfy(\.isHexDigit) ? [text] : []
    case let list as [Any]: list.flatMap(references)
    case let object as Object: object.values.flatMap(references)
    default: []
    }
  }

  private func swiftFiles(in place: URL) -> [String] {
    let files = FileManager.default.enumerator(atPath: place.path)
    return (files?.allObjects as? [String] ?? [])
      .filter { $0.hasSuffix(".swift") && !$0.hasPrefix(".") }
      .map { place.standardizedFileURL.path + "/" + $0 }
  }
}

var failed = false
for path in CommandLine.arguments.dropFirst() {
  guard var project = Project(path) else {
    print("check-project: \(path): not a project")
    failed = true
    continue
  }
  project.check()
  for problem in project.problems.sorted() { print("check-project: \(path): \(problem)") }
  failed = failed || !project.problems.isEmpty
}
if !failed { print("check-project: ok") }
exit(failed ? 1 : 0)
