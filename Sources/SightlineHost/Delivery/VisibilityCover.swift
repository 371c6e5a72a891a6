/// What a view that lies over others does to them.
public enum VisibilityCover: Hashable, Sendable {
  /// It hides what lies below it, while it is opaque.
  case opaque
  /// It is allowed to lie there (a *friendly obstruction*, such as a bar of glass): it hides
  /// nothing.
  case friendly
}
