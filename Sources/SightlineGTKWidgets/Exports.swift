#if GTK && os(Linux)
// Re-exports the modules of the public API's types, so `import SightlineGTKWidgets` suffices.
@_exported public import SightlineGTK
#endif
