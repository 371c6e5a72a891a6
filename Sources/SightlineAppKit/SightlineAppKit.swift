#if canImport(AppKit) && !targetEnvironment(macCatalyst)
// `view.visibility` and what it is written in, with one import.
@_exported import SightlineApple
@_exported import SightlineCore
@_exported import SightlineHost
@_exported import SightlineScroll
#endif
