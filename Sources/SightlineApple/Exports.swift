#if canImport(UIKit) && !os(watchOS) || canImport(AppKit)
// Re-export the modules used by the public API, so that `import SightlineApple` is enough.
@_exported public import SightlineCore
@_exported public import SightlineHost
#endif
