#if canImport(UIKit) && !os(watchOS) || canImport(AppKit)
// The modules used by the public API.
@_exported public import SightlineCore
@_exported public import SightlineHost
#endif
