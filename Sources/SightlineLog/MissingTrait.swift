#if !Log
// Without the trait there is no log: this one says how to enable it. The compiler says so only if
// the initializer matches.

@available(
  *, unavailable,
  message:
    "the trait Log is off; in Package.swift, write .package(url: …, branch: \"main\", traits: [\"Log\"])"
)
public struct ImpressionLog {
  public init(at _: Any) throws {}
  public init(at _: Any, configuration _: Any) throws {}
}
#endif
