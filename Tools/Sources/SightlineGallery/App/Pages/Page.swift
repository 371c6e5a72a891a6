import SightlineGTKToolkit

/// A page of the gallery that shows one feature, with the metrics of its source.
@MainActor
protocol Page: AnyObject {
  /// The name on the command line and in file names, such as `visible-items`.
  static var name: String { get }
  /// The name in the list of pages.
  static var title: String { get }
  /// A summary of the page in a sentence or two.
  static var summary: String { get }
  /// The introduction to the gallery; `nil` on all pages but one.
  static var welcome: String? { get }
  /// The reason ``perform(_:)`` can't be played manually, for a tooltip; `nil` if it can.
  static var whyNotPlayable: String? { get }

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
  static var whyNotPlayable: String? { nil }
  var knobs: [Knob] { [] }
}
