#if canImport(UIKit) && !os(watchOS) || canImport(AppKit)
// Re-export the modules used by the public API, so that `import SightlineAppleViews` is enough.
@_exported public import SightlineApple
@_exported public import SightlineScroll
#endif
