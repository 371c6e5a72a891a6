#if canImport(UIKit) && !os(watchOS) || canImport(AppKit)
// The modules that the public API is written in.
@_exported public import SightlineCore
@_exported public import SightlineHost
#endif
