/// The effect of a view on the views it overlaps.
public enum VisibilityCover: Hashable, Sendable {
  /// Hides the views below it while it is opaque.
  case opaque
  /// Hides nothing. The overlap is intended (a *friendly obstruction*, such as a glass bar).
  case friendly
}
