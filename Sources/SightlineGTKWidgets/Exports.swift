#if GTK && os(Linux)
// The modules that the public API is written in, so that `import SightlineGTKWidgets` is enough.
@_exported public import SightlineGTK
#endif
