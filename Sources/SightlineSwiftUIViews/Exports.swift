#if canImport(SwiftUI) && !os(watchOS)
// Re-export the modules used by the public API, so that `import SightlineSwiftUIViews` is enough.
@_exported public import SightlineScroll
@_exported public import SightlineSwiftUI
#endif
