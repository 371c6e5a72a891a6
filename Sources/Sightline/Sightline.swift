// One import for everything: `import Sightline`. The adapters are empty where their toolkit is not.
//
// SightlineGTK is not among them: whoever builds it needs GTK's headers, which an app on Linux that
// uses the engine alone should not. It is imported by its own name.
@_exported import SightlineAppKit
@_exported import SightlineCore
@_exported import SightlineHost
@_exported import SightlineScroll
@_exported import SightlineSwiftUI
@_exported import SightlineUIKit
