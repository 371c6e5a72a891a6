import ArgumentParser
import Foundation

/// Reads and operates an application on the accessibility bus, as a screen reader does, without one
/// process per query.
@main
struct AccessibilityTrial: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "AccessibilityTrial",
    abstract: "Reads and operates an application over AT-SPI.", subcommands: [Tree.self, Use.self])

  /// Returns the application that joined the bus last. A window appears on screen shortly before it
  /// is on the bus.
  static func application(on bus: AccessibilityBus) throws -> Element {
    for _ in 0..<100 {
      if let last = try Element.registry().children(on: bus).last { return last }
      Thread.sleep(forTimeInterval: 0.05)
    }
    throw Failure("no application came to the bus in 5 s")
  }

  /// Visits an element and its descendants. If the visitor returns `false`, skips the element's
  /// children.
  static func visit(
    _ element: Element, on bus: AccessibilityBus, depth: Int = 0,
    _ visitor: (Element, Element.Description, _ depth: Int) throws -> Bool
  ) throws {
    guard try visitor(element, element.describe(on: bus), depth) else { return }
    for child in try element.children(on: bus) {
      try visit(child, on: bus, depth: depth + 1, visitor)
    }
  }

  struct Tree: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Prints all elements.",
      discussion: """
        Interactive elements without a name are listed on standard error, with \
        exit status 1.
        """)

    func run() throws {
      let bus = try AccessibilityBus()
      var nameless: [String] = []
      var path: [String] = []
      try visit(application(on: bus), on: bus) { _, description, depth in
        print(String(repeating: "  ", count: depth) + description.line)
        path = path.prefix(depth) + [description.line]
        if description.lacksName { nameless.append(path.joined(separator: " > ")) }
        return true
      }
      guard nameless.isEmpty else {
        let text = nameless.map { "without a name: \($0)\n" }.joined()
        FileHandle.standardError.write(Data(text.utf8))
        throw ExitCode.failure
      }
    }
  }

  struct Use: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Presses an element, or sets its value.")

    @Argument(help: "The role.") var role: String
    @Argument(help: "The name.") var name: String
    @Argument(help: "Values to set in order; without a value, the element is pressed.")
    var values: [Double] = []

    func run() throws {
      let bus = try AccessibilityBus()
      var found: Element?
      try visit(application(on: bus), on: bus) { element, description, _ in
        if found == nil, description.role == role, description.name == name { found = element }
        return found == nil
      }
      guard let found else { throw Failure("there is no \(role) called '\(name)'") }
      for value in values { try found.set(value, on: bus) }
      if values.isEmpty { try found.act(on: bus) }
    }
  }
}
