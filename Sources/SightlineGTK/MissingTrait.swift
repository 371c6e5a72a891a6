#if !GTK && os(Linux)
// Without the trait there is no host for GTK: these say how to enable it. The compiler says so only
// if the initializer matches.

/// Enabled by a trait: see the message.
@available(
  *, unavailable,
  message:
    "the trait GTK is off; in Package.swift, write .package(url: …, branch: \"main\", traits: [\"GTK\"])"
)
public struct WidgetVisibility {
  /// Matches the initializer with the trait.
  public init(of _: Any) {}
}

/// Enabled by a trait: see the message.
@available(
  *, unavailable,
  message:
    "the trait GTK is off; in Package.swift, write .package(url: …, branch: \"main\", traits: [\"GTK\"])"
)
public struct ItemVisibility<ID> {
  /// Matches the initializer with the trait.
  public init() {}
  /// Matches the initializer with the trait.
  public init(factory _: Any, id _: (OpaquePointer) -> ID?) {}
}

/// Enabled by a trait: see the message.
@available(
  *, unavailable,
  message:
    "the trait GTK is off; in Package.swift, write .package(url: …, branch: \"main\", traits: [\"GTK\"])"
)
public struct VisibilityInspector {
  /// Matches the initializer with the trait.
  public init(over _: Any) {}
}
#endif
