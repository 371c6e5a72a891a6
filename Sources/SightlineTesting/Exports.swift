// The modules that the public API is written in, so that `import SightlineTesting` is enough.
@_exported public import SightlineCore
