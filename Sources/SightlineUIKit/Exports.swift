#if canImport(UIKit) && !os(watchOS)
// Re-export the modules used by the public API, so that `import SightlineUIKit` is enough.
@_exported public import SightlineApple
@_exported public import SightlineCore
@_exported public import SightlineHost
@_exported public import SightlineScroll
#endif
