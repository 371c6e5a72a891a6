#if canImport(SwiftUI) && !os(watchOS)
// Re-export the types used by the public API, so that `import SightlineSwiftUI` is enough.
@_exported public import SightlineVocabulary
#endif
