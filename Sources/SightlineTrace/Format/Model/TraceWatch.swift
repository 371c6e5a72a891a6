public import SightlineCore

/// Sightline's engine starts to watch a target.
public struct TraceWatch: Equatable, Sendable {
  /// What a watch waits for.
  public enum Purpose: Equatable, Sendable {
    /// Crossings of a rule's thresholds.
    case visibility(VisibilityRule)
    /// Impressions of an identity; the policy's rule is the watch's.
    case impression(ItemIdentity, ImpressionPolicy)
  }

  /// The step in which it happened.
  public var step: Int
  /// The watch's number; free again once the watch, or its node, is over.
  public var watch: Int
  /// The target's node.
  public var id: Int
  /// The viewport's number.
  public var view: Int
  /// What it waits for.
  public var purpose: Purpose
  /// What the app calls the item, for people; any characters. In the file it is cut to
  /// ``maximumNameLength``.
  public var name: String?

  /// The most bytes of UTF-8 that a name has in a file.
  public static let maximumNameLength = 256

  /// Creates the line.
  public init(
    step: Int, watch: Int, id: Int, view: Int, purpose: Purpose, name: String? = nil
  ) {
    self.step = step
    self.watch = watch
    self.id = id
    self.view = view
    self.purpose = purpose
    self.name = name
  }

  /// A name within ``maximumNameLength``; what is cut ends with an ellipsis.
  static func shortened(_ name: String) -> String {
    if name.utf8.count <= maximumNameLength { return name }
    let ellipsis = "…"
    // One character can have any number of scalars.
    var result = String.UnicodeScalarView()
    var length = ellipsis.utf8.count
    for scalar in name.unicodeScalars {
      length += UTF8.width(scalar)
      if length > maximumNameLength { break }
      result.append(scalar)
    }
    return String(result) + ellipsis
  }

  /// When the target counts as visible.
  public var rule: VisibilityRule {
    switch purpose {
    case .visibility(let rule): rule
    case .impression(_, let policy): policy.rule
    }
  }
}

/// Sightline's engine stops to watch.
public struct TraceUnwatch: Equatable, Sendable {
  /// The step in which it happened.
  public var step: Int
  /// The watch's number.
  public var watch: Int

  /// Creates the line.
  public init(step: Int, watch: Int) {
    self.step = step
    self.watch = watch
  }
}
