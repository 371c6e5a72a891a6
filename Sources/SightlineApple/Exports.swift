#if canImport(UIKit) && !os(watchOS) || canImport(AppKit)
// Re-export the types used by the public API, so that `import SightlineApple` is enough.
@_exported public import SightlineVocabulary
#endif
