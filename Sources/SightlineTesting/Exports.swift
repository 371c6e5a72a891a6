// The modules used in the public API, so that `import SightlineTesting` suffices.
@_exported public import SightlineCore
@_exported public import SightlineScroll
