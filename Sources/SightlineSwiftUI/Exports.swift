#if canImport(SwiftUI) && !os(watchOS)
// Re-export the modules used by the public API, so that `import SightlineSwiftUI` is enough.
@_exported public import SightlineCore
@_exported public import SightlineHost
#endif
