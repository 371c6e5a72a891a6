typealias WatchSlot = Slot<WatchRecord>
typealias LinkSlot = Slot<WatchLink>
typealias ViewportSlot = Slot<ViewportRecord>

/// A watch: one that stands in its target's record, or one of the table.
///
/// What most targets have is one watch for plain visibility in the window, from the start. That one
/// takes no room of its own (`WatchRoot`) and borrows its target's slot and generation. Since those
/// do not tell a second one from it, only the first watch of a target may stand there.
struct WatchRef: Hashable, Sendable {
  enum Content {
    case target(TargetSlot)
    case table(WatchSlot)
  }

  /// The index of its handle: even for a watch in a target's record, odd for one of the table.
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

/// What is watched of a target, in the four bytes that its record has for it.
struct WatchRoot: Equatable, Sendable {
  enum Content {
    /// Nothing, and nothing ever was.
    case untouched
    /// Nothing any more.
    case ended
    /// One watch, of which nothing holds, under this rule.
    case resting(rule: UInt32)
    /// One watch, at this place of the window's active ones, which have the rule.
    case active(place: UInt32)
    /// This watch of the table, and those below it.
    case table(WatchSlot)
  }

  private static let payloadBits: UInt32 = 30
  /// The most watches that an engine can hold.
  static let maximumCount = Int(1 << payloadBits)

  /// What it is in the highest two bits, a number below.
  private let raw: UInt32

  @inline(__always)
  private init(kind: UInt32, _ payload: UInt32) { raw = kind << WatchRoot.payloadBits | payload }

  static var untouched: WatchRoot { WatchRoot(kind: 3, 0) }
  static var ended: WatchRoot { WatchRoot(kind: 3, 1) }
  static func resting(rule: UInt32) -> WatchRoot { WatchRoot(kind: 0, rule) }
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
    case 0: return .resting(rule: payload)
    case 1: return .active(place: payload)
    case 2: return .table(WatchSlot(raw: payload))
    default: return payload == 0 ? .untouched : .ended
    }
  }

  /// The place of the one watch among the window's active ones; `none` while nothing of it holds.
  @inline(__always)
  var place: UInt32 {
    if case .active(let place) = content { place } else { SightlineCore.none }
  }

  /// The watch of the table at the top; `none` if there is none.
  @inline(__always)
  var top: WatchSlot {
    if case .table(let watch) = content { watch } else { .none }
  }
}

/// One observation of a target: 24 bytes, where it does not stand in the target's record.
struct WatchRecord: Generational {
  /// Not `VisibilityWatch`: its handles are those of `WatchRef`.
  typealias Kind = WatchRecord

  var target: TargetSlot
  /// `none` for the only watch of a target, in the window.
  var link = LinkSlot.none
  /// Index into the rule table.
  var rule: UInt32
  var generation: UInt32 = 0
  /// Where it stands in its viewport's list of active watches; `none` while nothing holds.
  var active: UInt32 = none
  /// Index into the ledger's subjects for an impression; `none` for plain visibility.
  var subject: UInt32
}

/// What ties a watch to the others of its target and of its viewport: 20 bytes.
///
/// Most targets are watched once, in the window, and need none.
struct WatchLink: Sendable {
  /// The order of registration among the watches of a target: 0 for the one that stood in the
  /// target's record before there were others, and whose handle still says so.
  var order: UInt32
  /// The watches below it in its target's treap.
  var left = WatchSlot.none
  var right = WatchSlot.none
  /// Its neighbours among the watches of a viewport other than the window's.
  var previousInViewport = WatchSlot.none
  var nextInViewport = WatchSlot.none
}

/// A watch of which something holds: what the next pass must evaluate even if the search does
/// not find it any more.
struct ActiveWatch: Sendable {
  var watch: WatchRef
  /// Index into the rule table.
  var rule: UInt32
  /// The pass that last came across it.
  var stamp: UInt32 = 0
  /// How many of the rule's thresholds hold.
  var level: UInt16 = 0
  /// The edges seen since it came on screen (`Measurement.Edges`).
  var edges: UInt8 = 0
}

struct ViewportRecord: Generational {
  typealias Kind = VisibilityViewport

  var viewport: VisibilityViewport
  var generation: UInt32 = 0
  /// Whether it must be evaluated even if nothing in the scene changed.
  var isStale = true
  var active: ContiguousArray<ActiveWatch> = []
  /// The watches in it, tied by their links; none of them and 0 for the window.
  var firstWatch = WatchSlot.none
  var lastWatch = WatchSlot.none
  var watchCount = 0
}

extension ViewportSlot {
  /// The viewport that is there from the start.
  static var window: ViewportSlot { ViewportSlot(raw: 0) }
}
