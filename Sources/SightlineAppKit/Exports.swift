#if canImport(AppKit) && !targetEnvironment(macCatalyst)
// Re-export the modules used by the public API, so that `import SightlineAppKit` is enough.
@_exported public import SightlineApple
@_exported public import SightlineCore
@_exported public import SightlineHost
@_exported public import SightlineScroll
#endif
