@_exported public import SightlineCore
