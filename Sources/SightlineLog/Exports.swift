#if Log
// Re-exports the modules used in the public API, so `import SightlineLog` is enough.
@_exported public import SightlineCore
@_exported public import SightlineHost
#endif
