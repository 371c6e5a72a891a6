#if Log
// The modules that the public API is written in, so that `import SightlineLog` is enough.
@_exported public import SightlineCore
#endif
