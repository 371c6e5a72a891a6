#if GTK && os(Linux)
// Re-exports the modules of the public API's types, so `import SightlineGTK` suffices.
@_exported public import SightlineCore
@_exported public import SightlineHost
@_exported public import SightlineScroll
#endif
