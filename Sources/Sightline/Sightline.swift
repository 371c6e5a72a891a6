// One import for everything: `import Sightline`. The adapters are empty where their toolkit is not.
@_exported import SightlineAppKit
@_exported import SightlineCore
@_exported import SightlineHost
@_exported import SightlineScroll
@_exported import SightlineSwiftUI
@_exported import SightlineUIKit
