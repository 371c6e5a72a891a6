// One import for everything: `import Sightline`. The adapters are empty where their toolkit is not.
//
// SightlineGTK is not among them: whoever builds it needs GTK's headers, which an app on Linux that
// uses the engine alone should not. It is imported by its own name.
@_exported public import SightlineAppKit
@_exported public import SightlineCore
@_exported public import SightlineHost
@_exported public import SightlineScroll
@_exported public import SightlineSwiftUI
@_exported public import SightlineUIKit
