#if !Log
/// Without the trait there is no log: this one says how to enable it.
@available(
  *, unavailable,
  message:
    "the trait Log is off; in Package.swift, write .package(url: …, branch: \"main\", traits: [\"Log\"])"
)
public struct ImpressionLog {}
#endif
