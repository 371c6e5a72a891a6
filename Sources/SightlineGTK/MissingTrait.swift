#if !GTK && os(Linux)
// Without the trait there is no host for GTK: these say how to enable it. The compiler says so only
// if the initializer matches.

@available(
  *, unavailable,
  message:
    "the trait GTK is off; in Package.swift, write .package(url: …, branch: \"main\", traits: [\"GTK\"])"
)
public struct WidgetVisibility {
  public init(of _: Any) {}
}

@available(
  *, unavailable,
  message:
    "the trait GTK is off; in Package.swift, write .package(url: …, branch: \"main\", traits: [\"GTK\"])"
)
public struct ItemVisibility<ID> {
  public init() {}
  public init(factory _: Any, id _: (OpaquePointer) -> ID?) {}
}

@available(
  *, unavailable,
  message:
    "the trait GTK is off; in Package.swift, write .package(url: …, branch: \"main\", traits: [\"GTK\"])"
)
public struct VisibilityInspector {
  public init(over _: Any) {}
}
#endif
