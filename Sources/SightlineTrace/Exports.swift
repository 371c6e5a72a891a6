// Re-exports the modules used in the public API, so `import SightlineTrace` is enough.
@_exported public import SightlineCore
