typealias WatchSlot = Slot<WatchRecord>
typealias LinkSlot = Slot<WatchLink>
typealias ViewportSlot = Slot<ViewportRecord>
typealias SubjectSlot = Slot<WatchSubject>

/// The impressions that a watch is for, recorded by the ledger.
enum WatchSubject {}

/// A reference to a watch, which is stored in its target's root or in the table.
///
/// Most targets have a single watch, for plain visibility in the window. It takes no extra room
/// (`WatchRoot`) and uses its target's slot and generation. Since these cannot identify a second
/// watch, only the first watch of a target may be stored there.
struct WatchRef: Hashable, Sendable {
  enum Content {
    case target(TargetSlot)
    case table(WatchSlot)
  }

  /// The index of its handle: even for a watch in a target's root, odd for one in the table.
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

/// The watches of a target, in four bytes.
struct WatchRoot: Equatable, Sendable {
  enum Content {
    /// No watch so far.
    case untouched
    /// No watch any more.
    case ended
    /// One watch under this rule, of which no threshold holds.
    case resting(rule: RuleSlot)
    /// One watch, at this place of the window's active watches, which store the rule.
    case active(place: UInt32)
    /// This watch in the table, and those below it.
    case table(WatchSlot)
  }

  private static let payloadBits: UInt32 = 30
  /// The maximum number of watches in an engine's table.
  static let maximumCount = Int(1 << payloadBits)

  /// The kind in the highest two bits, the payload below.
  private let raw: UInt32

  @inline(__always)
  private init(kind: UInt32, _ payload: UInt32) { raw = kind << WatchRoot.payloadBits | payload }

  static var untouched: WatchRoot { WatchRoot(kind: 3, 0) }
  static var ended: WatchRoot { WatchRoot(kind: 3, 1) }
  static func resting(rule: RuleSlot) -> WatchRoot { WatchRoot(kind: 0, rule.raw) }
  static func active(place: UInt32) -> WatchRoot { WatchRoot(kind: 1, place) }
  /// `ended` for no watch.
  static func table(_ watch: WatchSlot) -> WatchRoot {
    watch == .none ? .ended : WatchRoot(kind: 2, watch.raw)
  }

  @inline(__always)
  var isWatched: Bool { raw >> WatchRoot.payloadBits != 3 }

  @inline(__always)
  var content: Content {
    let payload = raw & (1 << WatchRoot.payloadBits - 1)
    switch raw >> WatchRoot.payloadBits {
    case 0: return .resting(rule: RuleSlot(raw: payload))
    case 1: return .active(place: payload)
    case 2: return .table(WatchSlot(raw: payload))
    default: return payload == 0 ? .untouched : .ended
    }
  }

  /// The place of the single watch among the window's active ones; `none` if it is not active.
  @inline(__always)
  var place: UInt32 {
    if case .active(let place) = content { place } else { SightlineCore.none }
  }

  /// The topmost watch in the table; `none` if the table has no watch of the target.
  @inline(__always)
  var top: WatchSlot {
    if case .table(let watch) = content { watch } else { .none }
  }
}

/// An observation of a target: 24 bytes, if not stored in the target's root.
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

/// The links of a watch to others of its target and viewport: 20 bytes.
///
/// The only watch of a target needs no link if it is in the window, as most are.
struct WatchLink: Sendable {
  /// The order of registration among the watches of a target. It is 0 for a watch that was stored
  /// in the target's root before others were added and keeps that handle.
  var order: UInt32
  /// The watches below it in its target's treap.
  var left = WatchSlot.none
  var right = WatchSlot.none
  /// Its neighbours among the watches of a viewport other than the window's.
  var previousInViewport = WatchSlot.none
  var nextInViewport = WatchSlot.none
}

/// A watch with a threshold that holds or an edge seen. The next pass must evaluate it even if its
/// search no longer finds it.
struct ActiveWatch: Sendable {
  var watch: WatchRef
  var rule: RuleSlot
  /// The number of the last pass that found it.
  var stamp: UInt32 = 0
  /// The number of the rule's thresholds that hold.
  var level: UInt16 = 0
  /// The edges seen since it came on screen (`Measurement.Edges`).
  var edges: UInt8 = 0
}

struct ViewportRecord: Generational {
  typealias Kind = VisibilityViewport

  var viewport: VisibilityViewport
  /// Whether it must be evaluated even if nothing in the scene changed.
  var isStale = true
  var active: ContiguousArray<ActiveWatch> = []
  /// The linked list of its watches; empty for the window, with a count of 0.
  var firstWatch = WatchSlot.none
  var lastWatch = WatchSlot.none
  var watchCount = 0
}

extension ViewportSlot {
  /// The initial viewport.
  static var window: ViewportSlot { ViewportSlot(raw: 0) }
}
