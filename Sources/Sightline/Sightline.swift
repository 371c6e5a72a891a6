// One import for everything: `import Sightline`. Each adapter is empty where its toolkit is
// missing. The modules for GTK are imported by name: building them takes GTK's headers.
@_exported public import SightlineAppleViews
@_exported public import SightlineCore
@_exported public import SightlineHost
@_exported public import SightlineScroll
@_exported public import SightlineSwiftUIViews
