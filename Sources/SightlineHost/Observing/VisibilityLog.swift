#if DEBUG
import SightlineCore
#if canImport(os)
import os
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The lines that `visibilityLog()` prints: with `Logger` on Apple's systems, to standard error
/// elsewhere.
package enum VisibilityLog {
  /// Prints a line.
  @MainActor package static var print: (String) -> Void = { line in
    #if canImport(os)
    Logger(subsystem: "Sightline", category: "visibility").debug("\(line, privacy: .public)")
    #else
    var text = "Sightline: \(line)\n"
    text.withUTF8 { _ = write(2, $0.baseAddress, $0.count) }
    #endif
  }

  /// The fractions at which a view's line is printed.
  private static let steps = VisibilityRule.thresholds([0, 0.25, 0.5, 0.75, 1])

  /// What lines call a crossing that does not decide whether a view is visible.
  private static let (up, down) = ("up to", "down to")

  /// Returns the observation of `visibilityLog(of:)`, which prints a line for each quarter of a
  /// view or an item that comes into view or leaves it. A frame makes one line.
  ///
  /// - Parameters:
  ///   - name: the name in the lines; that of the item if `nil`.
  ///   - id: the id of the observed item.
  package static func view(_ name: String? = nil, of id: HashedID? = nil) -> Observation {
    let printed = PrintedLine()
    let observation = Observation.crossings(steps, of: id) { item, crossing in
      if printed.item == item, printed.time == crossing.time { return }
      (printed.item, printed.time) = (item, crossing.time)
      let fraction = InspectorMark.percent(crossing.fraction)
      print(
        "\(name ?? text(of: item?.id)): \(crossing.isVisible ? up : down) \(fraction)"
          + ending(crossing.reason))
    }
    observation.log = .view
    return observation
  }

  /// Returns the observation of `visibilityLog()`, which makes the view's window print its events.
  package static func window() -> Observation {
    let observation = Observation(.crossings(.anyPixel)) { _, _, _ in }
    observation.log = .window
    return observation
  }

  /// Returns the lines of the events of a window's last pass, without repetitions: several closures
  /// may receive an event.
  @MainActor
  fileprivate static func lines(of engine: VisibilityEngine, in window: MirroredWindow) -> [String]
  {
    var lines: [String] = []
    for change in engine.changes {
      guard let watch = window.delivery[change.watch], watch.observation.log == nil else {
        continue
      }
      let (entered, left) = change.threshold == 0 ? ("visible at", "not visible at") : (up, down)
      lines.append(
        "\(text(of: watch.appID?.id)): \(change.isVisible ? entered : left) "
          + InspectorMark.percent(change.fraction) + ending(change.reason))
    }
    for impression in engine.impressions {
      lines.append(
        text(of: window.session.id(of: impression.identity)) + ": seen"
          + (impression.count > 1 ? ", \(impression.count) times so far" : ""))
    }
    var known: Set<String> = []
    return lines.filter { known.insert($0).inserted }
  }

  private static func text(of id: AnyHashable?) -> String { id.map { "\($0)" } ?? "a view" }

  private static func ending(_ reason: InvisibilityReason?) -> String {
    reason.map { ", \($0)" } ?? ""
  }
}

/// The item and the time of the line printed last.
@MainActor
private final class PrintedLine {
  var item: HashedID?
  var time: MonotonicTime?

  nonisolated init() {}
}

extension MirroredWindow {
  /// Prints the events of the window from now on.
  func logEvents() {
    let key = ObjectIdentifier(PrintedLine.self)
    if inspectors[key] != nil { return }
    inspectors[key] = { [unowned self] engine in
      for line in VisibilityLog.lines(of: engine, in: self) { VisibilityLog.print(line) }
    }
  }
}
#endif
