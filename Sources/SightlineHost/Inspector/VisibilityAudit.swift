import SightlineCore

/// A comparison of the engine's answers with an independent measurement of a window's observed
/// views, straight from the toolkit: "412 compared, 0 differ".
///
/// The inspector makes one whenever the window comes to rest. A difference is a defect of Sightline
/// or a limit of its host; please report it with a trace.
public struct VisibilityAudit: Hashable, Sendable {
  /// A view whose two measurements differ by more than ``VisibilityAudit/tolerance``.
  public struct Difference: Hashable, Sendable {
    /// The item that the view shows, or a number if the app gave no id.
    public var name: String
    /// The visible fraction according to the engine, 0...1.
    public var fraction: Double
    /// The visible fraction according to the toolkit, 0...1.
    public var measured: Double
  }

  /// The difference up to which measurements count as equal: the toolkit's are counted on a grid.
  public static let tolerance = 0.05

  /// The number of views compared.
  public private(set) var comparedCount = 0
  /// The views whose measurements differ.
  public private(set) var differences: [Difference] = []
}

extension VisibilityAudit: CustomStringConvertible {
  /// The numbers in one line, then a line for each difference.
  public var description: String {
    ([summary] + differences.map(\.description)).joined(separator: "\n")
  }

  /// The numbers in one line.
  public var summary: String { "\(comparedCount) compared, \(differences.count) differ" }
}

extension VisibilityAudit.Difference: CustomStringConvertible {
  /// The name and both fractions in percent.
  public var description: String { "\(name): \(percent(fraction)), measured \(percent(measured))" }

  private func percent(_ fraction: Double) -> String { "\(Int((fraction * 100).rounded())) %" }
}

extension MirroredWindow {
  /// Compares the engine's answers with measurements, between frames.
  ///
  /// - Parameter measure: measures a view; `nil` if the view can't be measured.
  /// - Returns: `nil` while views are waiting to be read, are held or are in the background.
  /// - Complexity: that of measuring all views. Intended for development.
  package func audit(_ measure: (ViewKey) -> Double?) -> VisibilityAudit? {
    guard mirror.isSettled, !isPassWanted, mirror.heldViews.isEmpty,
      presence.isForeground
    else { return nil }
    var audit = VisibilityAudit()
    // Ignore the margins of the window's own viewport.
    let bounds = VisibilityViewport(engine.scene.root)
    for (target, view) in mirror.observedViews where engine.scene.contains(target) {
      guard let measured = measure(view) else { continue }
      audit.compare(engine.state(of: target, in: bounds).fraction, measured) { number in
        name(of: target, in: engine) ?? "view \(number)"
      }
    }
    return audit
  }

  private func name(of target: TargetID, in engine: VisibilityEngine) -> String? {
    var name: String?
    engine.forEachWatch(of: target) { watch, _, subject in
      if name == nil { name = item(of: watch, subject?.identity).map { "\($0)" } }
    }
    return name
  }
}

extension VisibilityAudit {
  fileprivate mutating func compare(
    _ fraction: Double, _ measured: Double, name: (_ number: Int) -> String
  ) {
    comparedCount += 1
    guard abs(fraction - measured) > Self.tolerance else { return }
    differences.append(
      Difference(name: name(comparedCount), fraction: fraction, measured: measured))
  }
}
