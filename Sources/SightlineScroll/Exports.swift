// The modules used in the public API, so that `import SightlineScroll` suffices.
@_exported public import SightlineCore
