#if GTK && os(Linux)
// Re-exports the modules of the public API's types, so `import SightlineGTKToolkit` suffices.
@_exported public import CSightlineGTK
@_exported public import SightlineCore
#endif
