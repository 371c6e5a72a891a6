// One import for everything: `import Sightline`. The adapters are empty where their toolkit is not.
//
// The modules for GTK are not among them: whoever builds them needs GTK's headers, which an app on Linux that
// uses the engine alone should not. They are imported by name.
@_exported public import SightlineAppKit
@_exported public import SightlineCore
@_exported public import SightlineHost
@_exported public import SightlineScroll
@_exported public import SightlineSwiftUI
@_exported public import SightlineUIKit
