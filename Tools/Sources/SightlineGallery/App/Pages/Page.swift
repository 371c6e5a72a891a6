import SightlineGTKToolkit

/// A page of the gallery that shows one feature. Its texts are in `Code/NAME.md`.
@MainActor
protocol Page: AnyObject {
  /// The name on the command line and in file names, such as `visible-items`.
  static var name: String { get }
  /// The introduction to the gallery; `nil` on all pages but one.
  static var welcome: String? { get }

  init(log: EventLog)

  /// The page's content. Read once.
  var widget: WidgetPointer { get }

  /// The page's settings, shown in a row above it. Read once, after ``widget``.
  var knobs: [Knob] { get }

  /// Operates the page as a person would, and takes screenshots.
  ///
  /// When played manually, it may be stopped: the stage then neither waits nor moves anything, and
  /// the next screenshot throws `CancellationError`.
  func perform(_ stage: Stage) async throws
}

extension Page {
  static var welcome: String? { nil }
  static var text: PageCode { CodeFiles.code(of: name) ?? PageCode(markdown: "# \(name)") }
  static var title: String { text.title }
  var knobs: [Knob] { [] }
}
