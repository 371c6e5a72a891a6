@_exported import SightlineHost
@_exported import SightlineTrace
