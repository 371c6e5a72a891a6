import SightlineGTKToolkit

/// A page of the gallery: one feature, shown with the numbers of its source.
@MainActor
protocol Page: AnyObject {
  /// The name on the command line and in file names, such as `visible-items`.
  static var name: String { get }
  /// The name in the list of pages.
  static var title: String { get }
  /// What it shows, in a sentence or two.
  static var summary: String { get }
  /// What whoever opens the gallery reads first; `nil` on all pages but one.
  static var welcome: String? { get }
  /// Why ``perform(_:)`` cannot be played by hand, for a tooltip; `nil` if it can.
  static var whyNotPlayable: String? { get }

  init(log: EventLog)

  /// What the page shows; asked for once.
  var widget: WidgetPointer { get }

  /// What can be changed about the page, in a row above it. Asked for once, after ``widget``.
  var knobs: [Knob] { get }

  /// Drives the page as a person would, and takes pictures.
  ///
  /// Whoever plays it by hand may stop it: from then on the stage neither waits nor moves anything,
  /// and the next picture throws `CancellationError`.
  func perform(_ stage: Stage) async throws
}

extension Page {
  static var welcome: String? { nil }
  static var whyNotPlayable: String? { nil }
  var knobs: [Knob] { [] }
}
