typealias WatchSlot = Slot<WatchRecord>
typealias LinkSlot = Slot<WatchLink>
typealias WatchListSlot = Slot<ContiguousArray<WatchSlot>>
typealias ViewportSlot = Slot<ViewportRecord>
typealias SubjectSlot = Slot<WatchSubject>

/// The impressions that a watch is for, recorded by the ledger.
enum WatchSubject {}

/// A reference to a watch, which is stored inline, in its target's four bytes, or in the table.
///
/// Most targets have a single watch, for plain visibility in the window. It takes no extra room
/// (`InlineWatch`) and uses its target's slot and generation. Since these cannot identify a second
/// watch, only the first watch of a target may be stored there.
struct WatchRef: Hashable, Sendable {
  enum Content {
    case target(TargetSlot)
    case table(WatchSlot)
  }

  /// The index of its handle: even for an inline watch, odd for one in the table.
  let raw: UInt32

  init(raw: UInt32) { self.raw = raw }

  @inline(__always)
  init(_ target: TargetSlot) { raw = target.raw << 1 }

  @inline(__always)
  init(_ watch: WatchSlot) { raw = watch.raw << 1 | 1 }

  static var none: WatchRef { WatchRef(raw: .max) }

  @inline(__always)
  var content: Content {
    raw & 1 == 0 ? .target(TargetSlot(raw: raw >> 1)) : .table(WatchSlot(raw: raw >> 1))
  }
}

/// The only watch of a target, stored inline in four bytes, or a reference to its watches in the
/// table.
struct InlineWatch: Equatable, Sendable {
  enum Content {
    /// No watch so far.
    case neverWatched
    /// No watch left.
    case ended
    /// One watch under this rule; no threshold holds.
    case inactive(rule: RuleSlot)
    /// One watch, at this place of the window's active watches, which store the rule.
    case active(place: UInt32)
    /// One watch, in the table.
    case table(WatchSlot)
    /// Several watches, in the table.
    case list(WatchListSlot)
  }

  private static let payloadBits: UInt32 = 30
  /// The maximum number of watches in an engine's table.
  static let maximumCount = Int(1 << payloadBits)

  /// The kind in the highest two bits, the payload below.
  private let raw: UInt32

  @inline(__always)
  private init(kind: UInt32, _ payload: UInt32) { raw = kind << InlineWatch.payloadBits | payload }

  static var neverWatched: InlineWatch { InlineWatch(kind: 3, 0) }
  static var ended: InlineWatch { InlineWatch(kind: 3, 1) }
  static func inactive(rule: RuleSlot) -> InlineWatch { InlineWatch(kind: 0, rule.raw) }
  static func active(place: UInt32) -> InlineWatch { InlineWatch(kind: 1, place) }
  static func table(_ watch: WatchSlot) -> InlineWatch { InlineWatch(kind: 2, watch.raw) }
  static func list(_ list: WatchListSlot) -> InlineWatch { InlineWatch(kind: 3, 2 + list.raw) }

  @inline(__always)
  var isWatched: Bool { self != .neverWatched && self != .ended }

  @inline(__always)
  var content: Content {
    let payload = raw & (1 << InlineWatch.payloadBits - 1)
    switch raw >> InlineWatch.payloadBits {
    case 0: return .inactive(rule: RuleSlot(raw: payload))
    case 1: return .active(place: payload)
    case 2: return .table(WatchSlot(raw: payload))
    default:
      return payload > 1
        ? .list(WatchListSlot(raw: payload - 2)) : payload == 1 ? .ended : .neverWatched
    }
  }

  /// The place of the single watch among the window's active ones; `none` if it is not active.
  @inline(__always)
  var place: UInt32 { if case .active(let place) = content { place } else { SightlineCore.none } }
}

/// An observation of a target: 24 bytes, if not stored inline.
struct WatchRecord: Generational {
  /// Not `VisibilityWatch`: its handles are those of `WatchRef`.
  typealias Kind = WatchRecord

  var target: TargetSlot
  /// `none` for the only watch of a target, in the window.
  var link = LinkSlot.none
  var rule: RuleSlot
  /// Its place in its viewport's list of active watches; `none` if it is not active.
  var active: UInt32 = none
  /// The ledger's subject for an impression; `none` for plain visibility.
  var subject: SubjectSlot
}

/// The place of a watch among others of its target and viewport: 16 bytes.
struct WatchLink: Sendable {
  /// The order of registration among the watches of a target. It is 0 for a watch that was stored
  /// inline before others were added and keeps that handle.
  var order: UInt32
  /// Its place among the watches of a viewport other than the window's.
  var place = 0
}

/// A watch with a threshold that holds, or with state kept over an interruption. The next pass must
/// evaluate it even if its search no longer finds it.
struct ActiveWatch: Sendable {
  var watch: WatchRef
  var rule: RuleSlot
  /// The number of the last pass that found it.
  var stamp: UInt32 = 0
  /// The number of the rule's thresholds that hold.
  var level: UInt16 = 0
  /// The number of thresholds that hold or would hold without an interruption, inactivity or a
  /// cover: the sides of their hysteresis.
  var side: UInt16 = 0
  /// The edges seen since it came into the viewport and its clips (`Measurement.Edges`).
  var edges: UInt8 = 0
}

struct ViewportRecord: Generational {
  typealias Kind = VisibilityViewport

  var viewport: VisibilityViewport
  /// Whether it must be evaluated even if nothing in the scene changed.
  var isStale = true
  var active: ContiguousArray<ActiveWatch> = []
  /// Its watches, in no particular order; none for the window.
  var watches: ContiguousArray<WatchSlot> = []
}

extension ViewportSlot {
  /// The initial viewport.
  static var window: ViewportSlot { ViewportSlot(raw: 0) }
}
