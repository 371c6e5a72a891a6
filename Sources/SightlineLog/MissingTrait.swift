#if !Log
// Without the trait there is no log: this one says how to enable it. The compiler says so only if
// the initializer matches.

/// Enabled by a trait: see the message.
@available(
  *, unavailable,
  message:
    "the trait Log is off; in Package.swift, write .package(url: …, branch: \"main\", traits: [\"Log\"])"
)
public struct ImpressionLog {
  /// Matches the initializer with the trait.
  public init(at _: Any) throws {}
  /// Matches the initializer with the trait.
  public init(at _: Any, configuration _: Any) throws {}
}
#endif
