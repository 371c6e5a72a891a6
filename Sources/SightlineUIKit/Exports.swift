#if canImport(UIKit) && !os(watchOS)
// The modules that the public API is written in, so that `import SightlineUIKit` is enough.
@_exported public import SightlineApple
@_exported public import SightlineCore
@_exported public import SightlineHost
@_exported public import SightlineScroll
#endif
