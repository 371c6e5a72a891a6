public import SightlineCore

/// An inspector's mark for one target.
public struct InspectorMark: Hashable, Sendable {
  /// The visible part of the target, in the window's coordinates.
  public var visible: LayoutRect
  /// Whether the target is visible under its first rule.
  public var isVisible: Bool
  /// The visible fraction, rounded down to whole percent, and the reason it is not visible.
  public var text: String
  /// The progress of the dwell, 0...1; `nil` without a dwell.
  public var dwell: Double?

  /// Returns the marks of all targets that are partly on screen, from top to bottom.
  ///
  /// - Parameters:
  ///   - mirror: the mirror with the targets.
  ///   - engine: the engine after a pass.
  ///   - now: the time until which dwells are counted.
  /// - Complexity: O(targets · depth²)
  @MainActor
  package static func marks(
    of mirror: ViewMirror, _ engine: VisibilityEngine, at now: MonotonicTime
  ) -> [InspectorMark] {
    var marks: [InspectorMark] = []
    for target in mirror.targets where engine.scene.contains(target) {
      var rule: VisibilityRule?
      var viewport: ViewportID?
      var dwell: Double?
      engine.forEachWatch(of: target) { watch, watched, subject in
        if rule == nil {
          rule = watched
          viewport = engine.viewport(of: watch)
        }
        if let subject, subject.policy.dwell > .zero, dwell == nil {
          let isSeen = engine.impressionCount(of: subject.identity, for: subject.policy) > 0
          dwell =
            isSeen
            ? 1 : engine.dwellProgress(of: subject.identity, for: subject.policy, at: now)
        }
      }
      guard let rule else { continue }
      let state = engine.state(of: target, in: viewport)
      guard let visible = state.visibleRect, visible.area > 0 else { continue }
      let reason = engine.reason(target, isNotVisibleUnder: rule, in: viewport)
      marks.append(
        InspectorMark(
          visible: visible, isVisible: reason == nil,
          text: percent(state.fraction) + (reason.map { " · \($0)" } ?? ""), dwell: dwell))
    }
    return marks.sorted { ($0.visible.minY, $0.visible.minX) < ($1.visible.minY, $1.visible.minX) }
  }

  /// Returns whether two lists of marks differ at most in their dwell.
  package static func showTheSame(_ one: [InspectorMark], _ other: [InspectorMark]) -> Bool {
    one.elementsEqual(other) { $0.visible == $1.visible && $0.text == $1.text }
  }

  /// Rounds down, so only a fully visible view shows 100 %. A fraction within the rules' tolerance
  /// counts as full.
  static func percent(_ fraction: Double) -> String {
    "\(Int(((fraction + VisibilityRule.tolerance) * 100).rounded(.down))) %"
  }
}
