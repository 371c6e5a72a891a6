#if !GTK && os(Linux)
// Without the trait there is no host for GTK: these say how to enable it.

@available(
  *, unavailable,
  message:
    "the trait GTK is off; in Package.swift, write .package(url: …, branch: \"main\", traits: [\"GTK\"])"
)
public struct WidgetVisibility {}

@available(
  *, unavailable,
  message:
    "the trait GTK is off; in Package.swift, write .package(url: …, branch: \"main\", traits: [\"GTK\"])"
)
public struct VisibilityInspector {}

@available(
  *, unavailable,
  message:
    "the trait GTK is off; in Package.swift, write .package(url: …, branch: \"main\", traits: [\"GTK\"])"
)
public struct ScrollObserver {}
#endif
