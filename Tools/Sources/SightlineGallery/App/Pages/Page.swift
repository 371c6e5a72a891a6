import SightlineGTKToolkit

/// A page of the gallery that shows one feature. ``Pages`` lists all, with their texts.
@MainActor
protocol Page: AnyObject {
  init(log: EventLog)

  /// The page's content. Read once.
  var widget: WidgetPointer { get }

  /// The page's settings, shown in a row above it. Read once, after ``widget``.
  var knobs: [Setting] { get }

  /// Called after each frame, when Sightline's pass is over. It isn't called while nothing moves.
  func frameEnded()

  /// Operates the page as a person would, and takes screenshots.
  ///
  /// When played manually, it may be stopped: the stage then neither waits nor moves anything, and
  /// the next screenshot throws `CancellationError`.
  func perform(_ stage: Stage) async throws
}

extension Page {
  var knobs: [Setting] { [] }
  func frameEnded() {}
}
