// The types of the core and the hosts that apps use by name, for the modules that re-export them.
// The others are for hosts and tools, which import SightlineCore and SightlineHost.
public import SightlineCore

@_exported public import enum SightlineCore.DevicePixel
@_exported public import struct SightlineCore.Exposure
@_exported public import struct SightlineCore.ExposureEvent
@_exported public import struct SightlineCore.Impression
@_exported public import struct SightlineCore.ImpressionPolicy
@_exported public import struct SightlineCore.ImpressionRecord
@_exported public import enum SightlineCore.ImpressionRepetition
@_exported public import enum SightlineCore.InvisibilityReason
@_exported public import struct SightlineCore.ItemIdentity
@_exported public import struct SightlineCore.LayoutInsets
@_exported public import struct SightlineCore.LayoutPoint
@_exported public import struct SightlineCore.LayoutRect
@_exported public import struct SightlineCore.LayoutSize
@_exported public import struct SightlineCore.MonotonicTime
@_exported public import enum SightlineCore.MotionPreference
@_exported public import enum SightlineCore.ReadingDirection
@_exported public import struct SightlineCore.ScrollMetrics
@_exported public import struct SightlineCore.ScrollPhaseChange
@_exported public import enum SightlineCore.ScrollingPhase
@_exported public import struct SightlineCore.ViewportMargins
@_exported public import struct SightlineCore.VisibilityExit
@_exported public import struct SightlineCore.VisibilityRule
@_exported public import struct SightlineCore.VisibilitySnapshot
@_exported public import protocol SightlineHost.BackgroundSuspending
@_exported public import protocol SightlineHost.ImpressionRecorder
@_exported public import enum SightlineHost.ItemKey
@_exported public import protocol SightlineHost.ItemKeyConvertible
@_exported public import class SightlineHost.ItemVisibility
@_exported public import struct SightlineHost.LogPolicy
@_exported public import struct SightlineHost.PolicyTextError
@_exported public import struct SightlineHost.VisibilityAudit
@_exported public import enum SightlineHost.VisibilityCover
@_exported public import struct SightlineHost.VisibilityCrossing
@_exported public import protocol SightlineHost.VisibilityObserving
@_exported public import class SightlineHost.VisibilitySession
@_exported public import enum SightlineHost.VisibilityState
@_exported public import class SightlineHost.VisibilityToken
@_exported public import struct SightlineHost.WindowPresence

// Operators are not re-exported with their type. `LayoutPoint` gets its operators from a standard
// library protocol. Where both are imported, the core's operators are preferred.
extension MonotonicTime {
  /// Returns the time that is a duration later.
  @_disfavoredOverload
  public static func + (moment: MonotonicTime, duration: Duration) -> MonotonicTime {
    moment.advanced(by: duration.saturatedNanoseconds)
  }

  /// Returns the duration from `b` to `a`.
  @_disfavoredOverload
  public static func - (a: MonotonicTime, b: MonotonicTime) -> Duration {
    .nanoseconds(a.nanoseconds(since: b))
  }
}
