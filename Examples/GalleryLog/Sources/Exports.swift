@_exported import SightlineLog
