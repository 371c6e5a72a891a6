// Re-export the modules used by the public API, so that `import SightlineHost` is enough.
@_exported public import SightlineCore
